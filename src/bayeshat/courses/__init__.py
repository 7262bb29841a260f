"""Courses in Canvas and Moodle: who is in them, and groups that are written into them."""
