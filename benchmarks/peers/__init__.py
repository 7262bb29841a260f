"""bayeshat beside other systems: one runner, one table. Start with ``protocol.py``; run ``run.py``."""
