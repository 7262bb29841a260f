"""How often something may be tried."""

from __future__ import annotations

import math
import time
from ipaddress import IPv6Address, ip_address, ip_network

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.requests import Request

from ..languages import Message
from ..refusals import TooMany

# Keys are told apart by a hash that nobody outside can foresee, so that no number of made-up names fills the memory.
_BUCKETS = 2**16


class RateLimiter:
    """At most so many times within any minute, for each key; kept in memory.

    Parameters
    ----------
    limit
        How many times.
    """

    def __init__(self, limit: int) -> None:
        self._item = RateLimitItemPerMinute(limit)
        self._window = MovingWindowRateLimiter(MemoryStorage())

    def check(self, key: str) -> None:
        """Count one more time; raise TooMany, without counting, if that is too often."""
        bucket = str(hash(key) % _BUCKETS)
        if not self._window.hit(self._item, bucket):
            ends = self._window.get_window_stats(self._item, bucket).reset_time
            wait = max(math.ceil(ends - time.time()), 1)
            raise TooMany(Message("page-too-often", seconds=wait), retry_after=wait)


def client_of(request: Request) -> str:
    """Return what stands for the person's place in the network: an address, or the /64 network of an IPv6 address."""
    return network_of(request.client.host if request.client else "")


def network_of(host: str) -> str:
    """Return an address; of IPv6 the first 64 bits, for one customer has all addresses that start with them.

    Examples
    --------
    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((address, 64), strict=False))
    return str(address)
