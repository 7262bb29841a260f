"""Tables from files and frames, and how their text is compared and shown."""
