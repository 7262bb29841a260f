"""Bad inputs, and how the sentence goes that each must give: one line an input, to be extended.

``FILES`` stand in the folder where the commands run, beside ``answers.csv`` (12 simulated people of the survey
hogwarts, Person 01 to Person 12), ``draws.npy`` (four draws of six people) and a folder ``full`` with a file in it.
"""

import numpy as np

FILES = {
    "answers.docx": b"x",
    "bad-bytes.csv": b"0,1\n\xff\xfe\xfa,2\n",
    "bad.toml": b"title = \nx = 1\n",
    "empty.csv": b"",
    "empty.npy": b"",
    "fractions.csv": b"0,0.5\n1,1\n",
    "gaps.csv": b"0,nan\n1,1\n",
    "letters.csv": b"a,b\nc,d\n",
    "minus.csv": b"0,-1\n1,1\n",
    "not.npy": b"PK not an array",
    "not.nc": b"not netCDF",
    "one.csv": b"3\n",
    "ragged.csv": b"0,1\n1\n",
    "early.csv": b"name,group\nPerson 01,Gryffindor\nSomebody Else,Slytherin\n",
    "placed.csv": b"name,group\nPerson 01,Gryffindor\n",
    "elsewhere.csv": b"name,group\nPerson 01,Durmstrang\n",
    "nogroups.csv": b"name,room\nPerson 01,12\n",
    "twice.csv": b"name,group\nPerson 01,Gryffindor\nPerson 01,Slytherin\n",
}
# Rules that cannot be used: each is a file rules-NAME with this text.
RULES = {
    "apart.toml": 'together = [["Person 01", "Person 02"]]\napart = [["Person 01", "Person 02"]]\n',
    "bar.csv": 'rule,who,what\nbar,Person 01,"Gryffindor; Slytherin; Ravenclaw; Hufflepuff"\n',
    "both.toml": 'pin = { "Person 01" = "Gryffindor" }\nbar = { "Person 01" = "Gryffindor" }\n',
    "column.csv": "rule,who,what\nspread,,shoe size\n",
    "companion.csv": "rule,who,what\ncompanion,Person 01,Person 99\n",
    "empty.csv": "",
    "group.csv": "rule,who,what\npin,Person 01,Durmstrang\n",
    "heading.csv": "law,who,what\npin,Person 01,Gryffindor\n",
    "key.toml": "spreed = 3\n",
    "kind.csv": "rule,who,what\npinn,Person 01,Gryffindor\n",
    "list.toml": "together = 3\n",
    "lonely.csv": "rule,who,what\ntogether,Person 01,\n",
    "nobody.csv": "rule,who,what\npin,,Gryffindor\n",
    "nothing.csv": "rule,who,what\npin,Person 01,\n",
    "person.csv": "rule,who,what\npin,Persn 01,Gryffindor\n",
    "range.csv": "rule,who,what\nsize,,6..4\n",
    "same.csv": 'rule,who,what\napart,"Person 01; Person 01",\n',
    "sizes.csv": "rule,who,what\nsize,,4..\n",
    "small.csv": "rule,who,what\nsize,,..2\n",
    "spread.csv": "rule,who,what\nspread,Person 01,name\n",
    "syntax.toml": "spread = [\n",
    "text.txt": "Ann with Bo please",
    "value.csv": "rule,who,what\nsize,,many\n",
    "weight.csv": 'rule,who,what,weight\ntogether,"Person 01; Person 02",,heavy\n',
    "minus.csv": 'rule,who,what,weight\ntogether,"Person 01; Person 02",,-1\n',
    "must.csv": "rule,who,what,weight\nwish,Person 01,Gryffindor,must\n",
    "pinned.csv": "rule,who,what,weight\npin,Person 01,Gryffindor,0.5\n",
}
FILES |= {f"rules-{name}": text.encode() for name, text in RULES.items()}
DRAWS = {
    "draws": np.array([[0, 0, 1, 1, 2, 2]] * 4),
    "flat": np.array([0, 1, 2]),
    "huge": np.array([[0, 2**60]] * 4),
    "nobody": np.zeros((4, 0), int),
    "none": np.zeros((0, 4), int),
    "objects": np.array([["a", "b"]]),
    "deep": np.zeros((2, 2, 2, 2), int),
    "text": np.array([["Ann", "Bo"]] * 4),
}

