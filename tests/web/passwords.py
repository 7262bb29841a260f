"""Passwords whose hashes take no time."""

from argon2 import PasswordHasher

from bayeshat.web.security import PasswordHash

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def hash_cheaply(password: str) -> PasswordHash:
    """Return a hash that costs next to nothing to check."""
    return PasswordHash(CHEAP.hash(password))
