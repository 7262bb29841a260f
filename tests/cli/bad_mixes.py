"""Mixing, latecomers, simulations and servers with options that cannot be used, and what each must say.

The files that they name are in ``bad_files`` and ``bad_surveys``.
"""

MIXES = [
    ("mix p.csv", 'The number of groups must be known; got only the sizes "balanced". Add e.g. --groups 4.'),
    (
        "mix nothing.csv --groups 2",
        "The people must be in a file; got 'nothing.csv', which does not exist. Check the path.",
    ),
    ("mix full --groups 2", "The people must be in a file; got 'full', which is a folder. Check the path."),
    (
        "mix empty.csv --groups 2",
        "empty.csv must hold a row of headings and rows below it; got an empty file. Export it again.",
    ),
    ("mix p-dup.csv --groups 2", '"Ann": rows 2, 3'),
    (
        "mix p.csv --groups 9",
        "There must be at least one person per group; got 9 groups for 4 people. Ask for fewer groups.",
    ),
    ("mix p.csv --groups 0", "--groups must be a whole number of at least 1; got '0'."),
    ("mix p.csv --groups two", "--groups must be a whole number of at least 1; got 'two'."),
    (
        "mix p.csv --groups 2 --sizes 3,3",
        "Sizes must add up to the number of people (4); got 3+3 = 6. Take 2 places away or add people, or give",
    ),
    (
        "mix p.csv --groups 3 --sizes 2,2",
        "There must be one size per group (3); got 2 sizes. Leave --groups out, or give as many sizes as groups.",
    ),
    (
        "mix p.csv --sizes 5..6 --groups 2",
        "These sizes cannot be met with 4 people and 2 groups: every group has 5 to 6 people. Change them.",
    ),
    ("mix p.csv --groups 2 --mix sx", 'column "sx" in "sx is spread evenly over the groups" (nearest: "sex")'),
    (
        "mix p.csv --groups 2 --mix name",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "mix p.csv --groups 2 --free-times free",
        "This rule cannot be met with 4 people and 2 groups: the members of every group share at least 1 free",
    ),
    (
        "mix p.csv --groups 2 --free-times fre",
        'column "fre" in "the members of every group share at least 1 free time in \'f…" (nearest: "free")',
    ),
    ("mix p.csv --groups 2 --common 2", "--common needs a column of free times; got only 2. Add --free-times COLUMN."),
    ("mix p.csv --groups 2 --rounds 0", "--rounds must be a whole number of at least 1; got '0'."),
    (
        "mix p.csv --groups 2 --rules r-apart.csv",
        "This rule cannot be met with 4 people and 2 groups: Ann, Bo, Cy and Di are all apart. Change it or",
    ),
    (
        "mix p.csv --groups 2 --rules r-alone.csv",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "mix p.csv --groups 2 --rules r-times.csv",
        "This rule cannot be met with 4 people and 2 groups: the members of every group share at least 1 free",
    ),
    (
        "mix p.csv --groups 2 --rules r-companion.csv",
        'row 2: A wish for a companion must name every person only once; got "Ann" twice. Leave one out.',
    ),
    (
        "mix p.csv --groups 2 --rules r-nospread.csv",
        "row 2: The column what must name a column; got nothing. Fill it in.",
    ),
    (
        "mix p.csv --groups 2 --rules r-size.csv",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "mix p.csv --groups 2 --rules r-sizeneg.csv",
        'row 2: A size must be a whole number or a range; got "-3". Write e.g. "4..6", "4..", "..6" or "5".',
    ),
    (
        "mix p.csv --groups 2 --rules r-bands.toml",
        "spread[1]: Numbers must be cut into at least 2 bands; got 1. Write e.g. 4.",
    ),
    (
        "mix p.csv --groups 2 --rules r-bandsword.toml",
        "spread[1]: Numbers must be cut into at least 2 bands; got 'two'. Write e.g. 4.",
    ),
    (
        "mix p.csv --groups 2 --rules r-spreadkey.toml",
        'spread[1]: An entry must hold only column, weight, bands, reason; got "colum". Did you mean column?',
    ),
    (
        "mix p.csv --groups 2 --rules r-times0.toml",
        "common_times[1]: Groups must share at least 1 free time; got 0. Write e.g. 2.",
    ),
    (
        "mix p.csv --groups 2 --rules r-pinnum.toml",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "mix p.csv --groups 2 --rules r-wishweight.toml",
        "wish.Ann: A wish must have a positive number as its weight, or one of the words weak, normal, strong;",
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
        "--sizes must say how large the groups are, or all people would be in one; got none. Use --sizes",
    ),
    ("mix p.csv --sizes none", 'The number of groups must be known; got only the sizes "none". Add e.g. --groups 4.'),
    ("mix p.csv --groups 2 --seed x", "--seed must be a whole number of at least 0; got 'x'."),
    ("mix p.csv --groups 2 --sizes 60%,60%", 'Shares must add up to 100%; got 120% in "60%,60%". Change a share.'),
    (
        "mix p.csv --sizes red=2,blue=3",
        "Sizes must add up to the number of people (4); got 2+3 = 5. Take 1 place away or add people, or give",
    ),
    (
        "mix p.csv --groups 2 --rules r-twice.csv",
        "r-twice.csv must have only the columns rule, who, what, weight, reason, each once; got others:",
    ),
    (
        "mix p.csv --groups 2 --rules r-json.json",
        "The rules could not be read. The table must be a CSV, TSV or XLSX file; got 'r-json.json'. Save it as",
    ),
    (
        "mix p.csv --groups 2 --rules r-stay.toml",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "mix p.csv --groups 2 --rules r-notalone.toml",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "mix t.ods --groups 2",
        "The table must be a CSV, TSV or XLSX file; got 't.ods'. Save it as .xlsx or .csv in the program that",
    ),
    ("mix p.csv --groups 2 --starts 0", "--starts must be a whole number of at least 1; got '0'."),
    ("mix p.csv --groups 2 --mix sex=", 'column "sex=" in "sex= is spread evenly over the groups" (nearest: "sex")'),
    ("mix", "Missing argument 'people'."),
]
MORE = [
    (
        "simulate nowhere 5 -o new.csv",
        "A survey must be a packaged name (hogwarts, simulation-even, simulation-uneven) or the path of a TOML",
    ),
    ("simulate s-kind.toml 5 -o new.csv", 'got "slider".'),
    ("simulate hogwarts -3 -o new.csv", "No such option: -3."),
    ("simulate hogwarts 5 -o new.csv --seed -1", "--seed must be a whole number of at least 0; got '-1'."),
    (
        "simulate hogwarts 5 -o full/mine.txt/x.csv",
        "The output must be a file in a folder that can be written to; got 'full/mine.txt/x.csv' (Not",
    ),
    (
        "simulate hogwarts 5 -o new.csv --truth full",
        "The output must be a file; got 'full', which is a folder. Add a file name.",
    ),
    ("simulate hogwarts 5 -o new.csv --missing 1", "--missing must be a number from 0 to 0.99; got '1'."),
    ("simulate hogwarts 5 -o new.csv --missing nan", "--missing must be a number from 0 to 0.99; got 'nan'."),
    ("simulate hogwarts 1e9 -o new.csv", "PEOPLE must be a whole number of at least 1; got '1e9'."),
    (
        "decide draws.npy -s 3,x",
        'Sizes must be numbers or shares such as 25%; got "x" in "3,x". Write e.g. "5,5,5,6", "balanced", or',
    ),
    (
        "decide draws-words.tsv",
        'Each row must be a draw with one number per person; got "x" in row 2 in draws-words.tsv. Leave out',
    ),
    (
        "decide draws.npy --labels ''",
        '--labels must be "free" (sizes belong to no group in particular) or "fixed" (each size to its group);',
    ),
    (
        "decide draws.npy --loss vi*2",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with a",
    ),
    (
        "decide draws.npy --rules nothing.toml",
        "The rules must be in a file; got 'nothing.toml', which does not exist. Check the path.",
    ),
    ("decide draws.npy -s 40%,40%", 'Shares must add up to 100%; got 80% in "40%,40%". Change a share.'),
    ("decide draws.npy -o ''", "The output must be a file; got '.', which is a folder. Add a file name."),
    ("decide bad.json", "Draws must be in a .npy, .csv or .nc file; got bad.json. Convert them to one of these."),
    (
        "explain Zed --from full",
        "The decision must be a file that can be read; got 'full/decision.json' (No such file or directory).",
    ),
    (
        "explain Ann --from answers.csv",
        "The decision must be a file that can be read; got 'answers.csv/decision.json' (Not a directory). Give",
    ),
    (
        "explain ''",
        "The decision must be a file that can be read; got 'sorted/decision.json' (No such file or directory).",
    ),
    ("explain", "Missing argument 'name'."),
    ("serve --port 70000", "--port must be from 0 to 65535; got 70000. Choose a number in between."),
    ("serve --port -1", "--port must be a whole number of at least 0; got '-1'."),
    (
        "serve --public-url hat",
        "--public-url must be an address such as https://hat.example.org; got 'hat'. Write it with https:// and",
    ),
    ("server reset-password", "Missing argument 'name'."),
    ("server delete-organiser", "Missing argument 'name'."),
    (
        "place hogwarts answers.csv early.csv --rules nothing.csv",
        "The rules must be in a file; got 'nothing.csv', which does not exist. Check the path.",
    ),
    (
        "place hogwarts nothing.csv placed.csv",
        "The answers must be a file that exists; got 'nothing.csv', which does not exist. Check the path.",
    ),
    (
        "place hogwarts answers.csv placed.csv -o full",
        "The output must be a new or empty folder, or one with the files of an earlier run only; got 'full',",
    ),
    (
        "place hogwarts answers.csv placed.csv --membership none",
        "--membership must be 'mixed' or 'single'; got 'none'. Take 'mixed' (the paper's model: each answer has",
    ),
    (
        "place hogwarts answers.csv placed.csv --mix shoe",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "place hogwarts answers.csv placed.csv --free-times shoe",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "place hogwarts answers.csv placed.csv --wishes shoe",
        '--wishes must be a heading of the answers; got "shoe". The headings are "Which part of the day suits',
    ),
    (
        "place hogwarts answers.csv placed.csv --rounds 2",
        "No such option: --rounds (Possible options: --friends, --no-ids, --rules).",
    ),
    (
        "place hogwarts answers.csv rules-text.txt",
        "The earlier assignment could not be read. rules-text.txt must hold rows below its headings; got",
    ),
    ("paper --data-sets many", "--data-sets must be a whole number of at least 1; got 'many'."),
    ("paper --seed -1", "--seed must be a whole number of at least 0; got '-1'."),
    ("paper --threads 0", "--threads must be a whole number from 1 to 1024; got '0'."),
    (
        "demo --output answers.csv/x",
        "The output must be a folder that can be written to; got 'answers.csv/x' (Not a directory). Free",
    ),
    ("demo extra", "There are more arguments than expected: extra."),
    ("demo --report=yes", "Option '--report' does not take a value."),
    ("--versoin", "No such option: --versoin (Possible options: --version)."),
    (
        "place hogwarts answers.csv e-empty.csv",
        "The earlier assignment could not be read. e-empty.csv must hold rows below its headings; got headings",
    ),
    (
        "decide draws.npy --rules r-alone.csv",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "decide draws.npy --rules r-together.csv",
        "Every person, group, column and value that a rule names must be known and unique; 3 are not:",
    ),
    ("simulate hogwarts 5 6 -o new.csv", "There are more arguments than expected: 6."),
    ("server backup", "Missing argument 'file'."),
    ("server restore", "Missing argument 'file'."),
    ("serve --port x", "--port must be a whole number of at least 0; got 'x'."),
    ("explain A B", "There are more arguments than expected: B."),
    ("place", "Missing argument 'survey'."),
    ("decide draws.npy draws.npy", "There are more arguments than expected: draws.npy."),
    ("simulate", "Missing argument 'survey'."),
]
