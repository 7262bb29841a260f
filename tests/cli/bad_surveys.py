"""Surveys that cannot be used, with what each must say, and the files of these and of other bad inputs.

To be extended, one line an input, as in ``bad_inputs``.
"""

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
    "r-together.csv": 'rule,who,what\ntogether,"Ann; Bo; Cy",\n',
    "r-apart.csv": 'rule,who,what\napart,"Ann; Bo; Cy; Di",\n',
    "r-alone.csv": "rule,who,what\nnot_alone,,shoe\n",
    "r-times.csv": "rule,who,what\ncommon_times,,free\n",
    "r-companion.csv": "rule,who,what\ncompanion,Ann,Ann\n",
    "r-nospread.csv": "rule,who,what\nspread,,\n",
    "r-size.csv": "rule,who,what\nsize,Z,3\n",
    "r-sizeneg.csv": "rule,who,what\nsize,A,-3\n",
    "r-bands.toml": 'spread = [{ column = "sex", bands = 1 }]\n',
    "r-bandsword.toml": 'spread = [{ column = "sex", bands = "two" }]\n',
    "r-spreadkey.toml": 'spread = [{ colum = "sex" }]\n',
    "r-times0.toml": 'common_times = [{ column = "free", common = 0 }]\n',
    "r-pinnum.toml": 'pin = { "Ann" = 3 }\n',
    "r-wishweight.toml": 'wish = { "Ann" = { groups = ["A"], weight = 0 } }\n',
    "bad.json": "{",
    "draws-words.tsv": "0\t1\nx\t1\n",
    "t-long.csv": f"name,Tea?\nAnn,{'x' * 500}\nBo,no\n",
    "t-rate.csv": "name,Tea?\nAnn,11\nBo,0\n",
    "e-empty.csv": "name,group\n",
    "r-twice.csv": "rule,rule,who,what\npin,pin,Ann,A\n",
    "r-json.json": "{}",
    "r-stay.toml": 'stay = { "Ann" = "Z" }\n',
    "r-notalone.toml": 'not_alone = [{ column = "sex", value = "x" }]\n',
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
        "survey check nothing.toml",
        "A survey must be a TOML file that can be read; got 'nothing.toml' (No such file or directory). Check",
    ),
    (
        "survey check hogwrats",
        "A survey must be a packaged name (hogwarts, simulation-even, simulation-uneven) or the path of a TOML",
    ),
    (
        "survey check answers.csv",
        "answers.csv must be TOML; got a mistake: Expected '=' after a key in a key/value pair (at line 1,",
    ),
    (
        "survey check s-utf.toml",
        "s-utf.toml must be UTF-8 text, as TOML is; got byte 0xff at position 9. Save the file as UTF-8.",
    ),
    (
        "survey check s-nohouses.toml",
        "s-nohouses.toml: houses must hold at least one house; got none. Add a [[houses]] section with a name.",
    ),
    (
        "survey check s-noquestions.toml",
        "s-noquestions.toml: questions must hold at least one question; got none. Add a [[questions]] section.",
    ),
    (
        "survey check s-notitle.toml",
        's-notitle.toml: title must say what the survey is called; got nothing. Write e.g. title = "Our teams".',
    ),
    (
        "survey check s-oneoption.toml",
        's-oneoption.toml: questions[1].options must hold 2 to 1000 options; got 1 for "Tea?". Add or merge',
    ),
    (
        "survey check s-twooptions.toml",
        's-twooptions.toml: questions[1].options must differ by more than case and spaces; got "yes" and "Yes".',
    ),
    (
        "survey check s-optstr.toml",
        's-optstr.toml: questions[1].options must be a list of texts; got the text "yes,no". Write e.g. options',
    ),
    ("survey check s-kind.toml", 'got "slider".'),
    (
        "survey check s-house2.toml",
        's-house2.toml: houses must have different names; got "A" as houses[1] and houses[2]. Rename one of them.',
    ),
    ("survey check s-house0.toml", "s-house0.toml: houses[2].name must not be empty; got ''. Give the house a name."),
    (
        "survey check s-id2.toml",
        's-id2.toml: questions[2].id must not be used by another question; got "q1", which questions[1] has too.',
    ),
    (
        "survey check s-text2.toml",
        's-text2.toml: questions[2].text must not be used by another question; got "Tea?", which questions[1]',
    ),
    (
        "survey check s-prior.toml",
        "s-prior.toml: questions[1].prior.A must be a list with one count per option (2); got 3. Give counts for",
    ),
    (
        "survey check s-prior0.toml",
        "s-prior0.toml: questions[1].prior.A must be positive counts; got 0 for option 1. Write a small count",
    ),
    (
        "survey check s-priorneg.toml",
        "s-priorneg.toml: questions[1].prior.A must be positive counts; got -1 for option 1. Write a small count",
    ),
    (
        "survey check s-priorhouse.toml",
        's-priorhouse.toml: questions[1].prior must name the houses (A, B); got "C". Keep one entry per house.',
    ),
    (
        "survey check s-priornone.toml",
        's-priornone.toml: questions[1].prior must hold prior counts per house; got nothing for "Tea?". Write',
    ),
    (
        "survey check s-priorword.toml",
        's-priorword.toml: prior must be "learned" or "flat"; got "round". Write prior = "learned", or counts',
    ),
    (
        "survey check s-sizes.toml",
        "s-sizes.toml: sizes must have one size per house (2); got 3. Add or remove sizes, or leave them out.",
    ),
    (
        "survey check s-sizesneg.toml",
        "s-sizesneg.toml: sizes must be numbers of people, not all zero; got -1, 5. Correct them, or leave them",
    ),
    (
        "survey check s-sizesword.toml",
        's-sizesword.toml: sizes must be a list of whole numbers, one per house; got the text "big". Write e.g.',
    ),
    (
        "survey check s-mem.toml",
        "s-mem.toml: membership_prior must be positive; got 0. Use e.g. 0.3: most people are mainly of one house.",
    ),
    (
        "survey check s-memword.toml",
        's-memword.toml: membership_prior must be numbers; got the text "x". Write numbers without quotes.',
    ),
    (
        "survey check s-key.toml",
        "s-key.toml: titel must be one of title, description, membership_prior, prior, sizes, houses, clusters,",
    ),
    ("survey check s-qkey.toml", 'got "optoins". Did you mean options?'),
    (
        "survey check s-scale.toml",
        "s-scale.toml: questions[1].scale must be two numbers, the smaller one first; got [5, 1]. Write e.g.",
    ),
    (
        "survey check s-scale1.toml",
        "s-scale1.toml: questions[1].scale must be a list of numbers; got the number 5. Write e.g. scale = [1,",
    ),
    (
        "survey check s-bins.toml",
        "s-bins.toml: questions[1].bins must be the last number of every bin but the last, rising, from 1 to",
    ),
    ("survey check s-ruleskind.toml", "s-ruleskind.toml: Every rule must be usable; 1 is not:"),
    (
        "survey check s-dup.toml",
        "s-dup.toml must be TOML; got a mistake: Cannot overwrite a value (at line 2, column 12). Correct that",
    ),
    ("survey show s-kind.toml", 'got "slider".'),
    (
        "survey show nowhere",
        "A survey must be a packaged name (hogwarts, simulation-even, simulation-uneven) or the path of a TOML",
    ),
    (
        "survey new nothing.csv -o new.toml",
        "The answers must be a file that exists; got 'nothing.csv', which does not exist. Check the path.",
    ),
    (
        "survey new full -o new.toml",
        "The answers must be a file that exists; got 'full', which is a folder. Check the path.",
    ),
    (
        "survey new empty.csv -o new.toml",
        "empty.csv must hold a row of headings and rows below it; got an empty file. Export it again.",
    ),
    (
        "survey new t-head.csv -o new.toml",
        "t-head.csv must hold rows below its headings; got headings only. Export it again.",
    ),
    (
        "survey new t.csv -o new.toml --houses ''",
        "--groups must be a whole number of at least 1, or a list of different names; got ''. Write e.g. 4, 2..8",
    ),
    (
        "survey new t.csv -o new.toml --houses five",
        "--groups must be a whole number of at least 1, or a list of different names; got 'five'. Write e.g. 4, 2..8",
    ),
    (
        "survey new t.csv -o new.toml --houses A,A",
        '--groups must be a whole number of at least 1, or a list of different names; got "A" twice. Write e.g.',
    ),
    (
        "survey new t.csv -o new.toml --houses -2",
        "--groups must be a whole number of at least 1, or a list of different names; got '-2'. Write e.g. 4, 2..8",
    ),
    (
        "survey new t.csv -o new.toml --houses 2-8",
        "--groups must be a whole number of at least 1, or a list of different names; got '2-8'. Write e.g. 4, 2..8",
    ),
    (
        "survey new t.csv -o new.toml --known name --houses 3",
        "--groups must be left out with --known, since the houses are those in that column; got '3'.",
    ),
    (
        "survey new t.csv -o new.toml --houses 1.5",
        "--groups must be a whole number of at least 1, or a list of different names; got '1.5'. Write e.g. 4,",
    ),
    (
        "survey new t.csv -o new.toml --only Coffee?",
        '--only must hold headings of t.csv; got "Coffee?". The headings are "name", "Tea?".',
    ),
    (
        "survey new t.csv -o new.toml --skip Coffee?",
        '--skip must hold headings of t.csv; got "Coffee?". The headings are "name", "Tea?".',
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
        "survey new t.xls -o new.toml",
        "The table must be a CSV, TSV or XLSX file; got 't.xls'. Save it as .xlsx or .csv in the program that",
    ),
    (
        "survey new t.ods -o new.toml",
        "The table must be a CSV, TSV or XLSX file; got 't.ods'. Save it as .xlsx or .csv in the program that",
    ),
    (
        "survey new t-semi.xlsx -o new.toml",
        "t-semi.xlsx must be an XLSX workbook with a sheet; got a file that is not (File is not a zip file).",
    ),
    (
        "survey new t-blank.csv -o new.toml",
        "t-blank.csv must hold a row of headings and rows below it; got an empty file. Export it again.",
    ),
    (
        "survey new t-quote.csv -o new.toml",
        "t-quote.csv must be a table with quotes in pairs; got a mistake near line 3 (unexpected end of data).",
    ),
    (
        "survey new t.csv -o full/mine.txt/x.toml",
        "The output must be a file in a folder that can be written to; got 'full/mine.txt/x.toml' (Not",
    ),
    (
        "survey check s-houses0.toml",
        "s-houses0.toml: houses must hold at least one house; got none. Add a [[houses]] section with a name.",
    ),
    (
        "survey check s-notext.toml",
        "s-notext.toml: questions[1].text must not be empty; got ''. Write the question's text.",
    ),
    (
        "survey check s-binsword.toml",
        's-binsword.toml: questions[1].bins must be a list of numbers; got the text "3". Write e.g. bins = [3,',
    ),
    (
        "survey check s-nan.toml",
        "s-nan.toml: membership_prior must be positive; got nan. Use e.g. 0.3: most people are mainly of one",
    ),
    (
        "survey new answers.docx -o new.toml",
        "The table must be a CSV, TSV or XLSX file; got 'answers.docx'. Save it as .xlsx or .csv in the program",
    ),
    (
        "survey new t.csv -o new.toml --houses ,",
        "--groups must be a whole number of at least 1, or a list of different names; got ','. Write e.g. 4, 2..8",
    ),
    ("survey new", "Missing argument 'answers'."),
    ("survey check", "Missing argument 'survey'."),
    ("survey show", "Missing argument 'survey'."),
]
