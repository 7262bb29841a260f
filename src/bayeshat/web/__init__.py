"""The web front end: the survey form and the organiser's pages."""
