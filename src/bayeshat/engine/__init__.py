"""From posterior label draws to groups of the wanted sizes."""
