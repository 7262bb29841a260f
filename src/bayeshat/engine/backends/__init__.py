"""Machines that run the passes over the draws: one class each, behind one protocol."""
