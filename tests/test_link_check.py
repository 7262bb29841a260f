"""The check of links finds every kind of broken link, and nothing else."""

import importlib.util
from pathlib import Path

import pytest

PLACE = Path(__file__).parent.parent / "docs" / "check_links.py"
SPEC = importlib.util.spec_from_file_location("check_links", PLACE)
check_links = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check_links)


@pytest.fixture
def site(tmp_path):
    """A page with every kind of good link."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "picture.png").write_bytes(b"")
    (tmp_path / "other.html").write_text('<h1 id="top">Other</h1><a name="old">here</a>')
    (tmp_path / "sub" / "index.html").write_text('<a href="../other.html#top">up</a>')
    (tmp_path / "page.html").write_text(
        '<p id="own"><a href="#own">here</a> <a href="other.html#old">there</a> <a href="sub/?x=1">in</a>'
        '<a href="https://example.org/nothing">far</a> <img src="picture.png" srcset="picture.png 1x, picture.png 2x">'
    )
    (tmp_path / "README.md").write_text(
        "# A `name` (and more)\n\n[there](page.html#own), [up](#a-name-and-more), ![picture](picture.png)\n\n"
        "```\n[no link](nowhere.md)\n```\n`[none](nowhere.md)`\n"
    )
    return tmp_path


def places(site):
    return [*site.rglob("*.html"), site / "README.md"]


def test_good_links_are_good(site):
    assert check_links.find_broken(places(site)) == []
    assert check_links.main([str(site), str(site / "README.md")]) == 0


@pytest.mark.parametrize(
    ("file", "link"),
    [
        ("page.html", '<a href="gone.html">x</a>'),
        ("page.html", '<a href="other.html#gone">x</a>'),
        ("page.html", '<a href="#gone">x</a>'),
        ("page.html", '<img src="gone.png">'),
        ("page.html", '<img src="picture.png" srcset="picture.png 1x, gone.png 2x">'),
        ("sub/index.html", '<link href="gone.css">'),
        ("README.md", "[x](gone.md)"),
        ("README.md", "[x](#gone)"),
        ("README.md", "\n[x]: gone.md\n"),
        ("README.md", '<img src="gone.png" alt="">'),
    ],
)
def test_broken_links_are_found(site, file, link, capsys):
    with open(site / file, "a") as page:
        page.write(link)
    assert check_links.main([str(site), str(site / "README.md")]) == 1
    [told] = capsys.readouterr().err.splitlines()
    assert told.startswith(str(site / file))
    assert "gone" in told


def test_a_folder_without_pages_is_told(tmp_path, capsys):
    assert check_links.main([str(tmp_path)]) == 1
    assert "make docs" in capsys.readouterr().err
