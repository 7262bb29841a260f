"""How often something may be tried."""

from __future__ import annotations

import hmac
import math
import secrets
import threading
from collections import OrderedDict, deque
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic as _seconds

from starlette.requests import Request

from ..words.message import Message
from .refusals import TooMany


class RateLimiter:
    """A limit on attempts within any minute, for each key; only a hash of the key is kept, for that minute.

    Parameters
    ----------
    limit
        How many times.
    seconds
        Another time than a minute.
    """

    def __init__(self, limit: int, seconds: float = 60.0) -> None:
        self._limit, self._window = limit, seconds
        # The last times of each key; keys in the order of their last time, so that old ones are found at once.
        self._times: OrderedDict[bytes, deque[float]] = OrderedDict()
        self._secret = secrets.token_bytes(32)
        self._lock = threading.Lock()

    def check(self, key: str) -> None:
        """Count one more time; raise TooMany, without counting, if that is too often."""
        now = _seconds()
        hashed = hmac.digest(self._secret, key.encode("utf-8", "surrogatepass"), "sha256")
        with self._lock:
            while self._times and next(iter(self._times.values()))[-1] <= now - self._window:
                self._times.popitem(last=False)
            times = self._times.get(hashed, deque())
            if len(times) >= self._limit and times[0] > now - self._window:
                wait = max(math.ceil(times[0] + self._window - now), 1)
                raise TooMany(Message("page-too-often", seconds=wait), retry_after=wait)
            self._times[hashed] = deque((*times, now), maxlen=self._limit)
            self._times.move_to_end(hashed)


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
