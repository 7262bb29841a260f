"""Two organisers of one event, a forgotten password, and a second factor."""

import base64
import re

from playwright.sync_api import expect
from typer.testing import CliRunner

from bayeshat.cli.app import app
from bayeshat.web.core import second_factor
from web.hosting import PASSWORD


def run_command(served, *arguments):
    """Run a command of the administrator on the server's data."""
    done = CliRunner().invoke(app, ["server", *arguments, "--data-dir", str(served.settings.data_dir)])
    assert done.exit_code == 0, done.output
    return done.stdout


def invite(page, role):
    """Return a new invitation link of the event's page that is open."""
    page.get_by_label(re.compile(f"^{role}:")).check()
    page.get_by_label("Who it is for").fill("Pomona")
    page.get_by_role("button", name="Make an invitation link").click()
    return page.get_by_label("Invitation link").input_value()


def test_two_organisers_share_an_event(served, visits, inspect_page):
    owner = visits.open(served)
    owner.goto(served.opening)
    owner.get_by_label("Your name").fill("Minerva")
    owner.get_by_label("Password").fill(PASSWORD)
    owner.get_by_role("button", name="Begin").click()
    owner.get_by_role("link", name="Make the first event").click()
    owner.get_by_label("Title").fill("Autumn term")
    owner.get_by_label("The Hogwarts survey").check()
    owner.get_by_role("button", name="Make the event").click()
    event = owner.url
    owner.get_by_role("link", name="Share this event").click()
    link = invite(owner, "A viewer")
    inspect_page(owner, "members with a new link")

    # Somebody else, on a phone, makes an account and may only look.
    other = visits.open(served, "phone")
    other.goto(link)
    inspect_page(other, "invitation")
    other.get_by_label("Your name").fill("Pomona")
    other.get_by_label("Password").fill(PASSWORD)
    other.get_by_role("button", name="Make the account").click()
    expect(other.get_by_text("You can now see this event.")).to_be_visible()
    expect(other.get_by_role("link", name="Delete this event…")).to_have_count(0)
    visits.expect("status of 403")
    other.goto(f"{event}/log")
    expect(other.get_by_role("heading", name="This is not allowed")).to_be_visible()
    other.goto(f"{event}/members")
    expect(other.get_by_role("button", name="Change role")).to_have_count(0)
    inspect_page(other, "members of a viewer")
    visits.expect("status of 404")
    owner.goto(link)
    expect(owner.get_by_text("Ask the person who sent it for a new one")).to_be_visible()

    owner.goto(f"{event}/members")
    owner.get_by_label("Role of Pomona").select_option("editor")
    owner.get_by_role("button", name="Change role of Pomona").click()
    expect(owner.get_by_text("Saved.")).to_be_visible()
    inspect_page(owner, "members")

    # Both change the survey at the same time: whoever is second is told, and keeps what they typed.
    for page in (owner, other):
        page.goto(f"{event}/survey/edit")
    first = owner.get_by_label("What is asked").first
    first.fill("Which pet comes along?")
    owner.get_by_role("button", name="Save the survey").click()
    expect(owner.get_by_role("heading", name="Which pet comes along?")).to_be_visible()
    other.get_by_label("What is asked").first.fill("Which animal?")
    visits.expect("status of 409")
    other.get_by_role("button", name="Save the survey").click()
    expect(other.get_by_role("alert").get_by_text("Somebody changed this survey after you opened it")).to_be_visible()
    expect(other.get_by_label("What is asked").first).to_have_value("Which animal?")

    other.goto("/")
    expect(other.get_by_text("editor", exact=True)).to_be_visible()
    inspect_page(other, "home of an editor")
    other.get_by_role("link", name="Make a copy of Autumn term").click()
    other.get_by_role("button", name="Make the copy").click()
    expect(other.get_by_role("heading", name="Autumn term (copy)")).to_be_visible()

    owner.goto(f"{event}/log")
    for words in ("invited a viewer", "accepted an invitation", "made Pomona an editor", "changed the survey"):
        expect(owner.get_by_role("cell", name=words)).to_be_visible()
    inspect_page(owner, "audit log")
    owner.goto("/")
    owner.get_by_role("link", name="Organisers").click()
    expect(owner.get_by_text("owner of 1 event, editor of 1 event")).to_be_visible()
    inspect_page(owner, "organisers")

    # Pomona forgot the password: the administrator's command prints a link.
    assert run_command(served, "organisers").splitlines() == [
        "Minerva (administrator): owner of 1",
        "Pomona: owner of 1, editor of 1",
    ]
    told = run_command(served, "reset-password", "pomona")
    path = re.search(r"/reset/\S+", told)[0]
    forgetful = visits.open(served, "phone")
    forgetful.goto(path)
    inspect_page(forgetful, "reset")
    forgetful.get_by_label("New password").fill("something new and long")
    forgetful.get_by_role("button", name="Set the password").click()
    expect(forgetful.get_by_text("Log in with the new one.")).to_be_visible()
    forgetful.get_by_label("Name").fill("Pomona")
    forgetful.get_by_label("Password").fill("something new and long")
    forgetful.get_by_role("button", name="Log in").click()
    expect(forgetful.get_by_role("heading", name="Events")).to_be_visible()
    other.goto("/account")
    expect(other.get_by_role("heading", name="Log in")).to_be_visible()
    forgetful.goto("/account")
    expect(forgetful.get_by_role("heading", level=1)).not_to_have_text("Log in")


def test_a_second_factor_from_setting_it_up_to_logging_in_with_it(served, visits, inspect_page):
    page = visits.open(served, "phone", organiser="Minerva")
    page.goto("/account")
    page.get_by_role("link", name="Set up a second factor").click()
    secret = base64.b32decode(page.locator("main code").inner_text().replace(" ", ""))
    step = second_factor.present_step()
    expect(page.get_by_role("img", name="QR code with the secret for the app")).to_be_visible()
    visits.expect("status of 422")
    for code in ("000000", second_factor.code_at(secret, step)):
        page.get_by_label("Code that the app shows").fill(code)
        page.get_by_label("Current password").fill(PASSWORD)
        page.get_by_role("button", name="Switch it on").click()
    inspect_page(page, "recovery codes")
    recovery = page.get_by_role("textbox", name="Recovery codes").input_value().split()
    page.get_by_role("link", name="I have kept them").click()
    page.get_by_role("button", name="Log out", exact=True).click()
    for code in ("111111", recovery[0]):
        page.goto("/login")
        page.get_by_label("Name").fill("Minerva")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        inspect_page(page, "code")
        page.get_by_label("Code").fill(code)
        page.get_by_role("button", name="Log in").click()
        if code == "111111":
            expect(page.get_by_role("alert").get_by_text("This code is wrong")).to_be_visible()
    expect(page.get_by_role("heading", name="Events")).to_be_visible()
    page.goto("/account/second-factor")
    expect(page.get_by_text("9 recovery codes are left.")).to_be_visible()
    inspect_page(page, "second factor that is on")
