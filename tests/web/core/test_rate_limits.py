import pytest

from bayeshat.web import limits
from bayeshat.web.limits import RateLimiter, network_of
from bayeshat.web.refusals import TooMany


@pytest.fixture
def clock(monkeypatch):
    """A clock that is put forward by hand."""
    time = [1_000_000.0]
    monkeypatch.setattr(limits, "_seconds", lambda: time[0])
    return time


def test_the_window_slides(clock):
    limiter = RateLimiter(2)
    limiter.check("a")
    clock[0] += 40
    limiter.check("a")
    with pytest.raises(TooMany, match="Wait 20 seconds") as refused:
        limiter.check("a")
    assert refused.value.retry_after == 20
    limiter.check("b")
    clock[0] += 20.5
    limiter.check("a")
    with pytest.raises(TooMany, match="Wait 40 seconds"):
        limiter.check("a")


def test_nobody_shares_an_allowance_with_a_stranger(clock):
    limiter = RateLimiter(1)
    for n in range(100_000):
        limiter.check(f"account {n}")


def test_made_up_keys_do_not_fill_the_memory(clock):
    limiter = RateLimiter(2)
    for n in range(400):
        limiter.check(f"account {n}")
        clock[0] += 1
    assert len(limiter._times) == 60
    limiter.check("account 399")
    with pytest.raises(TooMany):
        limiter.check("account 399")


def test_no_address_and_no_account_is_kept(clock):
    limiter = RateLimiter(1)
    limiter.check("192.0.2.7")
    assert "192.0.2.7" not in repr(vars(limiter))


def test_one_customer_of_ipv6_is_one_address():
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") != network_of("2001:db8:1:3::1")
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("192.0.2.1") != network_of("192.0.2.2")
    assert network_of("testclient") == "unknown"
