"""
Who is settled, and who could go either way
===========================================

Twenty-one people answer a survey; one picture shows how settled each of them is.
"""

import bayeshat as bh

survey = bh.Survey.load("hogwarts")
answers = bh.simulate(survey, 21, rng=1).answers
result = bh.sort_people(survey, answers, "balanced", rng=1)
bh.plot.decision(result)
