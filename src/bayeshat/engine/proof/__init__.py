"""How far a decision can be from the best possible one."""
