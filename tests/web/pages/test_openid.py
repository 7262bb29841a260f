"""Logging in with OpenID Connect, at a provider that can be told to answer wrongly."""

import re
import time
from urllib.parse import parse_qs, urlsplit

import pytest

from bayeshat.errors import InputError
from bayeshat.web.app import create_app
from bayeshat.web.core import accounts, second_factor
from bayeshat.web.db.schema import Organiser
from bayeshat.web.settings import Settings
from web.hosting import PASSWORD
from web.openid_server import CLIENT, SECRET, OpenIdServer, new_key

TOLD = {"openid_client_id": CLIENT, "openid_client_secret": SECRET, "openid_button": "School login"}


@pytest.fixture
def provider():
    made = OpenIdServer()
    yield made
    made.close()


@pytest.fixture
def start(start_server, provider):
    """Return what runs a server whose organisers can log in at the provider."""
    return lambda **settings: start_server(
        **{"openid_issuer": provider.issuer, "openid_domains": "example.org", **TOLD, **settings}
    )


@pytest.fixture
def web(start):
    """Such a server, with an organiser who has a password."""
    with start() as running:
        running.organiser("Minerva")
        yield running


def begin(browser, path="/login/openid"):
    """Go to the provider, and return the address there."""
    answer = browser.get(path, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def log_in(browser, provider, path="/login/openid"):
    return browser.get(provider.log_in(begin(browser, path)))


def organisers(web):
    with web.site.database.reading() as session:
        return {one.name: one.is_admin for one in session.query(Organiser)}


def test_the_first_organiser_comes_by_the_address_that_the_server_printed(start, provider):
    with start() as web:
        browser = web.browser()
        early = log_in(browser, provider)
        assert (early.status_code, "not set up yet" in early.text) == (403, True)
        wrong = log_in(browser, provider, "/login/openid?secret=" + "x" * 24)
        assert wrong.status_code == 403
        assert organisers(web) == {}
        page = browser.get(f"/setup?secret={web.secret()}").text
        path = re.search(r'href="(/login/openid\?secret=[^"]+)">Log in with School login', page)[1]
        done = log_in(browser, provider, path)
        assert done.url.path == "/"
        assert organisers(web) == {"Olivia": True}
        provider.be("bo")
        assert log_in(web.browser(), provider, path).url.path == "/"
        assert organisers(web) == {"Olivia": True, "Bo": False}


def test_who_logs_in_again_is_the_same_whatever_they_are_called_now(web, provider):
    browser = web.browser()
    page = browser.get("/login?next=/account").text
    path = re.search(r'href="(/login/openid[^"]+)">Log in with School login', page)[1]
    account = log_in(browser, provider, path)
    assert account.url.path == "/account"
    assert "You log in with School login," in account.text
    assert 'name="old"' not in account.text
    assert "bayeshat_openid" not in browser.cookies
    provider.be("olivia", name="Olive", email="olive@example.org")
    log_in(web.browser(), provider)
    assert organisers(web) == {"Minerva": False, "Olivia": False}
    # Somebody else at the provider, with the old name and address.
    provider.be("mallory", name="Olivia", email="olivia@example.org")
    log_in(web.browser(), provider)
    assert organisers(web) == {"Minerva": False, "Olivia": False, "Olivia 2": False}


def test_no_name_and_no_address_leads_into_an_account_that_is_there(web, provider):
    local = web.newcomer("Poppy")
    local.submit("/account/email", email="poppy@example.org", password=PASSWORD)
    provider.be("x", name=local.name, email="poppy@example.org")
    browser = web.browser()
    log_in(browser, provider)
    assert f"{local.name} 2" in browser.get("/account").text


@pytest.mark.parametrize(
    ("domains", "claims", "gets_in"),
    [
        ("example.org", {"email": "a@EXAMPLE.org"}, True),
        ("Example.org, school.example", {"email": "a@school.example"}, True),
        ("*", {"email": None}, True),
        ("example.org", {"email": "a@evil.example"}, False),
        ("example.org", {"email": "a@sub.example.org"}, False),
        ("example.org", {"email": "a@notexample.org"}, False),
        ("example.org", {"email": "a@example.org@evil.example"}, False),
        ("example.org", {"email_verified": False}, False),
        ("example.org", {"email_verified": None}, False),
        ("example.org", {"email_verified": "true"}, False),
        ("example.org", {"email": ["a@example.org"]}, False),
    ],
)
def test_only_people_of_a_domain_whose_address_is_verified_get_in(start, provider, domains, claims, gets_in):
    with start(openid_domains=domains) as web:
        web.organiser()
        provider.be("olivia", **claims)
        answer = log_in(web.browser(), provider)
        assert answer.status_code == (200 if gets_in else 403)
        assert gets_in is ("Olivia" in organisers(web))
        if not gets_in:
            assert "confirmed e-mail address at example.org" in answer.text


@pytest.mark.parametrize("claim", ["roles", "realm_access.roles", "https://school.example/roles"])
def test_roles_say_who_organises_and_who_administers(start, provider, claim):
    roles = {"openid_organiser_roles": "teacher", "openid_admin_roles": "it, head", "openid_domains": ""}

    def come(subject, *held):
        inner = list(held)
        provider.be(subject, **({"realm_access": {"roles": inner}} if claim.startswith("realm") else {claim: inner}))
        return log_in(web.browser(), provider)

    with start(**roles, openid_role_claim=claim) as web:
        # Nobody else can be first, not even by the printed address.
        assert come("tom", "teacher").status_code == 403
        secret = web.secret()
        assert come("ida", "it").status_code == 200
        assert web.browser().submit("/setup", secret=secret, name="Eve", password=PASSWORD).status_code == 403
        assert come("tom", "teacher", "runner").status_code == 200
        refused = come("paul", "pupil")
        assert (refused.status_code, "does not say that you may organise" in refused.text) == (403, True)
        assert come("sue").status_code == 403
        assert organisers(web) == {"Ida": True, "Tom": False}
        come("ida", "teacher")
        come("tom", "head")
        assert organisers(web) == {"Ida": False, "Tom": True}


@pytest.mark.parametrize(
    "change",
    [
        {"state": "x" * 43},
        {"state": ""},
    ],
)
def test_an_answer_to_nobodys_question_is_refused(web, provider, change):
    browser = web.browser()
    back = provider.log_in(begin(browser))
    told = {key: values[0] for key, values in parse_qs(urlsplit(back).query).items()}
    answer = browser.get(urlsplit(back).path, params=told | change)
    assert (answer.status_code, "begun in another tab" in answer.text) == (403, True)
    assert "Olivia" not in organisers(web)


def test_an_answer_is_for_the_browser_that_asked_and_for_ten_minutes(web, provider, monkeypatch):
    victim, eve = web.browser(), web.browser()
    back = provider.log_in(begin(eve))
    assert victim.get(back).status_code == 403
    begin(victim)
    assert victim.get(back).status_code == 403
    with monkeypatch.context() as patch:
        patch.setattr("itsdangerous.TimestampSigner.get_timestamp", lambda self: int(time.time()) + 602)
        assert eve.get(back).status_code == 403
    assert eve.get(back).url.path == "/"
    # The attempt is over.
    assert eve.get(back).status_code == 403


NOW = int(time.time())


@pytest.mark.parametrize(
    ("token", "header"),
    [
        ({"nonce": "another"}, {}),
        ({"nonce": None}, {}),
        ({"iss": "http://127.0.0.1:1/realm"}, {}),
        ({"iss": None}, {}),
        ({"aud": "another client"}, {}),
        ({"aud": [CLIENT, "another"]}, {}),
        ({"aud": None}, {}),
        ({"azp": "another client"}, {}),
        ({"exp": NOW - 3600}, {}),
        ({"exp": None}, {}),
        ({"iat": NOW + 36000}, {}),
        ({"sub": None}, {}),
        ({"sub": ""}, {}),
        ({"sub": 7}, {}),
        ({"sub": "x" * 256}, {}),
        ({"at_hash": "AAAA"}, {}),
        ({}, {"alg": "none"}),
        ({}, {"alg": "HS256"}),
        ({}, {"kid": "unknown"}),
    ],
)
def test_a_token_that_is_wrong_in_any_way_logs_nobody_in(web, provider, token, header):
    provider.token, provider.header = token, header
    answer = log_in(web.browser(), provider)
    assert (answer.status_code, "does not answer as it should" in answer.text) == (502, True)
    assert organisers(web) == {"Minerva": False}


def test_a_token_signed_by_somebody_else_logs_nobody_in_and_new_keys_are_fetched(web, provider):
    provider.key = new_key()
    assert log_in(web.browser(), provider).status_code == 502
    provider.key = new_key("second")
    provider.shown = [provider.key]
    assert log_in(web.browser(), provider).status_code == 200


def test_claims_about_somebody_else_are_refused(web, provider):
    provider.token = {"sub": "somebody"}
    assert log_in(web.browser(), provider).status_code == 502


def test_a_code_works_once(web, provider):
    browser = web.browser()
    back = provider.log_in(begin(browser))
    cookie = browser.cookies["bayeshat_openid"]
    assert browser.get(back).status_code == 200
    browser.cookies.set("bayeshat_openid", cookie, domain="127.0.0.1")
    assert browser.get(back).status_code == 502


def test_an_answer_of_another_issuer_or_a_refusal_there_logs_nobody_in(web, provider):
    for query, status, said in (
        ({"code": "x", "iss": "https://evil.example"}, 502, "does not answer as it should"),
        ({"error": "access_denied"}, 403, "School login did not log you in"),
    ):
        browser = web.browser()
        state = parse_qs(urlsplit(begin(browser)).query)["state"][0]
        answer = browser.get("/login/openid/back", params={**query, "state": state})
        assert (answer.status_code, said in answer.text) == (status, True)
        assert 'href="/login"' in answer.text


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/.well-known/openid-configuration", 500),
        ("/.well-known/openid-configuration", 404),
        ("/.well-known/openid-configuration", 302),
        ("/.well-known/openid-configuration", b"<html>"),
        ("/.well-known/openid-configuration", b"[]"),
        ("/token", 500),
        ("/token", 401),
        ("/token", b"{}"),
        ("/keys", b'{"keys": 1}'),
        ("/keys", 503),
        ("/userinfo", 401),
        ("/userinfo", b"not json"),
    ],
)
def test_a_provider_that_fails_gives_a_plain_page(web, provider, path, told):
    provider.answers[path] = told
    browser = web.browser()
    answer = browser.get("/login/openid", follow_redirects=False)
    if answer.status_code == 303:
        answer = browser.get(provider.log_in(answer.headers["location"]))
    is_down = told in (500, 503)
    assert answer.status_code == 502
    assert ("does not answer at the moment" if is_down else "does not answer as it should") in answer.text
    # Passwords still work.
    assert browser.submit("/login", name="Minerva", password=PASSWORD).url.path == "/"


