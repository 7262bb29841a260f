"""Rules and earlier groups that cannot be used, and what each must say: one line an input, to be extended."""

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
FILES = {f"rules-{name}": text for name, text in RULES.items()}
FILES |= {
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
    "r-twice.csv": "rule,rule,who,what\npin,pin,Ann,A\n",
    "r-json.json": "{}",
    "r-stay.toml": 'stay = { "Ann" = "Z" }\n',
    "r-notalone.toml": 'not_alone = [{ column = "sex", value = "x" }]\n',
    "e-empty.csv": "name,group\n",
    "empty.csv": "",
    "bad.toml": "title = \nx = 1\n",
    "nogroups.csv": "name,room\nPerson 01,12\n",
    "twice.csv": "name,group\nPerson 01,Gryffindor\nPerson 01,Slytherin\n",
}
# Of twelve people in the houses of Hogwarts.
SORTED = [
    ("rules-apart.toml", "Person 01 and Person 02 must be together"),
    (
        "rules-bar.csv",
        "This rule cannot be met with 12 people and 4 groups: Person 01 must not be in Gryffindor, Slytherin,",
    ),
    ("rules-both.toml", "Person 01 must be in Gryffindor"),
    (
        "rules-column.csv",
        'column "shoe size" in "“shoe size” is spread evenly over the groups" (none is near; the columns are',
    ),
    (
        "rules-companion.csv",
        'person "Person 99" in "Person 01 would like to be with Person 99 (normal)" (nearest: "Person 09")',
    ),
    ("rules-empty.csv", "The rules could not be read. rules-empty.csv"),
    (
        "rules-group.csv",
        'group "Durmstrang" in "Person 01 must be in Durmstrang" (none is near; the groups are "Gryffindor",',
    ),
    (
        "rules-heading.csv",
        "rules-heading.csv must have the columns rule, who and what, or for an earlier assignment name and",
    ),
    (
        "rules-key.toml",
        "spreed must be one of size, joint_size, running, pin, bar, together, apart, spread, not_alone, at_least, "
        "common_times, wish,",
    ),
    ("rules-kind.csv", "row 2: A rule must be one of size, joint size, running, pin, bar, together, apart, spread,"),
    (
        "rules-list.toml",
        'together: The rules of one kind must be a list; got the number 3. Write e.g. [["Ann", "Bo"], ["Cy", "Di"]].',
    ),
    (
        "rules-lonely.csv",
        'row 2: At least two people must be named to be together; got only "Person 01". Name more, or leave',
    ),
    (
        "rules-nobody.csv",
        "row 2: The column who must name somebody; got nobody. Write one name, or several separated by semicolons.",
    ),
    (
        "rules-nothing.csv",
        'row 2: A pin must name at least one group; got none for "Person 01". Name one, or leave it out.',
    ),
    ("rules-person.csv", 'person "Persn 01" in "Persn 01 must be in Gryffindor" (nearest: "Person 01")'),
    ("rules-range.csv", "row 2: The smallest size must not be above the largest; got 6..4. Write 4..6 instead."),
    (
        "rules-same.csv",
        'row 2: A rule of people who are apart must name every person only once; got "Person 01" twice.',
    ),
    (
        "rules-sizes.csv",
        "This rule cannot be met with 12 people and 4 groups: Every group must have at least 4 people. Change it",
    ),
    (
        "rules-small.csv",
        "This rule cannot be met with 12 people and 4 groups: Every group must have at most 2 people. Change it or",
    ),
    (
        "rules-spread.csv",
        'row 2: A spread must not name people; got "Person 01". Write the column\'s heading under what.',
    ),
    (
        "rules-syntax.toml",
        "rules-syntax.toml must be TOML; got a mistake: Invalid value (at end of document). Correct that",
    ),
    ("rules-text.txt", "The rules could not be read. rules-text.txt"),
    (
        "rules-value.csv",
        'row 2: A size must be a whole number or a range; got "many". Write e.g. "4..6", "4..", "..6" or "5".',
    ),
    (
        "rules-weight.csv",
        'row 2: A weight must be a number, weak, normal, strong, empty or "must"; got "heavy". Write e.g.',
    ),
    (
        "rules-minus.csv",
        "row 2: A rule must have a positive number as its weight, or one of the words weak, normal, strong;",
    ),
    (
        "rules-must.csv",
        'row 2: A wish must have a number as its weight; got "must". If it must hold, write "pin" under',
    ),
    ("rules-pinned.csv", 'row 2: A pin always holds, so it takes no weight; got "0.5". Empty the cell.'),
]
# Of Ann, Bo, Cy and Di in two groups.
MIXED = [
    (
        "r-apart.csv",
        "This rule cannot be met with 4 people and 2 groups: Ann, Bo, Cy and Di must be apart. Change it or",
    ),
    ("r-alone.csv", "Every person, group, column and value that a rule names must be known and unique; 1 is not:"),
    (
        "r-times.csv",
        "This rule cannot be met with 4 people and 2 groups: The members of every group share at least 1 free",
    ),
    (
        "r-companion.csv",
        'row 2: A wish for a companion must name every person only once; got "Ann" twice. Leave one out.',
    ),
    ("r-nospread.csv", "row 2: The column what must name a column; got nothing. Fill it in."),
    ("r-size.csv", "Every person, group, column and value that a rule names must be known and unique; 1 is not:"),
    (
        "r-sizeneg.csv",
        'row 2: A size must be a whole number or a range; got "-3". Write e.g. "4..6", "4..", "..6" or "5".',
    ),
    ("r-bands.toml", "spread[1]: Numbers must be cut into at least 2 bands; got 1. Write e.g. 4."),
    ("r-bandsword.toml", "spread[1]: Numbers must be cut into at least 2 bands; got 'two'. Write e.g. 4."),
    (
        "r-spreadkey.toml",
        'spread[1]: An entry must hold only column, weight, bands, shares, reason; got "colum". Did you mean "column"?',
    ),
    ("r-times0.toml", "common_times[1]: Groups must share at least 1 free time; got 0. Write e.g. 2."),
    ("r-pinnum.toml", "Every person, group, column and value that a rule names must be known and unique; 1 is not:"),
    (
        "r-wishweight.toml",
        "wish.Ann: A wish must have a positive number as its weight, or one of the words weak, normal, strong;",
    ),
    ("r-twice.csv", "r-twice.csv must have only the columns rule, who, what, weight, reason, each once; got others:"),
    (
        "r-json.json",
        "The rules could not be read. The table must be a CSV, TSV or XLSX file; got 'r-json.json'. Save it as",
    ),
    ("r-stay.toml", "Every person, group, column and value that a rule names must be known and unique; 1 is not:"),
    ("r-notalone.toml", "Every person, group, column and value that a rule names must be known and unique; 1 is not:"),
]
# Earlier groups.
EARLIER = [
    ("nogroups.csv", 'nogroups.csv must have the columns name and group; got no group among "name", "room". Put the'),
    ("twice.csv", 'row 3: "Person 01" is already in row 2'),
    ("empty.csv", "could not be read. empty.csv"),
    ("bad.toml", "got 'bad.toml', which ends as surveys and rules do. Give the table instead, e.g. answers.csv."),
    (
        "rules-text.txt",
        "The earlier assignment could not be read. rules-text.txt must hold rows below its headings; got",
    ),
    (
        "e-empty.csv",
        "The earlier assignment could not be read. e-empty.csv must hold rows below its headings; got headings",
    ),
]
