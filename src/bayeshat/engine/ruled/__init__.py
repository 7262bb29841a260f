"""The search where there are rules."""
