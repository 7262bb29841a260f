"""What sampling leaves: the draws, the posterior, whether chains have converged, predictions."""
