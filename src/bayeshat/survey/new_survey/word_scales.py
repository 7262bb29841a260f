"""Scales in words: options with an order that everybody knows, as "Disagree", "Neutral", "Agree"; and grades."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...tables.text import normalise

# Each scale from its lower end to its upper one, a step a line; words for one step are separated by "|".
_WORDS = """
strongly disagree | totally disagree | completely disagree
disagree | mostly disagree
somewhat disagree | slightly disagree
neutral | neither agree nor disagree | neither | undecided | unsure
somewhat agree | slightly agree
agree | mostly agree
strongly agree | totally agree | completely agree

definitely not | definitely no
probably not | probably no | rather not
maybe | perhaps | not sure | unsure
probably | probably yes | rather yes
definitely | definitely yes

never
almost never | hardly ever
rarely | seldom
sometimes | occasionally
often | frequently | usually
very often | almost always
always

very dissatisfied
dissatisfied
neutral | neither
satisfied
very satisfied

very unlikely
unlikely
neutral | not sure
likely
very likely

very poor | very bad | terrible
poor | bad
fair | average | ok | okay
good
very good
excellent

not at all
a little | slightly | not much
somewhat | moderately
quite | a lot | much
very | very much
extremely

none | no experience
beginner | basic
intermediate | some experience
advanced
expert

very low
low
medium | middling | moderate
high
very high

very easy
easy
medium | ok
hard | difficult
very hard | very difficult

stimme überhaupt nicht zu | stimme gar nicht zu | trifft überhaupt nicht zu | trifft gar nicht zu
stimme nicht zu | trifft nicht zu
stimme eher nicht zu | trifft eher nicht zu
neutral | teils teils | teils/teils | weder noch | unentschieden
stimme eher zu | trifft eher zu
stimme zu | trifft zu
stimme voll zu | stimme völlig zu | stimme voll und ganz zu | trifft voll zu | trifft voll und ganz zu

auf keinen fall
eher nein | eher nicht
vielleicht | weiß nicht
eher ja | eher schon
auf jeden fall

nie | niemals
fast nie
selten
manchmal | gelegentlich
oft | häufig | meistens
sehr oft | fast immer
immer

sehr unzufrieden
unzufrieden
neutral | weder noch
zufrieden
sehr zufrieden

sehr schlecht
schlecht
mittel | geht so | durchschnittlich
gut
sehr gut

gar nicht | überhaupt nicht
kaum | wenig | ein bisschen
etwas | mittelmäßig
ziemlich | viel
sehr | sehr viel

keine
anfänger | anfängerin
mittel | fortgeschritten
experte | expertin | profi

pas du tout d'accord
pas d'accord
plutôt pas d'accord
neutre | ni d'accord ni pas d'accord
plutôt d'accord
d'accord
tout à fait d'accord

jamais
rarement
parfois | quelquefois
souvent
très souvent
toujours

totalmente en desacuerdo | muy en desacuerdo
en desacuerdo
neutral | ni de acuerdo ni en desacuerdo
de acuerdo
totalmente de acuerdo | muy de acuerdo

nunca
casi nunca
raramente | rara vez
a veces | algunas veces
a menudo | frecuentemente
casi siempre
siempre
"""
_SCALES = tuple(
    tuple(tuple(step.split(" | ")) for step in scale.splitlines()) for scale in _WORDS.strip().split("\n\n")
)
# Grades, of which some have a sign behind them: without any, "A" to "D" may be options to choose from.
_GRADE, _SIGNS = re.compile(r"[a-f1-6][+-]?"), ("+", "", "-")
# Two options may be any two; so many show a scale.
_LEAST = 3


def order_words(options: Iterable[str]) -> tuple[str, ...] | None:
    """Return options in the order of the scale that they come from, or None if they come from none that is known.

    Examples
    --------
    >>> order_words(["Agree", "Neutral", "Strongly agree"])
    ('Neutral', 'Agree', 'Strongly agree')
    >>> order_words(["B", "A-", "B+", "C"])
    ('A-', 'B+', 'B', 'C')
    >>> order_words(["Tea", "Coffee", "Never"]) is None
    True
    """
    said = {normalise(option): option for option in options}
    if len(said) >= _LEAST and all(map(_GRADE.fullmatch, said)) and any(len(grade) > 1 for grade in said):
        return tuple(said[grade] for grade in sorted(said, key=lambda grade: (grade[0], _SIGNS.index(grade[1:]))))
    for scale in _SCALES:
        steps = [[word for word in step if word in said] for step in scale]
        used = [words[0] for words in steps if words]
        if _LEAST <= len(used) == len(said) and all(len(words) <= 1 for words in steps):
            return tuple(said[word] for word in used)
    return None
