"""A survey that asks for numbers: how tall people are, their rent, their cats."""

_QUESTIONS = {
    "tall": """
text = "How tall are you?"
kind = "number"
unit = "cm"
scale = [150, 200]
""",
    "rent": """
text = "What is your rent?"
kind = "number"
log = true
scale = [200, 2000]
""",
    "cats": """
text = "How many cats have you got?"
kind = "count"
""",
    "mood": """
text = "How awake are you, in percent?"
kind = "rating"
scale = [0, 100]
""",
    "tea": """
text = "Tea?"
options = ["yes", "no"]
""",
}


def number_survey(*questions, **priors):
    """Return a survey of two houses with these questions as TOML; priors are texts for each house, else flat."""
    told = ['title = "Camp"\nprior = "flat"\nhouses = ["Sea", "Hills"]\n']
    for name in questions:
        told.append(f'[[questions]]\nid = "{name}"{_QUESTIONS[name]}')
        if name in priors:
            sea, hills = priors[name]
            told.append(f"prior.Sea = {sea}\nprior.Hills = {hills}\n")
    return "".join(told)
