"""Other questions: halves of them agree where the model holds, and warn where groups are an answering style."""

import json

import numpy as np
import pytest
from scipy import stats

import bayeshat as bh
from bayeshat.checks import halves
from bayeshat.checks.halves import Halves, check_halves, share_together
from bayeshat.checks.model import ModelCheck
from bayeshat.words.voice import speaking
from checks.designs import flatten, noise
from sample.calibration import FAILURE_RATE

EVEN, HOGWARTS = bh.Survey.load("simulation-even"), bh.Survey.load("hogwarts")
QUICK = {"chains": 2, "tune": 100, "draws": 100, "max_draws": 100, "threads": 1, "rng": 1}


def class_table(n_people, n_questions, seed):
    """Return answers of a latent class model with three classes of one size."""
    rng = np.random.default_rng(seed)
    favourite = rng.integers(4, size=(3, n_questions))[np.arange(n_people) % 3]
    codes = np.where(rng.random(favourite.shape) < 0.6, favourite, rng.integers(4, size=favourite.shape))
    return {f"Question {q + 1}": [f"option {code}" for code in column] for q, column in enumerate(codes.T)}


def style_table(n_people, n_questions, seed):
    """Return ratings from 1 to 7 that go together by three ways of answering, and hardly by groups."""
    rng = np.random.default_rng(seed)
    common = rng.normal(size=(n_people, 3)) @ rng.normal(size=(3, n_questions))
    codes = np.clip(np.rint(4 + common + rng.normal(size=common.shape)), 1, 7).astype(int)
    return {f"How much {q + 1}?": column.tolist() for q, column in enumerate(codes.T)}


