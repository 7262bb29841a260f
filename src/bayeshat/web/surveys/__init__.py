"""The survey of an event: looked at, and changed in the browser."""
