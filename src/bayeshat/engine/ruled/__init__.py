"""The search under rules."""
