"""A survey made from a table of answers alone."""
