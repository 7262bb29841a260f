"""The browser tests wait for what they expect: a page that is still loading must not fail them.

`expect(locator)` asks again until it is so; `locator.is_visible()` and its like answer at once.
"""

import ast
from pathlib import Path

import pytest

AT_ONCE = {"is_visible", "is_hidden", "is_checked", "is_enabled", "is_disabled", "is_editable"}
AT_ONCE |= {"count", "inner_text", "text_content", "all_inner_texts", "input_value", "get_attribute"}
FILES = sorted(Path(__file__).with_name("browser").glob("test_*.py"))


def asks_at_once(node):
    calls = [call.func for call in ast.walk(node) if isinstance(call, ast.Call)]
    return any(isinstance(asked, ast.Attribute) and asked.attr in AT_ONCE for asked in calls)


def find_hasty(source):
    asserts = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assert)]
    return [ast.unparse(node.test) for node in asserts if asks_at_once(node.test)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_browser_tests_wait_for_what_they_expect(file):
    assert find_hasty(file.read_text(encoding="utf-8")) == []


def test_a_hasty_question_is_found():
    assert find_hasty("assert page.get_by_text('12 people.').is_visible()") != []
    assert find_hasty("expect(page.get_by_text('12 people.')).to_be_visible()") == []
