"""The search where rules must be kept, and what to say where they cannot be."""
