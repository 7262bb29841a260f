"""Logging in at a real provider of OpenID Connect: the certified oidc-provider of npm, on loopback."""

import json
import os
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.browser.served import Served
from web.hosting import PASSWORD, settings_for

PACKAGE = "oidc-provider@9.13.3"
# Fetched once for an environment.
FOLDER = Path(sys.prefix) / ".npm" / PACKAGE
SCRIPT = Path(__file__).parent / "openid_provider.mjs"
CLIENT, SECRET = "the hat", "its secret: 100 %"
PEOPLE = {
    "ida": {"name": "Ida", "email": "ida@school.example", "email_verified": True, "groups": ["it"]},
    "tom": {"name": "Tom", "email": "tom@school.example", "email_verified": True, "groups": ["teachers"]},
    "eve": {"name": "Eve", "email": "eve@evil.example", "email_verified": True, "groups": ["it"]},
    "una": {"name": "Una", "email": "una@school.example", "email_verified": False, "groups": ["it"]},
}


def install():
    """Fetch the provider, unless it is there; skip where that cannot be, but fail in continuous integration."""
    reason = ""
    if not (shutil.which("node") and shutil.which("npm")):
        reason = "This test needs node and npm, to fetch and run a provider. Install them (apt-get install npm)."
    elif not (FOLDER / "done").exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--prefix", FOLDER, "--no-package-lock", "--no-audit", "--no-fund", PACKAGE]
        fetched = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if fetched.returncode:
            reason = f"npm cannot fetch {PACKAGE}: {fetched.stderr[-500:]}"
        else:
            (FOLDER / "done").touch()
    if reason:
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)


@contextmanager
def run_provider(address):
    """Run the provider for a server; yield its process and its address."""
    install()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    # What a script imports is looked for beside it.
    script = shutil.copy(SCRIPT, FOLDER)
    told = [str(port), CLIENT, SECRET, f"{address}/login/openid/back", f"{address}/login", json.dumps(PEOPLE)]
    process = subprocess.Popen(
        ["node", script, *told], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=FOLDER
    )
    try:
        assert process.stdout.readline() == "ready\n"
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(300)
        process.stdout.close()


@pytest.fixture
def school(host, data_folder, visits):
    """A server whose organisers log in at the provider, and the provider's process."""
    with run_provider(host.address) as (process, issuer):
        visits.addresses.append(issuer + "/")
        told = {
            "openid_issuer": issuer,
            "openid_client_id": CLIENT,
            "openid_client_secret": SECRET,
            "openid_domains": "school.example",
            "openid_admin_roles": "it",
            "openid_button": "School login",
        }
        with host.run(settings_for(data_folder, **told)) as web:
            served = Served(web)
            served.issuer, served.process = issuer, process
            yield served


def log_in(page, name):
    """Do what somebody does at the provider: log in, and agree to what the server asks for."""
    page.get_by_role("link", name="Log in with School login").click()
    identify(page, name)


def identify(page, name):
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill("any will do")
    page.get_by_role("button", name="Sign-in").click()
    page.get_by_role("button", name="Continue").click()


@pytest.mark.long
def test_a_school_logs_in_at_its_own_provider(school, visits, inspect_page):
    visits.expect("status of 4")
    visits.expect("status of 502")
    # Nobody is first without the role, or from elsewhere.
    stranger = visits.open(school)
    for name, said in (("tom", "not set up yet"), ("eve", "e-mail address at"), ("una", "e-mail address at")):
        stranger.context.clear_cookies()
        stranger.goto("/login")
        log_in(stranger, name)
        expect(stranger.get_by_text(said)).to_be_visible()
    inspect_page(stranger, "refused by the domain")

    ida = visits.open(school, "phone")
    ida.goto(school.opening)
    inspect_page(ida, "setup with a provider")
    log_in(ida, "ida")
    expect(ida.get_by_role("link", name="Organisers")).to_be_visible()
    ida.goto("/account")
    expect(ida.get_by_text("You log in with School login,")).to_be_visible()
    inspect_page(ida, "account of a provider")
    ida.goto("/account/delete")
    inspect_page(ida, "delete account of a provider")

    tom = visits.open(school)
    tom.goto("/events/new")
    inspect_page(tom, "login with a provider")
    log_in(tom, "tom")
    expect(tom).to_have_url(school.address + "/events/new")
    tom.goto("/")
    expect(tom.get_by_role("link", name="Organisers")).to_have_count(0)
    # Logging out here leads to the provider, which asks; then nobody is logged in there.
    tom.route(f"{school.issuer}/**", lambda route: route.fulfill(status=204))  # stay
    tom.get_by_role("button", name="Log out").click()
    expect(tom.get_by_role("heading", name="You are logged out")).to_be_visible()
    inspect_page(tom, "logged out")
    tom.unroute(f"{school.issuer}/**")
    tom.goto("/login")
    tom.get_by_role("link", name="Log in with School login").click()
    expect(tom).to_have_url(school.address + "/")  # the provider still knew who it is
    tom.get_by_role("button", name="Log out").click()
    tom.get_by_role("button", name="Yes, sign me out").click()
    expect(tom).to_have_url(school.address + "/login")
    tom.get_by_role("link", name="Log in with School login").click()
    identify(tom, "tom")
    expect(tom).to_have_url(school.address + "/")

    # Somebody who has an account already links it.
    linked = visits.open(school, "phone", organiser="Minerva")
    linked.goto("/account")
    linked.locator("#current").fill(PASSWORD)
    linked.get_by_role("button", name="Link with School login").click()
    expect(linked.get_by_text("Log in at School login now.")).to_be_visible()
    inspect_page(linked, "link with a provider")
    linked.get_by_role("link", name="Go to School login").click()
    identify(linked, "tom")
    expect(linked.get_by_text("belongs to another account")).to_be_visible()

    school.process.terminate()
    school.process.wait(300)
    school.web.site.provider._said = None
    stranger.context.clear_cookies()
    stranger.goto("/login")
    stranger.get_by_role("link", name="Log in with School login").click()
    expect(stranger.get_by_text("School login does not answer at the moment.")).to_be_visible()
    inspect_page(stranger, "provider that is down")
    stranger.get_by_role("link", name="Log in", exact=True).click()
    expect(stranger.get_by_role("heading", name="Log in", exact=True)).to_be_visible()
