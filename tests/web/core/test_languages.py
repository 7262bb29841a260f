"""The respondents' pages speak every language wholly: the same messages everywhere, and no text outside of them."""

import ast
import inspect
import re
from pathlib import Path

import pytest
from fluent.runtime.errors import FluentReferenceError
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from jinja2 import nodes

from bayeshat.web.answers import form_checks, form_pages, languages, respondent_view, responses
from bayeshat.web.answers.languages import LOCALES, catalogue, choose_language, language_names
from bayeshat.web.http.rendering import environment

TEMPLATES = Path(languages.__file__).parent / "templates"
RESPONDENTS = sorted(
    path.name
    for path in TEMPLATES.iterdir()
    if "respondent" in path.name or 'extends "respondent' in path.read_text(encoding="utf-8")
)


def read_messages(language):
    """Return the variables of each message of a catalogue."""
    body = FluentParser().parse((LOCALES / language / "form.ftl").read_text(encoding="utf-8")).body
    assert not [one for one in body if isinstance(one, fluent.Junk)]
    messages = [one for one in body if isinstance(one, fluent.Message)]
    names = [one.id.name for one in messages]
    assert len(names) == len(set(names))
    return {one.id.name: variables(one) for one in messages}


def variables(message):
    found = set()

    def visit(value):
        if isinstance(value, dict):
            if value.get("type") == "VariableReference":
                found.add(value["id"]["name"])
            for part in value.values():
                visit(part)
        elif isinstance(value, list):
            for part in value:
                visit(part)

    visit(message.to_json())
    return found


def test_all_catalogues_have_the_same_messages():
    assert list(language_names()) == ["de", "en"]
    english = read_messages("en")
    for language in language_names():
        assert read_messages(language) == english


def test_every_message_is_used_and_every_used_one_is_there():
    modules = (form_checks, form_pages, languages, respondent_view, responses)
    sources = [inspect.getsource(module) for module in modules]
    sources += [(TEMPLATES / name).read_text(encoding="utf-8") for name in RESPONDENTS]
    used = set(re.findall(r"""["']([a-z]+(?:-[a-z]+)*)["']""", "\n".join(sources)))
    # Headings and words of pages are put together from their names.
    used |= {f"{why}-{part}" for why in (*used,) for part in ("heading", "words")}
    used |= {"receipt-reason-one", "receipt-reason-two"}
    assert set(read_messages("en")) - used == set()


@pytest.mark.parametrize("name", RESPONDENTS)
def test_no_template_of_respondents_holds_text_of_its_own(name):
    source = (TEMPLATES / name).read_text(encoding="utf-8")
    plain = "".join(text for _, kind, text in environment().lex(source) if kind == "data" or kind.endswith("_begin"))
    markup = re.sub(r"\{[{%#]", "§", plain)
    for _, attribute in re.findall(r'\b(aria-label|alt|title|placeholder)="([^"]*)"', markup):
        assert not re.search("[^\\W\\d_]", attribute), attribute
    # Tags, attributes that a macro puts into a tag, and the block that holds classes.
    text = re.sub(r"<[^<>]*>|[\w-]+=\"[^\"]*\"|narrow respondent", " ", markup)
    assert not re.search(r"[^\W\d_]", text), text
    # Nor does an expression: what has a space between letters is a sentence.
    for constant in environment().parse(source).find_all(nodes.Const):
        if isinstance(constant.value, str) and "class" not in constant.value:
            assert not re.search(r"[a-z] [a-z]", constant.value, re.I), constant.value


def test_no_page_of_respondents_holds_text_of_its_own():
    for module in (form_checks, form_pages, respondent_view):
        tree = ast.parse(inspect.getsource(module))
        documentation = {
            node.body[0].value
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            and isinstance(node.body[0], ast.Expr)
        }
        described = {
            keyword.value for node in ast.walk(tree) if isinstance(node, ast.Call) for keyword in node.keywords
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documentation | described:
                assert not re.search(r"[a-z] [a-z]", node.value, re.I), node.value


def test_a_missing_message_or_value_is_an_error():
    say = catalogue("en")
    with pytest.raises(LookupError):
        say("no-such-message")
    with pytest.raises(FluentReferenceError, match="name"):
        say("receipt-thanks-name")


def test_languages_are_chosen_from_those_there_are():
    assert catalogue("xx").language == "en"
    assert catalogue("de").language == "de"
    assert [choose_language(asked) for asked in ("", "de", "DE-ch;q=0.9", "fr, en", "*")] == [
        "en",
        "de",
        "de",
        "en",
        "en",
    ]


def test_plurals_are_right():
    assert [catalogue("de")("form-questions", count=count) for count in (1, 2)] == ["Eine Frage.", "2 Fragen."]


def test_sentences_are_put_together_once_and_never_with_a_name_kept():
    say = languages.Catalogue("en")
    for _ in range(2):
        assert "Zebedee" in say("receipt-thanks-name", name="Zebedee")
        assert (say("form-questions", count=1), say("form-questions", count=2)) == ("One question.", "2 questions.")
    assert say._known.cache_info()[:2] == (2, 2)
