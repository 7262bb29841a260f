"""Gibbs sampling on one GPU."""
