"""Peers in R, without R: what is told where it is missing, and what passes between the two (a stand-in plays R)."""

import numpy as np
import pytest
from peers import r_process
from peers.peer_list import PEERS
from peers.protocol import Problem, UnavailableError
from peers.r_peers import PEERS as IN_R
from peers.runner import find_versions


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """Return what puts a shell script in R's place; without a script there is no R at all."""
    r_process.version_in_r.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))

    def put(script):
        program = tmp_path / "Rscript"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    yield put
    r_process.version_in_r.cache_clear()


def test_every_peer_in_r_is_skipped_by_name_without_r(stand_in):
    numbers = [PEERS.index(peer) for peer in IN_R]
    assert find_versions(numbers) == ({}, dict.fromkeys(numbers, "R is not installed"))


def test_a_missing_package_is_named(stand_in):
    stand_in("exit 1")
    for peer in IN_R:
        with pytest.raises(UnavailableError, match=r"R package \S+ is not installed.*R_LIBS"):
            peer.version()


def test_versions_of_the_package_and_of_r_are_told(stand_in):
    stand_in("echo 0.3.35 4.2.2")
    assert r_process.version_in_r("salso") == "0.3.35 (R 4.2.2)"


def test_draws_go_in_and_groups_come_back_with_the_peer_s_own_seconds_and_loss(stand_in):
    # The groups that come back are the first draw that went in.
    stand_in(
        'cd "$3"; read -r line < draws.csv; IFS=,; for n in $line; do echo "$n"; done > labels.csv\n'
        "echo 0.25 > seconds.txt; echo 1.5 > loss.txt"
    )
    problem = Problem(1, 3, "vi", draws=np.array([[2, 0, 1, 0], [1, 1, 1, 1]]))
    found = r_process.solve_in_r("salso.R")(problem)
    assert (found.labels.tolist(), found.seconds, found.notes) == ([2, 0, 1, 0], 0.25, {"own loss": 1.5})


def test_why_a_script_failed_is_told(stand_in):
    stand_in("echo there is no such loss >&2; exit 1")
    with pytest.raises(RuntimeError, match=r"salso\.R failed: there is no such loss"):
        r_process.solve_in_r("salso.R")(Problem(1, 3, "vi", draws=np.zeros((2, 4), int)))


def test_every_script_is_there():
    for peer in IN_R:
        assert (r_process.SCRIPTS / peer.solve.args[0]).exists(), peer.name
