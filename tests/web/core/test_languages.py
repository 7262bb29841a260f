"""The pages speak every language wholly: the same messages everywhere, all used, and no text outside of them."""

import ast
import inspect
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from fluent.runtime.errors import FluentReferenceError
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from jinja2 import nodes

import bayeshat.web
from bayeshat.errors import AnswersError
from bayeshat.survey.answers import read_answers
from bayeshat.survey.spec import parse_survey
from bayeshat.web.core import form_fields
from bayeshat.web.pages import TEMPLATES, environment
from bayeshat.web.refusals import Refused, Stale, words_of
from bayeshat.web.routes import exchange, respondent, respondent_view
from bayeshat.words.message import (
    Catalogue,
    English,
    Message,
    catalogue,
    catalogue_files,
    choose_language,
    language_names,
    languages,
)

WEB = Path(bayeshat.web.__file__).parent
ALL_TEMPLATES = sorted(path.name for path in TEMPLATES.iterdir())
# Words that belong to no language.
NAMES = {"bayeshat", "Canvas", "Moodle", "UTC"}


def parse_catalogue(file):
    body = FluentParser().parse(file.read_text(encoding="utf-8")).body
    assert not [one for one in body if isinstance(one, fluent.Junk)], file
    return [one for one in body if isinstance(one, fluent.Message)]


def read_messages(language):
    """Return the variables of each message of all catalogues of a language."""
    messages = [one for file in catalogue_files(language) for one in parse_catalogue(file)]
    names = [one.id.name for one in messages]
    assert len(names) == len(set(names))
    return {one.id.name: variables(one) for one in messages}


def web_ids():
    """Return the ids of the messages that pages alone use; the library's own tests look at the others."""
    return {one.id.name for file in catalogue_files("en") if WEB in file.parents for one in parse_catalogue(file)}


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


def source_of(template):
    return environment().loader.get_source(environment(), template)[0]


def test_all_catalogues_have_the_same_messages():
    assert list(language_names()) == ["de", "en", "es"]
    english = read_messages("en")
    for language in language_names():
        said = read_messages(language)
        # Languages for respondents alone have all that respondents read.
        wanted = languages(whole=True) if language in languages(whole=True) else ("form", "lists")
        missing = [name for name in english if name not in said]
        assert not [name for name in missing if language in wanted or name.partition("-")[0] in wanted]
        assert said == {name: english[name] for name in said}


def test_messages_are_called_by_their_catalogue():
    for language in language_names():
        for file in catalogue_files(language):
            assert [one.id.name for one in parse_catalogue(file) if not one.id.name.startswith(f"{file.stem}-")] == []


def test_german_says_sie_to_organisers_and_du_to_respondents():
    for file in catalogue_files("de"):
        texts = re.sub(r"^#.*", "", file.read_text(encoding="utf-8"), flags=re.M)
        wrong = r"\b(Sie|Ihnen|Ihr\w*)\b" if file.stem in ("form", "lists") else r"\b([Dd]u|[Dd]ein\w*|[Dd]i(r|ch))\b"
        # After a full stop, "Sie" may be a survey or several people.
        assert re.findall(rf"(?<=[a-z,] ){wrong}", texts) == [], file


def ids_in_template(expression):
    """Return the ids that an expression can be, with a star for each part that is not known."""
    match expression:
        case nodes.Const(value=str(text)):
            return {text}
        case nodes.CondExpr():
            return ids_in_template(expression.expr1) | ids_in_template(expression.expr2)
        case nodes.Concat():
            return {"".join(part.value if isinstance(part, nodes.Const) else "*" for part in expression.nodes)}
    return set()


def ids_in_code(expression):
    match expression:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp():
            return ids_in_code(expression.body) | ids_in_code(expression.orelse)
        case ast.JoinedStr():
            return {"".join(str(one.value) if isinstance(one, ast.Constant) else "*" for one in expression.values)}
    return set()


