"""What the command prints of a result."""

import io
import re
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

import bayeshat as bh
from bayeshat.cli.show import show_groups, show_result
from bayeshat.engine.losses import as_loss, is_auto
from bayeshat.engine.proof.certificate import certify
from bayeshat.errors import LossError
from bayeshat.words.status import Status
from report.results import flat, houses, quick_result


def shown(result):
    console = Console(file=io.StringIO(), width=200)
    show_result(console, result)
    return console.file.getvalue()


def test_percentages_are_explained_only_where_there_are_some():
    table = {f"Question {q}": [["yes", "no"][(i // (q + 1)) % 2] for i in range(201)] for q in range(4)}
    survey = bh.Survey.from_answers(table, n_clusters=3)
    assert "Percentages:" in shown(flat())
    assert "Percentages:" not in shown(quick_result(survey, bh.read_answers(table, survey)))


@pytest.mark.parametrize(
    ("n_best", "proven", "sentence"),
    [
        (16, False, "16 of 16 searches from different starts ended here, and none found better groups: a good sign, "),
        (1, True, "No better groups are possible: this was proven."),
    ],
)
def test_the_end_of_the_search_comes_with_a_judgement(n_best, proven, sentence):
    result = houses()
    decision = replace(result.decision, n_starts=16, n_best=n_best, proven=proven)
    assert sentence in shown(replace(result, decision=decision))


@pytest.mark.parametrize("proven", [True, False])
def test_where_sampling_has_not_settled_neither_a_search_nor_a_proof_is_the_last_word(proven):
    """Percentages that are "not reliable yet" stood beside groups that could hardly be better."""
    result = houses()
    decision = replace(result.decision, n_starts=16, n_best=16, proven=proven)
    settled, unsettled = (replace(decision, status=Status(code)) for code in ("ok", "not_converged"))
    told = [" ".join(shown(replace(result, decision=one)).split()) for one in (settled, unsettled)]
    assert ["once sampling has settled, other groups may be better" in text for text in told] == [False, True]


def test_a_search_that_few_starts_agree_on_is_judged_once():
    decision = replace(houses().decision, n_starts=16, n_best=1, proven=False)
    assert str(decision.search_in_words()).startswith(
        "Only 1 of 16 searches from different starts ended here, so slightly"
    )
    assert "of 16 searches" not in shown(replace(houses(), decision=decision))


@pytest.mark.parametrize("n_best", [1, 16])
def test_a_bound_is_told_whether_or_not_the_search_is_in_doubt(n_best):
    certified = certify(1.008, 1.0, "rows", 1.0)
    decision = replace(houses().decision, n_starts=16, n_best=n_best, proven=False, certified=certified)
    assert "at most 0.8 % worse than the best possible ones." in shown(replace(houses(), decision=decision))


@pytest.mark.parametrize(
    ("chance", "sentence"),
    [
        (0.3, "There is another way to group them, with a chance of 30 %: Ann changes places with Bo."),
        (0.52, "Another way to group them is about as likely: Ann changes places with Bo."),
        (
            0.76,
            "Another way to group them is likelier (76 % against 24 %): Ann changes places with Bo. These groups are "
            "closest to the truth on average.",
        ),
    ],
)
def test_another_way_is_told_with_its_chance(chance, sentence):
    result = houses()
    settled = result.how_settled()
    first = replace(settled.alternatives[0], weight=1 - chance)
    other = replace(first, weight=chance, n_moved=2, changes="Ann changes places with Bo.")
    forged = replace(result)
    forged._settled.append(replace(settled, alternatives=(first, other)))
    assert sentence in shown(forged).replace("\xa0", " ")


def test_every_loss_that_an_error_recommends_is_accepted():
    with pytest.raises(LossError) as error:
        as_loss("rand")
    recommended = re.findall(r"'([^']+)'", str(error.value).split("; got")[0])
    assert len(recommended) >= 5
    for text in [*recommended, *(f"'{text}'" for text in recommended), "vi+placement"]:
        assert is_auto(text) or as_loss(text)


def test_one_person_is_one_person():
    result = houses()
    alone = replace(result, answers=replace(result.answers, codes=result.answers.codes.copy()))
    alone.answers.codes[3] = -1
    assert str(alone.warnings()[-1]).startswith("1 of 21 people gave no answers and was placed where there was room: ")


@pytest.mark.parametrize("n_groups", [2, 4, 7, 12])
def test_everybodys_chance_of_their_own_group_is_seen_at_the_width_of_a_terminal(n_groups):
    names = tuple(f"Maximiliane Oberhuber-Lindqvist {n}" for n in range(2 * n_groups))
    labels = np.repeat(np.arange(n_groups), 2)
    decision = bh.decide(labels[None], [2] * n_groups, rng=0)
    own = 0.9 - 0.01 * np.arange(len(names))
    shares = np.tile(((1 - own) / (n_groups - 1))[:, None], n_groups)
    shares[np.arange(len(names)), decision.labels] = own
    console = Console(file=io.StringIO(), width=80)
    show_groups(console, decision, names, shares)
    lines = console.file.getvalue().splitlines()
    for name, share in zip(names, own, strict=True):
        assert any(name in line and f"{share:.0%}" in line for line in lines), name
    assert "…" not in console.file.getvalue()


def test_one_group_of_people_with_very_long_names_is_shown():
    decision = bh.decide(np.zeros((1, 2), int), [2], rng=0)
    console = Console(file=io.StringIO(), width=80)
    show_groups(console, decision, ("A" * 90, "Bo"), np.ones((2, 1)))
    assert console.file.getvalue().count("100%") == 2
