"""Shelves of partitions: a shelf holds the partitions of one worker thread, and each pass is one task per shelf."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray


class Shelves:
    """The positions of people in partitions and on shelves. A shelf holds its partitions one after the other.

    Parameters
    ----------
    lengths
        People in each partition.
    shelf_of
        The shelf of each partition, counted from 0; none is empty.
    """

    def __init__(self, lengths: Sequence[int], shelf_of: Sequence[int]) -> None:
        self.lengths, self.shelf_of = np.asarray(lengths, np.int64), np.asarray(shelf_of, np.int64)
        self.edges = np.concatenate([[0], np.cumsum(self.lengths)])
        self.partitions = [np.flatnonzero(self.shelf_of == shelf) for shelf in range(self.shelf_of.max() + 1)]
        self.starts = np.zeros(len(self.lengths), np.int64)  # the place of each partition on its shelf
        for own in self.partitions:
            self.starts[own[1:]] = np.cumsum(self.lengths[own])[:-1]

    def group(self, parts: Sequence[Any]) -> list[list[Any]]:
        """Return the items of partitions, in a list for each shelf."""
        return [[parts[i] for i in own.tolist()] for own in self.partitions]

    def split(self, people: Array) -> list[tuple[int, Array, Array]]:
        """Return the shelves of some people: the shelf, their places on it, and their positions in ``people``."""
        partition = np.searchsorted(self.edges, people, side="right") - 1
        shelves, places = self.shelf_of[partition], people - self.edges[partition] + self.starts[partition]
        order, ends = np.argsort(shelves, kind="stable"), np.bincount(shelves, None, len(self.partitions)).cumsum()
        which = np.split(order, ends[:-1])
        return [(shelf, places[some], some) for shelf, some in enumerate(which) if len(some)]

    def merge(self, places: Sequence[Array]) -> tuple[Array, Array]:
        """Return the numbers of the people at these places of each shelf, ascending, and the order that sorts them."""
        people = []
        for own, there in zip(self.partitions, places, strict=True):
            # Of several partitions with the same start, all but the last are empty.
            partition = own[np.searchsorted(self.starts[own], there, side="right") - 1]
            people.append(self.edges[partition] + there - self.starts[partition])
        everyone = np.concatenate(people)
        order = np.argsort(everyone, kind="stable")
        return everyone[order], order

    def narrowed(self, people: Array) -> Shelves:
        """Return the shelves with only some people, given in ascending order; everybody stays in their partition."""
        return Shelves(np.diff(np.searchsorted(people, self.edges)).tolist(), self.shelf_of.tolist())