def is_say(called):
    """Say whether `say(…)` or `say.html(…)` is called."""
    if isinstance(called, nodes.Getattr):
        return called.attr == "html"
    return isinstance(called, nodes.Name) and called.name == "say"


def used_ids():
    """Return the ids that pages ask for, and all short texts in the code, among them those of tables."""
    asked, texts = set(), set()
    for name in ALL_TEMPLATES:
        tree = environment().parse(source_of(name))
        for call in tree.find_all(nodes.Call):
            if is_say(call.node):
                asked |= ids_in_template(call.args[0])
        texts |= {one.value for one in tree.find_all(nodes.Const) if isinstance(one.value, str)}
    for path in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in ("say", "Message", "Words") and node.args:
                    asked |= ids_in_code(node.args[0])
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
            elif isinstance(node, ast.JoinedStr) and re.match("[a-z]+-", "".join(ids_in_code(node))):
                texts |= ids_in_code(node)
    return asked, texts


def test_every_message_is_used_and_every_used_one_is_there():
    known = set(read_messages("en"))
    asked, texts = used_ids()
    assert [one for one in asked - known if not any(fnmatch(message, one) for message in known)] == []
    patterns = [one for one in asked | texts if re.fullmatch(r"[a-z*]+(-[a-z0-9*]+)*", one)]
    unused = web_ids() - set(patterns)
    patterns = [pattern for pattern in patterns if "*" in pattern]
    assert [one for one in sorted(unused) if not any(fnmatch(one, pattern) for pattern in patterns)] == []


def test_every_notice_after_a_form_is_there():
    """Pages go on to an address with the end of a message's id."""
    for path in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "go_to" and len(node.args) > 1:
                for said in ids_in_code(node.args[1]) - set(respondent.SAID):
                    assert f"page-said-{said}" in catalogue("en"), said


