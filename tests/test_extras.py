"""Without an extra, everything that needs it names the extra, before any long work begins."""

import ast
import csv
import sys
import tomllib
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import bayeshat as bh
from bayeshat.cli.app import app
from bayeshat.cli.commands.doctor import EXTRAS
from bayeshat.cli.extras import check_web, metadata
from bayeshat.cluster.scheduler import connect
from bayeshat.errors import ClusterError, DeviceError, DrawsError, InputError, SamplerError
from bayeshat.known_people import lesson
from bayeshat.paper import study
from bayeshat.sample.places import threads
from bayeshat.web.core.openid import Provider
from bayeshat.web.db.database import connect as connect_database
from bayeshat.web.settings import Settings

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DRAWS = [[0, 0, 1, 1], [0, 1, 1, 0]]
# What is imported, where its name is not the package's.
MODULES = {
    "argon2-cffi": "argon2",
    "cupy-cuda13x": "cupy",
    "psycopg": "psycopg",
    "python-multipart": "python_multipart",
    "scikit-learn": "sklearn",
}
# Packages that others bring along.
BROUGHT = {"anyio", "click", "dask", "distributed", "jax", "markupsafe", "pandas", "pydantic"}


@pytest.fixture(scope="module")
def survey():
    return bh.Survey.load("hogwarts")


@pytest.fixture(scope="module")
def answers(survey):
    return bh.simulate(survey, 24, rng=1).answers


@pytest.fixture
def without(monkeypatch):
    """Return what hides packages, as if they were not installed, and makes long work a failure."""
    for module, name in [(threads.Threads, "__init__"), (lesson, "learn_weights"), (study, "Records")]:
        monkeypatch.setattr(module, name, lambda *_, **__: pytest.fail("the work began"))

    return partial(hide, monkeypatch)


def hide(patch, *names):
    for name in [*sys.modules, *names]:
        if name.split(".")[0] in names:
            patch.setitem(sys.modules, name, None)


def write(path, survey, answers):
    heads = ["name", *(question.text for question in survey.questions)]
    rows = [
        [name, *(question.options[code] for question, code in zip(survey.questions, codes, strict=True))]
        for name, codes in zip(answers.names, answers.codes, strict=True)
    ]
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([heads, *rows])


def run(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    assert done.exit_code == 2, done.output
    return " ".join(done.stderr.split())


@pytest.mark.parametrize("sampler", ["nuts", "nuts-correlated"])
def test_nuts(without, survey, answers, sampler):
    without("jax", "numpyro")
    for ask in (bh.fit, bh.sort_people):
        with pytest.raises(SamplerError, match=r"pip install 'bayeshat\[nuts\]'"):
            ask(survey, answers, sampler=sampler)
    assert "bayeshat[nuts]" in run("paper", "--nuts")


def test_cuda(without, survey, answers):
    without("cupy")
    known = [survey.cluster_names[n % 4] for n in range(20)] + [""] * 4
    known = {"name": list(answers.names), "house": known}
    decision = bh.decide(DRAWS, [2, 2])
    for ask in (
        lambda: bh.fit(survey, answers, device="cuda"),
        lambda: bh.sort_people(survey, answers, known=known, device="cuda"),
        lambda: bh.decide(DRAWS, [2, 2], device="cuda"),
        lambda: decision.certificate(device="cuda"),
    ):
        with pytest.raises(DeviceError, match=r"pip install 'bayeshat\[cuda\]'"):
            ask()


def test_compare(without, survey, answers, tmp_path):
    without("arviz_stats")
    with pytest.raises(InputError, match=r"pip install 'bayeshat\[compare\]'"):
        bh.compare(survey, answers, [2, 3])
    write(tmp_path / "answers.csv", survey, answers)
    told = run("survey", "new", tmp_path / "answers.csv", "--groups", "2..3", "-o", tmp_path / "survey.toml")
    assert "bayeshat[compare]" in told


@pytest.mark.parametrize("package", ["dask", "distributed"])
def test_dask(without, package, tmp_path):
    without(package)
    (tmp_path / "part-1.parquet").touch()
    assert "bayeshat[dask]" in run("sort", "hogwarts", "--answers", tmp_path / "part-*.parquet")
    with pytest.raises(ClusterError, match=r"'bayeshat\[dask\]'"), connect("local"):
        pass


def test_arviz(survey, answers, monkeypatch):
    posterior = bh.fit(survey, answers, chains=2, draws=20, tune=20, max_draws=20, rng=1)
    hide(monkeypatch, "xarray")
    with pytest.raises(InputError, match=r"pip install 'bayeshat\[arviz\]'"):
        posterior.to_datatree()


@pytest.mark.parametrize("package", ["h5py", "xarray"])
def test_netcdf(without, package, tmp_path):
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "draws.nc", "w") as file:
        file["z"] = np.array(DRAWS)
    without("h5netcdf", "h5py", "netCDF4", package)
    with pytest.raises(DrawsError, match=r"bayeshat\[netcdf\]"):
        bh.decide(tmp_path / "draws.nc", [2, 2])


