"""The pages: one file for each family of them."""
