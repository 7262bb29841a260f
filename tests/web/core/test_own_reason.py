import pytest

from bayeshat.web.core.publishing import speaking_questions

TEA, WHEN = "Tea?", "When are you awake?"


@pytest.mark.parametrize(
    ("group", "answers", "told"),
    [
        ("Owls", {"tea": [0]}, [TEA]),
        ("Larks", {"tea": [0]}, []),
        # Noon is as probable everywhere, and says nothing.
        ("Owls", {"tea": [0], "when": [1]}, [TEA]),
        ("Owls", {"tea": [1], "when": [0, 1]}, [WHEN]),
        # What was answered at night and in the morning weighs each other up.
        ("Owls", {"tea": [0], "when": [0, 2]}, [TEA]),
        ("Larks", {"tea": [1], "when": [2]}, [TEA, WHEN]),
        ("3", {"tea": [0]}, []),
        ("Owls", {}, []),
    ],
)
def test_the_answers_that_speak_for_a_house_are_told(small, group, answers, told):
    assert speaking_questions(small, group, answers) == told
