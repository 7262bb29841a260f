"""Who is expected to answer: the list, personal links, mail."""
