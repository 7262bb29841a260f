"""Take the pictures of the README and of the pages: ``make pictures``.

A real server on a free port of this machine, 21 simulated people, and Chromium (``apt-get install chromium``). The
same seed gives the same groups, so that pictures change only where the product does.
"""

import csv
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

import bayeshat as bh

HERE = Path(__file__).parent
NAMES = [
    "Amira",
    "Ben",
    "Bilal",
    "Chloé",
    "Darius",
    "Elif",
    "Farah",
    "Grace",
    "Hugo",
    "Ines",
    "Jonas",
    "Keiko",
    "Liam",
    "Mina",
    "Noah",
    "Olga",
    "Pablo",
    "Quinn",
    "Rosa",
    "Sven",
    "Tara",
]
WIDE, PHONE = {"width": 1200, "height": 760}, {"width": 390, "height": 760}
# How much of each page is shown.
HEIGHTS = {"report": 1140, "groups": 525}
# A picture that is larger than this makes the pages slow on a phone.
LARGEST = 200_000


def main() -> None:
    """Take all pictures, next to this file."""
    path = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    if path is None:
        sys.exit("Taking pictures needs a browser; found none. Install one: apt-get install chromium.")
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder)) as opening, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = open_page(browser, WIDE)
        link = set_up(page, opening)
        take_form(open_page(browser, PHONE, device_scale_factor=2), link)
        sort(page)
        take_board(page)
        take_files(page, browser, Path(folder))
        browser.close()
    for picture in sorted(HERE.glob("*.png")):
        size = picture.stat().st_size
        print(f"{picture.name}: {size // 1000} kB")
        if size > LARGEST:
            sys.exit(f"Pictures must be at most {LARGEST // 1000} kB; got {picture.name}. Show less of the page.")


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Run ``bayeshat serve`` on a free port; give its first organiser's address."""
    command = [sys.executable, "-m", "bayeshat", "serve", "--port", "0", "--data-dir", str(folder / "data")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BAYESHAT_")}
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    found = None
    try:
        while found is None:
            line = process.stdout.readline()
            if not line:
                sys.exit("The server did not start. Run bayeshat serve to see why.")
            found = re.search(r"http://127\.0\.0\.1:\d+\S*", line)
        # What nobody reads would fill the pipe and stop the server.
        Thread(target=process.stdout.read, daemon=True).start()
        yield found[0]
    finally:
        process.terminate()
        process.wait(30)


def open_page(browser: Browser, size: dict[str, int], **options: Any) -> Page:
    """Return a page of a browser that nobody has used."""
    page = browser.new_context(viewport=size, reduced_motion="reduce", accept_downloads=True, **options).new_page()
    page.set_default_timeout(120_000)
    return page


def set_up(page: Page, opening: str) -> str:
    """Make the first organiser and an event with everybody's answers; return the link of its form."""
    page.goto(opening)
    page.get_by_label("Your name").fill("Minerva")
    page.get_by_label("Password").fill("four words or more")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Make the first event").first.click()
    page.get_by_label("Title").fill("Welcome evening")
    page.get_by_role("radio", name="Hogwarts").check()
    page.get_by_role("button", name="Make the event").click()
    go_to(page, "People")
    link = page.get_by_label("Link of the form").input_value()
    page.get_by_role("link", name="Read answers from a file").click()
    page.get_by_label("CSV or XLSX file").set_input_files(
        {"name": "answers.csv", "mimeType": "text/csv", "buffer": answers_csv().encode()}
    )
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_text("The answers were imported.")).to_be_visible()
    return link


def answers_csv() -> str:
    """Return the answers of simulated people as a file."""
    survey = bh.Survey.load("hogwarts")
    codes = bh.simulate(survey, len(NAMES), rng=1).answers.codes
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["name", *(question.id for question in survey.questions)])
    for name, row in zip(NAMES, codes.tolist(), strict=True):
        writer.writerow([name, *(asked.options[code] for asked, code in zip(survey.questions, row, strict=True))])
    return file.getvalue()


def go_to(page: Page, step: str) -> None:
    """Go to one of the event's steps."""
    page.get_by_role("navigation", name="Steps").get_by_role("link", name=re.compile(f"^{step}")).click()
    expect(page.get_by_role("heading", name=step, exact=True, level=1)).to_be_visible()


def take_form(page: Page, link: str) -> None:
    """Take the form, on a phone, as somebody fills it in."""
    page.goto(link)
    page.get_by_label("Your name").fill("Ursula")
    page.get_by_role("group").first.get_by_role("radio").nth(1).check()
    expect(page.get_by_text("1 of 8 answered")).to_be_visible()
    page.wait_for_timeout(500)  # the bar grows
    page.screenshot(path=HERE / "form.png")


def sort(page: Page) -> None:
    """Sort everybody, with one rule."""
    page.get_by_role("link", name="Welcome evening").first.click()
    go_to(page, "Rules")
    page.get_by_label("Person 1").fill("Hugo")
    page.get_by_label("Person 2").fill("Ines")
    page.get_by_role("button", name="Add the rule").click()
    expect(page.get_by_text("Hugo and Ines must be apart", exact=True)).to_be_visible()
    go_to(page, "Sort")
    page.get_by_role("button", name="Sort", exact=True).click()
    expect(page.locator("#groups")).to_be_visible(timeout=300_000)


def take_board(page: Page) -> None:
    """Take the board, once everything on it is there."""
    page.wait_for_load_state("networkidle")
    page.screenshot(path=HERE / "board.png")


def take_files(page: Page, browser: Browser, folder: Path) -> None:
    """Take the report for the organiser, and the handout with the groups."""
    board = page.url.partition("?")[0].partition("#")[0]
    for name, picture in (("report.html", "report"), ("handout.html", "groups")):
        file = folder / name
        file.write_bytes(page.request.get(f"{board}/files/{name}", timeout=300_000).body())
        shown = open_page(browser, WIDE | {"height": HEIGHTS[picture]})
        shown.goto(file.as_uri())
        shown.screenshot(path=HERE / f"{picture}.png")


if __name__ == "__main__":
    main()
