"""Setting up, logging in and out."""

import pytest

PASSWORD = "four words or more"


def test_first_organiser_is_made_once_with_the_secret(start_server):
    with start_server() as web:
        browser = web.browser()
        assert browser.get("/").url.path == "/setup"
        wrong = browser.submit("/setup", secret="x" * 24, name="Ann", password=PASSWORD)
        assert wrong.status_code == 403
        assert "wrong or was used" in wrong.text
        secret = web.secret()
        short = browser.submit("/setup", secret=secret, name="Ann", password="short")
        assert short.status_code == 422
        assert 'href="#password"' in short.text
        assert "short" not in short.text.split("<form")[-1]
        done = browser.submit("/setup", secret=secret, name="Ann", password=PASSWORD)
        assert done.url.path == "/"
        assert "Nothing here yet" in done.text
        assert web.secret() is None
        assert web.browser().get("/setup").url.path == "/login"
        assert browser.post("/setup", data={"csrf": browser.csrf("/login"), "secret": secret}).status_code == 403


@pytest.mark.parametrize(("public_url", "secure"), [(None, False), ("https://hat.example.org", True)])
def test_cookies_are_out_of_reach_of_scripts_and_other_sites(start_server, public_url, secure):
    with start_server(public_url=public_url) as web:
        browser = web.browser(follow_redirects=False)
        page = browser.get("/login")
        cookie = page.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert ("Secure" in cookie) is secure
        assert ("strict-transport-security" in page.headers) is secure
        if not secure:
            secret = web.secret()
            entered = browser.submit("/setup", secret=secret, name="Ann", password=PASSWORD)
            cookie = entered.headers["set-cookie"]
            assert entered.status_code == 303
            assert cookie.startswith("bayeshat_login=")
            assert "HttpOnly" in cookie
            assert "SameSite=lax" in cookie


def test_wrong_password_says_not_which_part_is_wrong(web, organiser):
    browser = web.browser()
    answers = [
        browser.submit("/login", name=name, password="wrong password").text for name in ("Minerva", "Nobody at all")
    ]
    assert all("The name or the password is wrong" in answer for answer in answers)


def test_login_attempts_are_limited(start_server):
    with start_server(login_limit=3) as web:
        browser = web.browser()
        statuses = [browser.submit("/login", name="Ann", password="wrong").status_code for _ in range(5)]
        last = browser.submit("/login", name="Ann", password="wrong")
    assert statuses == [403, 403, 403, 429, 429]
    assert int(last.headers["retry-after"]) > 0


def test_login_goes_on_to_own_pages_only(web, organiser):
    browser = web.browser(follow_redirects=False)
    asked = browser.get("/events/new")
    assert asked.status_code == 303
    assert asked.headers["location"] == "/login?next=/events/new"
    for goal, reached in [
        ("/events/new", "/events/new"),
        ("https://evil.example", "/"),
        ("//evil.example", "/"),
        ("/events/\\evil", "/"),
    ]:
        done = browser.submit("/login", name="Minerva", password=PASSWORD, next=goal)
        assert done.headers["location"] == reached


def test_logging_out_ends_the_login_on_the_server(web):
    browser = web.organiser()
    cookie = browser.cookies["bayeshat_login"]
    assert browser.submit("/logout", "/events/new").url.path == "/login"
    again = web.browser(follow_redirects=False)
    again.cookies.set("bayeshat_login", cookie)
    assert again.get("/events/new").status_code == 303


def test_changed_password_ends_all_logins(web):
    browser, other = web.organiser("Pomona"), web.organiser("Pomona")
    wrong = browser.submit("/account", old="not the password", new=PASSWORD + "!")
    assert wrong.status_code == 422
    assert 'href="#old"' in wrong.text
    assert browser.submit("/account", old=PASSWORD, new=PASSWORD + "!").url.path == "/login"
    assert other.get("/account").url.path == "/login"
    assert other.submit("/login", name="Pomona", password=PASSWORD + "!").url.path == "/"


def test_forged_login_cookie_is_nobody(web):
    browser = web.browser(follow_redirects=False)
    browser.cookies.set("bayeshat_login", "IkhlbGxvIg.abc.def")
    assert browser.get("/account").status_code == 303
