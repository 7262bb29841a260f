"""The kinds of questions: one file each, with how its answers are read, written, described and distributed."""
