"""Bad inputs to the command, and how the sentence goes that each must give: one line an input, to be extended.

These run a whole command. What a parser or a reader refuses by itself is in the tables of ``bad_options``,
``survey.bad_surveys`` and ``rules.bad_rules``.
"""

BAD = [
    (
        "survey check answers.csv",
        'got "answers.csv", a table. Make a survey from it first: bayeshat survey new answers.csv',
    ),
    ("survey show answers.csv", "The survey must be a .toml file or a packaged survey; got"),
    ("simulate answers.csv 5 -o new.csv", "The survey must be a .toml file or a packaged survey; got"),
    ("learn answers.csv answers.csv --known house", "The survey must come first, then the answers; got"),
    ("survey new t.csv -o new.toml --houses 8..2", "such as 2..8; got '8..2'. Write 2..8."),
    ("survey new t.csv -o new.toml --houses 0..3", "such as 2..8; got '0..3'. Start with 1 or 2."),
    (
        "survey new answers.csv -o new.toml --houses 0",
        "--groups must be a whole number of at least 1, or a list of names; got 0.",
    ),
    (
        "survey new t.csv -o new.toml --houses five",
        "--groups must be a whole number of at least 1, or a list of different names; got 'five'. Write e.g. 4, 2..8",
    ),
    (
        "sort s.toml s.toml",
        'The answers must be a table with a row per person; got "s.toml", a survey. Write the table after the survey, '
        "e.g. s.toml answers.csv",
    ),
    ("srot", "No such command 'srot'. Did you mean 'sort'?"),
    ("sort hogwarts answers.csv --sizes", "Option '--sizes' requires an argument."),
    ("sort hogwarts answers.csv --tune -1", "--tune must be a whole number of at least 0; got '-1'."),
    (
        "survey check s-notitle.toml",
        's-notitle.toml: title must say what the survey is called; got nothing. Write e.g. title = "Our teams".',
    ),
    ("sort s.toml t-unknown.csv", 'row 3, column "Tea?": "perhaps" (no option is near)'),
    (
        "sort s.toml t-quote.csv",
        "t-quote.csv must be a table with quotes in pairs; got a mistake near line 3 (unexpected end of data).",
    ),
    (
        "sort hogwarts answers.csv -s 5,5",
        "Sizes must add up to the number of people (12); got 5+5 = 10. Add 2 places, or give shares that add",
    ),
    (
        "sort hogwarts answers.csv -s 6..4",
        "The smallest size must not be above the largest; got 6..4. Write 4..6 instead.",
    ),
    (
        "sort hogwarts answers.csv --rules rules-bar.csv",
        "This rule cannot be met with 12 people and 4 groups: Person 01 must not be in Gryffindor, Slytherin,",
    ),
    ("decide empty.csv", "The file of draws must have a row for each draw; got none in empty.csv. Export it again."),
    (
        "sort hogwarts answers.csv --loss rand",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with",
    ),
    ("sort hogwarts", "Answers must be given: a file, or a pattern of files with --answers; got none. Add one."),
    (
        "sort answers.csv",
        'The survey must be a .toml file or a packaged survey; got "answers.csv", a table. Make a survey from it '
        "first: bayeshat survey new answers.csv --groups 4",
    ),
    ("sort answers.csv --sizes 8,8,8", "bayeshat survey new answers.csv --groups 3"),
    ("sort answers.csv --sizes red=4,blue=5", 'bayeshat survey new answers.csv --groups "red,blue"'),
    (
        "sort answers.csv survey.toml",
        'The survey must come first, then the answers; got "answers.csv" first. Write "survey.toml" before it.',
    ),
    ("place answers.csv answers.csv placed.csv", 'got "answers.csv", a table. Make a survey from it first'),
    (
        "sort hogwarts answers.csv --draws 100 --max-draws 50",
        "--max-draws must be at least 100, the sweeps that 100 draws take; got 50. Raise it, or lower",
    ),
    (
        "sort hogwarts answers.csv --sizes none --size-weight inf",
        "--size-weight inf needs sizes to meet exactly; got none. Give sizes, or --sizes balanced.",
    ),
    (
        "sort hogwarts answers.csv --membership both",
        "--membership must be 'mixed' or 'single'; got 'both'. Take 'mixed' (the paper's model: each answer",
    ),
    (
        "sort hogwarts answers.csv --sampler stan",
        "--sampler must be 'gibbs' or 'nuts' or 'nuts-correlated'; got 'stan'. Take 'gibbs' if in doubt.",
    ),
    (
        "sort hogwarts answers.csv --style some",
        "--style must be 'auto', 'common' or 'none'; got 'some'. Take 'auto' if in doubt.",
    ),
    (
        "sort hogwarts answers.csv --style common",
        "--style common needs at least 5 ratings of a survey that says nothing about its groups, single membership,",
    ),
    ("sort hogwarts answers.csv --name-column 'shoe size'", 'must be a heading of answers.csv; got "shoe size"'),
    (
        "sort hogwarts answers.csv --scheduler here",
        "--scheduler needs answers in partitions; got none. Give --answers 'part-*.parquet'.",
    ),
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
        "explain 'Person 01' --from nowhere",
        "The decision must be a file that can be read; got 'nowhere/decision.json' (No such file or",
    ),
    (
        "decide draws.npy --groups 7 -s balanced",
        "There must be at least one person per group; got 7 groups for 6 people. Ask for fewer groups.",
    ),
    (
        "decide draws.npy --groups 2 -s 2,2,2",
        "There must be one size per group (2); got 3 sizes. Leave --groups out, or give as many sizes as",
    ),
    ("place hogwarts answers.csv placed.csv -s Gryffindor=0", "Gryffindor must have exactly 0 people"),
    (
        "decide draws.npy --rules rules-person.csv",
        'person "Persn 01" in "Persn 01 must be in Gryffindor" (nearest: "person 1")',
    ),
    (
        "sort hogwarts answers.csv -o answers.csv",
        "The output must be a folder; got 'answers.csv', which is a file. Choose another name.",
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
        "place hogwarts answers.csv placed.csv -o answers.csv",
        "The output must be a folder; got 'answers.csv', which is a file. Choose another name.",
    ),
    (
        "decide draws.npy -o answers.csv",
        "The output must be a new file; got 'answers.csv', which exists. Choose another name, or add --force.",
    ),
    (
        "simulate hogwarts 5",
        "The output must be a new file; got 'answers.csv', which exists. Choose another name, or add --force.",
    ),
    (
        "simulate hogwarts 5 -o new.csv --truth new.csv",
        "The true groups must have a file of their own; got 'new.csv' twice. Name another file.",
    ),
    (
        "simulate hogwarts 5 -o new.csv --truth answers.csv",
        "The output must be a new file; got 'answers.csv', which exists. Choose another name, or add --force.",
    ),
    (
        "survey new answers.csv -o answers.csv",
        "The output must be a new file; got 'answers.csv', which exists. Choose another name, or add --force.",
    ),
    (
        "demo -o full",
        "The output must be a new or empty folder, or one with the files of an earlier run only; got 'full',",
    ),
    (
        "paper -o answers.csv",
        "The output must be a folder that can be written to; got 'answers.csv' (File exists). Choose another.",
    ),
    (
        "place hogwarts answers.csv early.csv",
        "Everybody who was placed before must be among the answers; Somebody Else is missing. Give",
    ),
    (
        "place hogwarts answers.csv elsewhere.csv",
        'The earlier groups must be among Gryffindor, Slytherin, Ravenclaw, Hufflepuff; got "Durmstrang" for',
    ),
    (
        "place hogwarts answers.csv nothing.csv",
        "The earlier groups must be in a file; got 'nothing.csv', which does not exist. Check the path.",
    ),
    (
        "sort hogwarts answers.csv --stay elsewhere.csv",
        'group "Durmstrang" in "Person 01 should stay in Durmstrang (weight 100)" (none is near; the groups are',
    ),
    (
        "sort hogwarts answers.csv --stay nothing.csv",
        "The earlier groups must be in a file; got 'nothing.csv', which does not exist. Check the path.",
    ),
    (
        "survey new t.csv -o new.toml --known name --houses 3",
        "--groups must be left out with --known, since the groups are those in that column; got '3'.",
    ),
    (
        "survey new t.csv -o new.toml --only Coffee?",
        '--only must be a heading of t.csv; got "Coffee?". The headings are "name", "Tea?".',
    ),
    (
        "survey new t.csv -o new.toml --skip Coffee?",
        '--skip must be a heading of t.csv; got "Coffee?". The headings are "name", "Tea?".',
    ),
    (
        "survey new t.csv -o new.toml --skip Tea?",
        "t.csv must have a column that looks like a question with options; got none. Name the questions with",
    ),
    (
        "survey new t.csv -o new.toml --name-column nme",
        '--name-column must be a heading of t.csv; got "nme". Did you mean "name"?',
    ),
    (
        "sort s.toml t.csv --duplicates newest",
        '--duplicates must be one of "refuse", "latest", "first", "separate"; got \'newest\'. Use one of these.',
    ),
    (
        "sort s.toml t-unknown.csv --unknown drop",
        '--unknown must be one of "refuse", "blank", "option"; got \'drop\'. Use one of these.',
    ),
    (
        "sort s.toml t-wish.csv --free-times Free?",
        "This rule cannot be met with 4 people and 2 groups: The members of every group share at least 1 free",
    ),
    (
        "sort s.toml t-wish.csv --free-times Fre?",
        'column "Fre?" in "The members of every group share at least 1 free time in “Fre?”" (nearest: "Free?")',
    ),
    (
        "sort s.toml t-wish.csv --common 2",
        "--common needs a column of free times; got only 2. Add --free-times COLUMN.",
    ),
    ("sort s.toml t-wish.csv --mix Sx?", 'column "Sx?" in "“Sx?” is spread evenly over the groups" (nearest: "Sex?")'),
    (
        "sort s.toml t-wish.csv --mix ''",
        "A column must have a name; got an empty one. Write the name, or leave it out.",
    ),
    (
        "sort s.toml t-wish.csv --mix Sex?=-1",
        'column "Sex?=-1" in "“Sex?=-1” is spread evenly over the groups" (nearest: "Sex?")',
    ),
    (
        "sort s.toml t-wish.csv --mix Sex?=heavy",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "sort s.toml t-wish.csv --mix all --totals 3,3",
        "If all questions mix people, nobody is sorted, so --totals cannot be used. Leave it out, or leave a",
    ),
    (
        "sort s.toml t-wish.csv --mix all --stay placed.csv",
        "If all questions mix people, nobody is sorted, so --stay cannot be used. Leave it out, or leave a",
    ),
    (
        "sort s.toml t-wish.csv --mix all --size-weight 1",
        "If all questions mix people, nobody is sorted, so --size-weight cannot be used. Leave it out, or leave a",
    ),
    (
        "sort hogwarts answers.csv --answers 'nothing-*.parquet'",
        "Answers in partitions are sorted without a file of answers. Leave it out.",
    ),
    (
        "sort hogwarts --answers 'nothing-*.parquet' --mix all",
        "Answers in partitions are sorted without --mix. Leave it out.",
    ),
    (
        "sort hogwarts --answers 'nothing-*.parquet' --no-ids --duplicates latest --name-column id --prove 5",
        "Answers in partitions are sorted without --duplicates, --prove, --no-ids. Leave them out.",
    ),
    (
        "sort hogwarts answers.csv --friends name",
        '--friends must be a heading of the answers; got "name". The headings are "Which part of the day suits',
    ),
    ("mix p.csv", 'The number of groups must be known; got only the sizes "balanced". Add e.g. --groups 4.'),
    (
        "mix nothing.csv --groups 2",
        "The people must be in a file; got 'nothing.csv', which does not exist. Check the path.",
    ),
    ("mix p-dup.csv --groups 2", '"Ann": rows 2, 3'),
    (
        "mix p.csv --groups 2 --sizes 3,3",
        "Sizes must add up to the number of people (4); got 3+3 = 6. Take 2 places away or add people, or give",
    ),
    (
        "mix p.csv --sizes 5..6 --groups 2",
        "These sizes cannot be met with 4 people and 2 groups: Every group must have 5 to 6 people. Change them.",
    ),
    (
        "mix p.csv --groups 2 --mix name",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "mix p.csv --groups 2 --free-times free",
        "This rule cannot be met with 4 people and 2 groups: The members of every group share at least 1 free",
    ),
    (
        "mix p.csv --groups 2 -o answers.csv",
        "The output must be a folder; got 'answers.csv', which is a file. Choose another name.",
    ),
    (
        "mix p.csv --groups 2 --duplicates never",
        '--duplicates must be one of "refuse", "latest", "first", "separate"; got \'never\'. Use one of these.',
    ),
    (
        "mix p.csv --groups 2 --name-column nam",
        '--name-column must be a heading of p.csv; got "nam". Did you mean "name"?',
    ),
    (
        "mix p.csv --groups 2 --sizes none",
        "--sizes must say how large the groups are, otherwise all people would be in one; got none. Use --sizes",
    ),
    ("mix p.csv --sizes none", 'The number of groups must be known; got only the sizes "none". Add e.g. --groups 4.'),
    (
        "explain Ann --from answers.csv",
        "The decision must be a file that can be read; got 'answers.csv/decision.json' (Not a directory). Give",
    ),
    (
        "place hogwarts nothing.csv placed.csv",
        "The table must be a file that exists; got 'nothing.csv', which does not exist. Check the path.",
    ),
    (
        "place hogwarts answers.csv placed.csv --wishes shoe",
        '--wishes must be a heading of the answers; got "shoe". The headings are "Which part of the day suits',
    ),
    ("--versoin", "No such option: --versoin (Possible options: --version)."),
    (
        "decide draws.npy --rules r-together.csv",
        "Every person, group, column and value that a rule names must be known and unique; 3 are not:",
    ),
    (
        "sort hogwarts answers.csv --rules nothing.csv",
        "The rules must be in a file; got 'nothing.csv', which does not exist. Check the path.",
    ),
    (
        "sort hogwarts answers.csv --rules full",
        "The rules must be in a file; got 'full', which is a folder. Check the path.",
    ),
]
