"""Survey and rule files that would take ages, or all memory, are refused before they are parsed."""

import pytest

import bayeshat as bh
from bayeshat.errors import InputError, SurveyError
from bayeshat.survey.spec import parse_survey
from bayeshat.tables.toml import MOST_CHARACTERS, MOST_DEPTH, MOST_KEY_PARTS, parse_toml

HEAD = 'title = "T"\nprior = "flat"\nhouses = ["A", "B"]\n'
TEA = '[[questions]]\ntext = "Tea?"\noptions = ["yes", "no"]\n'
# Each takes seconds or gigabytes, or ends in an error of Python's own, where nothing is checked first.
ATTACKS = {
    "dotted key": (".".join("a" * 4000) + " = 1", "key may have at most"),
    "dotted key with spaces": (" . ".join("a" * 4000) + " = 1", "key may have at most"),
    "quoted parts": (".".join(['"a b"', "'c.d'"] * 2000) + " = 1", "key may have at most"),
    "dotted header": (f"[{'.'.join('a' * 4000)}]", "key may have at most"),
    "dotted key in a table": (f"x = {{ {'.'.join('a' * 4000)} = 1 }}", "key may have at most"),
    "nested lists": ("x = " + "[" * 40_000 + "]" * 40_000, "levels"),
    "nested tables": ("x = " + "{a=" * 40_000 + "1" + "}" * 40_000, "levels"),
    "behind a string": ('x = "#"\ny = ' + "[" * 40_000, "levels"),
    "a long text": ("#" * (MOST_CHARACTERS + 1), "characters"),
    "a number of many digits": ("title = " + "9" * 5000, "at most 1,000 characters"),
    "a number of other digits": ("title = 0x" + "f" * 5000, "at most 1,000 characters"),
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_attacks_are_refused_with_the_limit(attack, tmp_path):
    text, said = ATTACKS[attack]
    with pytest.raises(SurveyError, match=said):
        parse_survey("x = 1\n" + text, "the survey")
    path = tmp_path / "file.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SurveyError, match=said):
        bh.Survey.load(path)
    with pytest.raises(InputError, match=said):
        bh.read_rules(path)


@pytest.mark.parametrize(
    "text",
    [
        # A string that never ends is scanned once, not from each of its quotes again.
        'x = "' + '\\"' * 100_000,
        'x = """' + '\\"' * 100_000,
        "x = '''" + "''" * 100_000,
        "'" * 100_000,
        "x = [" + "[],{}," * 50_000,
        '"' * 99_999,
    ],
)
def test_scanning_takes_one_pass(text):
    with pytest.raises(InputError, match="mistake"):
        parse_toml(text, "the text", InputError)


def test_what_is_within_the_limits_is_read():
    key = ".".join("a" * MOST_KEY_PARTS)
    depth = MOST_DEPTH - 1
    text = f'{key} = 1\nb = {"[" * depth}{"]" * depth}\nc = "{"." * 100}[[[[" # {"." * 100}{"[" * 100}\n'
    text += f"d = '{'.' * 100}'\ne = '''{'.[' * 100}''\n'''''\ng = [{'1.5, ' * 200}]\n"
    text += f'f = """{".[" * 100}\\"""\\\\"""""\n'
    document = parse_toml(text, "the text", InputError)
    assert document["c"].endswith("[[[[")
    assert document["e"].endswith("''\n''")
    assert document["f"].endswith('""\\""')
    assert len(document["g"]) == 200


def test_windows_line_ends_and_comments_are_read():
    assert parse_toml('a = 1 # "open\r\nb = "x" # \'\r\n', "the text", InputError) == {"a": 1, "b": "x"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            HEAD.replace('["A", "B"]', str([f"House {n}" for n in range(101)]).replace("'", '"')) + TEA,
            "1 to 100 groups",
        ),
        (
            HEAD + TEA.replace('["yes", "no"]', str([f"{n}" for n in range(1001)]).replace("'", '"')),
            "2 to 1,000 options",
        ),
        (HEAD + TEA.replace("Tea?", "T" * 10_001), "at most 10,000 characters"),
        (HEAD + TEA.replace("yes", "y" * 10_001), "at most 10,000 characters"),
        (HEAD.replace('"A"', f'"{"A" * 10_001}"') + TEA, "at most 10,000 characters"),
        (f'description = "{"d" * 100_001}"\n' + HEAD + TEA, "at most 100,000 characters"),
    ],
)
def test_numbers_of_things_have_limits(text, said):
    with pytest.raises(SurveyError, match=said):
        parse_survey(text, "the survey")


def test_a_small_file_cannot_ask_for_a_huge_prior():
    houses = HEAD.replace('["A", "B"]', str([f"House {n}" for n in range(100)]).replace("'", '"'))
    many = TEA.replace('["yes", "no"]', str([f"{n}" for n in range(1000)]).replace("'", '"'))
    short = "".join(TEA.replace("Tea?", f"Tea {n}?") for n in range(5000))
    with pytest.raises(SurveyError, match=r"prior counts"):
        parse_survey(houses + many + short, "the survey")


@pytest.mark.parametrize("number", ["1" + "0" * 400, "0x" + "f" * 900])
def test_a_number_beyond_all_numbers_is_a_sentence(number):
    with pytest.raises(SurveyError, match="membership_prior"):
        parse_survey(f"membership_prior = {number}\n{HEAD}{TEA}", "the survey")
    with pytest.raises(SurveyError, match="sizes"):
        parse_survey(f"sizes = [{number}, 1]\n{HEAD}{TEA}", "the survey")
