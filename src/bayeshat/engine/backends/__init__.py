"""The machines that passes over the draws can run on."""
