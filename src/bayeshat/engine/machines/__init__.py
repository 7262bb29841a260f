"""Where the draws lie: the machines that a search runs on."""
