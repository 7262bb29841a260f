"""Logging in with a second factor."""

import base64
import re
from time import monotonic

import pytest

from bayeshat.web.core import second_factor
from bayeshat.web.core.second_factor import code_at
from web.hosting import PASSWORD

STEP = 1000
PATH = "/account/second-factor"


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Return a function that sets the present step of time."""

    def set_to(step):
        monkeypatch.setattr(second_factor, "present_step", lambda: step)

    set_to(STEP)
    return set_to


def read_secret(page):
    return base64.b32decode(re.search(r"<code>([A-Z2-7 ]+)</code>", page)[1].replace(" ", ""))


def read_field(name, page):
    return re.search(rf'name="{name}" value="([^"]+)"', page)[1]


def switch_on(browser):
    """Switch the second factor on, and return its secret and the recovery codes."""
    page = browser.get(PATH).text
    secret, proposal = read_secret(page), read_field("proposal", page)
    done = browser.submit(f"{PATH}/on", proposal=proposal, password=PASSWORD, code=code_at(secret, STEP))
    assert done.status_code == 200, done.text
    return secret, re.search(r"<textarea[^>]*>([^<]+)</textarea>", done.text)[1].split()


def type_password(browser, name, goal="/"):
    """Send the name and the password, and return the token of the page that asks for the code."""
    page = browser.submit("/login", name=name, password=PASSWORD, next=goal)
    assert page.url.path == "/login"
    assert "Your password is right" in page.text
    return read_field("token", page.text)


def test_a_second_factor_is_switched_on_asked_for_and_switched_off(web, clock):
    browser = web.newcomer("Poppy")
    other = web.organiser(browser.name)
    assert "Off: your password alone" in browser.get("/account").text
    page = browser.get(PATH).text
    assert 'src="data:image/svg+xml' in page
    secret, proposal = read_secret(page), read_field("proposal", page)
    assert len(secret) == 20
    for password, code, field in ((PASSWORD, "000000", "code"), ("wrong", code_at(secret, STEP), "password")):
        refused = browser.submit(f"{PATH}/on", proposal=proposal, password=password, code=code)
        assert refused.status_code == 422
        assert f'href="#{field}"' in refused.text
        # The app has this secret by now: it is not replaced.
        assert read_secret(refused.text) == secret
    late = browser.submit(f"{PATH}/on", proposal="x", password=PASSWORD, code=code_at(secret, STEP))
    assert (late.status_code, "page is too old" in late.text) == (422, True)
    on = browser.submit(f"{PATH}/on", proposal=proposal, password=PASSWORD, code=code_at(secret, STEP))
    recovery = re.search(r"<textarea[^>]*>([^<]+)</textarea>", on.text)[1].split()
    assert len(recovery) == 10
    assert "On: after your password" in browser.get("/account").text
    assert recovery[0] not in browser.get(PATH).text
    assert "10 recovery codes are left" in browser.get(PATH).text
    # Whoever knew the password only is out.
    assert other.get("/account").url.path == "/login"

    browser.submit("/logout")
    token = type_password(browser, browser.name, "/events/new")
    assert browser.get("/account").url.path == "/login"
    replayed = browser.submit("/login/code", token=token, code=code_at(secret, STEP), next="/events/new")
    assert (replayed.status_code, 'href="#code"' in replayed.text) == (422, True)
    clock(STEP + 1)
    assert (
        browser.submit(
            "/login/code", token=read_field("token", replayed.text), code=code_at(secret, STEP + 1), next="/events/new"
        ).url.path
        == "/events/new"
    )
    browser.submit("/logout")
    token = type_password(browser, browser.name)
    assert browser.submit("/login/code", token=token, code=recovery[4]).url.path == "/"
    assert "9 recovery codes are left" in browser.get(PATH).text

    clock(STEP + 3)
    for password, code in ((PASSWORD, "000000"), ("wrong", code_at(secret, STEP + 3))):
        refused = browser.submit(f"{PATH}/off", password=password, code=code)
        assert (refused.status_code, "9 recovery codes" in refused.text) == (422, True)
    assert browser.submit(f"{PATH}/off", password=PASSWORD, code=code_at(secret, STEP + 3)).url.path == "/account"
    browser.submit("/logout")
    assert browser.submit("/login", name=browser.name, password=PASSWORD).url.path == "/"


def test_the_log_of_the_server_tells_of_second_factors(web, clock):
    browser = web.newcomer("Rolanda", is_admin=True)
    _, recovery = switch_on(browser)
    browser.submit("/logout")
    browser.submit("/login/code", token=type_password(browser, browser.name), code=recovery[0])
    log = browser.get("/organisers/log").text
    assert "switched a second factor on" in log
    assert "logged in with a recovery code" in log


def test_a_token_without_the_password_is_worth_nothing(web, clock, monkeypatch):
    browser = web.newcomer("Poppy")
    secret, _ = switch_on(browser)
    stranger = web.browser()
    code = code_at(secret, STEP + 1)
    token = type_password(stranger, browser.name)
    forged = [
        web.site.keys.sign(["0" * 32, "poppy", "x"], "half a login"),
        web.site.keys.sign("x", "login"),
        "",
        token[:-1],
    ]
    for wrong in forged:
        answer = stranger.submit("/login/code", token=wrong, code=code)
        assert (answer.status_code, "longer than five minutes" in answer.text) == (403, True)
    browser.submit("/account", old=PASSWORD, new=PASSWORD + "!")
    assert stranger.submit("/login/code", token=token, code=code).status_code == 403
    page = stranger.submit("/login", name=browser.name, password=PASSWORD + "!")
    token = read_field("token", page.text)
    with monkeypatch.context() as patch:
        later = int(second_factor.now().timestamp()) + 302
        patch.setattr("itsdangerous.TimestampSigner.get_timestamp", lambda self: later)
        assert stranger.submit("/login/code", token=token, code=code).status_code == 403
    assert stranger.submit("/login/code", token=token, code=code).url.path == "/"


def test_codes_are_limited_by_account_for_a_quarter_of_an_hour(start_server, clock, monkeypatch):
    with start_server(login_limit=6) as web:
        browser, stranger = web.newcomer("Poppy"), web.browser()
        secret, _ = switch_on(browser)

        def attempt(sender, code):
            token = type_password(sender, browser.name)
            return sender.submit("/login/code", token=token, code=code, name="Decoy").status_code

        # A password and a code count together: three pairs are six attempts.
        assert [attempt(stranger, "000000") for _ in range(3)] == [422] * 3
        assert stranger.submit("/login", name=browser.name, password=PASSWORD).status_code == 429
        later = 61.0
        monkeypatch.setattr("bayeshat.web.limits._seconds", lambda real=monotonic: real() + later)
        assert [attempt(stranger, "000000") for _ in range(3)] == [422] * 3
        later = 122.0
        assert attempt(stranger, code_at(secret, STEP + 1)) == 429
        # The organiser's own browser is counted by itself.
        browser.submit("/logout")
        assert attempt(browser, code_at(secret, STEP + 1)) == 200
        later = 61.0 + 902
        browser.submit("/logout")
        clock(STEP + 5)
        assert attempt(stranger, code_at(secret, STEP + 5)) == 200


def test_own_codes_are_limited(start_server):
    with start_server(login_limit=4) as web:
        browser = web.newcomer("Poppy")
        switch_on(browser)
        statuses = [browser.submit(f"{PATH}/off", password=PASSWORD, code="000000").status_code for _ in range(4)]
    assert statuses == [422, 422, 422, 429]
