"""What the command writes: a folder whole or not at all, never over other files, and never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import bayeshat

QUICK = ["--draws", "50", "--tune", "50", "--max-draws", "50", "--chains", "2", "--starts", "2"]


def there(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.fixture
def answers(run, tmp_path):
    run("simulate", "simulation-even", 9, "-q")
    return tmp_path / "answers.csv"


def test_a_refused_sort_leaves_nothing_behind(run, tmp_path, answers):
    assert run("sort", "simulation-even", answers, "-s", "5,5", *QUICK).exit_code == 2
    assert there(tmp_path) == ["answers.csv"]


def test_a_second_sort_replaces_the_files_of_the_first(run, tmp_path, answers):
    run("sort", "simulation-even", answers, "--report", "--lists", *QUICK)
    assert (tmp_path / "sorted" / "report.html").exists()
    done = run("place", "simulation-even", answers, "sorted/assignments.csv", *QUICK)
    assert done.exit_code == 0, done.output
    assert there(tmp_path / "sorted") == ["assignments.csv", "decision.json", "probabilities.csv"]
    assert there(tmp_path) == ["answers.csv", "sorted", *[f"sorted/{name}" for name in there(tmp_path / "sorted")]]


def test_other_peoples_files_are_never_touched(run, tmp_path, answers):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "assignments.csv").write_text("my notes")
    for folder, sentence in (("mine", "which holds assignments.csv"), (".", "the folder that you are in")):
        done = run("sort", "simulation-even", answers, "-o", folder, *QUICK)
        assert done.exit_code == 2
        assert sentence in done.stderr
    (tmp_path / "mine" / "decision.json").write_text("{}")
    (tmp_path / "mine" / "thesis.docx").write_text("")
    assert "which holds thesis.docx" in run("sort", "simulation-even", answers, "-o", "mine", *QUICK).stderr
    assert (tmp_path / "mine" / "assignments.csv").read_text() == "my notes"


def test_a_folder_may_be_new_with_folders_above_it(run, tmp_path, answers):
    assert run("sort", "simulation-even", answers, "-o", "a/b", *QUICK).exit_code == 0
    assert (tmp_path / "a" / "b" / "decision.json").exists()


def test_files_are_never_overwritten_unasked(run, tmp_path, answers):
    before = answers.read_bytes()
    refused = run("simulate", "simulation-even", 3)
    assert refused.exit_code == 2
    assert "which exists. Choose another name, or add --force" in refused.stderr
    assert answers.read_bytes() == before
    assert run("simulate", "simulation-even", 3, "-o", "new.csv", "--truth", answers).exit_code == 2
    assert not (tmp_path / "new.csv").exists()
    assert run("simulate", "simulation-even", 3, "--force").exit_code == 0
    assert answers.read_bytes() != before
    np.save(tmp_path / "draws.npy", np.array([[0, 0, 1]] * 4))
    assert run("decide", "draws.npy", "-o", answers).exit_code == 2
    assert run("decide", "draws.npy", "-o", answers, "--force", "-q").exit_code == 0


def command(*arguments, cwd, **options):
    """Run the command as a process of its own."""
    call = [sys.executable, "-m", "bayeshat", *map(str, arguments)]
    path = str(Path(bayeshat.__file__).parent.parent)
    env = {**os.environ, "PYTHONPATH": path, **options.pop("env", {})}
    return subprocess.run(call, cwd=cwd, stderr=subprocess.PIPE, text=True, timeout=600, env=env, **options)


@pytest.fixture
def no_space():
    """Let no file grow beyond 2 KiB, as if the disk were full."""
    resource = pytest.importorskip("resource", reason="needs limits on the size of files")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2048, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told_and_leaves_no_files(run, tmp_path, answers, no_space):
    done = run("sort", "simulation-even", answers, *QUICK)
    assert done.exit_code == 2
    # On a busy machine, lines of progress come before it.
    assert "error: The output must be a folder that can be written to; got 'sorted' (File too" in done.stderr
    assert there(tmp_path) == ["answers.csv"]
    done = run("simulate", "hogwarts", 100, "-o", "new.csv")
    assert done.exit_code == 2
    assert "error: The output must be a file that can be written; got 'new.csv'" in done.stderr
    assert there(tmp_path) == ["answers.csv"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["survey", "show", "hogwarts"]])
def test_output_that_cannot_be_printed_is_told(tmp_path, arguments):
    with open("/dev/full", "w") as full:
        done = command(*arguments, cwd=tmp_path, stdout=full)
    assert done.returncode == 2
    assert done.stderr == (
        "error: The output could not be written (No space left on device). "
        "Free some space, or send it somewhere else.\n"
    )


def test_a_closed_pipe_ends_the_command_quietly(tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    done = command("survey", "show", "hogwarts", cwd=tmp_path, stdout=writer)
    os.close(writer)
    assert done.returncode == 1
    assert done.stderr == ""


def test_signs_that_the_terminal_cannot_show_are_left_out(run, tmp_path):
    (tmp_path / "people.csv").write_text("name,Größe?\nZoë,ja\nAda,nein\nBo,ja\n", encoding="utf-8")
    assert run("survey", "new", "people.csv", "--groups", 2).exit_code == 0
    show = ["survey", "show", "survey.toml"]
    done = command(*show, cwd=tmp_path, stdout=subprocess.PIPE, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr
    assert "Gr??e" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["version", "--json"],
        ["survey", "check", "hogwarts", "--json"],
        ["survey", "show", "hogwarts", "--json"],
        ["survey", "new", "answers.csv", "--json"],
        ["simulate", "hogwarts", "3", "-o", "new.csv", "--json"],
        ["demo", "--json", "--no-report"],
        ["place", "simulation-even", "answers.csv", "none.csv", "--json", *QUICK],
    ],
)
def test_every_command_prints_json(run, tmp_path, answers, arguments):
    (tmp_path / "none.csv").write_text("name,group\nPerson 1,Cluster 1\n")
    done = run(*arguments)
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)


def test_version(run):
    assert run("--version").output == run("version").output


def test_sort_and_place_take_the_same_options(run):
    """All but those that only make sense for one of them."""
    options = [
        {word for word in run(name, "--help").output.replace(",", " ").split() if word.startswith("--")}
        for name in ("sort", "place")
    ]
    assert options[0] - options[1] == {"--stay", "--rounds", "--scheduler", "--answers"}
    assert options[1] <= options[0]
