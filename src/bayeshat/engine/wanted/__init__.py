"""What is asked for: sizes, groups and rules, read and checked."""
