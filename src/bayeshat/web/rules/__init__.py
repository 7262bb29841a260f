"""Rules: sentences that organisers put together, checked as they are made."""
