"""The samplers, the posterior that they return, and how to tell that they have converged."""
