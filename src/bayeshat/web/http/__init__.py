"""What every page shares: the application, requests and answers, keys, settings, templates."""
