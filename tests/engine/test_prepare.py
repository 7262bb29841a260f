"""What a decision needs is compiled in a second process while people are sampled."""

import os
import subprocess
import sys

import pytest

from bayeshat import _kernel_cache
from bayeshat.engine import prepare


@pytest.fixture
def processes(monkeypatch):
    """Record with which words a second process is run, rather than running it."""
    ran = []

    class Process:
        def __init__(self, command, **_):
            ran.append(command[-5:])

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def kill(self):
            pass

    monkeypatch.setattr(_kernel_cache.subprocess, "Popen", Process)
    return ran


@pytest.mark.parametrize(
    ("is_kept", "threads", "words"), [(False, 2, [["400", "4", "1", "1", "0"]]), (False, 1, []), (True, 2, [])]
)
def test_a_second_process_compiles_what_is_not_kept_if_there_are_threads(
    is_kept, threads, words, processes, monkeypatch
):
    monkeypatch.setattr(_kernel_cache.KernelCache, "has", lambda *_: is_kept)
    with prepare.preparing(5000, 4, sized=True, named=True, ruled=False, threads=threads):
        assert processes == words


@pytest.mark.parametrize(
    "words", [(21, 4, 1, 1, 0), (40, 3, 1, 0, 0), (5, 2, 0, 0, 0), (2, 1, 1, 0, 0), (21, 4, 1, 1, 1)]
)
def test_deciding_once_works_for_all_that_sorts_ask_for(words):
    prepare.decide_once(*words)


FIRST = """
import sys
import bayeshat as bh
survey = bh.Survey.load("hogwarts")
answers = bh.simulate(survey, 21, rng=1).answers
bh.sort_people(survey, answers, "balanced", rng=1, draws=50, tune=50, max_draws=50)
from bayeshat.engine.kernels._steps_numba import descend_from
from bayeshat.sample.kernels._gibbs_numba import advance_mixed
print(sum(descend_from.stats.cache_hits.values()), sum(advance_mixed.stats.cache_hits.values()))
print("scipy.stats" in sys.modules)
"""


@pytest.mark.long
def test_the_first_sort_reads_what_the_second_process_compiled(tmp_path):
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", FIRST], env=env, capture_output=True, text=True)
    assert done.stdout.split() == (["1", "0", "False"] if (os.cpu_count() or 1) > 1 else ["0", "0", "False"]), (
        done.stderr
    )
