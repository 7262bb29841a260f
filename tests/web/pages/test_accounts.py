"""Setting up, logging in and out."""

import base64
import re

import pytest

from bayeshat.web import security
from bayeshat.web.core import accounts
from bayeshat.web.slow import slow
from web.core.samples import wait_for
from web.smtp_server import MailServer

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
        again = browser.submit("/setup", secret=secret, name="Bo", password=PASSWORD)
        assert again.status_code == 403


@pytest.mark.parametrize(("public_url", "secure"), [(None, False), ("https://hat.example.org", True)])
def test_cookies_are_out_of_reach_of_scripts_and_other_sites(start_server, public_url, secure):
    with start_server(public_url=public_url) as web:
        browser = web.browser(follow_redirects=False)
        page = browser.get("/login")
        assert "set-cookie" not in page.headers
        assert ("strict-transport-security" in page.headers) is secure
        data = {"secret": web.secret(), "name": "Ann", "password": PASSWORD}
        entered = browser.post("/setup", data=data)
        assert entered.status_code == 303
        cookie = entered.headers["set-cookie"]
        assert cookie.startswith("__Host-bayeshat_login=" if secure else "bayeshat_login=")
        assert ("Secure" in cookie) is secure
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie
        # Our client speaks plain HTTP here, and so does not send back what is for HTTPS only: it is told to.
        account = browser.get("/account", headers={"cookie": cookie.partition(";")[0]})
        assert account.status_code == 200
        left = browser.post("/logout", data={}, headers={"cookie": cookie.partition(";")[0]})
        assert left.headers["set-cookie"].startswith(cookie.partition("=")[0])
        assert ("Secure" in left.headers["set-cookie"]) is secure
        assert "Max-Age=0" in left.headers["set-cookie"]


def test_passwords_are_hashed_while_nobody_waits_to_write(start_server, monkeypatch):
    with start_server() as web:
        hashed = []

        def watch(function):
            @slow  # refuses in a thread that has a session open; others may write at any time
            def run(*arguments):
                hashed.append(function.__name__)
                return function(*arguments)

            return run

        for name in ("hash_password", "check_password"):
            monkeypatch.setattr(f"bayeshat.web.core.accounts.{name}", watch(getattr(security, name)))
        browser = web.browser()
        browser.submit("/setup", secret=web.secret(), name="Ann", password=PASSWORD)
        browser.submit("/account", old=PASSWORD, new=PASSWORD + "!")
        browser.submit("/login", name="Ann", password=PASSWORD + "!")
        assert browser.get("/account").url.path == "/account"
    assert hashed == ["hash_password", "check_password", "hash_password", "check_password"]


def test_wrong_password_says_not_which_part_is_wrong(web, organiser):
    browser = web.browser()
    answers = [
        browser.submit("/login", name=name, password="wrong password").text for name in ("Minerva", "Nobody at all")
    ]
    assert all("The name or the password is wrong" in answer for answer in answers)


def proxied(address):
    """Return the header of a request that a proxy passes on."""
    return {"x-forwarded-for": address}


def test_one_account_is_limited_whatever_the_address_and_others_are_not(start_server):
    with start_server(login_limit=3) as web:
        web.organiser("Ann").close()
        browser = web.browser()

        def attempt(name, address):
            return browser.submit("/login", name=name, password="wrong", headers=proxied(address))

        statuses = [attempt(name, f"192.0.2.{n}").status_code for n, name in enumerate(["ann ", "\u200bAnn", "ANN"])]
        last = attempt("Ann", "2001:db8::1")
        others = [attempt(f"Pupil {n}", "192.0.2.1").status_code for n in range(5)]
    assert statuses == [403, 403, 403]
    assert last.status_code == 429
    wait = int(last.headers["retry-after"])
    assert 0 < wait <= 60
    assert f"Wait {wait} seconds" in last.text
    assert others == [403] * 5


def test_nobody_can_lock_out_an_organiser_whose_browser_has_logged_in_before(start_server):
    with start_server(login_limit=3) as web:
        known, stranger = web.organiser("Ann"), web.browser()
        known.submit("/logout")
        statuses = [stranger.submit("/login", name="Ann", password="no").status_code for _ in range(4)]
        assert statuses == [403, 403, 403, 429]
        assert known.submit("/login", name="Ann", password=PASSWORD).url.path == "/"
        known.submit("/logout")
        # A browser that is known is not free to guess, neither for this account nor for others.
        statuses = [known.submit("/login", name="Ann", password="no").status_code for _ in range(4)]
        assert statuses == [403, 403, 429, 429]
        assert stranger.submit("/login", name="Ann", password=PASSWORD).status_code == 429
        assert [known.submit("/login", name="Bo", password="no").status_code for _ in range(4)][-1] == 429
        assert "Ann" not in base64.urlsafe_b64decode(known.cookies["bayeshat_known"].split(".")[0] + "==").decode()


