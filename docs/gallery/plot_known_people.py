"""
Which questions count, and what do known people teach?
======================================================

Last year's people were sorted, and it has turned out who belongs where. Their answers teach what people of each house
answer, and how much each question tells. Here three questions tell the houses apart, three more repeat the first of
them, and four are answered at random.
"""

import matplotlib.pyplot as plt
import numpy as np

import bayeshat as bh

rng = np.random.default_rng(1)
houses = np.array(["Larks", "Owls", "Swifts"])
n_people, n_known = 140, 100
truth = rng.integers(0, 3, n_people)


def mostly(codes, share):
    """Return these answers for a share of the people, and any for the others."""
    return np.where(rng.random(n_people) < share, codes, rng.integers(0, 3, n_people))


telling = [mostly((truth + q) % 3, 0.75) for q in range(3)]
coded = {f"telling {q + 1}": codes for q, codes in enumerate(telling)}
coded |= {f"repeat {q + 1}": mostly(telling[0], 0.9) for q in range(3)}
coded |= {f"noise {q + 1}": mostly(truth, 0) for q in range(4)}
columns = {title: np.array(["a", "b", "c"])[codes].tolist() for title, codes in coded.items()}
table = {
    "name": [f"Person {n + 1}" for n in range(n_people)],
    "house": [houses[k] if n < n_known else "" for n, k in enumerate(truth)],
    **columns,
}
survey = bh.Survey.from_answers(table, houses.tolist(), skip=["house"])

# %%
# Everybody is in one table; the column ``house`` is empty for those who are to be sorted.

result = bh.sort_people(survey, table, known="house", draws=250, rng=1)
print(*result.lesson.words(), sep="\n")

# %%
# The weights are powers of each question's likelihood: 1 counts fully, 0 not at all.

colors = {"telling": "#0072b2", "repeat": "#e69f00", "noise": "#bbbbbb"}
figure, ax = plt.subplots(figsize=(6.5, 3.2), layout="constrained")
weights = result.lesson.weights.weights
ax.bar(list(columns), weights, color=[colors[title.split()[0]] for title in columns])
ax.set_ylabel("weight of the question")
ax.tick_params(axis="x", rotation=60)
ax.spines[["top", "right"]].set_visible(False)

# %%
# And the others?

right = np.mean(np.array(result.decision.groups) == houses[truth[n_known:]])
print(f"{right:.0%} of the {n_people - n_known} people who were sorted are in their true house.")
