"""
Who is settled, and what else could be?
=======================================

Twenty people answer a survey and are sorted into three groups of even size. Whose place is safe, whom should one look
at again, and which other grouping would have been nearly as good?
"""

import bayeshat as bh

survey = bh.Survey.load("simulation-even")
answers = bh.simulate(survey, 20, rng=2).answers
result = bh.sort_people(survey, answers, "balanced", rng=1)
bh.plot.decision(result)

# %%
# One bar a person, the surest of each group first. The outlined part is the chance that this is the person's own group.

settled = result.how_settled()
print(settled.settled_in_words())

# %%
# The main ways to group these people, side by side. All have the wanted sizes, so that each of them can be chosen as it
# is. Strong colours mark who would be elsewhere.

bh.plot.alternatives(result)

# %%
# That each of ten people is 80 % sure does not mean that all ten are right: this is much less likely. The solid line
# counts people one by one, the dashed line people who are *all* right at once.

bh.plot.sure_core(result)
