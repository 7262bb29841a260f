"""Surveys written as TOML, and people's answers read from tables into numbers."""
