"""The survey as a TOML file: found, read and written."""