OPTIONS = [
    ("srot", "No such command 'srot'. Did you mean 'sort'?"),
    ("sort", "Missing argument 'survey'."),
    ("sort hogwarts", "Answers must be given: a file, or a pattern of files with --answers; got none. Add one."),
    ("place hogwarts answers.csv", "Missing argument 'earlier'."),
    ("simulate hogwarts", "Missing argument 'PEOPLE'."),
    ("decide", "Missing argument 'draws'."),
    ("survey made", "No such command 'made'."),
    ("server explode", "No such command 'explode'."),
    ("sort hogwarts answers.csv --sizs 5", "No such option: --sizs (Possible options: --lists, --loss, --sizes)."),
    ("sort hogwarts answers.csv --sizes", "Option '--sizes' requires an argument."),
    ("sort hogwarts answers.csv more.csv", "Got unexpected extra argument(s) (more.csv)."),
    ("sort hogwarts answers.csv --chains 0", "--chains must be a whole number of at least 1; got '0'."),
    ("sort hogwarts answers.csv --chains four", "--chains must be a whole number of at least 1; got 'four'."),
    ("sort hogwarts answers.csv --tune -1", "--tune must be a whole number of at least 0; got '-1'."),
    ("sort hogwarts answers.csv --draws 0", "--draws must be a whole number of at least 1; got '0'."),
    ("sort hogwarts answers.csv --draws 1.5", "--draws must be a whole number of at least 1; got '1.5'."),
    ("sort hogwarts answers.csv --max-draws 0", "--max-draws must be a whole number of at least 1; got '0'."),
    (
        "sort hogwarts answers.csv --draws 100 --max-draws 50",
        "--max-draws must be at least 100, the sweeps that 100 draws take; got 50. Raise it, or lower",
    ),
    ("sort hogwarts answers.csv --starts 0", "--starts must be a whole number of at least 1; got '0'."),
    ("sort hogwarts answers.csv --starts many", "--starts must be a whole number of at least 1; got 'many'."),
    ("sort hogwarts answers.csv --seed -1", "--seed must be a whole number of at least 0; got '-1'."),
    ("sort hogwarts answers.csv --seed 1e3", "--seed must be a whole number of at least 0; got '1e3'."),
    ("sort hogwarts answers.csv --threads 0", "--threads must be a whole number of at least 1; got '0'."),
    ("sort hogwarts answers.csv --threads two", "--threads must be a whole number of at least 1; got 'two'."),
    ("sort hogwarts answers.csv --size-weight -1", "--size-weight must be a number of at least 0; got '-1'."),
    ("sort hogwarts answers.csv --size-weight heavy", "--size-weight must be a number of at least 0; got 'heavy'."),
    ("sort hogwarts answers.csv --size-weight nan", "--size-weight must be a number of at least 0; got 'nan'."),
    (
        "sort hogwarts answers.csv --sizes none --size-weight inf",
        "--size-weight inf needs sizes to meet exactly; got none. Give sizes, or --sizes balanced.",
    ),
    (
        "sort hogwarts answers.csv --loss rand",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with",
    ),
    (
        "sort hogwarts answers.csv --loss 'x*vi'",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with",
    ),
    (
        "sort hogwarts answers.csv --loss ''",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with",
    ),
    (
        "sort hogwarts answers.csv --loss vi+",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with",
    ),
    (
        "sort hogwarts answers.csv --loss vi-placement",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with",
    ),
    (
        "sort hogwarts answers.csv --loss 'VI(a=3)'",
        "The weight a of a loss must be from 0 to 2; got 3.0. Use a=1 for the usual loss.",
    ),
    (
        "sort hogwarts answers.csv --loss 'placement(0.5)'",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with",
    ),
    (
        "sort hogwarts answers.csv --membership both",
        "--membership must be 'mixed' or 'single'; got 'both'. Take 'mixed' (the paper's model: each answer",
    ),
    (
        "sort hogwarts answers.csv --membership ''",
        "--membership must be 'mixed' or 'single'; got ''. Take 'mixed' (the paper's model: each answer has",
    ),
    (
        "sort hogwarts answers.csv --sampler stan",
        "--sampler must be 'gibbs' or 'nuts'; got 'stan'. Take 'gibbs' if in doubt.",
    ),
    ("sort hogwarts answers.csv --name-column 'shoe size'", 'must be a heading of answers.csv; got "shoe size"'),
    (
        "sort hogwarts answers.csv --scheduler here",
        "--scheduler needs answers in partitions; got none. Give --answers 'part-*.parquet'.",
    ),
    ("place hogwarts answers.csv placed.csv --chains 0", "--chains must be a whole number of at least 1; got '0'."),
    (
        "place hogwarts answers.csv placed.csv --loss rand",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with",
    ),
    (
        "place hogwarts answers.csv placed.csv --size-weight -1",
        "--size-weight must be a number of at least 0; got '-1'.",
    ),
    (
        "place hogwarts answers.csv placed.csv --stay early.csv",
        "No such option: --stay (Possible options: --lists, --starts).",
    ),
    ("decide draws.npy --groups 0", "--groups must be a whole number of at least 1; got '0'."),
    ("decide draws.npy --groups three", "--groups must be a whole number of at least 1; got 'three'."),
    (
        "decide draws.npy --labels loose",
        '--labels must be "free" (sizes belong to no group in particular) or "fixed" (each size to its',
    ),
    (
        "decide draws.npy --labels fixed",
        "--labels fixed ties each size to a group, so it needs sizes; got none. Give a size for each group,",
    ),
    (
        "decide draws.npy --size-weight inf",
        "--size-weight inf needs sizes to meet exactly; got none. Give sizes, or --sizes balanced.",
    ),
    (
        "decide draws.npy --loss rand",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with",
    ),
    ("simulate hogwarts 0 -o new.csv", "PEOPLE must be a whole number of at least 1; got '0'."),
    ("simulate hogwarts ten -o new.csv", "PEOPLE must be a whole number of at least 1; got 'ten'."),
    ("simulate hogwarts 5 -o new.csv --missing 2", "--missing must be a number from 0 to 0.99; got '2'."),
    ("simulate hogwarts 5 -o new.csv --missing some", "--missing must be a number from 0 to 0.99; got 'some'."),
    (
        "survey new answers.csv -o new.toml --houses 0",
        "--houses must be a whole number of at least 1, or a list of names; got 0.",
    ),
    (
        "explain 'Person 01' --from nowhere",
        "The decision must be a file that can be read; got 'nowhere/decision.json' (No such file or",
    ),
    ("paper --data-sets 0", "--data-sets must be a whole number of at least 1; got '0'."),
    ("serve --port http", "--port must be a whole number of at least 0; got 'http'."),
    (
        "decide not.nc --variable z",
        "A .nc file must hold netCDF data, and reading it needs bayeshat[netcdf]; not.nc could not be read.",
    ),
    ("demo --seed x", "--seed must be a whole number of at least 0; got 'x'."),
    ("sort hogwarts answers.csv --draws ten", "--draws must be a whole number of at least 1; got 'ten'."),
    ("sort hogwarts answers.csv --max-draws -5", "--max-draws must be a whole number of at least 1; got '-5'."),
    ("place hogwarts answers.csv placed.csv --seed one", "--seed must be a whole number of at least 0; got 'one'."),
    ("decide draws.npy --seed -2", "--seed must be a whole number of at least 0; got '-2'."),
    ("decide draws.npy --starts 0", "--starts must be a whole number of at least 1; got '0'."),
]
SIZES = [
    (
        "sort hogwarts answers.csv -s ''",
        'Every size must be written; got an empty one in "". Write e.g. "5,5,5,6", "balanced", or "none" for',
    ),
    (
        "sort hogwarts answers.csv -s ' '",
        'Every size must be written; got an empty one in " ". Write e.g. "5,5,5,6", "balanced", or "none"',
    ),
    (
        "sort hogwarts answers.csv -s ,",
        'Every size must be written; got an empty one in ",". Write e.g. "5,5,5,6", "balanced", or "none"',
    ),
    (
        "sort hogwarts answers.csv -s 5,,7",
        'Every size must be written; got an empty one in "5,,7". Write e.g. "5,5,5,6", "balanced", or "none"',
    ),
    (
        "sort hogwarts answers.csv -s five",
        'Sizes must be numbers or shares such as 25%; got "five" in "five". Write e.g. "5,5,5,6",',
    ),
    (
        "sort hogwarts answers.csv -s 5,5",
        "Sizes must add up to the number of people (12); got 5+5 = 10. Add 2 places, or give shares that add",
    ),
    (
        "sort hogwarts answers.csv -s 5,5,5",
        "Sizes must add up to the number of people (12); got 5+5+5 = 15. Take 3 places away or add people,",
    ),
    (
        "sort hogwarts answers.csv -s 3,3,3,4",
        "Sizes must add up to the number of people (12); got 3+3+3+4 = 13. Take 1 place away or add people,",
    ),
    (
        "sort hogwarts answers.csv -s 3,3,3,2",
        "Sizes must add up to the number of people (12); got 3+3+3+2 = 11. Add 1 place, or give shares that",
    ),
    (
        "sort hogwarts answers.csv -s 0,0,0,0",
        "Sizes must add up to the number of people (12); got 0+0+0+0 = 0. Add 12 places, or give shares that",
    ),
    (
        "sort hogwarts answers.csv -s -3,5,5,5",
        "Sizes must be finite and not negative; got -3, 5, 5, 5. Correct the sizes.",
    ),
    (
        "sort hogwarts answers.csv -s nan,4,4,4",
        "Sizes must be finite and not negative; got nan, 4, 4, 4. Correct the sizes.",
    ),
    ("sort hogwarts answers.csv -s inf", "Sizes must be finite and not negative; got inf. Correct the sizes."),
    (
        "sort hogwarts answers.csv -s 1/2",
        'Sizes must be numbers or shares such as 25%; got "1/2" in "1/2". Write e.g. "5,5,5,6", "balanced",',
    ),
    ("sort hogwarts answers.csv -s 50%", 'Shares must add up to 100%; got 50% in "50%". Change a share.'),
    ("sort hogwarts answers.csv -s 50%,60%", 'Shares must add up to 100%; got 110% in "50%,60%". Change a share.'),
    (
        "sort hogwarts answers.csv -s 50%,half",
        'Sizes must all be numbers of people or all be shares; got both in "50%,half". Write "5,5,5,6" or',
    ),
    (
        "sort hogwarts answers.csv -s 5,50%,2",
        'Sizes must all be numbers of people or all be shares; got both in "5,50%,2". Write "5,5,5,6" or',
    ),
    (
        "sort hogwarts answers.csv -s %",
        'Sizes must be numbers or shares such as 25%; got "%" in "%". Write e.g. "5,5,5,6", "balanced", or',
    ),
    (
        "sort hogwarts answers.csv -s a=1,2",
        'Sizes must all have names or none of them; got "a=1,2". Write "Gryffindor=5,Slytherin=6" or "5,6".',
    ),
    ("sort hogwarts answers.csv -s a=1,a=2", 'Each group may be named once; got "a=1,a=2". Drop the repeated name.'),
    (
        "sort hogwarts answers.csv -s Gryfindor=5",
        "Sizes must be given for the survey's houses (Gryffindor, Slytherin, Ravenclaw, Hufflepuff); got",
    ),
    (
        "sort hogwarts answers.csv -s Durmstrang=5",
        "Sizes must be given for the survey's houses (Gryffindor, Slytherin, Ravenclaw, Hufflepuff); got",
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=five",
        'Sizes must be numbers or shares such as 25%; got "five" in "Gryffindor=five". Write e.g. "5,5,5,6",',
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=",
        'Sizes must be numbers or shares such as 25%; got "" in "Gryffindor=". Write e.g. "5,5,5,6",',
    ),
    (
        "sort hogwarts answers.csv -s =5",
        "Sizes must be given for the survey's houses (Gryffindor, Slytherin, Ravenclaw, Hufflepuff); got ''.",
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=20",
        "Sizes must add up to the number of people (12); got 20+0+0+0 = 20. Take 8 places away or add",
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=-1",
        "Sizes must be finite and not negative; got -1, 5, 4, 4. Correct the sizes.",
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=3,gryffindor=4",
        "Each house may be named once; got Gryffindor twice. Leave one of the two out.",
    ),
    ("sort hogwarts answers.csv -s 6..4", "The least size must not be above the most; got 6..4. Write 4..6 instead."),
    (
        "sort hogwarts answers.csv -s 1..2",
        "These sizes cannot be met with 12 people and 4 groups: every group has 1 to 2 people. Change them.",
    ),
    (
        "sort hogwarts answers.csv -s 4..",
        "These sizes cannot be met with 12 people and 4 groups: every group has at least 4 people. Change",
    ),
    (
        "sort hogwarts answers.csv -s ..2",
        "These sizes cannot be met with 12 people and 4 groups: every group has at most 2 people. Change",
    ),
    (
        "sort hogwarts answers.csv -s 4..6..8",
        'A size must be a number or a range; got "4..6..8". Write e.g. "4..6", "4..", "..6" or "5".',
    ),
    (
        "sort hogwarts answers.csv -s ..",
        'A size must be a number or a range; got "..". Write e.g. "4..6", "4..", "..6" or "5".',
    ),
    (
        "sort hogwarts answers.csv -s 4...6",
        "These sizes cannot be met with 12 people and 4 groups: every group has 4 to 6 people. Change them.",
    ),
    (
        "sort hogwarts answers.csv -s 3..4,3..4",
        'Ranges of sizes must be one for every group, or one for each by its name; got "3..4,3..4". Write',
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=6..4",
        "The least size must not be above the most; got 6..4. Write 4..6 instead.",
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=13..",
        "These sizes cannot be met with 12 people and 4 groups: Gryffindor has at least 13 people. Change",
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=4..five",
        'A size must be a number or a range; got "4..five". Write e.g. "4..6", "4..", "..6" or "5".',
    ),
    (
        "sort hogwarts answers.csv -s 1,1,1,1,1,1,1,1,1,1,1,1,1",
        "Sizes must add up to the number of people (12); got 1+1+1+1+1+1+1+1+1+1+1+1+1 = 13. Take 1 place",
    ),
    (
        "sort hogwarts answers.csv -s balancd",
        'Sizes must be numbers or shares such as 25%; got "balancd" in "balancd". Write e.g. "5,5,5,6",',
    ),
    (
        "sort hogwarts answers.csv -s 13",
        "Sizes must add up to the number of people (12); got 13. Take 1 place away or add people, or give",
    ),
    ("sort hogwarts answers.csv -s 1e400", "Sizes must be finite and not negative; got inf. Correct the sizes."),
    (
        "decide draws.npy -s 3,2",
        "Sizes must add up to the number of people (6); got 3+2 = 5. Add 1 place, or give shares that add up",
    ),
    (
        "decide draws.npy -s ''",
        'Every size must be written; got an empty one in "". Write e.g. "5,5,5,6", "balanced", or "none" for',
    ),
    (
        "decide draws.npy -s red=3,blue=4",
        "Sizes must add up to the number of people (6); got 3+4 = 7. Take 1 place away or add people, or",
    ),
    (
        "decide draws.npy -s 2,2,2,1",
        "Sizes must add up to the number of people (6); got 2+2+2+1 = 7. Take 1 place away or add people, or",
    ),
    (
        "decide draws.npy -s 6..9",
        "These sizes cannot be met with 6 people and 3 groups: every group has 6 to 9 people. Change them.",
    ),
    (
        "decide draws.npy -s ..1",
        "These sizes cannot be met with 6 people and 3 groups: every group has at most 1 person. Change them.",
    ),
    (
        "decide draws.npy -s 7",
        "Sizes must add up to the number of people (6); got 7. Take 1 place away or add people, or give",
    ),
    (
        "decide draws.npy --groups 7 -s balanced",
        "There must be at least one person per group; got 7 groups for 6 people. Ask for fewer groups.",
    ),
    (
        "decide draws.npy --groups 2 -s 2,2,2",
        "There must be one size per group (2); got 3 sizes. Leave --groups out, or give as many sizes as",
    ),
    (
        "decide one.csv -s 2",
        "Sizes must add up to the number of people (1); got 2. Take 1 place away or add people, or give",
    ),
    (
        "sort hogwarts answers.csv -s '5;7;x'",
        'Sizes must be numbers or shares such as 25%; got "x" in "5;7;x". Write e.g. "5,5,5,6", "balanced",',
    ),
    ("place hogwarts answers.csv placed.csv -s Gryffindor=0", "Gryffindor has exactly 0 people"),
    (
        "place hogwarts answers.csv placed.csv -s 5,5",
        "Sizes must add up to the number of people (12); got 5+5 = 10. Add 2 places, or give shares that add",
    ),
]
RULE_FILES = [
    ("sort hogwarts answers.csv --rules rules-apart.toml", "Person 01 and Person 02 are together"),
    (
        "sort hogwarts answers.csv --rules rules-bar.csv",
        "This rule cannot be met with 12 people and 4 groups: Person 01 is not in Gryffindor, Slytherin,",
    ),
    ("sort hogwarts answers.csv --rules rules-both.toml", "Person 01 is in Gryffindor"),
    (
        "sort hogwarts answers.csv --rules rules-column.csv",
        """column "shoe size" in "'shoe size' is spread evenly over the groups" (none is near)""",
    ),
    (
        "sort hogwarts answers.csv --rules rules-companion.csv",
        'person "Person 99" in "Person 01 wishes to be with Person 99" (nearest: "Person 09")',
    ),
    ("sort hogwarts answers.csv --rules rules-empty.csv", "The rules could not be read. rules-empty.csv"),
    (
        "sort hogwarts answers.csv --rules rules-group.csv",
        'group "Durmstrang" in "Person 01 is in Durmstrang" (nearest: "Slytherin")',
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
        "row 2: The least size must not be above the most; got 6..4. Write 4..6 instead.",
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
        'row 2: A size must be a number or a range; got "many". Write e.g. "4..6", "4..", "..6" or "5".',
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
        'row 2: A wish must have a number as its weight; got "must". For a must, write a pin.',
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
        "The output must be a folder that can be written to; got 'answers.csv/out' (it cannot be made",
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
        "The output must be a file in a folder that can be written to; got 'answers.csv/x.csv'. Choose",
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
        'bad.toml must have the columns name and group; got no name among "title =". Put the headings into',
    ),
    (
        "place hogwarts answers.csv full",
        "The earlier groups must be in a file; got 'full', which is a folder. Check the path.",
    ),
    (
        "sort hogwarts answers.csv --stay elsewhere.csv",
        'group "Durmstrang" in "Person 01 stays in Durmstrang if possible" (nearest: "Slytherin")',
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
BAD = [*OPTIONS, *SIZES, *RULE_FILES, *DRAW_FILES, *OUTPUTS, *EARLIER]
