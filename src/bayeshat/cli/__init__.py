"""The ``bayeshat`` command: a thin front end."""