def test_everything_that_the_audit_log_tells_is_there():
    """What is written into it is given by the end of a message's id."""
    places, known = {"write": 0, "record": 1, "send_noted": 4}, read_messages("en")
    for path in WEB.rglob("routes/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
            if called in places:
                for did in ids_in_code(node.args[places[called]]) if len(node.args) > places[called] else ():
                    assert any(fnmatch(message, f"accounts-did-{did}") for message in known), did


def markup_of(node):
    """Return what a template shows by itself, in order, with a sign around each expression."""
    if isinstance(node, nodes.TemplateData):
        return node.data
    if isinstance(node, nodes.Expr):
        return f"§{' '.join(sorted(shown_texts(node)))}§"
    if isinstance(node, nodes.Block) and node.name == "width":
        return ""
    # The expressions of other statements than outputs show nothing.
    inner = (
        one for one in node.iter_child_nodes() if isinstance(node, nodes.Output) or not isinstance(one, nodes.Expr)
    )
    return "".join(map(markup_of, inner))


def shown_texts(expression):
    """Return the texts of an expression that are shown as they are."""
    match expression:
        case nodes.Const(value=str(text)):
            return {text}
        case nodes.CondExpr():
            return shown_texts(expression.expr1) | shown_texts(expression.expr2)
        case nodes.Concat():
            return set().union(*map(shown_texts, expression.nodes))
        case nodes.Filter():
            return shown_texts(expression.node)
    return set()


def own_text(template):
    """Return what a template says by itself."""
    tree = environment().parse(source_of(template))
    markup = markup_of(tree)
    found = re.findall(r'\b(?:aria-label|alt|title|placeholder)="([^"]*)"', markup)
    found += [value for value in re.findall(r'\bdata-[\w-]+="([^"]*)"', markup) if " " in value]
    # Tags, and attributes that a macro puts into a tag.
    found += re.sub(r"<[^<>]*>|[\w-]+=\"[^\"]*\"|&\w+;", "\n", markup).splitlines()
    # What has a space between letters is a sentence wherever it stands.
    for constant in tree.find_all(nodes.Const):
        if isinstance(constant.value, str) and "=" not in constant.value and "class" not in constant.value:
            found += re.findall("[a-z]+ [a-z]+", constant.value, re.I)
    return sorted({text.strip() for text in found if set(re.findall(r"[^\W\d_]+", text)) - NAMES})


def test_no_template_holds_text_of_its_own():
    found = {name: own_text(name) for name in ALL_TEMPLATES}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_no_refusal_holds_text_of_its_own():
    kinds = {"NotFound", "Forbidden", "Stale", "Refused", "TooMany", "LoginError", "SizeError"}
    found = {}
    for path in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds and node.args:
                text = node.args[0]
                if isinstance(text, ast.JoinedStr) or (isinstance(text, ast.Constant) and text.value):
                    found.setdefault(path.relative_to(WEB).as_posix(), []).append(node.lineno)
    assert found == {}


def test_no_page_of_respondents_holds_text_of_its_own():
    for module in (form_fields, respondent, respondent_view, exchange):
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
        say("form-receipt-thanks-name")


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


def test_plurals_and_numbers_are_right():
    say = catalogue("de")
    assert [say("form-questions", count=count) for count in (1, 2, 1000)] == [
        "Eine Frage.",
        "2 Fragen.",
        "1.000 Fragen.",
    ]
    assert (say("page-decimal", number=0.5), catalogue("en")("page-decimal", number=0.5)) == ("0,500", "0.500")


def test_sentences_are_put_together_once_and_never_with_a_name_kept():
    say = Catalogue("en")
    for _ in range(2):
        assert "Zebedee" in say("form-receipt-thanks-name", name="Zebedee")
        assert (say("form-questions", count=1), say("form-questions", count=2)) == ("One question.", "2 questions.")
    assert say._known.cache_info()[:2] == (2, 2)


def test_refusals_are_told_in_the_readers_language_and_are_english_as_texts():
    error, say = Refused(Message("page-whole-number"), "version"), catalogue("de")
    assert str(error) == "This must be a whole number; write digits only."
    assert say.tell(words_of(error)) == "Das muss eine ganze Zahl sein; schreiben Sie nur Ziffern."
    assert say.tell(words_of(Stale())).startswith("Jemand hat")
    # What comes from below the web is English, and known to be.
    told = say.tell(words_of(Refused("Sizes must add up to 4.")))
    assert (told, type(told)) == ("Sizes must add up to 4.", English)
    assert type(catalogue("en").tell("Sizes must add up to 4.")) is str


def test_messages_within_messages_and_tags_are_told_and_escaped():
    inner = Message("words-percent", share=3)
    assert str(Message("words-give-or-take", share=inner, error=2)) == "3\xa0% (give or take 2)"
    assert "&lt;b&gt;" in catalogue("de").html("page-error-number", number="<b>")


def test_what_people_typed_may_be_longer_than_a_sentence():
    typed = "<*>" * 5000
    message = Message("events-weight-number", given=typed)
    for language in language_names():
        assert typed[:1000] in catalogue(language).tell(message)
        assert len(catalogue(language).html(message.id, given=typed)) < 3000


def test_long_lists_of_mistakes_are_whole_and_say_how_many_more_there_are():
    heading, option = "Which of these drinks do you like best at breakfast?", "Coffee with a lot of milk and sugar"
    houses = 'title = "Drinks"\n[[houses]]\nname = "Owls"\n[[houses]]\nname = "Larks"\n'
    asked = f'[[questions]]\ntext = "{heading}"\noptions = ["{option}", "Tea"]\n'
    survey = parse_survey(f"{houses}{asked}prior.Owls = [1, 3]\nprior.Larks = [3, 1]", "drinks.toml")
    with pytest.raises(AnswersError) as caught:
        read_answers({heading: [option.replace("milk", "mlk")] * 30}, survey)
    for language, more, hint in (("en", "and 10 more", "nearest option"), ("de", "und 10 weitere", "ähnlichste")):
        told = catalogue(language).tell(words_of(caught.value))
        lines = [line for line in told.splitlines() if line.startswith("  - ")]
        assert lines[20:] == [f"  - {more}"]
        assert all(hint in line and option in line for line in lines[:20])