@pytest.mark.parametrize(
    "about",
    [
        {"issuer": "https://evil.example"},
        {"issuer": None},
        {"authorization_endpoint": None},
        {"authorization_endpoint": "http://login.example/authorize"},
        {"token_endpoint": "file:///etc/passwd"},
        {"jwks_uri": 7},
    ],
)
def test_a_provider_that_says_strange_things_of_itself_is_not_believed(web, provider, about):
    provider.about = about
    browser = web.browser()
    answer = browser.get("/login/openid", follow_redirects=False)
    if answer.status_code == 303:
        answer = browser.get(provider.log_in(answer.headers["location"]))
    assert answer.status_code == 502
    assert organisers(web) == {"Minerva": False}


def test_a_provider_that_is_down_gives_a_plain_page(start):
    with start(openid_issuer="http://127.0.0.1:9") as web:
        answer = web.browser().get("/login/openid")
    assert (answer.status_code, "School login does not answer at the moment" in answer.text) == (502, True)


@pytest.mark.parametrize("way", ["post", "public"])
def test_other_ways_to_show_the_provider_who_asks(start, provider, way):
    told = {"openid_client_secret": None} if way == "public" else {}
    provider.public = way == "public"
    if way == "post":
        provider.about = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    with start(**told) as web:
        web.organiser()
        assert log_in(web.browser(), provider).url.path == "/"


