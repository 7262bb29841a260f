"""The compiled loops of this room."""
