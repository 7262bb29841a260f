"""Rules one at a time: nothing is overwritten, and names are followed."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from bayeshat.rules.rules import Apart, Pin, Rules, Together
from bayeshat.web.core import responses, rules
from bayeshat.web.core.rule_sentences import key_of
from bayeshat.web.core.steps import read_overview
from bayeshat.web.db.schema import Event
from bayeshat.web.refusals import NotFound, Refused
from web.core.samples import both_databases
from web.core.samples import key_of as submission_key


def kept(hat):
    with hat.database.reading() as session:
        return list(Rules.from_plain(session.get_one(Event, hat.event.id).rules))


@both_databases
def test_rules_of_many_at_once_are_all_kept(hat):
    pairs = [Apart((f"Ann {n}", f"Bo {n}")) for n in range(8)]

    def add(rule):
        with hat.database.session() as session:
            rules.add_rules(session, hat.event, [rule])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, pairs))
    assert set(kept(hat)) == set(pairs)

    def remove(rule):
        with hat.database.session() as session:
            rules.remove_rule(session, hat.event, key_of(rule))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(remove, pairs[1:]))
    assert kept(hat) == pairs[:1]
    with pytest.raises(NotFound, match="not there any more"):
        remove(pairs[1])


def test_there_is_a_limit(hat, monkeypatch):
    monkeypatch.setattr(rules, "MOST_RULES", 1)
    with hat.database.session() as session, pytest.raises(Refused, match="at most 1 rules"):
        rules.add_rules(session, hat.event, [Pin("Ann", ("Owls",)), Pin("Bo", ("Owls",))])


def test_rules_follow_a_name_that_was_one_persons(hat):
    receipts = {}
    for n, name in enumerate(["Ann", "Bo", "Cy", "Cy"]):
        receipts[n] = hat.answer(name, [0], [], submission_key(n))[1]
    with hat.database.session() as session:
        rules.add_rules(session, hat.event, [Together(("ann", "Bo")), Pin("Cy", ("Owls",), "Ann says so")])
    for n, name in ((0, "Anna"), (2, "Cyril")):
        with hat.database.session() as session:
            responses.change(session, receipts[n], {"tea": [0]}, name)
    assert kept(hat) == [Pin("Cy", ("Owls",), "Ann says so"), Together(("Anna", "Bo"))]


def test_checks_are_made_anew_when_somebody_answers(hat):
    with hat.database.session() as session:
        rules.add_rules(session, hat.event, [Pin("Bo", ("Owls",))])

    def look():
        with hat.database.reading() as session:
            return read_overview(session, session.get_one(Event, hat.event.id))

    assert look().checks.n_rule_problems == 1
    for n, name in enumerate(["Ann", "Bo"]):
        hat.answer(name, [0], [], submission_key(n))
    assert look().checks.problems == ()
    assert look().checks is look().checks
    assert [", ".join(map(str, step.state)) for step in look().steps] == [
        "2 answered",
        "2 groups of 1",
        "1 rule",
        "not sorted yet",
        "none yet",
    ]
