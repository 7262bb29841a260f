import json
import sys

import pandas as pd
import pytest
from typer.testing import CliRunner

from bayeshat.cli.app import app

distributed = pytest.importorskip("distributed", reason="needs bayeshat[dask]")

QUICK = ["--chains", "2", "--tune", "30", "--draws", "20", "--max-draws", "20"]


def run(*arguments):
    return CliRunner().invoke(app, ["sort", "hogwarts", *map(str, arguments)])


def test_parts_are_sorted_on_a_scheduler(survey, people, tmp_path):
    people[1].iloc[:300].to_parquet(tmp_path / "part-0.parquet")
    people[1].iloc[300:400].to_parquet(tmp_path / "part-1.parquet")
    options = ["--answers", tmp_path / "part-*.parquet", "-o", tmp_path / "out", *QUICK]
    with distributed.LocalCluster(
        n_workers=1, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=":0"
    ) as cluster:
        result = run("--scheduler", cluster.scheduler_address, *options)
    assert result.exit_code == 0, result.output
    assert "2 files of groups" in result.output
    written = pd.read_parquet(tmp_path / "out")
    assert written["name"].tolist() == people[1]["name"].tolist()[:400]
    assert written["group"].value_counts().to_dict() == dict.fromkeys(survey.cluster_names, 100)
    assert json.loads((tmp_path / "out" / "_decision.json").read_text())["people"] == 400


def test_without_dask_the_remedy_is_told(monkeypatch, people, tmp_path):
    people[1].iloc[:10].to_parquet(tmp_path / "part-0.parquet")
    monkeypatch.setitem(sys.modules, "dask.dataframe", None)
    result = run("--answers", tmp_path / "part-*.parquet", "-o", tmp_path / "out")
    assert result.exit_code == 2
    assert "pip install 'bayeshat[dask]'" in result.output


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--scheduler", "local"], "--scheduler needs answers in partitions"),
        (["--answers", "part-*.parquet", "--report"], "sorted without --report"),
        (["answers.csv", "--answers", "part-*.parquet", "--threads", "2"], "without a file of answers, --threads"),
        (["--answers", "part-*.parquet", "--scheduler", "here"], "--scheduler must be 'local' or an address"),
        (["--answers", "part-*.parquet"], "must be Parquet files that exist; got 'part-*.parquet'"),
        (["--answers", "*.py", "-o", "."], "The output must be a folder of its own"),
        ([], "Answers must be given"),
    ],
)
def test_what_does_not_go_together_is_refused(monkeypatch, options, told):
    monkeypatch.setattr("bayeshat.cluster.scheduler._distributed", lambda: pytest.fail("workers were started"))
    result = run(*options)
    assert result.exit_code == 2
    assert told in " ".join(result.output.split())
