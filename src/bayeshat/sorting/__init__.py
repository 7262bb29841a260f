"""From answers to groups: what every front end calls."""
