"""The samplers, in threads and on a GPU, and the table of them."""
