"""The board: the groups of a result, changed by hand."""
