import asyncio
import threading
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from bayeshat.web import reading_together
from bayeshat.web.reading_together import ReadTogether


class Shelf:
    """Things by key, and what was asked for; a test holds a read back until it opens the gate."""

    def __init__(self, things):
        self.things, self.asked = things, []
        self.started, self.gate = threading.Event(), threading.Event()
        self.gate.set()
        self.reader = ReadTogether(SimpleNamespace(reading=nullcontext), self.read)

    def read(self, _session, keys):
        self.asked.append(sorted(keys))
        found = {key: self.things[key] for key in keys if key in self.things}
        self.started.set()
        assert self.gate.wait(300)
        if "broken" in keys:
            raise ZeroDivisionError
        return found

    async def hold_first(self, key):
        """Return the first question, which is being read and is not answered yet."""
        self.gate.clear()
        first = asyncio.create_task(self.reader.get(key))
        assert await asyncio.to_thread(self.started.wait, 300)
        return first


def ask_meanwhile(shelf, *keys, meanwhile=lambda: None):
    """Return the answers to "a" and to what is asked while that is read; errors are answers."""

    async def ask():
        first = await shelf.hold_first("a")
        others = [asyncio.create_task(shelf.reader.get(key)) for key in keys]
        await asyncio.sleep(0)
        meanwhile()
        shelf.gate.set()
        return await asyncio.gather(first, *others, return_exceptions=True)

    return asyncio.run(ask())


def test_questions_that_come_meanwhile_are_read_together():
    shelf = Shelf({"a": 1, "b": 2, "c": 3})
    assert ask_meanwhile(shelf, "c", "none", "b", "c") == [1, 3, None, 2, 3]
    assert shelf.asked == [["a"], ["b", "c", "none"]]


def test_what_is_deleted_while_others_read_is_gone_for_those_who_ask_later():
    shelf = Shelf({"a": 1})
    assert ask_meanwhile(shelf, "a", meanwhile=shelf.things.clear) == [1, None]


def test_nobody_waits_for_all(monkeypatch):
    monkeypatch.setattr(reading_together, "_MOST", 2)
    shelf = Shelf({"a": 1, "b": 2, "c": 3, "d": 4})
    assert ask_meanwhile(shelf, "b", "c", "d") == [1, 2, 3, 4]
    assert shelf.asked == [["a"], ["b", "c"], ["d"]]


def test_an_error_is_told_to_those_who_asked_and_the_next_are_answered():
    shelf = Shelf({"a": 1, "b": 2})
    first, *failed = ask_meanwhile(shelf, "b", "broken")
    assert first == 1
    assert [type(error) for error in failed] == [ZeroDivisionError] * 2
    assert asyncio.run(shelf.reader.get("b")) == 2


@pytest.mark.parametrize("key", ["b", "broken"])
def test_whoever_goes_leaves_the_others_their_answers(key):
    shelf = Shelf({"a": 1, "b": 2})

    async def ask():
        first = await shelf.hold_first("a")
        gone = asyncio.create_task(shelf.reader.get(key))
        await asyncio.sleep(0)
        gone.cancel()
        first.cancel()
        shelf.gate.set()
        await asyncio.gather(first, gone, return_exceptions=True)
        return await shelf.reader.get("a")

    assert asyncio.run(ask()) == 1