def test_logging_out_leads_on_to_the_provider_where_it_has_such_a_page(web, provider):
    browser = web.browser()
    log_in(browser, provider)
    left = browser.submit("/logout")
    assert "You are logged out" in left.text
    seconds, _, address = left.headers["refresh"].partition("; url=")
    assert seconds == "0"
    assert parse_qs(urlsplit(address).query) == {
        "client_id": [CLIENT],
        "post_logout_redirect_uri": [f"{web.address}/login"],
    }
    assert browser.get("/account").url.path == "/login"
    # Who came by a password is not sent there.
    other = web.organiser()
    assert other.submit("/logout").url.path == "/login"


def test_logging_out_works_without_such_a_page_and_without_the_provider(start, provider):
    for about, answers in (({"end_session_endpoint": None}, {}), ({}, {"/.well-known/openid-configuration": 500})):
        with start() as web:
            web.organiser()
            browser = web.browser()
            provider.about, provider.answers = about, {}
            log_in(browser, provider)
            web.site.provider._said = None
            provider.answers = answers
            left = browser.submit("/logout")
            assert (left.url.path, "refresh" in left.headers) == ("/login", False)


def link(browser, provider):
    asked = browser.submit("/account/openid", current=PASSWORD)
    assert asked.status_code == 200
    address = re.search(r'class="button" href="([^"]+)"', asked.text)[1].replace("&amp;", "&")
    return provider.log_in(address)


