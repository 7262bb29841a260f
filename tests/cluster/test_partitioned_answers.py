import numpy as np
import pandas as pd
import pytest

import bayeshat as bh
from bayeshat.cluster.partitioned_answers import open_partitions, read_partitions, write_partitions
from bayeshat.errors import AnswersError
from bayeshat.survey.spec import parse_survey

da = pytest.importorskip("dask.array", reason="needs bayeshat[dask]")
dd = pytest.importorskip("dask.dataframe", reason="needs bayeshat[dask]")


def test_partitions_are_coded_like_one_table(survey, people, parts):
    read = read_partitions(open_partitions(parts), survey)
    whole = bh.read_answers(people[1], survey)
    assert read.lengths == (1100, 0, 677, 1823, 400)
    assert read.codes.dtype == np.int8
    assert (read.codes.compute() == whole.codes).all()
    assert read.questions.tolist() == whole.questions.tolist()
    assert read.name_columns == ("name",)


def test_questions_with_several_answers_have_as_many_columns_in_every_partition():
    survey = parse_survey(
        """
        title = "Several"
        prior = "flat"
        houses = ["Red", "Blue"]
        [[questions]]
        id = "q1"
        text = "Which?"
        kind = "several"
        options = ["x", "y", "z"]
        """,
        "several",
    )
    frame = pd.DataFrame({"q1": ["x", "y", "x; y", "z", "", "x; y; z"]})
    read = read_partitions(dd.from_pandas(frame, npartitions=3), survey)
    assert (read.codes.compute() == bh.read_answers(frame, survey).codes).all()
    assert read.questions.tolist() == [0, 0, 0]


def test_numbers_in_partitions_are_refused():
    survey = parse_survey(
        'title = "T"\nprior = "flat"\nhouses = ["A"]\n[[questions]]\ntext = "Age?"\nkind = "count"', "numbers"
    )
    with pytest.raises(AnswersError, match=r'must be options, .* got the question "Age\?" of kind "count"'):
        read_partitions(dd.from_pandas(pd.DataFrame({"Age?": [1, 2, 3]}), npartitions=2), survey)


def test_every_partition_is_written_with_names_and_columns(survey, people, parts, tmp_path):
    read = read_partitions(open_partitions(parts), survey)
    folder = tmp_path / "out"
    folder.mkdir()
    number = da.arange(4000, chunks=900)
    files = write_partitions(read, {"number": number, "twice": 2 * number}, folder, lambda *_: None)
    assert [len(pd.read_parquet(file)) for file in files] == [1100, 677, 1823, 400]
    written = pd.concat([pd.read_parquet(file) for file in files])
    assert written["name"].tolist() == people[1]["name"].tolist()
    assert written["number"].tolist() == list(range(4000))
    assert (written["twice"] == 2 * written["number"]).all()


def test_people_without_names_are_numbered(survey, people, tmp_path):
    read = read_partitions(dd.from_pandas(people[1].drop(columns="name"), npartitions=3), survey)
    assert read.name_columns == ()
    files = write_partitions(read, {"group": da.zeros(4000, chunks=4000)}, tmp_path, lambda *_: None)
    assert pd.concat([pd.read_parquet(file) for file in files])["person"].tolist() == list(range(1, 4001))


def test_first_and_last_names_are_both_written(survey, people):
    frame = people[1].rename(columns={"name": "First name"}).assign(**{"Last name": "Smith"})
    read = read_partitions(dd.from_pandas(frame, npartitions=2), survey)
    assert read.name_columns == ("First name", "Last name")


def test_no_files_is_an_error(tmp_path):
    with pytest.raises(AnswersError, match=r"Parquet files that exist; got .*none.*Check the path"):
        open_partitions(str(tmp_path / "none-*.parquet"))


def test_files_that_are_not_parquet_are_an_error(tmp_path):
    (tmp_path / "part-0.parquet").write_text("name,q1\n")
    with pytest.raises(AnswersError, match="must be Parquet files with the same columns"):
        open_partitions(str(tmp_path / "part-*.parquet"))


def test_columns_that_do_not_fit_the_survey_are_an_error(survey, people):
    frame = dd.from_pandas(people[1].rename(columns={survey.questions[0].text: "something else"}), npartitions=2)
    with pytest.raises(AnswersError, match="must have a column for every question"):
        read_partitions(frame, survey)


def test_an_unknown_answer_is_reported_with_its_partition(survey, people):
    frame = people[1].copy()
    frame.loc[3999, survey.questions[0].text] = "never heard of"
    with pytest.raises(AnswersError, match=r"partition 2 .*(\n.*)*row 1999.*never heard of"):
        read_partitions(dd.from_pandas(frame, npartitions=2), survey)
