"""What takes long cannot be called while a session is open: others would wait for it."""

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import bayeshat.web
from bayeshat.web.core import jobs, publishing
from bayeshat.web.security import check_password, hash_password
from bayeshat.web.slow import slow
from web.core.samples import stand, store_sort


@pytest.mark.parametrize("kind", ["session", "reading"])
def test_slow_work_refuses_to_run_in_a_transaction(party, kind):
    sorting = store_sort(party)
    standing = stand(party, sorting)
    with getattr(party.database, kind)() as session:
        given = jobs.read_input(session, party.event, jobs.SortOptions.of(party.event))
        for function, arguments in (
            (hash_password, ("secret words",)),
            (check_password, ("secret words", None)),
            (publishing.prepare_publication, (standing,)),
            (jobs.check_sort, (given,)),
        ):
            with pytest.raises(RuntimeError, match=f"{function.__name__} takes long"):
                function(*arguments)
        with pytest.raises(RuntimeError, match="unpack takes long"):
            _ = standing.decided
        # Another thread has no session open.
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(slow(lambda: "done")).result() == "done"
    jobs.check_sort(given)
    assert standing.decided.decision.n_people == 12


def test_after_an_error_slow_work_runs_again(party):
    with pytest.raises(ZeroDivisionError), party.database.session():
        _ = 1 / 0
    assert slow(lambda: "done")() == "done"


def test_every_kind_of_work_is_slow():
    """The worker does it between two sessions."""
    found = {}
    for path in Path(bayeshat.web.__file__).parent.glob("core/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name == "run" and "progress" in ast.unparse(node.args):
                found[path.stem, node.lineno] = [ast.unparse(one) for one in node.decorator_list]
    found = {place: marks for place, marks in found.items() if place[0] not in ("jobs", "mail")}
    assert len(found) == 4
    assert all(marks == ["slow"] for marks in found.values())
