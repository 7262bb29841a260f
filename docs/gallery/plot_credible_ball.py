"""
How far may the truth be from the decision?
===========================================

A grouping is a point estimate. The credible ball around it contains a given share of the posterior (Wade and Ghahramani
2018): its radius says how far from the decision the truth may well be.
"""

import matplotlib.pyplot as plt
import numpy as np

import bayeshat as bh

survey = bh.Survey.load("simulation-even")
answers = bh.simulate(survey, rng=2).answers
posterior = bh.fit(survey, answers, rng=1)
decision = bh.decide(posterior, "balanced", rng=1)
ball = decision.uncertainty(0.95).ball

# %%
# The distance of every fourth draw from the decision, in bits. All groupings left of the line are in the ball.

draws = posterior.z.reshape(-1, posterior.n_people)
distances = np.array([bh.variation_of_information(decision.labels, draw) for draw in draws[::4]])

figure, ax = plt.subplots(figsize=(6.5, 3.2), layout="constrained")
ax.hist(distances, bins=30, color="#0072b2", edgecolor="white")
ax.axvline(ball.radius, color="#222222", lw=1.5)
ax.text(ball.radius, 1, f" 95 % ball: {ball.radius:.2f} bits", va="top", transform=ax.get_xaxis_transform())
ax.set_xlabel("distance of a draw from the decision (VI, bits)")
ax.set_ylabel("draws")
ax.spines[["top", "right"]].set_visible(False)

# %%
# The farthest draw in the ball need not have the wanted sizes. The nearest grouping that has them comes with it:

edge = ball.horizontal
for title, labels, distance in (
    ("decision", decision.labels, 0),
    ("farthest draw", edge.draw_labels, edge.distance),
    ("nearest at the sizes", edge.labels, edge.feasible_distance),
):
    print(f"{title:21} sizes {np.bincount(labels, minlength=3)}, {distance:.2f} bits away")
