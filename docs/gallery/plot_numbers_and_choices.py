"""
Numbers and choices in one table
================================

Ninety people, two measurements and two choices each. Columns of floats are taken for numbers, texts for choices, and
cells may be missing. Which three groups of thirty fit these people?
"""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

import bayeshat as bh

rng = np.random.default_rng(2)
kind = np.repeat([0, 1, 2], 30)
frame = pd.DataFrame(
    {
        "height (cm)": rng.normal(np.array([162, 171, 181])[kind], 5).round(1),
        "sleep (h)": rng.normal(np.array([8.2, 6.4, 7.3])[kind], 0.6).round(1),
        "sport": np.where(rng.random(90) < 0.7, np.array(["swim", "run", "row"])[kind], "none"),
        "up early": np.where(rng.random(90) < np.array([0.8, 0.5, 0.2])[kind], "yes", "no"),
    }
)
frame.loc[rng.random(90) < 0.1, "sleep (h)"] = np.nan
hat = bh.SortingHat(n_groups=3, target=[30, 30, 30], draws=250, random_state=1).fit(frame)
print(dict(zip(frame.columns, hat.kinds_, strict=True)))

# %%
# Shapes are the true kinds, colours the groups that were found.

figure, ax = plt.subplots(figsize=(6.5, 4), layout="constrained")
colors = np.array(["#0072b2", "#e69f00", "#009e73"])
for k, marker in enumerate("os^"):
    those = kind == k
    ax.scatter(frame["height (cm)"][those], frame["sleep (h)"][those], c=colors[hat.labels_[those]], marker=marker)
ax.set_xlabel("height (cm)")
ax.set_ylabel("sleep (h)")
ax.spines[["top", "right"]].set_visible(False)

# %%
# New people, one with nothing but a height:

new = pd.DataFrame(
    {"height (cm)": [160.0, 180.0], "sleep (h)": [8.0, None], "sport": ["swim", None], "up early": ["yes", None]}
)
print(hat.predict_proba(new).round(2))
