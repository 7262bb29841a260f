"""Exports of form tools: which tool wrote a table, what its columns are, and which question each answers."""
