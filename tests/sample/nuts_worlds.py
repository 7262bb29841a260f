"""Many small worlds, drawn forwards and sampled by NUTS all together: Geweke's joint test and calibration.

A NumPyro sampler is compiled for one set of answers. Here answers, numbers, known people and weights are arguments of a
compiled function, which moves one chain in each world. It samples from the model that the samplers themselves make.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from scipy import stats
from scipy.special import polygamma

from bayeshat.kinds.number import Number
from bayeshat.kinds.table import kind_of
from bayeshat.model.columns import Columns
from bayeshat.model.density import log_likelihood
from bayeshat.model.prior import Prior, prior_from
from bayeshat.sample.draws import Size
from bayeshat.sample.samplers.nuts import CorrelatedNuts, Nuts, _double_precision, import_numpyro, site_questions
from sample.kinds_exact import COLUMNS, LEVELS, QUESTIONS, as_modelled, as_values, small_survey

N_WORLDS, N_PEOPLE = 192, 4
BUILD = {"mixed": Nuts, "single": Nuts, "correlated": CorrelatedNuts}
# A weight is a power of the likelihood. Most powers are no distribution of answers, so nothing can be drawn from them.
# Two can: 0, where an answer says nothing, and 2, the likelihood of giving the same answer twice. Questions of weight 2
# are therefore asked twice, and whoever answers differently is drawn again. Nobody gives the same number twice, so only
# questions with options have it. Other weights are checked against the exact posterior.
WEIGHTS = np.array([2.0, 0.0, 1.0, 1.0, 1.0, 1.0, 2.0])[COLUMNS]
HOLES = np.zeros((N_PEOPLE, len(COLUMNS)), dtype=bool)
HOLES[1, [0, 4]] = HOLES[2, [5, 7]] = HOLES[3, [2, 6]] = True
# Nobody counts further in any of these tests.
COUNTS = np.arange(48.0)


class Worlds(NamedTuple):
    """What is true in each of R worlds, and what people answer."""

    theta: np.ndarray  # (R, N, K), or the shares (R, K)
    phi: np.ndarray  # (R, K, Q, M)
    others: dict  # the sites that correlated memberships come from
    own: np.ndarray  # (R, N) everybody's cluster, or a label drawn from their memberships
    answers: np.ndarray  # (R, N, C) codes and numbers

    def take(self, which):
        """Return some of the worlds."""
        others = {name: values[which] for name, values in self.others.items()}
        return Worlds(self.theta[which], self.phi[which], others, self.own[which], self.answers[which])


class Forwards:
    """Draws worlds from the prior of the small survey, or with other prior numbers of answers.

    The means of correlated memberships spread by ``mean_spread`` around those of the survey.
    """

    def __init__(self, case, rng, answer_prior=None, mean_spread=1.0):
        self.case, self.rng, self.mean_spread = case, rng, mean_spread
        self.prior = prior_from(small_survey())
        self.answer_prior = self.prior.answer_prior if answer_prior is None else answer_prior
        self.kinds = [kind_of(question) for question in QUESTIONS]

    def draw(self, n_worlds=N_WORLDS):
        """Return worlds in which everybody answers alike where asked twice."""
        found = 0
        while found < n_worlds:
            # At least one world in a hundred is like that.
            worlds, alike = self.draw_any(120 * n_worlds)
            found = alike.all(axis=1).sum()
        return worlds.take(np.flatnonzero(alike.all(axis=1))[:n_worlds])

    def draw_any(self, n_worlds):
        """Return worlds, and who answers alike where asked twice, (R, N)."""
        rng, alpha, others = self.rng, self.prior.membership_prior, {}
        phi = np.zeros((n_worlds, 2, len(QUESTIONS), self.prior.n_wide))
        for q, kind in enumerate(self.kinds):
            prior = self.answer_prior[:, q, : self.prior.n_options[q]]
            prior = np.broadcast_to(prior, (n_worlds, *prior.shape))
            phi[:, :, q, : self.prior.n_parameters[q]] = kind.draw(prior, np.zeros(1), np.zeros(1), rng)
        if self.case == "single":
            theta = rng.dirichlet(alpha, n_worlds)
        elif self.case == "mixed":
            theta = rng.dirichlet(alpha, (n_worlds, N_PEOPLE))
        else:
            theta, others = self._draw_correlated(alpha, n_worlds)
        return self.answer(theta, phi, others)

    def _draw_correlated(self, alpha, n_worlds):
        """Draw logistic-normal memberships; for two clusters, LKJ(2) is Beta(2, 2) between -1 and 1."""
        rng = self.rng
        mean = polygamma(0, alpha) + self.mean_spread * rng.standard_normal((n_worlds, 2))
        scale = np.sqrt(polygamma(1, alpha)) * np.exp(0.5 * rng.standard_normal((n_worlds, 2)))
        r, normals = 2 * rng.beta(2, 2, n_worlds) - 1, rng.standard_normal((n_worlds, N_PEOPLE, 2))
        root = np.zeros((n_worlds, 2, 2))
        root[:, 0, 0], root[:, 1, 0], root[:, 1, 1] = 1, r, np.sqrt(1 - r**2)
        second = normals[..., :1] * r[:, None, None] + normals[..., 1:] * root[:, None, 1:, 1]
        eta = mean[:, None] + scale[:, None] * np.concatenate([normals[..., :1], second], axis=-1)
        theta = 1 / (1 + np.exp(eta[..., ::-1] - eta))
        return theta, {"mean": mean, "scale": scale, "root": root, "normals": normals}

    def answer(self, theta, phi, others):
        """Return worlds with new answers, and who answers alike where asked twice, (R, N)."""
        rng, shape = self.rng, (len(phi), N_PEOPLE, len(COLUMNS))
        own = (rng.random(shape[:2]) > theta[..., 0].reshape(len(phi), -1)).astype(int)

        def ask():
            if self.case == "single":
                labels = np.broadcast_to(own[..., None], shape)
            else:
                labels = (rng.random(shape) > theta[..., :1]).astype(int)
            parts = []
            for q, (kind, question) in enumerate(zip(self.kinds, QUESTIONS, strict=True)):
                mine = labels[..., q == COLUMNS].reshape(-1, (q == COLUMNS).sum())
                world = np.repeat(np.arange(len(phi)), N_PEOPLE)[:, None]
                given = phi[world, mine, q, : self.prior.n_parameters[q]]
                parts.append(as_modelled(kind).simulate(given, question, rng))
            return np.concatenate(parts, axis=1).reshape(shape)

        first, again = ask(), ask()
        alike = ((first == again) | HOLES | (WEIGHTS != 2)).all(axis=-1)
        return Worlds(theta, phi, others, own, first), alike

    def answer_again(self, worlds):
        """Return the same worlds with new answers; people who do not answer alike are asked anew."""
        truth = worlds.theta, worlds.phi, worlds.others
        worlds, alike = self.answer(*truth)
        while not alike.all():
            more, there = self.answer(*truth)
            new = there & ~alike
            worlds.answers[new], worlds.own[new] = more.answers[new], more.own[new]
            alike |= there
        return worlds


class _Traced(Prior):
    """A prior whose numbers JAX traces: they have no values that could be checked."""

    def __post_init__(self):
        pass


class Given(NamedTuple):
    """What samplers are told in each of R worlds."""

    codes: np.ndarray  # (R, N, C)
    numbers: list  # (R, Q', L) the numbers of each group of questions
    known: np.ndarray  # (R, N)
    weights: np.ndarray  # (C,)


def columns_and_codes(answers, holes=HOLES):
    """Return what the columns of one world ask, and the codes of its answers: numbers have a level for each person."""
    codes, levels = np.empty(answers.shape, np.int16), []
    for c, q in enumerate(COLUMNS):
        kind = kind_of(QUESTIONS[q])
        number = isinstance(kind, Number)
        codes[:, c] = np.arange(len(answers)) if number else answers[:, c]
        levels.append(answers[:, c] if number else None if kind.counted else COUNTS)
    return Columns(COLUMNS, WEIGHTS, tuple(levels), QUESTIONS), np.where(holes, -1, codes)


def given_in(worlds):
    """Return what can be told: all answers, and the first person's cluster."""
    columns, codes = zip(*map(columns_and_codes, worlds.answers), strict=True)
    numbers = zip(*([group.numbers for group in one.slots.numbers] for one in columns), strict=True)
    known = np.where(np.arange(N_PEOPLE) == 0, worlds.own, -1)
    return Given(np.stack(codes), [np.stack(values) for values in numbers], known, WEIGHTS)


