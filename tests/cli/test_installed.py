"""``doctor`` and ``warm``: whether the installation works, and compiling ahead."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from bayeshat import _jit, _kernel_cache
from bayeshat.cli import extras, warm_up
from bayeshat.cli.app import app
from bayeshat.cli.commands import doctor
from bayeshat.sorting import people


def test_the_doctor_tells_what_is_there_and_that_sorting_works():
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 0
    assert "Sorting works: 5 people" in done.output
    assert str(_kernel_cache.find_folders()[0]) in done.output
    for name in ("numba", "cores", "memory", "GPU", *doctor.EXTRAS):
        assert name in done.output


def test_machines_read_the_same_as_json():
    done = CliRunner().invoke(app, ["doctor", "--json"])
    found = json.loads(done.stdout)
    assert found["sorting"]["works"]
    assert set(found["extras"]) == set(doctor.EXTRAS)
    assert 1 <= found["kernels"]["kept"] <= found["kernels"]["all"]
    assert found["machine"]["cores"] >= 1


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (ImportError("Numba needs NumPy 2.3 or less"), "pip check"),
        (OSError(28, "No space left on device"), "free some memory or disk space"),
        (RuntimeError("odd"), "new environment"),
    ],
)
def test_a_doctor_who_cannot_sort_says_what_to_do(monkeypatch, error, advice):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(people, "sort_people", fail)
    done = CliRunner().invoke(app, ["doctor"])
    assert done.exit_code == 1
    assert "Sorting does not work." in done.output
    assert str(error) in done.output
    assert advice in done.output


def test_the_doctor_names_an_extra_that_is_missing(monkeypatch):
    wanted = [
        "matplotlib>=3.8; extra == 'plot'",
        "nowhere-to-be-found>=1; extra == 'plot'",
        "bayeshat[plot]; extra == 'all'",
    ]
    monkeypatch.setattr(extras.metadata, "requires", lambda _: wanted)
    assert extras.missing_packages("plot") == ["nowhere-to-be-found>=1"]
    assert extras.missing_packages("all") == ["nowhere-to-be-found>=1"]
    monkeypatch.setattr(doctor, "_try_sorting", lambda quiet: {"works": True, "seconds": 0.1})
    shown = CliRunner().invoke(app, ["doctor"]).output
    assert "pip install 'bayeshat[plot]'" in shown


def test_nothing_is_warmed_where_compiling_is_switched_off(monkeypatch):
    monkeypatch.setattr(_jit.config, "DISABLE_JIT", 1)
    monkeypatch.setattr(doctor, "_try_sorting", lambda quiet: {"works": True, "seconds": 0.1})
    monkeypatch.setattr(warm_up, "warm_up", lambda _: pytest.fail("warmed up without compiling"))
    done = CliRunner().invoke(app, ["warm"])
    assert done.exit_code == 2
    assert "Unset it, and run bayeshat warm again." in " ".join(done.stderr.split())
    assert "Compiling is switched off by NUMBA_DISABLE_JIT" in CliRunner().invoke(app, ["doctor"]).output


def test_warming_says_where_kernels_are_kept_unless_it_is_to_be_quiet(monkeypatch):
    monkeypatch.setattr(warm_up, "warm_up", lambda _: None)
    folder = str(_kernel_cache.find_folders()[0])
    assert folder in CliRunner().invoke(app, ["warm"]).stdout
    assert CliRunner().invoke(app, ["warm", "--quiet"]).output == ""
    assert json.loads(CliRunner().invoke(app, ["warm", "--json"]).stdout)["folder"] == folder


def test_the_doctor_says_that_the_chosen_folder_is_a_file(monkeypatch, tmp_path):
    chosen = tmp_path / "file"
    chosen.touch()
    monkeypatch.setattr(_kernel_cache.config, "CACHE_DIR", str(chosen))
    monkeypatch.setattr(_kernel_cache, "find_folders", _kernel_cache.find_folders.__wrapped__)
    monkeypatch.setattr(doctor, "_try_sorting", lambda quiet: {"works": True, "seconds": 0.1})
    assert f"not in {chosen}, which NUMBA_CACHE_DIR names" in CliRunner().invoke(app, ["doctor"]).output


DEMO = """
import sys
from bayeshat._jit import KERNELS
from bayeshat.cli.app import app
app(["demo", "--quiet", "-o", sys.argv[1]], standalone_mode=False)
assert any(kernel.stats.cache_hits for kernel in KERNELS)
sys.exit(", ".join(kernel.__name__ for kernel in KERNELS if kernel.stats.cache_misses) or None)
"""


@pytest.mark.long
def test_a_demo_compiles_nothing_after_warming_up(tmp_path):
    def run(*words):
        done = subprocess.run([sys.executable, *words], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    warmed = json.loads(run("-m", "bayeshat", "warm", "--json"))
    assert warmed["kernels"] >= 10
    run("-c", DEMO, str(tmp_path / "demo"))
