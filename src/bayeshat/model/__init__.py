"""The model: priors, densities to read, and simulated answers."""
