"""Every peer, in the order of the table."""

from __future__ import annotations

from . import (
    cbi_partitions,
    chen_2006,
    chen_gu_2024,
    franzolini_2023,
    k_means_constrained,
    k_means_hungarian,
    k_modes,
    kim_2015,
    logistic,
    ours,
    r_peers,
    stepmix_classes,
    teel_2015,
    zhong_ghosh_2003,
    zhu_2010,
)
from .protocol import Peer

PEERS: tuple[Peer, ...] = (
    *ours.PEERS,
    *r_peers.PEERS,
    franzolini_2023.PEER,
    cbi_partitions.PEER,
    k_means_constrained.PEER,
    k_means_hungarian.PEER,
    stepmix_classes.PEER,
    k_modes.PEER,
    zhu_2010.PEER,
    zhong_ghosh_2003.PEER,
    chen_2006.PEER,
    kim_2015.PEER,
    teel_2015.PEER,
    chen_gu_2024.PEER,
    *logistic.PEERS,
)
