"""A real browser for the tests of pages: Debian's Chromium, best without its windows, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# Without a graphics card, drawing on its stand-in costs a third of every page.
ARGUMENTS = ["--no-sandbox", "--disable-gpu"]
PATIENCE = 60_000  # milliseconds: every wait ends with what it waits for, and a busy machine may take its time


@contextmanager
def open_browser() -> Iterator:
    """Start Chromium; where there is none, skip, but fail in continuous integration."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        reason = f"These tests need a browser: one of {', '.join(NAMES)}. Install it (apt-get install {NAMES[0]})."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


# Texts that are seen, with their contrast to what lies behind them (WCAG 2.2), as {ratio, text, node}.
_CONTRASTS = """
  const part = c => { c /= 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const read = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const behind = node => {
    for (let at = node; at; at = at.parentElement) {
      const color = read(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!node.textContent.trim() || !parent.checkVisibility()) continue;
    const a = light(read(getComputedStyle(parent).color)), b = light(behind(parent));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    found.push({ratio, text: node.textContent.trim().slice(0, 40), node: parent});
  }
"""
# The lowest contrast ratios of a page, as [ratio, text].
CONTRAST = f"""() => {{ {_CONTRASTS}
  return found.sort((one, other) => one.ratio - other.ratio).slice(0, 5).map(one => [one.ratio, one.text]);
}}"""
# Texts that are too faint, as [ratio, text]: large ones need less contrast, and what cannot be used needs none.
TOO_FAINT = f"""() => {{ {_CONTRASTS}
  const needed = node => {{
    const style = getComputedStyle(node), size = parseFloat(style.fontSize);
    return size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
  }};
  return found.filter(one => !one.node.closest("svg, :disabled, [aria-disabled=true]") && one.ratio < needed(one.node))
    .map(one => [one.ratio, one.text]);
}}"""

# Boxes to tick that are smaller than 24 pixels, by name.
SMALL_BOXES = """() => [...document.querySelectorAll("input[type=checkbox], input[type=radio]")]
  .filter(e => e.checkVisibility() && Math.min(e.offsetWidth, e.offsetHeight) < 24).map(e => e.name)"""

# What sticks out of the page to the right, or out of its parent below because it floats, as text; hidden things may.
STICKING_OUT = """() => [...document.querySelectorAll("body *")]
  .filter(e => !e.closest(".hidden, .skip, svg") && e.checkVisibility()
    && (e.getBoundingClientRect().right > document.documentElement.clientWidth + 1
      || getComputedStyle(e).float !== "none"
        && e.getBoundingClientRect().bottom > e.parentElement.getBoundingClientRect().bottom + 1))
  .map(e => e.tagName + " " + e.className + ": " + e.textContent.trim().slice(0, 40))"""
