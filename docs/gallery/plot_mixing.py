"""
Groups of people who differ
===========================

Thirty students work in six teams, three times. Every team should be as mixed as the whole class in year and subject,
and as few people as possible should meet twice. Nobody is sorted here: a table is all that is needed.
"""

import matplotlib.pyplot as plt
import numpy as np

import bayeshat as bh

rng = np.random.default_rng(1)
table = {
    "name": [f"Student {n + 1}" for n in range(30)],
    "year": rng.choice(["first", "second", "third"], 30, p=[0.5, 0.3, 0.2]).tolist(),
    "subject": rng.choice(["physics", "biology", "law"], 30).tolist(),
}
decision = bh.mix_people(table, groups=6, mix=["year", "subject"])
rounds = bh.plan_rounds(decision, 3)
print(decision.status)
print(rounds.words())

# %%
# Who is in which team, in every round: each bar is a team.

figure, panels = plt.subplots(2, 3, sharex=True, sharey=True, figsize=(8, 4.5), layout="constrained")
for row, column in zip(panels, ("year", "subject"), strict=True):
    values = sorted(set(table[column]))
    for ax, labels in zip(row, rounds.labels, strict=True):
        bottom = np.zeros(6)
        for value, color in zip(values, ("#0072b2", "#e69f00", "#009e73"), strict=True):
            counts = np.bincount(labels[np.array(table[column]) == value], minlength=6)
            ax.bar(range(1, 7), counts, bottom=bottom, color=color, edgecolor="white", label=value)
            bottom += counts
        ax.spines[["top", "right"]].set_visible(False)
    row[0].set_ylabel(column)
    row[-1].legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
for place, ax in enumerate(panels[0], 1):
    ax.set_title(f"round {place}", fontsize=10)
for ax in panels[1]:
    ax.set_xlabel("team")
