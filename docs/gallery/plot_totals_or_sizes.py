"""
Known totals, or wanted sizes?
==============================

Sixty people voted in secret: 45 yes and 15 no. That is known, and belongs to the model (``totals=``). Groups of 45 and
15 that are merely wanted belong to the decision (``target=``). Both give groups of the same sizes, but only the first
knows how many people truly voted yes.
"""

import matplotlib.pyplot as plt
import numpy as np

import bayeshat as bh

rng = np.random.default_rng(1)
voted_yes = np.arange(60) < 45
agrees = rng.random((60, 6)) < np.where(voted_yes, 0.75, 0.25)[:, None]
answers = {"name": [f"Voter {n + 1}" for n in range(60)]}
answers |= {f"Question {q + 1}": np.where(agrees[:, q], "yes", "no").tolist() for q in range(6)}
survey = bh.Survey.from_answers(answers, ["Ayes", "Noes"])
votes = {"Ayes": 45, "Noes": 15}

results = {
    "totals are known": bh.sort_people(survey, answers, totals=votes, draws=250, rng=1),
    "sizes are wanted": bh.sort_people(survey, answers, votes, draws=250, rng=1),
}

# %%
# How many people are in the larger cluster, draw by draw. With known totals it is 45 in every draw.

figure, ax = plt.subplots(figsize=(6.5, 3.2), layout="constrained")
for (title, result), color in zip(results.items(), ("#d55e00", "#0072b2"), strict=True):
    ayes = (result.posterior.z == 0).sum(axis=2).ravel()
    larger = np.maximum(ayes, 60 - ayes)
    ax.hist(larger, bins=np.arange(29.5, 61), density=True, color=color, alpha=0.8, label=title)
ax.set_xlabel("people in the larger cluster")
ax.set_ylabel("share of the draws")
ax.legend(frameon=False)
ax.spines[["top", "right"]].set_visible(False)

# %%
for title, result in results.items():
    meaning = "mean something" if result.posterior.identified else "are arbitrary"
    print(f"{title}: groups {sorted(result.decision.sizes.tolist())}, names {meaning}")