def draw_posterior(case, codes, weights, known, n_draws=4, settle=20, thin=2):
    """Return NUTS draws of what `exact_means` has the means of, one row for each, where all worlds are the same.

    People (N, C) have the codes of `kinds_exact`; further people, who answer nothing, fill the world up.
    """
    coded = np.full((N_PEOPLE, len(COLUMNS)), -1)
    coded[: len(codes)] = codes
    tables = [np.arange(9.0) if values is None else values for values in LEVELS]
    answers = np.column_stack([table[column] for table, column in zip(tables, np.maximum(coded, 0).T, strict=True)])
    columns, own_codes = columns_and_codes(answers, coded < 0)
    everywhere = partial(np.repeat, repeats=N_WORLDS, axis=0)
    numbers = [everywhere(group.numbers[None]) for group in columns.slots.numbers]
    of_all = np.append(known, [-1] * (N_PEOPLE - len(codes)))
    given = Given(everywhere(own_codes[None]), numbers, everywhere(of_all[None]), np.asarray(weights)[COLUMNS])
    chains = Chains(case, Forwards(case, np.random.default_rng(2)).draw_any(N_WORLDS)[0], given)
    sites = [chains.step(given, settle + thin)] + [chains.step(given, thin) for _ in range(n_draws - 1)]
    sites = {name: np.stack([one[name] for one in sites], axis=1) for name in sites[0]}
    theta = sites["theta"] if case == "single" else sites["theta"][:, :, : len(codes)]
    return as_values(theta, Nuts._phi(chains, sites))


