"""Answers: the form, receipts, files that are read in, and who has answered."""
