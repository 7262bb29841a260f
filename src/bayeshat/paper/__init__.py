"""The paper that the method comes from, reproduced: its simulations, tables and figures, over many data sets."""

from .study import Study, reproduce

__all__ = ["Study", "reproduce"]
