"""Steps towards new labels of one column of answers, for all people of a block at once.

Every loop over people becomes vector instructions, in single precision: no branches, and no memory that overlaps.
Arrays are (W,), a person each.
"""

import numpy as np

from ..._jit import apart

ZERO, ONE = np.float32(0.0), np.float32(1.0)


@apart
def begin_column(labels, old, others, stays, new, gain):
    """Read the labels of one column, and clear what is summed over the clusters."""
    for i in range(old.size):
        old[i] = np.float32(labels[i])
        others[i] = stays[i] = new[i] = gain[i] = ZERO


@apart
def look_up(x, chosen, p):
    """Set p to the probability of each person's answer."""
    for i in range(p.size):
        p[i] = chosen[x[i]]


@apart
def look_up_four(x, v, t0, t1, t2, t3, p):
    """Do the same for four options from v on; quicker than looking into memory if there are few options."""
    v0, v1, v2, v3 = np.int32(v), np.int32(v + 1), np.int32(v + 2), np.int32(v + 3)
    for i in range(p.size):
        option, value = np.int32(x[i]), p[i]
        value = t0 if option == v0 else value
        value = t1 if option == v1 else value
        value = t2 if option == v2 else value
        p[i] = t3 if option == v3 else value


@apart
def weigh(alpha, counts, own, old, p, others, stays):
    """Make p the weight of cluster ``own`` without this answer's label, 0 for those who are in it; add both up."""
    for i in range(old.size):
        mine = ONE if old[i] == own else ZERO
        value = p[i] * (alpha[i] + counts[i] - mine)
        stay = value * mine
        stays[i] += stay
        others[i] += value - stay
        p[i] = value - stay


@apart
def propose(p, u, new, gain):
    """Go on to the next cluster while u, which falls by p, is not negative; gain is the weight of the last one."""
    for i in range(p.size):
        reached = ONE if u[i] >= ZERO else ZERO
        u[i] -= p[i]
        passed = ONE if u[i] >= ZERO else ZERO
        new[i] += passed
        gain[i] += p[i] * (reached - passed)


@apart
def settle(x, nothing, none, accept, old, others, stays, gain, new, labels):
    """Accept the new label or keep the old one."""
    for i in range(old.size):
        total, moves, value = others[i], min(new[i], none - ONE), old[i]
        value = value if accept[i] * (total + stays[i] - gain[i]) >= total else moves
        value = none if x[i] == nothing else value
        new[i] = value
        labels[i] = np.uint8(np.int32(value))


@apart
def recount(own, old, new, counts):
    """Move those with a new label from one cluster's count to another's."""
    for i in range(old.size):
        counts[i] += (ONE if new[i] == own else ZERO) - (ONE if old[i] == own else ZERO)


@apart
def count_both(x, labels, v, k):
    """Count people with this answer and this label in a byte, which is quick; 256 people come out as 0."""
    n = np.uint8(0)
    for i in range(x.size):
        n = np.uint8(n + np.uint8((x[i] == v) & (labels[i] == k)))
    return n
