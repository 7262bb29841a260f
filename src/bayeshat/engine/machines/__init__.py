"""The machines that hold the draws and run the passes of a search."""
