"""
What do even groups cost?
=========================

Wanted sizes pull against the answers. :func:`bayeshat.decide_path` decides for several weights of the size term, from
sizes that do not matter to sizes that are met, and the picture shows the price.
"""

import bayeshat as bh

survey = bh.Survey.load("simulation-uneven")
answers = bh.simulate(survey, rng=3).answers
posterior = bh.fit(survey, answers, rng=1)
path = bh.decide_path(posterior, "balanced", [0, 0.1, 0.2, 0.3, 0.5, 1], loss="vi", rng=1)
bh.plot.trade_off(path)

# %%
# The true groups are uneven. Going left, groups become more even, and the expected distance from the truth grows.

for decision in path:
    print(f"weight {decision.size_weight:<4g} sizes {sorted(decision.sizes.tolist())}")
