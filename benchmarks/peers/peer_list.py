"""Every peer, in the order of the table."""

from __future__ import annotations

from . import k_means_hungarian, ours, r_peers
from .protocol import Peer

PEERS: tuple[Peer, ...] = (*ours.PEERS, k_means_hungarian.PEER, *r_peers.PEERS)
