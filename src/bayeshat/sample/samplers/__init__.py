"""The samplers: each has ``init`` and ``step``, and a line in the table."""
