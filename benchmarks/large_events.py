"""A published result that hundreds look at, and a board of a thousand people."""

from __future__ import annotations

import asyncio
import re
import time
from urllib.parse import urlsplit

from serving import N_PEOPLE, ask, open_browser, quantile, read_hidden, simulate_choices, submit_together
from tools import say

N_RECEIPTS = 300
N_LARGE = 1000


def measure_receipts(server, organiser, where):
    """Print how long 300 people wait who look at their group at the same moment."""
    event, share = organiser.make_event("Published")
    receipts, _ = submit_together(server.address, share, N_RECEIPTS, choose=simulate_choices(N_RECEIPTS))
    board = organiser.sort(event)
    form = re.search(r'(?s)action="[^"]+/publish".*?</form>', organiser.client.get(f"{board}/publish").text)[0]
    organiser.client.post(f"{board}/publish", data=read_hidden(form)).raise_for_status()
    # Memory of earlier work is not this one's.
    server.kill()
    server.start()
    before = server.cpu_time
    waited = open_together(server.address, receipts)
    told = f"{where}: {N_RECEIPTS} published receipts at once"
    say(f"{told}: p50 (s)", quantile(waited, 0.5), 1)
    say(f"{told}: p95 (s)", quantile(waited, 0.95), 1)
    say(f"{told}: work of the server (s)", server.cpu_time - before, 0.8)
    say(f"{told}: peak memory (MB)", server.peak_memory, 400)


def open_together(address, receipts):
    """Let everybody open their receipt at the same moment, and return seconds until each saw their group."""
    host, port = urlsplit(address).hostname, urlsplit(address).port

    async def look(path):
        began = time.perf_counter()
        status, _, page = await ask(host, port, "GET", path)
        if status != 200 or "verdict" not in page:
            raise RuntimeError(f"{path} shows no group, but {status}.")
        return time.perf_counter() - began

    async def everybody():
        return await asyncio.gather(*map(look, receipts.values()))

    return asyncio.run(everybody())


def measure_board(server, organiser, where):
    """Print how long a large board takes to appear, and to follow a drop."""
    event, share = organiser.make_event("Large")
    chosen = simulate_choices(N_LARGE)
    for first in range(0, N_LARGE, N_PEOPLE):
        submit_together(server.address, share, N_PEOPLE, choose=chosen, first=first)
    board = organiser.sort(event)
    server.kill()
    server.start()
    told, client = f"{where}: board of {N_LARGE}", organiser.client
    began = time.perf_counter()
    page = client.get(board)
    say(f"{told}: page by HTTP, first (s)", time.perf_counter() - began, 1.5)
    began, before = time.perf_counter(), server.cpu_time
    page = client.get(board)
    say(f"{told}: page by HTTP, again (s)", time.perf_counter() - began, 1)
    say(f"{told}: page, work of the server (s)", server.cpu_time - before, 0.5)
    say(f"{told}: page (kB)", len(page.content) / 1000, 1500)
    say(f"{told}: page as sent (kB)", page.num_bytes_downloaded / 1000, 200)
    fields = {"version": re.search(r'data-version="(\d+)"', page.text)[1]}
    group, person = map(int, re.search(r'(?s)data-group="(\d+)".*? id="p(\d+)"', page.text).groups())
    began, before = time.perf_counter(), server.cpu_time
    moved = client.post(
        f"{board}/move", data={**fields, "person": person, "group": (group + 1) % 4}, headers={"hx-request": "true"}
    ).raise_for_status()
    say(f"{told}: move by HTTP (s)", time.perf_counter() - began, 0.25)
    say(f"{told}: move, work of the server (s)", server.cpu_time - before, 0.2)
    say(f"{told}: move as sent (kB)", moved.num_bytes_downloaded / 1000, 100)
    with open_browser(organiser) as browser:
        if browser is None:
            return
        browser.goto("/")
        loads = [time_load(browser, board) for _ in range(3)]
        say(f"{told}: load in a browser, median of 3 (s)", sorted(loads)[1], 1.5)
        drops = [time_drop(browser, n) for n in range(5)]
        say(f"{told}: drop to updated, median of 5 (s)", sorted(drops)[2], 0.3)
        say(f"{told}: drop to updated, slowest of 5 (s)", max(drops), 0.5)


def time_load(browser, board):
    """Return seconds from asking for the board until it has been painted."""
    began = time.perf_counter()
    browser.goto(board, wait_until="commit")
    browser.locator(".card").last.wait_for()
    browser.wait_for_load_state("domcontentloaded")
    browser.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return time.perf_counter() - began


# In the page: a drop starts the watch, or the answer to whether somebody swaps; the person in the other card stops it.
WATCH = """() => new Promise(done => {
  document.addEventListener("drop", event => {
    let began = performance.now();
    const group = event.target.closest(".card").dataset.group;
    document.getElementById("exchange").addEventListener("close", () => { began = performance.now(); });
    const person = document.querySelector(".held").id;
    const look = new MutationObserver(() => {
      if (document.getElementById(person)?.closest(".card")?.dataset.group !== group) return;
      look.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => done((performance.now() - began) / 1000)));
    });
    look.observe(document.body, { childList: true, subtree: true, attributes: true });
  }, { capture: true, once: true });
})"""


def time_drop(browser, n):
    """Return seconds from dropping somebody on another group until they are in it."""
    browser.evaluate(f"() => {{ window.dropped = ({WATCH})() }}")
    browser.evaluate("scrollTo(0, scrollY + document.querySelector('.card').getBoundingClientRect().top - 200)")
    browser.locator(".card").nth(0).locator(".person .name").nth(n).hover()
    browser.mouse.down()
    # People look where they are going before they let go; meanwhile the board says what the move would do.
    for _ in range(2):
        browser.locator(".card h2").nth(1 + n % 2).hover()
        browser.wait_for_timeout(300)
    browser.mouse.up()
    browser.wait_for_timeout(500)
    if browser.locator("#exchange").is_visible():
        browser.locator("#exchange [value=move]").click()
    return browser.evaluate("() => Promise.race([window.dropped, new Promise(end => setTimeout(end, 20000, NaN))])")
