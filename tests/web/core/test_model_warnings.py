"""What the board says of the model: noise, people who are partly in several groups, ways that fit equally well."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from bayeshat.checks.chains import ChainModes
from bayeshat.checks.one_group_each import OneGroupEach
from bayeshat.engine.draws import LabelDraws
from bayeshat.engine.problem import choose_loss
from bayeshat.web.core.board import list_warnings
from bayeshat.words import message
from bayeshat.words.message import Message, catalogue


@pytest.fixture
def told(sorted_result):
    """Return what the board warns of, in English and German, where the model's checks have changed."""

    def tell(**changes):
        result = replace(sorted_result, checks=replace(sorted_result.checks, **changes))
        warnings = list_warnings(result, result.decision)
        return [" ".join(catalogue(code).tell(words) for words in warnings) for code in ("en", "de")]

    return tell


def test_nothing_is_told_of_a_model_that_fits(told):
    assert told() == ["", ""]


def test_percentages_that_have_not_settled_come_without_settings_that_the_pages_lack(sorted_result):
    status = replace(
        sorted_result.posterior.status, converged=False, notes=(message.Message("remedy", "Raise max_draws."),)
    )
    result = replace(sorted_result, posterior=replace(sorted_result.posterior, status=status))
    [warning] = list_warnings(result, result.decision)
    assert catalogue("en").tell(warning).startswith("These percentages are only rough")
    assert catalogue("de").tell(warning).startswith("Diese Prozentzahlen sind nur ungefähr")


def test_noise_is_called_noise(told, sorted_result):
    english, german = told(separation=replace(sorted_result.checks.separation, is_noise=True, shuffled_as_strong=0.4))
    assert english.startswith("These answers hardly separate people")
    assert german.startswith("Diese Antworten trennen die Personen kaum")


def test_people_in_several_groups_are_told(told):
    english, german = told(one_group_each=OneGroupEach(True, 0.0001))
    assert english.startswith("People seem to belong partly to several groups rather than to just one")
    assert german.startswith("Die Personen scheinen teils zu mehreren Gruppen zu gehören")


def test_ways_that_fit_equally_well_are_told(told):
    english, german = told(modes=ChainModes((0.5, 0.02, 0.48)))
    assert "The answers fit 2 different ways of grouping people" in english
    assert "Die Antworten passen zu 2 verschiedenen Einteilungen" in german


@pytest.mark.parametrize("alike", [[0, 0, 0], [0, 1, 1], [0, 1, 2]])
@pytest.mark.parametrize("told_by", ["survey", "totals", "known"])
@pytest.mark.parametrize("exact", [None, (2, 2, 2)])
@pytest.mark.parametrize("noun", ["house", "group"])
def test_every_reason_for_a_sort_is_told_in_german(alike, told_by, exact, noun):
    houses = ("Owls", "Larks", "Salt and Crows")
    about = (np.array(alike), told_by == "totals", told_by == "known")
    draws = LabelDraws(np.zeros((1, 1), np.uint8), np.ones(1), houses, len(houses), *about, noun)
    target = SimpleNamespace(names=houses, exact=exact, soft_weight=0.0)
    _, reason = choose_loss("auto", draws, target)
    assert isinstance(reason, Message)
    german = catalogue("de").tell(reason)
    assert german.startswith("Eingeteilt wurde")
    unclear = "wer wo ist, hat unter ihnen also nichts zu bedeuten: Larks und Salt and Crows."
    assert german.endswith(unclear) == (alike == [0, 1, 1])
    # Groups of which nothing is known are not called houses.
    assert ("house" in catalogue("en").tell(reason)) == (noun == "house" and alike != [0, 0, 0])
    by_totals = f"Die bekannten Anzahlen unterscheiden die {'Häuser' if noun == 'house' else 'Gruppen'}." in german
    assert by_totals == (told_by == "totals" and alike != [0, 0, 0])