def membership_of(case):
    return "single" if case == "single" else "mixed"


@cache
def compiled(case):
    """Return two functions: one unconstrains sites, the other makes so many steps of NUTS in every world."""
    jax, _ = import_numpyro()
    from jax.flatten_util import ravel_pytree
    from numpyro.infer.hmc import hmc
    from numpyro.infer.util import constrain_fn, potential_energy, unconstrain_fn

    prior = prior_from(small_survey())
    traced = _Traced(prior.membership_prior, prior.answer_prior, prior.n_options, asked=prior.asked)
    levels = columns_and_codes(np.ones((N_PEOPLE, len(COLUMNS))))[0].levels

    def model_of(codes, numbers, known, weights):
        columns = Columns(COLUMNS, weights, levels, QUESTIONS)
        groups = zip(columns.slots.numbers, numbers, strict=True)
        # The probabilities of counts take factorials from SciPy, so that their levels stay as they are.
        traced_numbers = [
            replace(group, numbers=new) if isinstance(group.kind, Number) else group for group, new in groups
        ]
        columns.slots.numbers[:] = traced_numbers
        known = None if case == "correlated" else known
        return BUILD[case](codes, traced, membership_of(case), [], 1, columns, known).make_model()

    def begin(sites, *given):
        return unconstrain_fn(model_of(*given), (), {}, sites)

    def move(key, place, n_steps, *given):
        model = model_of(*given)
        # One vector is compiled in two thirds of the time that a dictionary takes.
        flat, unravel = ravel_pytree(place)
        init, step = hmc(lambda z: potential_energy(model, (), {}, unravel(z)), algo="NUTS")
        # A chain that adapted to its world would not begin in its posterior.
        fixed = {"adapt_step_size": False, "adapt_mass_matrix": False, "step_size": 0.4, "max_tree_depth": 4}
        state = jax.lax.fori_loop(0, n_steps, lambda _, state: step(state), init(flat, 0, rng_key=key, **fixed))
        place = unravel(state.z)
        return place, constrain_fn(model, (), {}, place, return_deterministic=True)

    each = (0, 0, 0, None)
    return jax.jit(jax.vmap(begin, (0, *each))), jax.jit(jax.vmap(move, (0, 0, None, *each)))


