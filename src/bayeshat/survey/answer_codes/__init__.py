"""Answers as numbers and back: which option a cell means, and several answers in one cell."""
