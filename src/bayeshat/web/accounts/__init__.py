"""Organisers: how they are invited, log in and out."""
