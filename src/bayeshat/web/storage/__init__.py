"""The database: its tables, connections and versions."""
