"""The files that bad inputs name: tables, rules and draws that cannot be used.

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
