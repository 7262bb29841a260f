"""What gets through to the pages: names of the server, sizes and kinds of bodies; compression."""

import re
import socket

import pytest

from bayeshat.web.core.addresses import KnownHosts, link_warning
from bayeshat.web.middleware import PLAIN_FORM
from bayeshat.web.settings import Settings

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize("chunked", [False, True])
def test_large_public_bodies_are_refused(start_server, chunked):
    with start_server(max_public_body=10_000) as web:
        browser = web.browser()
        body = b"name=" + b"a" * 30_000
        content = iter([body[:15_000], body[15_000:]]) if chunked else body
        answer = browser.post("/login", content=content, headers=FORM)
        small = browser.post("/login", content=body[:9_000], headers=FORM)
    assert answer.status_code == 413
    assert "at most 9.77 KiB" in answer.text
    assert small.status_code == 403


def test_large_bodies_of_organisers_are_refused_and_those_of_strangers_are_not_read(start_server):
    with start_server(max_body=10_000, max_upload=20_000) as web:
        organiser = web.organiser()
        path = organiser.submit("/events/new", title="Autumn", survey="hogwarts").url.path

        def send(where, size, browser=organiser):
            files = {"file": ("a.csv", b"x" * size)}
            return browser.post(f"{path}{where}", data={}, files=files)

        assert send("/settings", 12_000).status_code == 413
        refused = send("/import", 70_000)
        assert refused.status_code == 413
        assert "19.5 KiB" in refused.text
        # It gets through to whoever reads the table, who says what is wrong with it.
        assert send("/import", 12_000).status_code == 422
        stranger = send("/import", 12_000, web.browser())
        assert stranger.status_code == 401
        assert "Log in and try again." in stranger.text
        assert '<a class="button" href="/login">Log in</a>' in stranger.text


@pytest.mark.parametrize(
    "body",
    [b"", b"key=a_-", b"name=Zo%C3%AB+L.&q0=1&q0=2&submission_key=~*", b"&".join([b"q=1"] * 5001)],
)
def test_what_browsers_send_is_a_plain_form(body):
    assert PLAIN_FORM.fullmatch(body)


@pytest.mark.parametrize(
    "body",
    [
        b"a",
        b"=a",
        b"a=b&",
        b"a=b&&c=d",
        b"a=b=c",
        b"a=%0",
        b"a=%zz",
        b"a=%00",
        b"a=\x00",
        b"a=b c",
        b"a=\xff",
        b"a[b]=c",
        b"a=b\r\n",
        b"{}",
        b"&".join([b"q=1"] * 5002),
        b"a" * 60_000,
        b"a=" + b"%" * 60_000,
    ],
)
def test_anything_else_is_not(body):
    assert not PLAIN_FORM.fullmatch(body)


def test_odd_bodies_of_public_forms_are_refused_before_they_are_parsed(web, event):
    browser = web.browser()
    odd = browser.post(event.share, content=b"name=%00", headers=FORM)
    assert odd.status_code == 422
    assert "What was sent could not be read" in odd.text
    files = browser.post(event.share, data={}, files={"name": ("a", b"b")})
    assert files.status_code == 422


def test_other_names_than_the_servers_are_refused_with_the_remedy(start_server):
    with start_server(public_url="http://hat.example.org", allowed_hosts="hat.example.com") as web:
        browser = web.browser()

        def status(host, path="/login"):
            return browser.get(path, headers={"host": host}).status_code

        for host in ("hat.example.org", "HAT.example.org:80", "hat.example.com", "localhost:8000", "[::1]:8000"):
            assert status(host) == 200, host
        for host in ("evil.example", "hat.example.org.evil.example", "192.168.1.5", "", "a@hat.example.org:x"):
            assert status(host) == 400, host
        told = browser.get("/login", headers={"host": "evil.example"})
        assert "evil.example" in told.text
        assert "BAYESHAT_ALLOWED_HOSTS" in told.text
        assert told.headers["x-frame-options"] == "DENY"
        assert status("10.0.0.7", "/healthz") == 200
        # The page that says so has its styles.
        style = re.search(r'href="(/static/app.css[^"]+)"', told.text)[1]
        assert status("evil.example", style) == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        # What says more wins.
        ({"sec-fetch-site": "cross-site", "origin": "http://hat.local:8000"}, 403),
        ({"origin": "http://hat.local:8000"}, 200),
        ({"origin": "http://HAT.local:8000"}, 200),
        ({"origin": "https://hat.example.org"}, 200),
        ({"origin": "https://hat.local:8000"}, 403),
        ({"origin": "http://hat.local"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({}, 403),
    ],
)
def test_only_our_own_pages_send_forms(start_server, headers, status):
    with start_server(public_url="https://hat.example.org", allowed_hosts="hat.local") as web:
        browser = web.organiser()
        del browser.headers["origin"]
        where = {"host": "hat.local:8000", **headers}
        cookies = {"cookie": "; ".join(f"__Host-{name}={value}" for name, value in browser.cookies.items())}
        sent = browser.post(
            "/account/name", data={"name": browser.name}, headers=where | cookies, follow_redirects=False
        )
        assert sent.status_code == (303 if status == 200 else status)
        assert (status == 200) or "was not sent from a page of this server" in sent.text
        # Looking changes nothing.
        assert browser.get("/login", headers=where).status_code == 200


def test_whoever_listens_everywhere_is_reached_by_every_address():
    everywhere, here = KnownHosts(Settings(host="0.0.0.0")), KnownHosts(Settings())
    assert "192.168.1.5:8000" in everywhere
    assert "[fe80::1]:8000" in everywhere
    assert f"{socket.gethostname()}:8000" in everywhere
    assert f"{socket.gethostname()}.local:8000" in everywhere
    assert "evil.example" not in everywhere
    assert "192.168.1.5:8000" not in here
    assert None not in here


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("http://127.0.0.1:8000/f/1", True),
        ("http://localhost:8000", True),
        ("http://0.0.0.0:8000/", True),
        ("http://[::1]:8000/", True),
        ("http://hat.localhost/", True),
        ("https://hat.example.org/f/1", False),
        ("http://192.168.1.5:8000/f/1", False),
        ("http://[2001:db8::1]/f/1", False),
    ],
)
def test_links_that_nobody_else_can_open_carry_a_warning_and_the_remedy(address, local):
    warning = link_warning(address)
    assert bool(warning) is local
    assert ("--public-url" in str(warning) and "--host" in str(warning)) is local


def test_pages_are_compressed(web, event):
    page = event.organiser.get(event.path)
    assert page.headers["content-encoding"] == "gzip"
    assert int(page.headers["content-length"]) < len(page.content) / 2
    assert "accept-encoding" in page.headers["vary"].lower()
    plain = event.organiser.get(event.path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in web.browser().get("/healthz").headers
