"""The loops of the samplers, compiled."""
