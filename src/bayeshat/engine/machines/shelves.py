"""Where people are in partitions: those partitions that one thread of a worker sees to make a shelf."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray


class Shelves:
    """Partitions of people, and the shelves that they stand on, one after the other.

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
        """Return what there is of each partition, in a list for each shelf."""
        return [[parts[i] for i in own.tolist()] for own in self.partitions]

    def split(self, people: Array) -> list[tuple[int, Array, Array]]:
        """Return the shelves of some people: the shelf, the places there, and which of the people these are."""
        partition = np.searchsorted(self.edges, people, side="right") - 1
        shelves, places = self.shelf_of[partition], people - self.edges[partition] + self.starts[partition]
        order, ends = np.argsort(shelves, kind="stable"), np.bincount(shelves, None, len(self.partitions)).cumsum()
        which = np.split(order, ends[:-1])
        return [(shelf, places[some], some) for shelf, some in enumerate(which) if len(some)]

    def merge(self, places: Sequence[Array]) -> tuple[Array, Array]:
        """Return who is at these places of each shelf, by ascending number, and the order that this puts them into."""
        people = []
        for own, there in zip(self.partitions, places, strict=True):
            # Of partitions with the same start all but the last are empty.
            partition = own[np.searchsorted(self.starts[own], there, side="right") - 1]
            people.append(self.edges[partition] + there - self.starts[partition])
        everyone = np.concatenate(people)
        order = np.argsort(everyone, kind="stable")
        return everyone[order], order

    def narrowed(self, people: Array) -> Shelves:
        """Return the shelves of some people alone, in ascending order, who keep to their partitions."""
        return Shelves(np.diff(np.searchsorted(people, self.edges)).tolist(), self.shelf_of.tolist())
