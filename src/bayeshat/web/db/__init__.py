"""The database: its tables, sessions, migrations and backups."""
