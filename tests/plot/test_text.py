"""Names in any script, and an installation without the extra."""

import subprocess
import sys

import pytest

from bayeshat.plot.text import _font_with, fit_words


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("a\n\tb", "a b"),
        ("costs $5 or $6", r"costs \$5 or \$6"),
        ("x" * 60, "x" * 27 + "…"),
        ("a name of many words that goes on", "a name of many words that…"),
        ("\ud800 broken", " broken"),
        ("", ""),
    ],
)
def test_words_become_one_line_that_is_no_formula(words, shown):
    assert fit_words(words) == (shown, ())


def test_long_words_may_take_two_lines():
    assert fit_words("Which part of the day suits you best?", 20, 2)[0] == "Which part of the\nday suits you best?"


def test_signs_that_no_font_has_become_boxes(monkeypatch):
    monkeypatch.setattr("bayeshat.plot.text._font_with", lambda sign: "" if sign.isascii() else None)
    assert fit_words("王 Wang") == ("□ Wang", ())
    # Joiners that no font has just go.
    assert fit_words("a\u200db") == ("ab", ())


def test_signs_of_another_font_name_it(monkeypatch):
    fonts = {"王": "Some Sans", "明": "Some Sans"}
    monkeypatch.setattr("bayeshat.plot.text._font_with", lambda sign: fonts.get(sign, ""))
    assert fit_words("王明 W") == ("王明 W", ("Some Sans",))


def test_the_usual_font_is_looked_at_first():
    assert _font_with("é") == ""
    # A private sign that fonts are not to have.
    assert _font_with("\U0010fffe") is None


def test_without_matplotlib_the_message_says_what_to_install():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "import bayeshat as bh\n"
        "try:\n    bh.plot.theta\n"
        "except bh.BayesHatError as error:\n    print(error)"
    )
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "needs bayeshat[plot]: pip install 'bayeshat[plot]'" in shown
