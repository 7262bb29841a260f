"""Label draws: read, numbered consistently, and given the houses' names."""
