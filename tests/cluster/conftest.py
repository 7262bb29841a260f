import numpy as np
import pandas as pd
import pytest

import bayeshat as bh
from bayeshat.survey.answers import text_columns


@pytest.fixture(scope="session")
def survey():
    return bh.Survey.load("hogwarts")


@pytest.fixture(scope="session")
def people(survey):
    """Simulated answers, as codes and as a frame with a name, the questions and another column."""
    answers = bh.simulate(survey, 4000, rng=1, missing=0.05).answers
    columns = text_columns(survey, answers)
    asked = {question.text: columns[question.text] for question in survey.questions}
    return answers, pd.DataFrame({"name": answers.names, **asked, "age": 11})


@pytest.fixture(scope="session")
def parts(people, tmp_path_factory):
    """Write the frame as Parquet files of different lengths, one of them empty; return their pattern."""
    folder = tmp_path_factory.mktemp("parts")
    edges = np.array([1100, 1100, 1777, 3600])
    for number, rows in enumerate(np.split(np.arange(4000), edges)):
        people[1].iloc[rows].to_parquet(folder / f"part-{number}.parquet", index=False)
    return str(folder / "part-*.parquet")