class Chains:
    """One chain of NUTS in each world, which begins with the parameters that another world has."""

    def __init__(self, case, worlds, given, seed=1):
        self.jax, self.prior = import_numpyro()[0], prior_from(small_survey())
        begin, self.move = compiled(case)
        self.key = self.jax.random.key(seed)
        with _double_precision(self.jax):
            self.place = begin(self._sites(worlds), *given)

    def _sites(self, worlds):
        sites = dict(worlds.others) or {"theta": worlds.theta}
        for name, questions in site_questions(self.prior).items():
            phi = worlds.phi[:, :, questions, : self.prior.n_parameters[questions[0]]]
            if isinstance(self.prior.kinds[questions[0]], Number):
                mean, strength, _, scale = np.moveaxis(self.prior.answer_prior[:, questions], -1, 0)
                sites[f"{name}_mean"] = (phi[..., 0] - mean) / phi[..., 1] * np.sqrt(strength)
                sites[f"{name}_variance"] = phi[..., 1] ** 2 / scale
            else:
                sites[name] = phi
        return sites

    def step(self, given, n_steps):
        """Make so many steps; return the sites, (R, ...)."""
        with _double_precision(self.jax):
            self.key, key = self.jax.random.split(self.key)
            keys = self.jax.random.split(key, N_WORLDS)
            self.place, sites = self.move(keys, self.place, n_steps, *given)
            return {name: np.asarray(values) for name, values in sites.items()}


def as_told(given):
    return given


def geweke_p_value(case, told=as_told, n_steps=4, seed=0, **drawn):
    """Return the smallest p-value that worlds stay as they were drawn, times the number of quantities.

    (Geweke 2004, "Getting it right".) All worlds are drawn from the prior. People then answer anew, and NUTS, which is
    ``told`` something about that, moves the parameters, again and again. The means over all worlds may not change.
    After the last move nobody answers: the answers must still go with the parameters.
    """
    forwards = Forwards(case, np.random.default_rng(seed), **drawn)
    worlds = forwards.draw()
    first, chains = _joint_quantities(case, worlds), None
    for _ in range(n_steps):
        worlds = forwards.answer_again(worlds)
        given = told(given_in(worlds))
        chains = chains or Chains(case, worlds, given)
        sites = chains.step(given, 1)
        phi = Nuts._phi(chains, {name: values[:, None] for name, values in sites.items()})[:, 0]
        others = {name: sites[name] for name in worlds.others}
        worlds = worlds._replace(theta=sites["theta"], phi=phi, others=others)
    p = stats.ttest_1samp(_joint_quantities(case, worlds) - first, 0.0).pvalue
    return float(p.min() * len(p))


def _joint_quantities(case, worlds):
    """Return functions with light tails of parameters, of answers, and of both, (R, quantities)."""
    phi, theta = worlds.phi, worlds.theta.reshape(len(worlds.phi), -1)[:, 0]
    means, spreads = np.tanh(phi[..., [1, 4, 5], 0] - 2.5), np.log(phi[..., [1, 4, 5], 1])
    options = [phi[..., 0, 0], phi[..., 2, 0], phi[..., 2, 1], phi[..., 6, 0], np.log1p(phi[..., 3, 0])]
    parameters = [theta, *options, *np.moveaxis(means, -1, 0), *np.moveaxis(spreads, -1, 0)]
    if case == "correlated":
        parameters += [worlds.others["mean"], np.log(worlds.others["scale"]), worlds.others["root"][:, 1, 0]]
        parameters += [np.prod(worlds.others["mean"], axis=1), worlds.others["mean"] ** 2]
    answers = np.where(HOLES, 0.0, np.tanh(worlds.answers - 2.5)).mean(axis=1)
    fit = np.array([_fit(case, worlds, r) for r in range(len(phi))])
    return np.column_stack([*parameters, answers, fit, *_of_known(case, worlds.theta, worlds.own)])


