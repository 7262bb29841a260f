"""What can be installed: the wheel and the source archive hold all that they must, and the names agree."""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

import bayeshat as bh
from bayeshat.cli.commands.doctor import EXTRAS

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build both without fetching anything; returns the files of the wheel and of the archive, and the wheel's size."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("dist")
    code = f"from hatchling.build import *; build_wheel({str(folder)!r}); build_sdist({str(folder)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel, tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        files = {Path(*Path(member.name).parts[1:]).as_posix() for member in archive if member.isfile()}
        return set(wheel.namelist()), files, Path(wheel.filename).stat().st_size


def tracked(*where):
    """Return the files that git knows, and new ones that it does not ignore; in an unpacked archive, all."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", *where]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    return {name for name in listed if (ROOT / name).is_file()}


def test_the_wheel_holds_the_whole_package_and_nothing_else(built):
    package = {name for name in built[0] if ".dist-info/" not in name}
    assert package == {name.removeprefix("src/") for name in tracked("src/bayeshat")}
    kinds = {Path(name).suffix for name in package}
    assert {".css", ".csv", ".cu", ".ftl", ".jinja", ".js", ".py", ".svg", ".toml", ".txt", ".typed"} <= kinds
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in built[0])


def test_the_wheel_is_small(built):
    assert built[2] < 3_000_000


def test_the_archive_holds_all_that_the_tests_read(built):
    assert built[1] - {"PKG-INFO"} == tracked()


def test_versions_of_python_agree():
    """The classifiers, the page that says where it runs, and the workflow that tests."""
    named = {line.rsplit(" ", 1)[1] for line in PROJECT["classifiers"] if "Python :: 3." in line}
    page = (ROOT / "docs" / "project" / "index.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\b3\.1\d\b", re.search(r"^Python (.*?)\n\n", page, re.MULTILINE | re.DOTALL)[1])) == named
    assert PROJECT["requires-python"] == f">={min(named, key=lambda name: int(name.split('.')[1]))}"
    assert set(workflow("test")["jobs"]["tests"]["strategy"]["matrix"]["python"]) == named


def workflow(name):
    return yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))


def test_workflows_run_what_the_makefile_has():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    files = [workflow(path.stem) for path in (ROOT / ".github" / "workflows").glob("*.yml")]
    steps = [step for file in files for job in file["jobs"].values() for step in job.get("steps", ())]
    made = {target for step in steps for target in re.findall(r"\bmake ([a-z-]+)", step.get("run", ""))}
    assert {"check", "docs", "wheel"} <= made <= targets


def test_only_releases_may_write_to_the_repository():
    """Every job says what it may do, and none has a secret beyond its own token."""
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        file = workflow(path.stem)
        assert file["permissions"] == {}
        assert "secrets." not in path.read_text(encoding="utf-8")
        for name, job in file["jobs"].items():
            if job["permissions"] != {"contents": "read"}:
                assert (path.stem, name) in {("docs", "deploy"), ("release", "pypi"), ("release", "release")}


def test_the_conda_recipe_needs_what_the_package_needs():
    rattler_build = pytest.importorskip("rattler_build")
    rendered = rattler_build.Stage0Recipe.from_file(ROOT / "deploy" / "conda" / "recipe.yaml").render()
    [recipe] = [variant.recipe for variant in rendered]
    assert recipe.context["version"] == bh.__version__
    assert set(recipe.requirements.run) == {
        f"python {PROJECT['requires-python']}",
        *(line.replace(">=", " >=") for line in PROJECT["dependencies"]),
    }


def test_the_doctor_knows_every_extra():
    assert set(EXTRAS) == set(PROJECT["optional-dependencies"]) - {"dev", "docs"}


def test_the_citation_names_the_software_and_the_paper():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "type", "authors", "license", "preferred-citation"} <= set(cited)
    assert cited["version"] == bh.__version__
    assert cited["license"] == PROJECT["license"]
    assert cited["preferred-citation"]["year"] == 2017
