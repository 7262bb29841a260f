"""Options and sizes that cannot be used, and how the sentence goes that each must give."""

OPTIONS = [
    ("srot", "No such command 'srot'. Did you mean 'sort'?"),
    ("sort", "Missing argument 'survey'."),
    ("sort hogwarts", "Answers must be given: a file, or a pattern of files with --answers; got none. Add one."),
    (
        "sort answers.csv",
        'The survey must come first, then the answers; got "answers.csv", a table. Make a survey of it first: bayeshat '
        "survey new answers.csv --groups 4",
    ),
    ("sort answers.csv --sizes 8,8,8", "bayeshat survey new answers.csv --groups 3"),
    ("sort answers.csv --sizes red=4,blue=5", 'bayeshat survey new answers.csv --groups "red,blue"'),
    (
        "sort answers.csv survey.toml",
        'The survey must come first, then the answers; got "answers.csv" first. Write "survey.toml" before it.',
    ),
    ("place answers.csv answers.csv placed.csv", 'got "answers.csv", a table. Make a survey of it first'),
    ("sort hogwarts answers.csv --groups 5", "The survey says how many groups there are. Make it again with bayeshat"),
    ("sort hogwarts answers.csv --houses 5", "or give a size for each group with --sizes. See bayeshat sort --help."),
    ("place hogwarts answers.csv", "Missing argument 'earlier'."),
    ("simulate hogwarts", "Missing argument 'PEOPLE'."),
    ("decide", "Missing argument 'draws'."),
    ("survey made", "No such command 'made'."),
    ("server explode", "No such command 'explode'."),
    ("sort hogwarts answers.csv --sizs 5", "No such option: --sizs (Possible options: --lists, --loss, --sizes)."),
    ("sort hogwarts answers.csv --sizes", "Option '--sizes' requires an argument."),
    ("sort hogwarts answers.csv more.csv", "There are more arguments than expected: more.csv."),
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
    ("sort hogwarts answers.csv --prove 0", "--prove must be a number from 0.1 to 1000000; got '0'."),
    ("sort hogwarts answers.csv --starts many", "--starts must be a whole number of at least 1; got 'many'."),
    ("sort hogwarts answers.csv --seed -1", "--seed must be a whole number of at least 0; got '-1'."),
    ("sort hogwarts answers.csv --seed 1e3", "--seed must be a whole number of at least 0; got '1e3'."),
    ("sort hogwarts answers.csv --threads 0", "--threads must be a whole number from 1 to 1024; got '0'."),
    ("sort hogwarts answers.csv --threads two", "--threads must be a whole number from 1 to 1024; got 'two'."),
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
        "--sampler must be 'gibbs' or 'nuts' or 'nuts-correlated'; got 'stan'. Take 'gibbs' if in doubt.",
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
        "--groups must be a whole number of at least 1, or a list of names; got 0.",
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
    ("sort hogwarts answers.csv -s 1000000", "got 1000000. Take 999988 places away or add people"),
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
    (
        "sort hogwarts answers.csv -s 6..4",
        "The smallest size must not be above the largest; got 6..4. Write 4..6 instead.",
    ),
    (
        "sort hogwarts answers.csv -s 1..2",
        "These sizes cannot be met with 12 people and 4 groups: every group has 1 to 2 people. Change them, or",
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
        'A size must be a whole number or a range; got "4..6..8". Write e.g. "4..6", "4..", "..6" or "5".',
    ),
    (
        "sort hogwarts answers.csv -s ..",
        'A size must be a whole number or a range; got "..". Write e.g. "4..6", "4..", "..6" or "5".',
    ),
    (
        "sort hogwarts answers.csv -s 4...6",
        "These sizes cannot be met with 12 people and 4 groups: every group has 4 to 6 people. Change them, or",
    ),
    (
        "sort hogwarts answers.csv -s 3..4,3..4",
        'Ranges of sizes must be one for every group, or one for each by its name; got "3..4,3..4". Write',
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=6..4",
        "The smallest size must not be above the largest; got 6..4. Write 4..6 instead.",
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=13..",
        "These sizes cannot be met with 12 people and 4 groups: Gryffindor has at least 13 people. Change",
    ),
    (
        "sort hogwarts answers.csv -s Gryffindor=4..five",
        'A size must be a whole number or a range; got "4..five". Write e.g. "4..6", "4..", "..6" or "5".',
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
        "These sizes cannot be met with 6 people and 3 groups: every group has 6 to 9 people. Change them, or make 1",
    ),
    (
        "decide draws.npy -s ..1",
        "These sizes cannot be met with 6 people and 3 groups: every group has at most 1 person. Change them, or",
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
