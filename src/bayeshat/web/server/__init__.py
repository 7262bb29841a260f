"""The running server: settings, keys, the log, connections, limits."""
