"""
What does each rule cost?
=========================

People from three houses who want to be together, first-years spread over the houses: each rule takes some freedom away.
How many people fewer are in their right house because of it?
"""

import matplotlib.pyplot as plt

import bayeshat as bh

survey = bh.Survey.load("hogwarts")
answers = bh.simulate(survey, 24, own=20, rng=4).answers
posterior = bh.fit(survey, answers, draws=250, rng=1)
likeliest = posterior.probabilities.argmax(axis=1)
names = posterior.names
year = ["1" if house < 2 else "2" for house in likeliest]
strangers = [names[[*likeliest].index(house)] for house in range(3)]

rules = {
    "even sizes only": bh.Rules(),
    "three people of different\nhouses together": bh.Rules(together=[strangers]),
    "first-years spread evenly": bh.Rules(spread=["year"]),
    "both": bh.Rules(together=[strangers], spread=["year"]),
}
decisions = {
    title: bh.decide(posterior, "balanced", rules=some, columns={"year": year}, rng=1) for title, some in rules.items()
}

# %%
# ``kept`` says how the rules were met and what they cost; a decision without rules has none.

right = [posterior.probabilities[range(24), decision.labels].sum() for decision in decisions.values()]
figure, ax = plt.subplots(figsize=(6.5, 2.8), layout="constrained")
ax.barh(list(decisions), right, color="#0072b2", height=0.6)
for place, value in enumerate(right):
    ax.text(value, place, f" {value:.1f}", va="center")
ax.invert_yaxis()
ax.set_xlim(0, 24)
ax.set_xlabel("people expected in their right house, of 24")
ax.spines[["top", "right"]].set_visible(False)

# %%
print(decisions["both"].kept.words())
