"""From answers to a posterior: ``fit``, its samplers, and how to tell that they have converged."""
