"""The organiser's rules: their kinds, reading and checks, and the same by number for the engine."""