def test_one_address_cannot_try_all_accounts(start_server):
    with start_server(login_address_limit=3) as web:
        browser = web.browser()

        def attempt(n, address):
            return browser.submit("/login", name=f"Pupil {n}", password="wrong", headers=proxied(address)).status_code

        # Addresses of one IPv6 network are one.
        assert [attempt(n, f"2001:db8:0:1::{n}") for n in range(5)] == [403, 403, 403, 429, 429]
        assert attempt(9, "2001:db8:0:2::1") == 403


def test_own_password_is_limited_by_the_account(start_server):
    """Neither another name in the form nor another login gives more attempts, nor does the other page."""
    with start_server(login_limit=3) as web:
        browser, other = web.organiser(), web.organiser()
        statuses = [
            sender.submit(path, old="wrong", password="wrong", new=PASSWORD, name=f"Decoy {n}").status_code
            for n, (sender, path) in enumerate(
                [(browser, "/account"), (other, "/account/delete"), (browser, "/account/delete"), (other, "/account")]
            )
        ]
    assert statuses == [422, 422, 422, 429]


def test_links_with_secrets_are_limited_each_by_itself_whatever_the_name(start_server):
    with start_server(login_limit=3) as web:
        browser = web.browser()

        def attempts(link):
            return [browser.submit(link, password="x", name=f"Pupil {n}").status_code for n in range(4)]

        organiser = web.organiser(is_admin=True)
        page = organiser.submit("/organisers/invitations", note="Bo").text
        invitation = re.search(r"/join/[\w-]+", page)[0]
        assert attempts(invitation) == [422, 422, 422, 429]
        with web.site.database.reading() as session:
            reset = accounts.reset_token(web.site.keys, accounts.find_organiser(session, organiser.name))
        assert attempts(f"/reset/{reset}") == [422, 422, 422, 429]


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
    assert browser.submit("/logout").url.path == "/login"
    again = web.browser(follow_redirects=False)
    again.cookies.set("bayeshat_login", cookie)
    assert again.get("/events/new").status_code == 303


def test_changed_password_ends_all_logins(web):
    browser = web.newcomer("Pomona")
    other = web.organiser(browser.name)
    wrong = browser.submit("/account", old="not the password", new=PASSWORD + "!")
    assert wrong.status_code == 422
    assert 'href="#old"' in wrong.text
    assert browser.submit("/account", old=PASSWORD, new=PASSWORD + "!").url.path == "/login"
    assert other.get("/account").url.path == "/login"
    assert other.submit("/login", name=browser.name, password=PASSWORD + "!").url.path == "/"


def test_forged_login_cookie_is_nobody(web):
    browser = web.browser(follow_redirects=False)
    browser.cookies.set("bayeshat_login", "IkhlbGxvIg.abc.def")
    assert browser.get("/account").status_code == 303


def test_an_account_is_deleted_after_it_was_said_what_goes_with_it(web, organiser):
    browser, editor = web.newcomer("Quirinus"), web.newcomer("Argus")
    other = web.organiser(browser.name)
    alone, shared = (
        browser.submit("/events/new", title=title, survey="hogwarts").url.path for title in ("Dark", "Dim")
    )
    link = browser.submit(f"{shared}/members/invitations", role="editor").text
    path = re.search(r'id="link" readonly value="[^/]+//[^/]+([^"]+)"', link)[1]
    editor.submit(f"/account/invitations/{path.rsplit('/', 1)[1]}")
    assert 'href="/account/delete"' in browser.get("/account").text
    page = browser.get("/account/delete").text
    assert re.search(r"Deleted with your account</h2>.*>Dark</a>.*nobody has answered.*Passed on</h2>", page, re.DOTALL)
    assert re.search(rf">Dim</a>\s*<br>.*{editor.name} becomes the owner", page)
    version = re.search(r'name="version" value="(\w+)"', page)[1]
    wrong = browser.submit("/account/delete", password="wrong", version=version)
    assert wrong.status_code == 422
    assert 'href="#password"' in wrong.text
    old = browser.submit("/account/delete", password=PASSWORD, version="0" * 16)
    assert old.status_code == 409
    assert "Nothing was deleted" in old.text
    gone = browser.submit("/account/delete", password=PASSWORD, version=version)
    assert gone.url.path == "/login"
    assert "Your account was deleted." in gone.text
    assert "bayeshat_login" not in browser.cookies
    assert "bayeshat_known" not in browser.cookies
    assert other.get("/account").url.path == "/login"
    assert browser.submit("/login", name=browser.name, password=PASSWORD).status_code == 403
    assert editor.get(alone).status_code == 404
    assert f"deleted the account of {browser.name}" in editor.get(f"{shared}/log").text


