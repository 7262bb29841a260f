"""A new kind of question is one class and one line in the table: two kinds that only these tests know."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from scipy.special import gammaln

import bayeshat as bh
from bayeshat.kinds.choice import Choice
from bayeshat.kinds.kind import NOT_ANSWERED
from bayeshat.kinds.number import NumberKind, NumberLimits, check_positive, read_expectation, write_expectation
from bayeshat.kinds.table import KINDS
from bayeshat.model.columns import columns_of
from bayeshat.model.simulate import simulate
from bayeshat.report.page.page_reasons import describe_reasons
from bayeshat.report.reasons import answers_by_group
from bayeshat.sample.fit import fit
from bayeshat.sample.predict import predict_labels
from bayeshat.survey.answers import read_answers, text_columns
from bayeshat.survey.spec import parse_survey
from survey.breakfast import refused

HEAD = 'title = "T"\nprior = "flat"\nhouses = ["A", "B"]\n[[questions]]\ntext = "How?"\n'


class Initials(Choice):
    """People answer with the first letter of an option."""

    def code(self, column, question, tool="", other=NOT_ANSWERED):
        letters = {option[0].lower(): option for option in question.options}
        values = tuple(letters.get(value.lower(), value) for value in column.values)
        return super().code(replace(column, values=values), question, tool, other)


def test_a_new_kind_of_options_is_read_from_a_table(monkeypatch):
    monkeypatch.setitem(KINDS, "initials", Initials())
    survey = parse_survey(f'{HEAD}kind = "initials"\noptions = ["Red", "Blue"]', "t.toml")
    assert parse_survey(survey.to_toml(), "again").questions == survey.questions
    assert read_answers({"q1": ["b", "R", ""]}, survey).codes.ravel().tolist() == [1, 0, -1]
    assert '"x" (no option is near)' in refused({"q1": ["x"]}, survey)


class Waiting(NumberKind):
    """Waiting times: exponential, with a gamma prior of their rate."""

    def n_prior(self, question):
        return 2

    def flat_prior(self, question, key):
        return np.array([1.0, 1.0])

    def read_prior(self, entry, question, key):
        values = read_expectation(entry, ("mean", "people"), (), key, "{ mean = 3, people = 4 }")
        check_positive(f"{key}.mean", values["mean"])
        return np.array([values["people"], values["mean"] * values["people"]])

    def write_prior(self, question, prior):
        return write_expectation({"mean": prior[1] / prior[0], "people": prior[0]})

    def check_prior(self, key, question, prior):
        assert self.is_valid(prior).all()

    def prior_around(self, question, mean, kept):
        return np.array([4.0, 4.0 * mean])

    def number_density(self, question, prior, value):
        return float(stats.lomax.pdf(value, prior[0], scale=prior[1]))

    def number_limits(self, question):
        return NumberLimits(low=0.0)

    def expected(self, question, prior):
        return prior[1:] / prior[0]

    def learned(self, question, parameters):
        return 1 / parameters[..., :1]

    def parameter_names(self, question):
        return ("rate",)

    def log_densities(self, parameters, numbers, xp=np):
        return xp.log(parameters) - parameters * numbers

    def middle_rank(self, parameters, numbers):
        return -np.expm1(-parameters[..., 0] * numbers)

    def update(self, prior, tally, numbers):
        return prior + np.stack([tally.sum(axis=-1), (tally * numbers).sum(axis=-1)], axis=-1)

    def draw(self, prior, tally, numbers, rng):
        shape, rate = np.moveaxis(self.update(prior, tally, numbers), -1, 0)
        return (rng.standard_gamma(shape) / rate)[..., None]

    def log_prior(self, parameters, prior):
        return stats.gamma.logpdf(parameters[..., 0], prior[..., 0], scale=1 / prior[..., 1])

    def log_marginal(self, prior, tally, numbers):
        a, b = prior[..., 0], prior[..., 1]
        n, total = tally.sum(axis=-1), (tally * numbers).sum(axis=-1)
        return a * np.log(b) - gammaln(a) + gammaln(a + n) - (a + n) * np.log(b + total)

    def simulate(self, parameters, question, rng):
        return rng.standard_exponential(parameters.shape[:-1]) / parameters[..., 0]

    def site(self, numpyro, name, prior):
        return numpyro.sample(name, numpyro.distributions.Gamma(prior[..., :1], prior[..., 1:]).to_event(3))


@pytest.fixture
def waiting(monkeypatch):
    """A survey of six waiting times, of which patient people tell long ones."""
    monkeypatch.setitem(KINDS, "waiting", Waiting())
    asked = """
[[questions]]
text = "Wait {}?"
kind = "waiting"
unit = "min"
prior.patient = {{ mean = 5, people = 20 }}
prior.hasty = {{ mean = 0.1, people = 20 }}
"""
    text = 'title = "Waiting"\nmembership_prior = 1\nhouses = ["patient", "hasty"]\n' + "".join(
        map(asked.format, range(6))
    )
    return parse_survey(text, "waiting.toml")


def test_a_new_kind_of_numbers_is_read_and_written(waiting):
    np.testing.assert_allclose(waiting.answer_prior, np.repeat([[[20.0, 100.0]], [[20.0, 2.0]]], 6, axis=1))
    again = parse_survey(waiting.to_toml(), "again")
    assert again.questions == waiting.questions
    assert again.to_toml() == waiting.to_toml()
    table = {f"q{i}": ["3 min", "0.5", "1 h", ""] for i in range(1, 7)}
    answers = read_answers(table, waiting)
    assert answers.levels[0].tolist() == [0.5, 3, 60]
    assert answers.codes[:, 0].tolist() == [1, 0, 2, -1]
    assert text_columns(waiting, answers)["q1"] == ("3", "0.5", "60", "")
    assert '"soon" (not a number)' in refused(table | {"q1": ["soon", "1", "2", "3"]}, waiting)


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_a_new_kind_of_numbers_is_simulated_and_sampled(waiting, membership):
    drawn = simulate(waiting, 40, rng=1, own=30, rest=0.3)
    posterior = fit(waiting, drawn.answers, membership=membership, tune=200, draws=300, thin=1, rng=1)
    assert posterior.status.ok
    assert posterior.phi.shape[2:] == (2, 6, 1)
    assert (posterior.probabilities.argmax(axis=1) == drawn.truth).mean() > 0.9
    assert "phi[hasty, q3, rate]" in posterior.summary()["parameter"]
    assert posterior.phi.mean(axis=(0, 1))[:, 0, 0] == pytest.approx([0.2, 10], rel=0.5)
    newcomers = predict_labels(posterior, drawn.answers.codes, columns_of(waiting, drawn.answers))
    assert (newcomers.argmax(axis=1) == drawn.truth).mean() > 0.9


def test_a_new_kind_of_numbers_is_described(waiting):
    drawn = simulate(waiting, 20, rng=1, own=30, rest=0.3)
    result = bh.sort_people(waiting, drawn.answers, tune=200, draws=200, rng=1)
    table = answers_by_group(result)
    first = table["question"].index("Wait 0?")
    assert table["prior share"][first] in (5, 0.1)
    reasons = describe_reasons(result)
    assert any("min on average" in str(option["option"]) for group in reasons["groups"] for option in group["options"])
