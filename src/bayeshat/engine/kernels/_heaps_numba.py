"""Heaps of the people who can leave one group for another most cheaply, one for every pair of groups.

People who have left a group stay in its heaps until they reach the top; newcomers are pushed.
"""

import numpy as np

from ..._jit import helper

NOBODY = -1  # stands for no person, and no group


@helper
def _sift_up(heap, base, i, utilities, g, h):
    n = heap[base + i]
    price = utilities[n, g] - utilities[n, h]
    while i > 0:
        parent = (i - 1) >> 1
        m = heap[base + parent]
        if utilities[m, g] - utilities[m, h] <= price:
            break
        heap[base + i] = m
        i = parent
    heap[base + i] = n


@helper
def _sift_down(heap, base, length, i, utilities, g, h):
    n = heap[base + i]
    price = utilities[n, g] - utilities[n, h]
    while True:
        child = 2 * i + 1
        if child >= length:
            break
        m = heap[base + child]
        lowest = utilities[m, g] - utilities[m, h]
        if child + 1 < length:
            other = heap[base + child + 1]
            value = utilities[other, g] - utilities[other, h]
            if value < lowest:
                child += 1
                m = other
                lowest = value
        if price <= lowest:
            break
        heap[base + i] = m
        i = child
    heap[base + i] = n


@helper
def build_heaps(utilities, labels, n_groups, space, base, length):
    """Put everybody into one heap per possible new group, cheapest first, with space for newcomers."""
    members = np.zeros(n_groups, np.int64)
    for n in range(labels.shape[0]):
        members[labels[n]] += 1
    position = 0
    for g in range(n_groups):
        for h in range(n_groups):
            base[g, h] = position
            length[g, h] = 0
            if g != h:
                position += members[g] + space
    heap = np.empty(position, np.int32)
    for n in range(labels.shape[0]):
        g = labels[n]
        for h in range(n_groups):
            if g != h:
                heap[base[g, h] + length[g, h]] = n
                length[g, h] += 1
    for g in range(n_groups):
        for h in range(n_groups):
            for i in range(length[g, h] // 2 - 1, -1, -1):
                _sift_down(heap, base[g, h], length[g, h], i, utilities, g, h)
    return heap


@helper
def refresh_edges(heap, base, length, utilities, labels, g, mover, edge):
    """Find the person who leaves group g for each other group most cheaply, and the loss of utility."""
    for h in range(edge.shape[0]):
        mover[g, h] = NOBODY
        edge[g, h] = np.inf
        if g == h:
            continue
        start = base[g, h]
        while length[g, h] > 0:
            n = heap[start]
            if labels[n] == g:
                mover[g, h] = n
                edge[g, h] = utilities[n, g] - utilities[n, h]
                break
            length[g, h] -= 1
            heap[start] = heap[start + length[g, h]]
            if length[g, h] > 1:
                _sift_down(heap, start, length[g, h], 0, utilities, g, h)


@helper
def push(heap, base, length, utilities, n, g):
    """Put a newcomer of group g into that group's heaps."""
    for h in range(base.shape[0]):
        if h != g:
            heap[base[g, h] + length[g, h]] = n
            length[g, h] += 1
            _sift_up(heap, base[g, h], length[g, h] - 1, utilities, g, h)
