"""Studies of the method that anybody can run again: so far, that of the paper it comes from."""

from .study import Study, reproduce

__all__ = ["Study", "reproduce"]
