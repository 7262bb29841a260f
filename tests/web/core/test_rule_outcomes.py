"""What became of each rule in a result, and what it costs."""

from sqlalchemy import select

from bayeshat.rules.reading import read_rules
from bayeshat.rules.rules import Pin, Rules
from bayeshat.web.core import editing, sort_work
from bayeshat.web.core.jobs import SortOptions, enqueue_sort, list_jobs
from bayeshat.web.core.rule_outcomes import outcomes_of, read_told
from bayeshat.web.db.schema import Event, Response, Sorting
from web.core.samples import make_worker, stand

# Guests with even numbers are owls, the others larks.
RULES = {
    "pin": {"Guest 00": "Larks"},
    "together": [["Guest 02", "Guest 04"]],
    "apart": [["Guest 06", "Guest 08"]],
    "size": "5..7",
    "companion": {"Guest 01": "Guest 03"},
}


def sort(hat, rules, locked=()):
    """Sort as a worker does, and return the result."""
    with hat.database.session() as session:
        event = session.get_one(Event, hat.event.id)
        event.rules = rules
        enqueue_sort(session, event, SortOptions.of(event, locked=dict(locked)))
    assert make_worker(hat.database).run_one()
    with hat.database.reading() as session:
        return session.get_one(Sorting, list_jobs(session, hat.event)[0].sorting_id)


def finish(hat):
    """Do what follows a sort."""
    while make_worker(hat.database).run_one():
        pass


def tell(hat, sorting, rules):
    with hat.database.reading() as session:
        known = session.get_one(Sorting, sorting.id)
        read = read_told(session, known)
    return outcomes_of(read, list(read_rules(rules)))[0]


def costs(told):
    return ["" if one.cost is None else str(one.cost) for one in told]


def test_every_kind_of_rule_tells_its_own_cost(party):
    sorting = sort(party, RULES)
    assert set(costs(tell(party, sorting, RULES))) == {"What it costs is still being worked out."}
    finish(party)
    outcomes = tell(party, sorting, RULES)
    told = dict(zip([type(rule).__name__ for rule in read_rules(RULES)], costs(outcomes), strict=True))
    assert len(told) == 5
    assert told["Pin"] == "Costs about 2 people in their right group."
    assert told["Apart"] == "Costs about 2 people in their right group."
    for free in ("Together", "Bounds", "Wish"):
        assert told[free] == "Costs about nothing: without it, the groups would be about as good."
    assert all(one.kept for one in outcomes)


def test_spreading_costs_what_it_takes_apart(party):
    rules = {"spread": ["tea"], "together": [["Guest 02", "Guest 04"]]}
    sorting = sort(party, rules)
    finish(party)
    together, spread = costs(tell(party, sorting, rules))
    assert together.startswith("Costs about nothing")
    assert spread == "Costs about 6 people in their right group."


def test_costs_are_those_of_the_sort_also_after_changes_by_hand(party):
    rules = {"pin": {"Guest 00": "Larks"}}
    sorting = sort(party, rules)
    finish(party)
    with party.database.session() as session:
        known = session.get_one(Sorting, sorting.id)
        editing.move(session, known, known.version, [0], 0)
    (told,) = tell(party, sorting, rules)
    assert not told.kept
    assert str(told.cost) == "Before the changes by hand: costs about 2 people in their right group."


def test_rules_beyond_the_time_have_no_cost_and_those_that_lock_are_not_looked_at(party, monkeypatch):
    rules = {"pin": {"Guest 00": "Larks"}, "apart": [["Guest 06", "Guest 08"]]}
    monkeypatch.setattr(sort_work, "COST_SECONDS", 0.0)
    sorting = sort(party, rules)
    finish(party)
    assert costs(tell(party, sorting, rules)) == ["", ""]
    monkeypatch.undo()
    with party.database.reading() as session:
        somebody = session.scalars(select(Response.id).where(Response.name == "Guest 01")).one()
    sorting = sort(party, rules, {somebody: "Owls"})
    finish(party)
    with party.database.reading() as session:
        kept = session.get_one(Sorting, sorting.id).about["rule_costs"]
    assert sorted(cost is None for cost in kept) == [False, False, True]
    assert all(cost.startswith("Costs") for cost in costs(tell(party, sorting, rules)))


def test_a_sort_goes_before_what_follows_another(party):
    sort(party, {"pin": {"Guest 00": "Larks"}})
    sort(party, {"pin": {"Guest 00": "Owls"}})
    with party.database.reading() as session:
        assert [job.state for job in list_jobs(session, party.event)] == ["done", "done"]


def test_results_without_rules_have_nothing_to_tell(party):
    sorting = sort(party, {})
    finish(party)
    assert tell(party, sorting, {}) == []
    assert [one for one in tell(party, sorting, {"pin": {"Guest 00": "Owls"}}) if one] == []


def test_what_looks_like_a_token_in_a_reason_becomes_nobodys_name(party):
    typed = "because {" + "0" * 32 + "}"
    sorting = sort(party, Rules([Pin("Guest 01", ("Owls",), typed)]).to_plain())
    (rule,) = stand(party, sorting).decided.decision.kept.ruling.rules
    assert rule.person == "Guest 01"
    assert rule.reason == "because (" + "0" * 32 + ")"
