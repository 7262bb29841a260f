"""Tables of people that cannot be used, and what each must say; the files are in ``bad_surveys``."""

TABLES = [
    ("sort s.toml t-unknown.csv", 'row 3, column "Tea?": "perhaps" (no option is near)'),
    ("sort s.toml t-dup.csv", '"Ann": rows 2, 4'),
    (
        "sort s.toml t-none.csv",
        "t-none.csv must have a column for every question, headed by its id or its text; got no question of the",
    ),
    ("sort s.toml t-head.csv", "t-head.csv must hold rows below its headings; got headings only. Export it again."),
    (
        "sort s.toml t-twice.csv",
        'Every question must have one column in t-twice.csv; got 2 for "Tea?": "Tea?", "tea?". Rename or remove',
    ),
    ("sort s.toml t-ragged.csv", "row 2: 4 cells"),
    (
        "sort s.toml t-quote.csv",
        "t-quote.csv must be a table with quotes in pairs; got a mistake near line 3 (unexpected end of data).",
    ),
    (
        "sort s.toml t-semi.xlsx",
        "t-semi.xlsx must be an XLSX workbook with a sheet; got a file that is not (File is not a zip file).",
    ),
    (
        "sort s.toml t.xls",
        "The table must be a CSV, TSV or XLSX file; got 't.xls'. Save it as .xlsx or .csv in the program that",
    ),
    (
        "sort s.toml t-null.csv",
        "t-null.csv must be text; got bytes that are not (zeros). Export the answers as CSV (UTF-8) or XLSX.",
    ),
    (
        "sort s.toml t-pdf.csv",
        "t-pdf.csv must be a table with a row per person; got a PDF document. Save the table as .xlsx or .csv in the",
    ),
    ("sort s.toml t-pdf.xlsx", "t-pdf.xlsx must be a table with a row per person; got a PDF document."),
    (
        "sort s.toml s.toml",
        'The answers must be a table with a row per person; got "s.toml", a survey. Write the table after the survey, '
        "e.g. s.toml answers.csv",
    ),
    (
        "survey new s.toml -o new.toml",
        "The table must be a CSV, TSV or XLSX file with a row per person; got 's.toml', which ends as surveys",
    ),
    (
        "sort s.toml t-blank.csv",
        "t-blank.csv must hold a row of headings and rows below it; got an empty file. Export it again.",
    ),
    (
        "sort s.toml t-spaces.csv",
        "t-spaces.csv must hold a row of headings and rows below it; got an empty file. Export it again.",
    ),
    (
        "sort s.toml nothing.csv",
        "The answers must be a file that exists; got 'nothing.csv', which does not exist. Check the path.",
    ),
    ("sort s.toml full", "The answers must be a file that exists; got 'full', which is a folder. Check the path."),
    (
        "sort s.toml answers.docx",
        "The table must be a CSV, TSV or XLSX file; got 'answers.docx'. Save it as .xlsx or .csv in the program",
    ),
    (
        "sort nowhere.toml t.csv",
        "A survey must be a TOML file that can be read; got 'nowhere.toml' (No such file or directory). Check",
    ),
    (
        "sort hogwart answers.csv",
        "A survey must be a packaged name (hogwarts, simulation-even, simulation-uneven) or the path of a TOML",
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
        "sort s.toml t.csv --unknown ''",
        '--unknown must be one of "refuse", "blank", "option"; got \'\'. Use one of these.',
    ),
    ("sort s.toml t-wish.csv --wishes Where?", 'Bo: "C" (no group)'),
    ("sort s.toml t-wish.csv --friends Who?", 'Bo: "Zed" (nobody has a similar name)'),
    (
        "sort s.toml t-wish.csv --wishes Wher",
        '--wishes must be a heading of the answers; got "Wher". Did you mean "Where?"?',
    ),
    (
        "sort s.toml t-wish.csv --friends Wo?",
        '--friends must be a heading of the answers; got "Wo?". Did you mean "Who?"?',
    ),
    ("sort s.toml t-wish.csv --wishes Tea?", 'Ann: "yes" (no group)'),
    (
        "sort s.toml t-wish.csv --wishes ''",
        '--wishes must be a heading of the answers; got "". The headings are "Where?", "Who?", "Free?", "Sex?",',
    ),
    (
        "sort s.toml t-wish.csv --free-times Free?",
        "This rule cannot be met with 4 people and 2 groups: the members of every group share at least 1 free",
    ),
    (
        "sort s.toml t-wish.csv --free-times Fre?",
        'column "Fre?" in "the members of every group share at least 1 free time in \'F…" (nearest: "Free?")',
    ),
    ("sort s.toml t-wish.csv --free-times Free? --common 0", "--common must be a whole number of at least 1; got '0'."),
    (
        "sort s.toml t-wish.csv --free-times Free? --common two",
        "--common must be a whole number of at least 1; got 'two'.",
    ),
    (
        "sort s.toml t-wish.csv --common 2",
        "--common needs a column of free times; got only 2. Add --free-times COLUMN.",
    ),
    ("sort s.toml t-wish.csv --mix Sx?", 'column "Sx?" in "Sx? is spread evenly over the groups" (nearest: "Sex?")'),
    (
        "sort s.toml t-wish.csv --mix ''",
        "A column must have a name; got an empty one. Write the name, or leave it out.",
    ),
    (
        "sort s.toml t-wish.csv --mix Sex?=-1",
        'column "Sex?=-1" in "Sex?=-1 is spread evenly over the groups" (nearest: "Sex?")',
    ),
    (
        "sort s.toml t-wish.csv --mix Sex?=heavy",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    ("sort s.toml t-wish.csv --rounds 0", "--rounds must be a whole number of at least 1; got '0'."),
    ("sort s.toml t-wish.csv --rounds two", "--rounds must be a whole number of at least 1; got 'two'."),
    (
        "sort s.toml t-wish.csv --mix all --report",
        "If all questions mix people, nobody is sorted, so --report cannot be used. Leave it out, or leave a",
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
        "sort s-rules.toml t.csv",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "sort s-sizes.toml t.csv",
        "s-sizes.toml: sizes must have one size per house (2); got 3. Add or remove sizes, or leave them out.",
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
        "sort hogwarts answers.csv --loss 'vi+vi*-1'",
        "--loss must be one of 'vi', 'binder', 'placement', a sum such as 'vi + 0.5*placement', a loss with a",
    ),
    (
        "sort hogwarts answers.csv --size-weight 1e400 -s none",
        "--size-weight inf needs sizes to meet exactly; got none. Give sizes, or --sizes balanced.",
    ),
    ("sort hogwarts answers.csv --threads 1.5", "--threads must be a whole number from 1 to 1024; got '1.5'."),
    ("sort hogwarts answers.csv -q --json extra", "There are more arguments than expected: extra."),
    ("sort hogwarts answers.csv -x", "No such option: -x."),
    (
        "sort s.toml t-long.csv",
        'row 2, column "Tea?": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" (no option is near)',
    ),
    ("sort s-rate.toml t-rate.csv", 'row 2, column "Tea?": "11" (the scale is 1 to 10)'),
    (
        "sort hogwarts answers.csv --friends name",
        '--friends must be a heading of the answers; got "name". The headings are "Which part of the day suits',
    ),
    (
        "sort hogwarts answers.csv --wishes q99",
        '--wishes must be a heading of the answers; got "q99". Did you mean "q1"?',
    ),
    (
        "sort s.toml answers.csv",
        "answers.csv must have a column for every question, headed by its id or its text; got no question of the",
    ),
    (
        "sort s.toml t.csv -s C=3",
        "Sizes must be given for the survey's houses (A, B); got 'C'. Give a list of sizes without names to make",
    ),
    ("sort s.toml t.csv --rounds -1", "--rounds must be a whole number of at least 1; got '-1'."),
    ("sort s.toml t.csv --chains 2.0", "--chains must be a whole number of at least 1; got '2.0'."),
]
