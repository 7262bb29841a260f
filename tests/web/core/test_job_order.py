"""Which job goes first: somebody waits for a sort, and for nothing else."""

import pytest

from bayeshat.web.core import jobs, worker
from web.core.samples import both_databases, enqueue, look, wait_for


class Steps:
    """Work of three steps, noted as they are done; before the second, something happens."""

    def __init__(self, kind, done, meanwhile=lambda: None):
        self.kind, self.done, self.meanwhile = kind, done, meanwhile

    def prepare(self, *_):
        return None

    def run(self, _ready, progress, _threads):
        for step in range(3):
            if step == 1:
                self.meanwhile()
            progress(step / 3, "stepping")
            self.done.append((self.kind, step))

    def keep(self, *_):
        return {}


@both_databases
@pytest.mark.parametrize("kind", ["rule_costs", "mail"])
def test_what_nobody_waits_for_makes_way_for_a_sort(party, monkeypatch, kind):
    monkeypatch.setattr(worker, "_WRITE", 0.0)
    with party.database.session() as session:
        follow_up = jobs.enqueue(session, party.event.id, kind, {})
    done, sorts = [], []

    def ask_once():
        if not sorts:
            sorts.append(enqueue(party))

    kinds = {"sort": Steps("sort", done), kind: Steps(kind, done, ask_once)}
    one = worker.Worker(party.database, kinds)
    assert one.run_one()
    found = look(party, follow_up)
    assert (found.state, found.attempts, found.share) == ("queued", 0, 0.0)
    assert one.run_one()
    assert look(party, sorts[0]).state == "done"
    assert one.run_one()
    assert look(party, follow_up).state == "done"
    assert done == [(kind, 0), *(("sort", step) for step in range(3)), *((kind, step) for step in range(3))]


def test_nothing_makes_way_where_somebody_else_can_sort(party, monkeypatch):
    monkeypatch.setattr(worker, "_WRITE", 0.0)
    with party.database.session() as session:
        follow_up = jobs.enqueue(session, party.event.id, "rule_costs", {})
    kinds = {"sort": Steps("sort", []), "rule_costs": Steps("rule_costs", [], lambda: enqueue(party))}
    assert worker.Worker(party.database, kinds, runners=2).run_one()
    assert look(party, follow_up).state == "done"


@both_databases
def test_after_a_start_people_go_before_what_nobody_waits_for(party, monkeypatch):
    monkeypatch.setattr(worker, "_SETTLE", 60.0, raising=False)
    done = []
    one = worker.Worker(party.database, {kind: Steps(kind, done) for kind in ("rule_costs", "sort")}, poll=0.05)

    def ask(kind):
        with party.database.session() as session:
            return jobs.enqueue(session, party.event.id, kind, {})

    def end_of(job):
        wait_for(lambda: look(party, job).is_over)
        return look(party, job).state

    left, sort = ask("rule_costs"), ask("sort")
    with one:
        assert [end_of(sort), end_of(ask("rule_costs")), look(party, left).state] == ["done", "done", "queued"]
        one._settled_at = 0.0
        assert end_of(left) == "done"
