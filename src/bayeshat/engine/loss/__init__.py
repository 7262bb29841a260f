"""Losses, their expectation, and what one person in the right group is worth."""