@pytest.fixture
def post():
    server = MailServer()
    yield server
    server.close()


@pytest.fixture
def mailing(start_server, host, post):
    """A server that sends mail."""
    with start_server(smtp_url=post.url, mail_from="Hat <hat@example.org>", public_url=host.address) as running:
        yield running


def give_email(browser, email, password=PASSWORD):
    return browser.submit("/account/email", email=email, password=password)


def test_a_forgotten_password_is_reset_by_mail(mailing, post):
    browser, stranger = mailing.newcomer("Poppy"), mailing.browser()
    wrong = give_email(browser, "poppy@example.org", "wrong")
    assert (wrong.status_code, 'href="#password"' in wrong.text) == (422, True)
    assert "poppy@example.org" in wrong.text
    assert 'href="#email"' in give_email(browser, "Poppy <poppy@example.org>").text
    assert "Saved." in give_email(browser, "poppy@example.org").text
    assert 'href="/forgotten"' in stranger.get("/login").text
    said = stranger.submit("/forgotten", name=browser.name).text
    assert "It works once, for an hour" in said
    wait_for(lambda: post.mails)
    (mail,) = post.mails
    assert (mail["To"], mail["From"]) == (f"{browser.name} <poppy@example.org>", "Hat <hat@example.org>")
    path = re.search(rf"{mailing.address}(/reset/\S+)", mail.get_content())[1]
    new = PASSWORD + " now"
    assert "Log in with the new one" in stranger.submit(path, password=new).text
    assert browser.get("/account").url.path == "/login"
    assert stranger.submit("/login", name=browser.name, password=new).url.path == "/"
    again = stranger.submit(path, password=PASSWORD)
    assert (again.status_code, "used before" in again.text) == (404, True)


def test_nobody_learns_who_has_an_account(mailing, post):
    """The answer is the same, and is there before any mail is sent."""
    known, other = mailing.newcomer("Poppy"), mailing.newcomer("Quirinus")
    give_email(known, "poppy@example.org")
    said = {
        (answer.status_code, answer.text)
        for name in ("Nobody", other.name, "none@example.org", "", known.name, "POPPY@example.org")
        for answer in [mailing.browser().submit("/forgotten", name=name)]
    }
    assert len(said) == 1
    wait_for(lambda: post.mails)
    # One mail a minute: nobody's mailbox can be filled by strangers.
    assert [mail["To"] for mail in post.mails] == [f"{known.name} <poppy@example.org>"]


def test_requests_for_links_are_limited_like_logins(start_server, post):
    with start_server(smtp_url=post.url, mail_from="hat@example.org", login_limit=3) as web:
        browser = web.browser()
        statuses = [browser.submit("/forgotten", name="ann ").status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        assert browser.submit("/login", name="Ann", password="x").status_code == 429


def test_links_go_out_with_the_servers_own_address_whatever_the_request_says(start_server, post):
    with start_server(smtp_url=post.url, mail_from="hat@example.org", allowed_hosts="evil.example") as web:
        browser = web.newcomer("Poppy")
        give_email(browser, "poppy@example.org")
        web.browser(headers={"host": "evil.example", "origin": "http://evil.example"}).submit(
            "/forgotten", name=browser.name
        )
        wait_for(lambda: post.mails)
        assert "/reset/" in post.mails[0].get_content()
        assert "evil" not in post.mails[0].get_content()


def test_a_mail_server_that_is_down_shows_nothing_to_strangers(start_server, caplog):
    with start_server(smtp_url="smtp://127.0.0.1:9", mail_from="hat@example.org") as web:
        browser = web.newcomer("Poppy")
        give_email(browser, "poppy@example.org")
        answer = web.browser().submit("/forgotten", name=browser.name)
        assert (answer.status_code, "a link is on its way" in answer.text) == (200, True)
        wait_for(lambda: "a mail could not be sent" in caplog.text)
    assert "poppy@example.org" not in "".join(record.getMessage() for record in caplog.records)


def test_without_a_mail_server_the_page_says_what_to_do(web, organiser):
    page = web.browser().get("/forgotten").text
    assert "bayeshat server reset-password" in page
    assert "<form" not in page
    answer = web.browser().submit("/forgotten", name="Minerva")
    assert (answer.status_code, "on its way" in answer.text) == (200, False)
    assert "This server sends no mail." in organiser.get("/account").text


def test_mail_is_in_the_language_of_the_account(mailing, post):
    browser = mailing.newcomer("Gerda")
    give_email(browser, "gerda@example.org")
    browser.submit("/account/language", language="de")
    mailing.browser(headers={"accept-language": "en"}).submit("/forgotten", name="gerda@example.org")
    wait_for(lambda: post.mails)
    assert post.mails[0].get_content().startswith(f"Guten Tag {browser.name},")
