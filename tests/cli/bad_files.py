"""The files that bad inputs name: draws and earlier groups that cannot be used.

``FILES`` stand in the folder where the commands run, beside ``answers.csv`` (12 simulated people of the survey
hogwarts, Person 01 to Person 12), ``draws.npy`` (four draws of six people) and a folder ``full`` with a file in it.
"""

import numpy as np

FILES = {
    "bad.json": b"{",
    "draws-words.tsv": b"0\t1\nx\t1\n",
    "answers.docx": b"x",
    "bad-bytes.csv": b"0,1\n\xff\xfe\xfa,2\n",
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
}
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
