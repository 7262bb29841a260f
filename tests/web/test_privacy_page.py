"""What the page about privacy says is true of the tables, the cookies and the scripts that there are."""

import re
from pathlib import Path

import bayeshat.web
from bayeshat.web.db.schema import Base

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "organise" / "privacy.md").read_text(encoding="utf-8")
EVERY_COPY = PAGE[PAGE.index("## Every copy") : PAGE.index("## What to tell people in Europe")]


def test_the_page_names_every_table():
    """Whoever adds a table says there what it holds about people, and how that goes."""
    named = re.findall(r"^\| `(\w+)` \|", EVERY_COPY, re.MULTILINE)
    assert sorted(named) == sorted(Base.metadata.tables)


def test_pages_keep_nothing_in_the_browser():
    keeping = re.compile(r"localStorage|sessionStorage|indexedDB|serviceWorker|document\.cookie|\bcaches\b")
    scripts = [*(Path(bayeshat.web.__file__).parent / "static").glob("*.js")]
    assert len(scripts) > 3
    for script in scripts:
        assert not keeping.search(script.read_text(encoding="utf-8")), script