def _of_known(case, theta, own):
    """Return how much the first person belongs where they are known to be, or that cluster's share, (...)."""
    if case == "correlated":
        return []
    first = theta if case == "single" else theta[..., 0, :]
    return [np.where(own[..., 0] == 0, first[..., 0], first[..., 1])]


def _fit(case, worlds, r):
    """Return the log likelihood of the answers in one world."""
    columns, codes = columns_and_codes(worlds.answers[r])
    known = np.where(np.arange(N_PEOPLE) == 0, worlds.own[r], -1) if case == "single" else None
    return log_likelihood(codes, worlds.theta[r], worlds.phi[r], membership_of(case), columns, known)


def calibration_p_value(case, told=as_told, n_ranks=11, settle=20, thin=2, seed=1, **drawn):
    """Return the smallest chi-square p-value of the ranks of the truth among draws, times the number of quantities.

    NUTS is ``told`` something about each world, and begins with the parameters of another one. Its sampler keeps the
    draws: what is compared is what users get. Equal values have their ranks by lot.
    """
    forwards = Forwards(case, np.random.default_rng(seed), **drawn)
    rng, worlds = forwards.rng, forwards.draw()
    given = given_in(worlds)
    chains = Chains(case, Forwards(case, rng).draw_any(N_WORLDS)[0], given)
    sites = [chains.step(told(given), settle + thin)] + [chains.step(told(given), thin) for _ in range(n_ranks - 1)]
    sites = {name: np.stack([one[name] for one in sites], axis=1) for name in sites[0]}
    ranks = []
    for r in range(N_WORLDS):
        columns, codes = columns_and_codes(worlds.answers[r])
        known = None if case == "correlated" else given.known[r]
        mine = {name: values[None, r] for name, values in sites.items()}
        draws = _keep(case, codes, columns, known, rng, mine, n_ranks)
        theta = draws.theta[0] if draws.weights is None else draws.weights[0]
        found = _quantities(theta, draws.phi[0], draws.z[0], draws.log_likelihood[0])
        true = _quantities(worlds.theta[r], worlds.phi[r], worlds.own[r], _fit(case, worlds, r))
        found = np.column_stack([found, *_of_known(case, theta, worlds.own[r])])
        true = np.append(true, _of_known(case, worlds.theta[r], worlds.own[r]))
        if case == "correlated":
            found = np.column_stack([found, draws.correlation[0, :, 0, 1], mine["mean"][0], mine["scale"][0]])
            others = {name: values[r] for name, values in worlds.others.items()}
            true = np.concatenate([true, others["root"][1, :1], others["mean"], others["scale"]])
        ranks.append((found < true).sum(axis=0) + rng.integers(0, (found == true).sum(axis=0) + 1))
    edges = np.linspace(-0.5, n_ranks + 0.5, 5)
    p = [stats.chisquare(np.histogram(column, edges)[0]).pvalue for column in np.array(ranks).T]
    return float(min(p) * len(p))


def _keep(case, codes, columns, known, rng, sites, n_draws):
    """Let the sampler keep these draws as its own."""
    prior = prior_from(small_survey())
    sampler = BUILD[case](codes, prior, membership_of(case), [rng], 1, columns, known)
    sampler._next_batch = lambda *_: (None, sites)
    size = Size(1, n_draws, N_PEOPLE, 2, len(QUESTIONS), prior.n_wide, case == "single")
    draws = size.allocate(1)
    sampler.step(sampler.init(0, lambda _: None), draws, 1, lambda _: None)
    return draws


def _quantities(theta, phi, z, fit):
    """Return what the truth is ranked in, (..., quantities)."""
    first = theta[..., 0, 0] if theta.ndim == phi.ndim - 1 else theta[..., 0]
    numbers = [phi[..., k, q, m] for k, q in ((0, 1), (0, 4), (1, 5)) for m in range(2)]
    others = [phi[..., 0, 0, 0], phi[..., 1, 2, 0], phi[..., 1, 3, 0], phi[..., 0, 6, 0]]
    return np.stack([first, (z[..., 1:] == 0).sum(axis=-1), fit, *numbers, *others], axis=-1)
