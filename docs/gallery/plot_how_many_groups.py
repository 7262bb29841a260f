"""
How many groups are there?
==========================

Sixty people answer ten questions. :func:`bayeshat.compare` fits a model for each number of groups and predicts each
person's answers from everybody else's. The smallest number that predicts nearly as well as the best is recommended.
"""

import bayeshat as bh

survey = bh.Survey.load("simulation-even")
answers = bh.simulate(survey, 60, own=100, rng=1).answers
compared = bh.compare(survey, answers, range(1, 7), draws=150, rng=1)
bh.plot.comparison(compared)

# %%
print(compared.sentence())
print(compared.cost(2))
