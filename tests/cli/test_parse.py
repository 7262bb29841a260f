"""What people type is refused in one plain sentence, before a command runs."""

import shlex

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.cli import plain_group
from bayeshat.cli.commands.surveys import read_houses
from bayeshat.cli.options import in_command
from bayeshat.cli.parse import parse_sizes, read_draws
from bayeshat.engine.losses import as_loss
from bayeshat.engine.problem import check_rules
from bayeshat.engine.sizes import Sizes
from bayeshat.errors import BayesHatError, TargetError
from bayeshat.words.voice import speaking
from cli import bad_files
from cli.bad_options import DRAWS, LOSSES, SIZES, SIZES_OF_DRAWS, USAGE
from cli.conftest import COMMAND

HOUSES = ("Gryffindor", "Slytherin", "Ravenclaw", "Hufflepuff")
TWELVE = tuple(f"Person {n:02}" for n in range(1, 13))


@pytest.fixture(autouse=True)
def words():
    with speaking(in_command):
        yield


def parse(line):
    """Read a line's options as the command does, and run nothing."""
    command, name, words = COMMAND, "bayeshat", shlex.split(line)
    context = None
    while True:
        if not hasattr(command, "commands"):
            return command.make_context(name, words, parent=context)
        context = command.context_class(command, info_name=name, parent=context)
        name, command, words = command.resolve_command(context, words)


@pytest.mark.parametrize(("line", "sentence"), USAGE, ids=[line for line, _ in USAGE])
def test_lines_that_cannot_be_read(line, sentence):
    with pytest.raises(plain_group._UsageError) as error:
        parse(line)
    assert sentence in str(plain_group._tell_usage(error.value))


def test_lines_that_can_be_read():
    assert parse("sort hogwarts answers.csv --chains 2 --threads 8").params["chains"] == 2


@pytest.mark.parametrize(("text", "sentence"), SIZES)
def test_sizes_that_houses_cannot_have(text, sentence):
    with pytest.raises(BayesHatError) as error:
        check_rules(Sizes.read(parse_sizes(text), n_people=len(TWELVE), houses=HOUSES), None, TWELVE, {})
    assert sentence in str(error.value)


@pytest.mark.parametrize(("text", "sentence"), SIZES_OF_DRAWS)
def test_sizes_that_groups_of_draws_cannot_have(text, sentence):
    with pytest.raises(BayesHatError) as error:
        bh.decide(bad_files.DRAWS["draws"], parse_sizes(text))
    assert sentence in str(error.value)


@pytest.mark.parametrize("text", ["7.5,1.5,1.5,1.5", "Gryffindor=7.5", "2.5", "12.25,1"])
def test_a_fraction_of_a_person_is_refused(text):
    with pytest.raises(TargetError, match=r"Sizes must be whole numbers of people, or shares such as 37.5%; got "):
        parse_sizes(text)


def test_fractions_that_add_up_to_one_are_shares():
    assert parse_sizes("0.5,0.25,0.25") == [0.5, 0.25, 0.25]
    assert parse_sizes("37.5%,62.5%") == [0.375, 0.625]


@pytest.mark.parametrize(("text", "sentence"), LOSSES)
def test_losses_that_there_are_not(text, sentence):
    with pytest.raises(BayesHatError) as error:
        as_loss(text)
    assert sentence in str(error.value)


@pytest.mark.parametrize(("file", "sentence"), DRAWS, ids=[file for file, _ in DRAWS])
def test_draws_that_cannot_be_used(tmp_path, file, sentence):
    if file in bad_files.FILES:
        (tmp_path / file).write_bytes(bad_files.FILES[file])
    elif file.removesuffix(".npy") in bad_files.DRAWS:
        np.save(tmp_path / file, bad_files.DRAWS[file.removesuffix(".npy")])
    elif file == "answers.csv":
        (tmp_path / file).write_text("name,Pet?\nPerson 01,1\n")
    with pytest.raises(BayesHatError) as error:
        bh.decide(read_draws(tmp_path / file, None))
    assert sentence.replace(f"'{file}'", repr(str(tmp_path / file))) in str(error.value)


@pytest.mark.parametrize(
    ("text", "got"),
    [
        ("", "''"),
        ("five", "'five'"),
        ("A,A", '"A" twice'),
        ("-2", "'-2'"),
        ("2-8", "'2-8'"),
        ("1.5", "'1.5'"),
        (",", "','"),
    ],
)
def test_numbers_of_groups_that_cannot_be_read(text, got):
    with pytest.raises(BayesHatError) as error:
        read_houses(text)
    wanted = "--groups must be a whole number of at least 1, or a list of different names; got"
    assert f"{wanted} {got}. Write e.g. 4, 2..8 to find out" in " ".join(str(error.value).split())
