"""What bayeshat says to people: messages, the catalogues of each language, and what settings are called."""
