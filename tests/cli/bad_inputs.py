"""Bad inputs, and how the sentence goes that each must give: one line an input, to be extended.

The files they name are in ``bad_files``; options and sizes in ``bad_options``, surveys and tables of people in
``bad_surveys`` and ``bad_tables``, all other commands in ``bad_mixes``.
"""

from cli.bad_mixes import MIXES, MORE
from cli.bad_options import OPTIONS, SIZES
from cli.bad_surveys import SURVEYS
from cli.bad_tables import TABLES

RULE_FILES = [
    ("sort hogwarts answers.csv --rules rules-apart.toml", "Person 01 and Person 02 are together"),
    (
        "sort hogwarts answers.csv --rules rules-bar.csv",
        "This rule cannot be met with 12 people and 4 groups: Person 01 is not in Gryffindor, Slytherin,",
    ),
    ("sort hogwarts answers.csv --rules rules-both.toml", "Person 01 is in Gryffindor"),
    (
        "sort hogwarts answers.csv --rules rules-column.csv",
        """column "shoe size" in "'shoe size' is spread evenly over the groups" (none is near; the columns are""",
    ),
    (
        "sort hogwarts answers.csv --rules rules-companion.csv",
        'person "Person 99" in "Person 01 wishes to be with Person 99" (nearest: "Person 09")',
    ),
    ("sort hogwarts answers.csv --rules rules-empty.csv", "The rules could not be read. rules-empty.csv"),
    (
        "sort hogwarts answers.csv --rules rules-group.csv",
        'group "Durmstrang" in "Person 01 is in Durmstrang" (none is near; the groups are "Gryffindor", "Slytherin",',
    ),
    (
        "sort hogwarts answers.csv --rules rules-heading.csv",
        "rules-heading.csv must have the columns rule, who and what, or for an earlier assignment name and",
    ),
    (
        "sort hogwarts answers.csv --rules rules-key.toml",
        "spreed must be one of size, pin, bar, together, apart, spread, not_alone, common_times, wish,",
    ),
    (
        "sort hogwarts answers.csv --rules rules-kind.csv",
        "row 2: A rule must be one of size, pin, bar, together, apart, spread,",
    ),
    (
        "sort hogwarts answers.csv --rules rules-list.toml",
        'together: The rules of one kind must be a list; got 3. Write e.g. [["Ann", "Bo"], ["Cy", "Di"]].',
    ),
    (
        "sort hogwarts answers.csv --rules rules-lonely.csv",
        'row 2: At least two people must be named to be together; got only "Person 01". Name more, or leave',
    ),
    (
        "sort hogwarts answers.csv --rules rules-nobody.csv",
        "row 2: The column who must name somebody; got nobody. Write one name, or several separated by semicolons.",
    ),
    (
        "sort hogwarts answers.csv --rules rules-nothing.csv",
        'row 2: A pin must name at least one group; got none for "Person 01". Name one, or leave it out.',
    ),
    (
        "sort hogwarts answers.csv --rules rules-person.csv",
        'person "Persn 01" in "Persn 01 is in Gryffindor" (nearest: "Person 01")',
    ),
    (
        "sort hogwarts answers.csv --rules rules-range.csv",
        "row 2: The smallest size must not be above the largest; got 6..4. Write 4..6 instead.",
    ),
    (
        "sort hogwarts answers.csv --rules rules-same.csv",
        'row 2: A rule of people who are apart must name every person only once; got "Person 01" twice.',
    ),
    (
        "sort hogwarts answers.csv --rules rules-sizes.csv",
        "This rule cannot be met with 12 people and 4 groups: every group has at least 4 people. Change it",
    ),
    (
        "sort hogwarts answers.csv --rules rules-small.csv",
        "This rule cannot be met with 12 people and 4 groups: every group has at most 2 people. Change it or",
    ),
    (
        "sort hogwarts answers.csv --rules rules-spread.csv",
        'row 2: A spread must not name people; got "Person 01". Write the column\'s heading under what.',
    ),
    (
        "sort hogwarts answers.csv --rules rules-syntax.toml",
        "rules-syntax.toml must be TOML; got a mistake: Invalid value (at end of document). Correct that",
    ),
    ("sort hogwarts answers.csv --rules rules-text.txt", "The rules could not be read. rules-text.txt"),
    (
        "sort hogwarts answers.csv --rules rules-value.csv",
        'row 2: A size must be a whole number or a range; got "many". Write e.g. "4..6", "4..", "..6" or "5".',
    ),
    (
        "sort hogwarts answers.csv --rules rules-weight.csv",
        'row 2: A weight must be a number, weak, normal, strong, empty or "must"; got "heavy". Write e.g.',
    ),
    (
        "sort hogwarts answers.csv --rules rules-minus.csv",
        "row 2: A rule must have a positive number as its weight, or one of the words weak, normal, strong;",
    ),
    (
        "sort hogwarts answers.csv --rules rules-must.csv",
        'row 2: A wish must have a number as its weight; got "must". If it must hold, write a pin.',
    ),
    (
        "sort hogwarts answers.csv --rules rules-pinned.csv",
        'row 2: A pin always holds, so it takes no weight; got "0.5". Empty the cell.',
    ),
    (
        "sort hogwarts answers.csv --rules nothing.csv",
        "The rules must be in a file; got 'nothing.csv', which does not exist. Check the path.",
    ),
    (
        "sort hogwarts answers.csv --rules full",
        "The rules must be in a file; got 'full', which is a folder. Check the path.",
    ),
    (
        "decide draws.npy --rules rules-person.csv",
        'person "Persn 01" in "Persn 01 is in Gryffindor" (nearest: "person 1")',
    ),
    (
        "place hogwarts answers.csv placed.csv --rules rules-person.csv",
        'person "Persn 01" in "Persn 01 is in Gryffindor" (nearest: "Person 01")',
    ),
]
DRAW_FILES = [
    ("decide nothing.npy", "The draws must be in a file; got 'nothing.npy', which does not exist. Check the path."),
    (
        "decide answers.csv",
        'Each row must be a draw with one number per person; got "Person 01" in row 2 in answers.csv. Leave',
    ),
    ("decide empty.csv", "The file of draws must have a row for each draw; got none in empty.csv. Export it again."),
    (
        "decide empty.npy",
        "A .npy file must hold an array of numbers; got something else in empty.npy. Save the draws with",
    ),
    (
        "decide answers.docx",
        "Draws must be in a .npy, .csv or .nc file; got answers.docx. Convert them to one of these.",
    ),
    (
        "decide bad-bytes.csv",
        "A .csv file must hold text (UTF-8); got something else in bad-bytes.csv. Export the draws as text.",
    ),
    ("decide not.npy", "A .npy file must hold an array of numbers; got something else in not.npy. Save the draws with"),
    (
        "decide not.nc",
        "A .nc file must hold netCDF data, and reading it needs bayeshat[netcdf]; not.nc could not be read.",
    ),
    ("decide ragged.csv", "Each row must be a draw with one number per person; got 1 instead of 2 numbers in row 2 in"),
    (
        "decide fractions.csv",
        "draws must be whole numbers (cluster labels); got 0.5. If these are probabilities, draw labels from",
    ),
    (
        "decide gaps.csv",
        "draws must have a label for everybody in every draw; got NaN or infinite values. Drop those draws,",
    ),
    (
        "decide letters.csv",
        'Each row must be a draw with one number per person; got "c" in row 2 in letters.csv. Leave out',
    ),
    (
        "decide minus.csv",
        "draws must be labels of at least 0; got -1. If a negative label means 'no cluster', give those",
    ),
    (
        "decide flat.npy",
        "draws must have the shape (draw, person) or (chain, draw, person); got shape (3,). Put one draw in",
    ),
    (
        "decide huge.npy",
        "draws must be labels of at most 9007199254740992; got 1152921504606846976. Number the labels first,",
    ),
    (
        "decide nobody.npy",
        "draws must hold at least one draw of at least one person; got shape (4, 0). Check that the sampler",
    ),
    (
        "decide none.npy",
        "draws must hold at least one draw of at least one person; got shape (0, 4). Check that the sampler",
    ),
    (
        "decide objects.npy",
        "draws must be whole numbers, one cluster label per person; got type <U1. Number the labels first,",
    ),
    (
        "decide deep.npy",
        "draws must have the shape (draw, person) or (chain, draw, person); got shape (2, 2, 2, 2). Put one",
    ),
    (
        "decide text.npy",
        "draws must be whole numbers, one cluster label per person; got type <U3. Number the labels first,",
    ),
    ("decide .", "The draws must be in a file; got '.', which is a folder. Check the path."),
    ("decide draws.npz", "The draws must be in a file; got 'draws.npz', which does not exist. Check the path."),
]
OUTPUTS = [
    (
        "sort hogwarts answers.csv -o answers.csv",
        "The output must be a folder; got 'answers.csv', which is a file. Choose another name.",
    ),
    (
        "sort hogwarts answers.csv -o answers.csv/out",
        "The output must be a folder that can be written to; got 'answers.csv/out' (Not a directory)",
    ),
    (
        "sort hogwarts answers.csv -o .",
        "The output must be a folder of its own; got the folder that you are in. Name another one, such as",
    ),
    (
        "sort hogwarts answers.csv -o full",
        "The output must be a new or empty folder, or one with the files of an earlier run only; got 'full',",
    ),
    (
        "sort hogwarts answers.csv -o ''",
        "The output must be a folder of its own; got the folder that you are in. Name another one, such as",
    ),
    (
        "place hogwarts answers.csv placed.csv -o answers.csv",
        "The output must be a folder; got 'answers.csv', which is a file. Choose another name.",
    ),
    (
        "decide draws.npy -o answers.csv",
        "The output must be a new file; got 'answers.csv', which exists. Choose another name, or add --force.",
    ),
    ("decide draws.npy -o full", "The output must be a file; got 'full', which is a folder. Add a file name."),
    (
        "decide draws.npy -o answers.csv/x.csv",
        "The output must be a file in a folder that can be written to; got 'answers.csv/x.csv' (Not a directory)",
    ),
    (
        "simulate hogwarts 5",
        "The output must be a new file; got 'answers.csv', which exists. Choose another name, or add --force.",
    ),
    ("simulate hogwarts 5 -o full", "The output must be a file; got 'full', which is a folder. Add a file name."),
    (
        "simulate hogwarts 5 -o new.csv --truth new.csv",
        "The true houses must have a file of their own; got 'new.csv' twice. Name another file.",
    ),
    (
        "simulate hogwarts 5 -o new.csv --truth answers.csv",
        "The output must be a new file; got 'answers.csv', which exists. Choose another name, or add --force.",
    ),
    (
        "survey new answers.csv -o answers.csv",
        "The output must be a new file; got 'answers.csv', which exists. Choose another name, or add --force.",
    ),
    ("survey new answers.csv -o full", "The output must be a file; got 'full', which is a folder. Add a file name."),
    ("demo -o answers.csv", "The output must be a folder; got 'answers.csv', which is a file. Choose another name."),
    (
        "demo -o full",
        "The output must be a new or empty folder, or one with the files of an earlier run only; got 'full',",
    ),
    (
        "paper -o answers.csv",
        "The output must be a folder that can be written to; got 'answers.csv' (File exists). Choose another.",
    ),
]
EARLIER = [
    (
        "place hogwarts answers.csv early.csv",
        "Everybody who was placed before must be among the answers; Somebody Else is missing. Give",
    ),
    (
        "place hogwarts answers.csv elsewhere.csv",
        'The earlier groups must be among Gryffindor, Slytherin, Ravenclaw, Hufflepuff; got "Durmstrang" for',
    ),
    (
        "place hogwarts answers.csv nogroups.csv",
        'nogroups.csv must have the columns name and group; got no group among "name", "room". Put the',
    ),
    ("place hogwarts answers.csv twice.csv", 'row 3: "Person 01" is already in row 2'),
    (
        "place hogwarts answers.csv nothing.csv",
        "The earlier groups must be in a file; got 'nothing.csv', which does not exist. Check the path.",
    ),
    ("place hogwarts answers.csv empty.csv", "could not be read. empty.csv"),
    (
        "place hogwarts answers.csv bad.toml",
        "got 'bad.toml', which ends as surveys and rules do. Give the table instead, e.g. answers.csv.",
    ),
    (
        "place hogwarts answers.csv full",
        "The earlier groups must be in a file; got 'full', which is a folder. Check the path.",
    ),
    (
        "sort hogwarts answers.csv --stay elsewhere.csv",
        'group "Durmstrang" in "Person 01 stays in Durmstrang if possible" (none is near; the groups are "Gryffindor",',
    ),
    (
        "sort hogwarts answers.csv --stay nogroups.csv",
        'nogroups.csv must have the columns name and group; got no group among "name", "room". Put the',
    ),
    (
        "sort hogwarts answers.csv --stay nothing.csv",
        "The earlier groups must be in a file; got 'nothing.csv', which does not exist. Check the path.",
    ),
]
BAD = [*OPTIONS, *SIZES, *RULE_FILES, *DRAW_FILES, *OUTPUTS, *EARLIER, *SURVEYS, *TABLES, *MIXES, *MORE]
