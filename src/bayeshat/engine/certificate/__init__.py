"""How far a decision can be from the best possible one, and proofs that it is the best."""
