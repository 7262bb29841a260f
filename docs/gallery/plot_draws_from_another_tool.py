"""
Draws from another tool, with labels that switch
================================================

Stan, PyMC or NumPyro have sampled a mixture, and cluster 0 of one chain is cluster 2 of another. That does no harm: the
loss looks at who is together. Here plain NumPy makes such draws.
"""

import matplotlib.pyplot as plt
import numpy as np

import bayeshat as bh

rng = np.random.default_rng(1)
truth = np.repeat([0, 1, 2], [12, 8, 10])
n_draws = 300
wrong = rng.random((n_draws, 30)) < rng.uniform(0, 0.6, 30)  # some people are much less certain than others
draws = np.where(wrong, rng.integers(0, 3, (n_draws, 30)), truth)
switched = np.stack([rng.permutation(3)[draw] for draw in draws])

# %%
# Averaged over draws, the labels say nothing, because every cluster has every number. It is still clear who
# shares a cluster:

decision = bh.decide(switched, [12, 8, 10], size_weight=float("inf"))
shares = np.stack([(switched == k).mean(axis=0) for k in range(3)])

figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.8), layout="constrained")
image = left.imshow(shares.T, cmap="Blues", vmin=0, vmax=1, aspect="auto", interpolation="nearest")
left.set_xticks(range(3), labels=[f"label {k}" for k in range(3)])
left.set_ylabel("person")
left.set_title("how often each label comes", fontsize=10)
figure.colorbar(image, ax=left)
bh.plot.coclustering(switched, decision, ax=right)
right.set_title("who shares a cluster, and the decision", fontsize=10)

# %%
print(decision)