def test_plot_without_matplotlib(without, survey, answers, tmp_path, monkeypatch):
    without("matplotlib", "bayeshat.plot")
    monkeypatch.delitem(sys.modules, "bayeshat.plot", raising=False)
    monkeypatch.delitem(vars(bh), "plot", raising=False)
    with pytest.raises(InputError, match=r"pip install 'bayeshat\[plot\]'"):
        _ = bh.plot
    write(tmp_path / "answers.csv", survey, answers)
    told = run("survey", "new", tmp_path / "answers.csv", "--groups", "2..3", "--figures", "-o", tmp_path / "s.toml")
    assert "bayeshat[plot]" in told
    assert "bayeshat[plot]" in run("paper", "--figures")


@pytest.mark.parametrize("package", ["arviz_plots", "mpltern"])
def test_plot_with_matplotlib_alone(without, package):
    without(package)
    told = run("paper", "--figures")
    assert "bayeshat[plot]" in told
    assert package in told
    assert not study.wants_figures(None, "mpltern", "arviz_plots")


def test_each_figure_names_its_extra(monkeypatch):
    survey = bh.Survey.load("simulation-even")  # three houses and three options, which triangles show
    answers = bh.simulate(survey, 8, rng=1).answers
    posterior = bh.fit(survey, answers, chains=2, draws=20, tune=20, max_draws=20, rng=1)
    for package, draw in (("mpltern", bh.plot.theta), ("mpltern", bh.plot.phi), ("arviz_plots", bh.plot.trace)):
        with monkeypatch.context() as patch:
            hide(patch, package)
            with pytest.raises(InputError, match=r"pip install 'bayeshat\[plot\]'"):
                draw(posterior)


def test_postgres(without):
    without("psycopg")
    with pytest.raises(InputError, match=r"pip install 'bayeshat\[postgres\]'"):
        connect_database(Settings(database_url="postgresql+psycopg://hat@localhost/hat"))


@pytest.mark.parametrize("package", ["authlib", "joserfc"])
def test_openid(package, without):
    without(package)
    with pytest.raises(InputError, match=r"pip install 'bayeshat\[openid\]'"):
        Provider(Settings(openid_issuer="https://login.example.org", openid_client_id="hat", openid_domains="*"))


WEB = [line.split(">")[0] for line in PROJECT["optional-dependencies"]["web"]]


@pytest.mark.parametrize("package", WEB)
def test_web(package, monkeypatch):
    """Also those that only some page needs: a server must not start and fail later."""
    lose(monkeypatch, package)
    with pytest.raises(InputError, match=rf"without {package}.* pip install 'bayeshat\[web\]'"):
        check_web("serve")


def test_no_command_of_the_server_starts_without_all_of_the_web(monkeypatch, tmp_path):
    lose(monkeypatch, WEB[0])
    for command in (["serve"], ["server", "organisers"], ["server", "backup", tmp_path / "copy.zip"]):
        assert "pip install 'bayeshat[web]'" in run(*command, "--data-dir", tmp_path)
    assert not list(tmp_path.iterdir())


def lose(monkeypatch, package):
    real = metadata.version

    def version(name):
        if name == package:
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "version", version)


def test_every_extra_is_tested_here_or_beside_what_needs_it():
    tested = {name.removeprefix("test_").split("_")[0] for name in globals() if name.startswith("test_")}
    assert set(EXTRAS) - tested == {"sklearn"}  # tests/test_package.py


def test_every_import_belongs_to_the_base_or_to_an_extra():
    """An import of something else would end in an error that names no extra."""

    def modules(lines):
        names = [line.partition("[")[0].partition(">")[0] for line in lines]
        return {MODULES.get(name, name.replace("-", "_").partition(".")[0]) for name in names}

    known = modules(PROJECT["dependencies"]) | BROUGHT
    known = known.union(*(modules(PROJECT["optional-dependencies"][name]) for name in EXTRAS))
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            for name in names:
                top = name.partition(".")[0]
                assert top in sys.stdlib_module_names or top in known, f"{path}: {name}"