def check(table, seed, n_groups=3):
    survey = bh.Survey.from_answers(table, n_groups)
    answers = bh.read_answers(table, survey)
    return check_halves(survey, answers, [answers.n_people // n_groups] * n_groups, rng=seed, threads=1)


def test_claims_of_a_latent_class_model_stay_as_they_are():
    """In none of 24 further data sets were they lowered."""
    found = [check(class_table(90, 10, seed), seed) for seed in range(4)]
    assert [one.kept for one in found] == [1.0] * 4
    assert not any(one.is_little for one in found)
    assert np.mean([one.by_half - one.claimed_by_half for one in found]) > -0.1


def test_an_answering_style_is_noticed():
    """In each of 24 further data sets chances were lowered, so that 0.25 to 0.63 of them were kept."""
    found = [check(style_table(300, 12, seed), seed) for seed in range(2)]
    assert all(0 < one.kept < 0.75 for one in found)


@pytest.mark.parametrize(
    ("by_half", "n_people", "lowered"),
    [
        (0.536, 300, True),  # 0.04 less than claimed, and 0.07 less for all questions
        (0.536, 100, False),  # within a standard error
        (0.56, 5000, False),  # little, though more than a standard error
        (0.6, 300, False),
    ],
)
def test_chances_are_lowered_where_halves_keep_less_than_is_claimed(by_half, n_people, lowered):
    found = halves._conclude(by_half, 0.37, np.full(8, 0.73), 0.85, 3, n_people)
    assert found.claimed_by_half == pytest.approx(0.576, abs=0.001)
    assert not found.is_little
    assert (found.kept < 1) == lowered
    if lowered:
        own = found.lower(np.array([[0.85, 0.1, 0.05]]))[0, 0]
        assert own == pytest.approx(found.agreement)


def noise_above_chance():
    """Return how far halves of four data sets of noise agree above chance, in standard errors."""
    dealt = np.random.default_rng(1)
    groups = np.arange(90) % 3
    error = np.std([share_together(groups, dealt.permutation(groups)) for _ in range(400)]) / np.sqrt(4)
    found = [check_halves(flatten(EVEN), noise(EVEN, 90, seed), [30, 30, 30], rng=seed, threads=1) for seed in range(4)]
    return sum(one.by_half - one.chance for one in found) / (error * np.sqrt(4))


def test_halves_of_noise_agree_by_chance():
    assert noise_above_chance() < stats.norm.isf(FAILURE_RATE)


def test_halves_that_share_a_question_are_caught(monkeypatch):
    """Its broken twin asks two questions of one half in the other half, too."""
    split = halves.split_questions

    def overlap(*about):
        here, there = split(*about)
        return here, np.union1d(there, here[:2])

    monkeypatch.setattr(halves, "split_questions", overlap)
    assert noise_above_chance() > stats.norm.isf(FAILURE_RATE)


def test_halves_have_no_question_in_common_and_every_one():
    for n_questions in (4, 7):
        here, there = halves.split_questions(np.arange(n_questions), np.random.default_rng(1))
        assert sorted([*here, *there]) == list(range(n_questions))
        assert abs(len(here) - len(there)) <= 1
    for half in halves.split_questions(np.arange(15), np.random.default_rng(1), np.arange(5, 15)):
        assert (half >= 5).sum() == 5


def test_the_same_seed_gives_the_same_whatever_the_threads():
    table = class_table(30, 6, 1)
    survey = bh.Survey.from_answers(table, 3)
    answers = bh.read_answers(table, survey)
    first, *others = [check_halves(survey, answers, [10, 10, 10], rng=2, threads=threads) for threads in (1, 1, 2)]
    assert first == others[0] == others[1]


def test_with_thousands_of_people_some_are_sorted(monkeypatch):
    monkeypatch.setattr(halves, "_MOST_PEOPLE", 60)
    told = []
    table = class_table(300, 6, 1)
    survey = bh.Survey.from_answers(table, 3)
    answers = bh.read_answers(table, survey)
    found = check_halves(survey, answers, [100, 100, 100], threads=1, progress=lambda *now: told.append(now))
    assert round(60 * found.by_half * 4) == pytest.approx(60 * found.by_half * 4)
    assert told[-1][0] == 1.0
    assert [str(word) for _, word in told[-2:]] == ["sorting by half of the questions", "done"]


def test_nothing_is_looked_at_where_groups_have_a_meaning_or_there_is_one():
    answers = bh.simulate(HOGWARTS, 20, rng=1).answers
    assert check_halves(HOGWARTS, answers, [5, 5, 5, 5]) is None
    assert check_halves(flatten(HOGWARTS), answers, [20]) is None
    known = np.where(np.arange(40) % 2, np.arange(40) % 3, -1)
    posterior = bh.fit(flatten(EVEN), bh.simulate(EVEN, 40, rng=1).answers, known=known, **QUICK)
    assert bh.check_model(posterior).halves is None


def test_too_few_questions_or_people_are_told():
    for n_people, n_questions in ((30, 3), (7, 8)):
        found = check(class_table(n_people, n_questions, 1), 1)
        assert found == Halves(None)
        assert str(found.sentence()).startswith("Whether other questions would make the same groups is unknown")


def test_sentences_say_how_many_in_ten():
    same = Halves(0.64, 0.37)
    assert str(same.sentence()) == (
        "With other questions, about 6 in 10 people would be in the same group (by chance, about 4)."
    )
    assert str(Halves(0.97, 0.37).sentence()).startswith("With other questions, nearly everybody would be")
    other = Halves(0.45, 0.37)
    assert other.is_little
    assert "Treat these groups as one fair way to divide people." in str(other.sentence())
    assert "at least 10 ratings" in str(Halves(None, too_few_ratings=True).sentence())
    with speaking(language="de"):
        assert "Sehen Sie diese Gruppen als eine faire Art" in str(other.sentence())


def test_an_answering_style_of_the_sort_is_one_of_its_halves():
    """Halves of four ratings cannot show it, and would make groups of those who rate high."""
    rng = np.random.default_rng(1)
    rates = np.rint(4 + 1.2 * rng.normal(size=(60, 1)) + rng.normal(size=(60, 8))).clip(1, 7).astype(int)
    table = {f"How much {q + 1}?": column.tolist() for q, column in enumerate(rates.T)}
    survey = bh.Survey.from_answers(table, 3)
    posterior = bh.fit(survey, table, style="common", **QUICK)
    assert bh.check_model(posterior).halves == Halves(None, too_few_ratings=True)


def test_questions_that_nobody_has_answered_are_left_aside():
    table = class_table(24, 4, 1)
    survey = bh.Survey.from_answers(table, 2)
    early = table | {name: [None] * 24 for name in list(table)[:2]}
    answers = bh.read_answers(early, survey)
    assert check_halves(survey, answers, [12, 12], threads=1) == Halves(None)


def test_a_group_that_is_too_small_for_those_who_are_sorted_is_left_aside(monkeypatch):
    monkeypatch.setattr(halves, "_MOST_PEOPLE", 20)
    table = class_table(100, 6, 1)
    survey = bh.Survey.from_answers(table, 2)
    assert check_halves(survey, bh.read_answers(table, survey), [99, 1], threads=1) == Halves(None)


def test_lowered_chances_keep_their_order_and_changes_their_worth():
    chances = np.random.default_rng(1).dirichlet([1.0, 0.2], size=50)
    lowered = Halves(0.6, 0.5, kept=0.3).lower(chances)
    assert (lowered.argmax(axis=1) == chances.argmax(axis=1)).all()
    np.testing.assert_allclose(lowered.sum(axis=1), 1.0)
    labels, other = np.arange(50) % 2, np.minimum(np.arange(50) % 3, 1)
    gain = chances[range(50), other].sum() - chances[range(50), labels].sum()
    assert lowered[range(50), other].sum() - lowered[range(50), labels].sum() == pytest.approx(0.3 * gain)


@pytest.fixture(scope="module")
def styled():
    """Return people whose groups are an answering style, sorted by all questions."""
    table = style_table(150, 12, 1)
    return bh.sort_people(bh.Survey.from_answers(table, 3), table, **QUICK)


def test_chances_are_lowered_to_what_other_questions_bear_out(styled):
    found = styled.halves
    assert 0 < found.kept < 1
    assert styled.expected_right() == pytest.approx(150 * found.agreement)
    assert styled.decision.mean_chance() > found.agreement
    shares = styled.group_shares()
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)
    assert styled.uncertainty(rng=1, threads=1).share_staying < found.agreement + 0.02
    own = styled.decision.chances()[np.arange(150), styled.decision.labels]
    # Who belongs more clearly still does.
    assert (np.argsort(own) == np.argsort(shares[np.arange(150), styled.decision.labels])).all()


def test_a_sort_says_what_other_questions_would_do(styled):
    told = [str(styled.fit_in_words()), *map(str, styled.warnings())]
    assert str(styled.halves.sentence()) in told
    assert not any("right group" in sentence for sentence in told)
    calm = class_table(60, 8, 1)
    posterior = bh.fit(bh.Survey.from_answers(calm, 3), calm, **QUICK)
    found = bh.check_model(posterior)
    assert str(found.halves.sentence()) in str(found.sentence())
    assert found.warnings() == []
    assert bh.check_model(posterior, sizes=None).halves is None


def test_it_comes_back_from_plain_values(styled):
    plain = json.loads(json.dumps(styled.checks.to_dict()))
    assert ModelCheck.from_dict(plain).halves == styled.halves
