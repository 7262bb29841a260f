"""The search for the assignment with the least expected loss."""
