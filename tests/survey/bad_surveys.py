"""Surveys and tables of people that cannot be used, and what each must say: one line an input, to be extended."""

SURVEY = (
    'title = "T"\nprior = "flat"\n[[houses]]\nname = "A"\n[[houses]]\nname = "B"\n'
    '[[questions]]\nid = "q1"\ntext = "Tea?"\noptions = ["yes", "no"]\n'
)
# Surveys with a mistake: each is SURVEY with one text replaced by another.
CHANGES = {
    "s-notitle.toml": ('title = "T"\nprior = "flat"', 'prior = "flat"'),
    "s-oneoption.toml": ('options = ["yes", "no"]', 'options = ["yes"]'),
    "s-twooptions.toml": ('options = ["yes", "no"]', 'options = ["yes", "Yes"]'),
    "s-optstr.toml": ('options = ["yes", "no"]', 'options = "yes,no"'),
    "s-house2.toml": ('name = "B"', 'name = "A"'),
    "s-house0.toml": ('name = "B"', 'name = ""'),
    "s-priornone.toml": ('prior = "flat"\n[[houses]]', "[[houses]]"),
    "s-priorword.toml": ('prior = "flat"', 'prior = "round"'),
    "s-sizes.toml": ("[[houses]]", "sizes = [1, 2, 3]\n[[houses]]"),
    "s-sizesneg.toml": ("[[houses]]", "sizes = [-1, 5]\n[[houses]]"),
    "s-sizesword.toml": ("[[houses]]", 'sizes = "big"\n[[houses]]'),
    "s-mem.toml": ("[[houses]]", "membership_prior = 0\n[[houses]]"),
    "s-memword.toml": ("[[houses]]", 'membership_prior = "x"\n[[houses]]'),
    "s-key.toml": ("[[houses]]", 'titel = "x"\n[[houses]]'),
    "s-scale.toml": ('options = ["yes", "no"]', 'kind = "rating"\nscale = [5, 1]'),
    "s-scale1.toml": ('options = ["yes", "no"]', 'kind = "rating"\nscale = 5'),
    "s-bins.toml": ('options = ["yes", "no"]', 'kind = "rating"\nscale = [1, 5]\nbins = [9]'),
    "s-rate.toml": ('options = ["yes", "no"]', 'kind = "rating"\nscale = [1, 10]\nbins = [5]'),
    "s-houses0.toml": ('prior = "flat"\n[[houses]]\nname = "A"\n[[houses]]\nname = "B"', "houses = []"),
    "s-notext.toml": ('text = "Tea?"\noptions = ["yes", "no"]', 'options = ["yes", "no"]'),
    "s-binsword.toml": ('options = ["yes", "no"]', 'kind = "rating"\nscale = [1, 5]\nbins = "3"'),
    "s-nan.toml": ("[[houses]]", "membership_prior = nan\n[[houses]]"),
}
FILES = {
    "s.toml": SURVEY,
    "t.csv": "name,Tea?\nAnn,yes\nBo,no\nCy,yes\nDi,no\n",
    "t-unknown.csv": "name,Tea?\nAnn,yes\nBo,perhaps\nCy,yess\n",
    "t-dup.csv": "name,Tea?\nAnn,yes\nBo,no\nAnn,no\n",
    "t-none.csv": "name,Coffee?\nAnn,yes\n",
    "t-head.csv": "name,Tea?\n",
    "t-twice.csv": "name,Tea?,tea?\nAnn,yes,no\n",
    "t-ragged.csv": "name,Tea?\nAnn,yes,no,maybe\nBo,no\n",
    "t-quote.csv": 'name,Tea?\n"Ann,yes\nBo,no\n',
    "t-semi.xlsx": b"PK\x03\x04broken",
    "t.xls": b"x",
    "t.ods": b"x",
    "t-null.csv": b"name,Tea?\nAnn\x00,yes\nBo,no\n",
    "t-pdf.csv": b"%PDF-1.7\n%\xe2\xe3\x00",
    "t-pdf.xlsx": b"%PDF-1.7\n%\xe2\xe3\x00",
    "t-blank.csv": "\n\n\n",
    "t-spaces.csv": "   \n",
    "t-wish.csv": (
        "name,Tea?,Where?,Who?,Free?,Sex?\nAnn,yes,A,Bo,Mon; Tue,f\nBo,no,C,Zed,Mon,m\nCy,yes,B,Cy,Wed,f\n"
        'Di,no,A,"Ann; Bo",Thu,m\n'
    ),
    "s-nohouses.toml": 'title = "T"\n[[questions]]\nid = "q1"\ntext = "Tea?"\noptions = ["yes", "no"]\n',
    "s-noquestions.toml": 'title = "T"\n[[houses]]\nname = "A"\n',
    "s-utf.toml": b'title = "\xff\xfe"\n',
    "s-dup.toml": 'title = "T"\ntitle = "U"\n',
    "p.csv": "name,sex,free\nAnn,f,Mon\nBo,m,Tue\nCy,f,Wed\nDi,m,Thu\n",
    "p-dup.csv": "name,sex\nAnn,f\nAnn,m\n",
    "t-long.csv": f"name,Tea?\nAnn,{'x' * 500}\nBo,no\n",
    "t-rate.csv": "name,Tea?\nAnn,11\nBo,0\n",
    "s-kind.toml": SURVEY + 'kind = "slider"\n',
    "s-id2.toml": SURVEY + '[[questions]]\nid = "q1"\ntext = "Milk?"\noptions = ["yes", "no"]\n',
    "s-text2.toml": SURVEY + '[[questions]]\nid = "q2"\ntext = "Tea?"\noptions = ["yes", "no"]\n',
    "s-qkey.toml": SURVEY + "optoins = 3\n",
    "s-rules.toml": SURVEY + '[rules]\npin = { "Zed" = "A" }\n',
    "s-ruleskind.toml": SURVEY + '[rules]\nglue = [["Ann", "Bo"]]\n',
    "s-prior.toml": SURVEY.replace('prior = "flat"\n', "") + "prior.A = [1, 2, 3]\nprior.B = [1, 1]\n",
    "s-prior0.toml": SURVEY.replace('prior = "flat"\n', "") + "prior.A = [0, 2]\nprior.B = [1, 1]\n",
    "s-priorneg.toml": SURVEY.replace('prior = "flat"\n', "") + "prior.A = [-1, 2]\nprior.B = [1, 1]\n",
    "s-priorhouse.toml": SURVEY.replace('prior = "flat"\n', "") + "prior.A = [1, 2]\nprior.C = [1, 1]\n",
}
FILES |= {name: SURVEY.replace(old, new, 1) for name, (old, new) in CHANGES.items()}
SURVEYS = [
    (
        "nothing.toml",
        "A survey must be a TOML file that can be read; got 'nothing.toml' (No such file or directory). Check",
    ),
    (
        "hogwrats",
        "A survey must be a packaged name (hogwarts, simulation-even, simulation-uneven) or the path of a TOML",
    ),
    (
        "answers.csv",
        "A survey must be a TOML file; got 'answers.csv', a table. Make a survey from it first",
    ),
    ("s-utf.toml", "s-utf.toml must be UTF-8 text, as TOML is; got byte 0xff at position 9. Save the file as UTF-8."),
    (
        "s-nohouses.toml",
        "s-nohouses.toml: groups must hold at least one group; got none. Add a [[groups]] section with a name.",
    ),
    (
        "s-noquestions.toml",
        "s-noquestions.toml: questions must hold at least one question; got none. Add a [[questions]] section.",
    ),
    (
        "s-notitle.toml",
        's-notitle.toml: title must say what the survey is called; got nothing. Write e.g. title = "Our teams".',
    ),
    (
        "s-oneoption.toml",
        's-oneoption.toml: questions[1].options must hold 2 to 1,000 options; got 1 for "Tea?". Add or merge',
    ),
    (
        "s-twooptions.toml",
        's-twooptions.toml: questions[1].options must differ by more than case and spaces; got "yes" and "Yes".',
    ),
    (
        "s-optstr.toml",
        's-optstr.toml: questions[1].options must be a list of texts; got the text "yes,no". Write e.g. options',
    ),
    ("s-kind.toml", 'got "slider".'),
    (
        "s-house2.toml",
        's-house2.toml: houses must have different names; got "A" as houses[1] and houses[2]. Rename one of them.',
    ),
    ("s-house0.toml", "s-house0.toml: houses[2].name must not be empty; got ''. Give the group a name."),
    (
        "s-id2.toml",
        's-id2.toml: questions[2].id must not be used by another question; got "q1", which questions[1] has too.',
    ),
    (
        "s-text2.toml",
        's-text2.toml: questions[2].text must not be used by another question; got "Tea?", which questions[1]',
    ),
    (
        "s-prior.toml",
        "s-prior.toml: questions[1].prior.A must be a list with one count per option (2); got 3. Give counts for",
    ),
    (
        "s-prior0.toml",
        "s-prior0.toml: questions[1].prior.A must be positive counts; got 0 for option 1. Write a small count",
    ),
    (
        "s-priorneg.toml",
        "s-priorneg.toml: questions[1].prior.A must be positive counts; got -1 for option 1. Write a small count",
    ),
    (
        "s-priorhouse.toml",
        's-priorhouse.toml: questions[1].prior must name the groups (A, B); got "C". Keep one entry per group.',
    ),
    (
        "s-priornone.toml",
        's-priornone.toml: questions[1].prior must hold prior counts per group; got nothing for "Tea?". Write',
    ),
    (
        "s-priorword.toml",
        's-priorword.toml: prior must be "learned" or "flat"; got the text "round". Write prior = "learned", or counts',
    ),
    (
        "s-sizes.toml",
        "s-sizes.toml: sizes must have one size per group (2); got 3. Add or remove sizes, or leave them out.",
    ),
    (
        "s-sizesneg.toml",
        "s-sizesneg.toml: sizes must be numbers of people, not all zero; got -1, 5. Correct them, or leave them",
    ),
    (
        "s-sizesword.toml",
        's-sizesword.toml: sizes must be a list of whole numbers, one per group; got the text "big". Write e.g.',
    ),
    (
        "s-mem.toml",
        "s-mem.toml: membership_prior must be positive; got 0. Use e.g. 0.3: most people are mainly of one group.",
    ),
    (
        "s-memword.toml",
        's-memword.toml: membership_prior must be numbers; got the text "x". Write numbers without quotes.',
    ),
    (
        "s-key.toml",
        "s-key.toml: titel must be one of title, description, membership_prior, prior, learned_from, sizes, groups,",
    ),
    ("s-qkey.toml", 'got "optoins". Did you mean "options"?'),
    (
        "s-scale.toml",
        "s-scale.toml: questions[1].scale must be two numbers, the smaller one first; got [5, 1]. Write e.g.",
    ),
    (
        "s-scale1.toml",
        "s-scale1.toml: questions[1].scale must be a list of numbers; got the number 5. Write e.g. scale = [1,",
    ),
    (
        "s-bins.toml",
        "s-bins.toml: questions[1].bins must be the last number of every bin but the last, rising, from 1 to",
    ),
    ("s-ruleskind.toml", "s-ruleskind.toml: Every rule must be usable; 1 is not:"),
    (
        "s-dup.toml",
        "s-dup.toml must be TOML; got a mistake: Cannot overwrite a value (at line 2, column 12). Correct that",
    ),
    (
        "s-houses0.toml",
        "s-houses0.toml: houses must hold at least one group; got none. Add a [[houses]] section with a name.",
    ),
    ("s-notext.toml", "s-notext.toml: questions[1].text must not be empty; got ''. Write the question's text."),
    (
        "s-binsword.toml",
        's-binsword.toml: questions[1].bins must be a list of numbers; got the text "3". Write e.g. bins = [3,',
    ),
    (
        "s-nan.toml",
        "s-nan.toml: membership_prior must be positive; got nan. Use e.g. 0.3: most people are mainly of one",
    ),
]
# The survey, the table, and what is said.
TABLES = [
    ("s.toml", "t-unknown.csv", 'row 3, column "Tea?": "perhaps" (no option is near)'),
    ("s.toml", "t-dup.csv", '"Ann": rows 2, 4'),
    (
        "s.toml",
        "t-none.csv",
        "t-none.csv must have a column for every question, headed by its id or its text; got no question of the",
    ),
    ("s.toml", "t-head.csv", "t-head.csv must hold rows below its headings; got headings only. Export it again."),
    (
        "s.toml",
        "t-twice.csv",
        'Every question must have one column in t-twice.csv; got 2 for "Tea?": "Tea?", "tea?". Rename or remove',
    ),
    ("s.toml", "t-ragged.csv", "row 2: 4 cells"),
    (
        "s.toml",
        "t-quote.csv",
        "t-quote.csv must be a table with quotes in pairs; got a mistake near line 3 (unexpected end of data).",
    ),
    (
        "s.toml",
        "t-semi.xlsx",
        "t-semi.xlsx must be an XLSX workbook with a sheet; got a file that is not (File is not a zip file).",
    ),
    (
        "s.toml",
        "t.xls",
        "The table must be a CSV, TSV or XLSX file; got 't.xls'. Save it as .xlsx or .csv in the program that",
    ),
    (
        "s.toml",
        "t-null.csv",
        "t-null.csv must be text; got bytes that are not (zeros). Export the answers as CSV (UTF-8) or XLSX.",
    ),
    (
        "s.toml",
        "t-pdf.csv",
        "t-pdf.csv must be a table with a row per person; got a PDF document. Save the table as .xlsx or .csv in the",
    ),
    ("s.toml", "t-pdf.xlsx", "t-pdf.xlsx must be a table with a row per person; got a PDF document."),
    (
        "s.toml",
        "s.toml",
        "The table must be a CSV, TSV or XLSX file with a row per person; got 's.toml', which ends as surveys",
    ),
    (
        "s.toml",
        "t-blank.csv",
        "t-blank.csv must hold a row of headings and rows below it; got an empty file. Export it again.",
    ),
    (
        "s.toml",
        "t-spaces.csv",
        "t-spaces.csv must hold a row of headings and rows below it; got an empty file. Export it again.",
    ),
    (
        "s.toml",
        "nothing.csv",
        "The table must be a file that exists; got 'nothing.csv', which does not exist. Check the path.",
    ),
    ("s.toml", "full", "The table must be a file that exists; got 'full', which is a folder. Check the path."),
    (
        "s.toml",
        "answers.docx",
        "The table must be a CSV, TSV or XLSX file; got 'answers.docx'. Save it as .xlsx or .csv in the program",
    ),
    (
        "nowhere.toml",
        "t.csv",
        "A survey must be a TOML file that can be read; got 'nowhere.toml' (No such file or directory). Check",
    ),
    (
        "s-rules.toml",
        "t.csv",
        "Every person, group, column and value that a rule names must be known and unique; 1 is not:",
    ),
    (
        "s-sizes.toml",
        "t.csv",
        "s-sizes.toml: sizes must have one size per group (2); got 3. Add or remove sizes, or leave them out.",
    ),
    (
        "s.toml",
        "t-long.csv",
        'row 2, column "Tea?": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…" (no option is near)',
    ),
    ("s-rate.toml", "t-rate.csv", 'row 2, column "Tea?": "11" (the scale is 1 to 10)'),
    (
        "s.toml",
        "answers.csv",
        "answers.csv must have a column for every question, headed by its id or its text; got no question of the",
    ),
    (
        "s.toml",
        "empty.csv",
        "empty.csv must hold a row of headings and rows below it; got an empty file. Export it again.",
    ),
    (
        "s.toml",
        "t.ods",
        "The table must be a CSV, TSV or XLSX file; got 't.ods'. Save it as .xlsx or .csv in the program that",
    ),
]
# Columns of t-wish.csv that people's wishes are read from.
WISHES = [
    ("wishes", "Where?", 'Bo: "C" (not a group)'),
    ("friends", "Who?", 'Bo: "Zed" (nobody has a similar name)'),
    ("wishes", "Wher", '--wishes must be a heading of the answers; got "Wher". Did you mean "Where?"?'),
    ("friends", "Wo?", '--friends must be a heading of the answers; got "Wo?". Did you mean "Who?"?'),
    ("wishes", "Tea?", 'Ann: "yes" (not a group)'),
    (
        "wishes",
        "",
        '--wishes must be a heading of the answers; got "". The headings are "Where?", "Who?", "Free?", "Sex?",',
    ),
]
