"""What bayeshat says to people: messages, phrases, and what settings are called."""
