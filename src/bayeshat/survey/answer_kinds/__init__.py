"""The kinds of questions as people meet them: in the survey file, in tables of answers, and in words."""