def test_an_account_is_linked_by_who_has_its_password(web, provider):
    browser = web.newcomer("Poppy")
    wrong = browser.submit("/account/openid", current="wrong")
    assert (wrong.status_code, 'href="#current"' in wrong.text) == (422, True)
    assert "Saved." in browser.get(link(browser, provider)).text
    assert "You can log in with School login, too." in browser.get("/account").text
    other = web.browser()
    log_in(other, provider)
    assert browser.name in other.get("/account").text
    assert "Olivia" not in organisers(web)
    # Nobody else can link the same login.
    rival = web.newcomer("Rolanda")
    refused = rival.get(link(rival, provider))
    assert (refused.status_code, "belongs to another account" in refused.text) == (422, True)
    browser.submit("/account/openid/unlink", current=PASSWORD)
    log_in(web.browser(), provider)
    assert "Olivia" in organisers(web)


def test_a_link_is_made_only_for_who_is_logged_in_and_asked(web, provider):
    browser, stranger = web.newcomer("Poppy"), web.newcomer("Mallory")
    back = link(browser, provider)
    for name, value in stranger.cookies.items():
        if name == "bayeshat_login":
            browser.cookies.set(name, value, domain="127.0.0.1")
    assert browser.get(back).status_code == 403
    browser.cookies.delete("bayeshat_login", domain="127.0.0.1")
    assert browser.get(back).status_code == 403


def test_the_provider_asks_for_its_own_second_factor(web, provider):
    browser = web.newcomer("Poppy")
    browser.get(link(browser, provider))
    with web.site.database.session() as session:
        organiser = accounts.find_organiser(session, browser.name)
        nonce = second_factor.read_proposal(web.site.keys, organiser, second_factor.propose(web.site.keys, organiser))
        secret = web.site.keys.code_secret(organiser.id, nonce)
        code = second_factor.code_at(secret, second_factor.present_step())
        second_factor.switch_on(session, web.site.keys, organiser, nonce, code)
    assert "One more step" in web.browser().submit("/login", name=browser.name, password=PASSWORD).text
    assert log_in(web.browser(), provider).url.path == "/"


def test_without_passwords_only_the_provider_lets_in(start, provider):
    with start(local_accounts="no", openid_admin_roles="it") as web:
        provider.be("ida", groups=["it"])
        browser = web.browser()
        setup = browser.get(f"/setup?secret={web.secret()}").text
        assert "Log in with School login" in setup
        assert "<form" not in setup
        log_in(browser, provider)
        web.organiser("Minerva")
        stranger = web.browser()
        assert 'name="password"' not in stranger.get("/login").text
        for path in ("/login", "/login/code", "/setup", "/forgotten", "/reset/" + "x" * 40, "/join/" + "x" * 40):
            answer = stranger.submit(path, name="Minerva", password=PASSWORD)
            assert (answer.status_code, "do not log in with a password" in answer.text) == (403, True), path
        page = browser.submit("/organisers/invitations", note="Bo").text
        invited = stranger.get(re.search(r"/join/[\w-]+", page)[0]).text
        assert 'name="password"' not in invited
        assert 'href="/login?next=/join/' in invited


def test_an_account_without_a_password_is_deleted_without_one(web, provider):
    browser = web.browser()
    log_in(browser, provider)
    page = browser.get("/account/delete").text
    assert 'name="password"' not in page
    version = re.search(r'name="version" value="(\w+)"', page)[1]
    assert browser.submit("/account/delete", version=version).url.path == "/login"
    assert organisers(web) == {"Minerva": False}
    assert log_in(browser, provider).url.path == "/"


def test_without_a_provider_there_is_no_such_login(start_server):
    with start_server() as web:
        assert web.browser().get("/login/openid").status_code == 404
        assert "Log in with" not in web.browser().get("/login").text


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"openid_issuer": "https://login.example"}, "must be given together"),
        ({"openid_client_id": "hat"}, "must be given together"),
        ({"openid_issuer": "https://login.example", "openid_client_id": "hat"}, "must say who may organise"),
        ({"local_accounts": False}, "nobody could log in"),
    ],
)
def test_settings_that_do_not_fit_together_stop_the_start(tmp_path, told, said):
    with pytest.raises(InputError, match=said):
        create_app(Settings(data_dir=tmp_path, **told))


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("OPENID_ISSUER", "http://login.example", "Write it with https://"),
        ("OPENID_ISSUER", "login.example", "Write it with https://"),
        ("LOCAL_ACCOUNTS", "maybe", "must be yes or no"),
    ],
)
def test_settings_that_cannot_be_read_are_named(monkeypatch, name, value, said):
    monkeypatch.setenv(f"BAYESHAT_{name}", value)
    with pytest.raises(InputError, match=said) as refused:
        Settings.from_environment()
    assert f"BAYESHAT_{name}" in str(refused.value)
