"""Which columns of a table say who people are: names, e-mail addresses, ids."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count

import numpy as np

from ..errors import AnswersError
from ..words.settings import setting
from .table import Column, Table
from .text import is_blank, nearest, normalise, quote, quote_all

# What headings are about, by what they hold, without the words around it and without accents; earlier ones are
# preferred. A heading of a single word for "name" may hold a first or a last name, if another column holds the other.
_NAME_WORDS = (
    *("name", "nombre", "nom", "nome", "naam", "navn", "namn", "nimi", "imie", "nazwa", "jmeno", "meno", "ime", "nev"),
    *("nume", "vardas", "vards", "isim", "nama", "nafn", "имя", "име", "ім'я", "όνομα", "fio", "фио", "ф.и.о."),
    *("氏名", "名前", "お名前", "姓名", "名字", "이름", "성명", "성함", "اسم", "الاسم", "نام", "שם", "नाम", "ชื่อ"),
)
# These are headings alone; "Are you a student?" is a question.
_ROLES = ("respondent", "participant", "student", "person", "pupil", "player", "member", "employee", "user")
_PHRASES = {
    "name": (
        *_NAME_WORDS,
        *("names", "namen", "full name", "fullname", "complete name", "real name", "whole name", "preferred name"),
        *("nombre completo", "nom complet", "nome completo", "vollstandiger name", "volledige naam"),
        *_ROLES,
        *("respondent name", "participant name", "student name", "person name", "pupil name", "player name"),
        *("member name", "employee name", "display name", "teilnehmername", "nickname", "nick name"),
        *("who are you", "what should we call you", "how should we call you", "wie heisst du", "wie heissen sie"),
        *("como te llamas", "como se llama", "comment t appelles tu", "comment vous appelez vous"),
        *("come ti chiami", "come si chiama", "hoe heet je", "hoe heet u", "hva heter du", "vad heter du"),
        *("фамилия имя отчество", "полное имя", "как вас зовут", "как тебя зовут", "піб", "ονοματεπώνυμο"),
        *("ad soyad", "adı soyadı", "adi soyadi", "nama lengkap", "họ tên", "họ và tên"),
        *(
            "フルネーム",
            "ニックネーム",
            "氏 名",
            "姓 名",
            "学生氏名",
            "生徒氏名",
            "参加者氏名",
            "あなたの名前",
            "あなたのお名前",
        ),
        *("您的姓名", "你的姓名", "您的名字", "你的名字", "真实姓名", "学生姓名", "學生姓名", "昵称", "暱稱"),
        *("성 명", "학생 이름", "الاسم الكامل", "ما اسمك", "שם מלא", "מה שמך", "نام و نام خانوادگی", "ชื่อ นามสกุล"),
    ),
    "first name": (
        *("first name", "firstname", "given name", "forename", "recipientfirstname", "vorname", "rufname"),
        *("prenom", "nombre de pila", "nombre pila", "primer nombre", "voornaam", "fornavn", "fornamn", "etunimi"),
        *("prenume", "名", "שם פרטי", "الاسم الأول"),
    ),
    "last name": (
        *("last name", "lastname", "surname", "family name", "recipientlastname", "nachname", "familienname"),
        *("zuname", "nom de famille", "nom famille", "apellido", "apellidos", "cognome", "sobrenome", "achternaam"),
        *("familienaam", "etternavn", "efternavn", "efternamn", "sukunimi", "nazwisko", "prijmeni", "фамилия"),
        *("priezvisko", "prezime", "презиме", "прізвище", "фамилно име", "επώνυμο", "soyad", "soyadı", "姓", "苗字"),
        *("성", "שם משפחה", "اسم العائلة", "نام خانوادگی", "นามสกุล"),
    ),
    "login": (*("username", "user name", "benutzername", "anmeldename", "login"),),
    "e-mail": (
        *("mail", "email", "mail address", "email address", "mailaddress", "emailaddress", "recipientemail"),
        *("mailadresse", "emailadresse", "mail adresse", "email adresse", "adresse mail", "adresse email"),
        *(
            "adresse electronique",
            "adresse messagerie",
            "posta elettronica",
            "courriel",
            "correo",
            "correo electronico",
            "direccion correo",
        ),
        *("direccion correo electronico", "indirizzo mail", "indirizzo email", "endereco mail", "endereco email"),
        *("mailadres", "adres mail", "emailadres", "epost", "epostadresse", "e post", "school mail", "university mail"),
        *("электронная почта", "адрес электронной почты", "почта", "имейл", "електронна пошта", "eposta", "e posta"),
        *(
            "メールアドレス",
            "メール",
            "邮箱",
            "电子邮箱",
            "电子邮件",
            "電子郵件",
            "이메일",
            "메일",
            "דוא ל",
            "البريد الإلكتروني",
        ),
    ),
    "id": (
        *("respondent id", "participant id", "student id", "person id", "user id", "employee id", "id number"),
        *("student number", "matriculation number", "matrikelnummer", "matrikel nr", "numero etudiant", "dni"),
        *("sis user id", "canvas user id", "login id", "sis login id", "token", "access code", "id"),
        *("学号", "學號", "学籍番号", "学生番号", "学番", "학번"),
    ),
    # Numbers that a form gives to each answer sheet: they name people where nothing else does.
    "response": (*("response id", "responseid", "submission id", "uuid"),),
}
# Words that may stand around these.
_FILLERS = frozenset(
    (
        *("what", "whats", "is", "are", "s", "you", "your", "my", "the", "a", "of", "in"),
        *("here", "please", "enter", "write", "type", "give", "us", "own", "and", "&", "e", "o", "oder", "or"),
        *("und", "y", "wie", "lautet", "ist", "du", "sie", "dein", "deine", "ihr", "ihre", "mein", "meine"),
        *("bitte", "gib", "an", "deinen", "ihren", "der", "des", "de", "como", "cual", "es", "te", "se", "tu"),
        *("su", "mi", "el", "la", "los", "las", "ti", "si", "comment", "quel", "quelle", "est", "et", "ton", "ta"),
        *("votre", "vous", "mon", "t", "vos", "le", "les", "come", "qual", "il", "lo", "tuo", "suo", "mio", "seu"),
        *("sua", "hoe", "wat", "je", "jouw", "uw", "u", "en", "hva", "vad", "hvad", "ditt", "dit", "din", "og"),
        *("och", "i", "w", "jak", "masz", "ваше"),
    )
)
# "Vorname, Nachname", "first and last name", "Nombre y apellidos", "Nom et prénom".
_FIRST = ("first", "vor", "voor", *_NAME_WORDS, *_PHRASES["first name"])
_LAST = ("last name", *_NAME_WORDS, *_PHRASES["last name"])
_NUMBERED = re.compile(r"(?:q|question|frage|pregunta)?\s*\d+\s*[.):\-]*\s+(?=\S)")
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_WORDS = re.compile(r"[^\W\d_]+|&")
_SHORT_NAME = re.compile(r"[^\W\d_][^\d_?!;]{1,39}")
# What form tools write where people need not say who they are.
_NOBODY = frozenset({"anonymous", "anonym", "anonyme", "anonimo", "anoniem"})
# Texts that stand for nothing among answers, but are somebody's name too.
_NAMES_TOO = frozenset({"na", "nan", "null", "nat"})


def plain_heading(heading: str) -> str:
    """Return a heading normalised and without the signs that forms add, as in "Name: *"."""
    return normalise(heading).rstrip(" :?*.")


def _words(text: str) -> list[str]:
    """Return the words of a normalised text, without accents."""
    split = unicodedata.normalize("NFKD", text.replace("'", " ").replace("_", " "))
    return _WORDS.findall("".join(sign for sign in split if not unicodedata.combining(sign)).replace("ß", "ss"))


# The same phrases, in words as those of headings are: without accents, and with the parts of a Korean letter apart.
_RANKS = {
    " ".join(_words(phrase)): (kind, rank)
    for rank, (kind, phrase) in reversed(
        list(enumerate((kind, phrase) for kind in _PHRASES for phrase in _PHRASES[kind]))
    )
}
_BOTH = {
    " ".join(_words(f"{one} {other}"))
    for first in _FIRST
    for last in _LAST
    for one, other in ((first, last), (last, first))
}


def heading_kind(heading: str) -> str:
    """Return what a heading says about people ("name", "e-mail", …; see `_PHRASES`); empty if it says something else.

    Examples
    --------
    >>> [heading_kind(text) for text in ("1. What's your name?", "E-Mail-Adresse", "Name of your pet", "Nachname")]
    ['name', 'e-mail', '', 'last name']
    """
    return _kind_and_rank(heading)[0]


def _kind_and_rank(heading: str) -> tuple[str, int]:
    text = _NUMBERED.sub("", plain_heading(heading), count=1)
    words = _words(_ASIDE.sub(" ", text))
    if " ".join(words) in _RANKS:
        return _RANKS[" ".join(words)]
    told = " ".join(word for word in words if word not in _FILLERS)
    if told in _RANKS and told not in _ROLES:
        return _RANKS[told]
    return ("name", 0) if told in _BOTH else ("", len(_RANKS))


def find_identifiers(columns: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return the columns that say who people are besides their names, by heading: e-mail addresses, logins, ids."""
    kinds = ("login", "e-mail", "id", "response")
    found = {heading: tuple(cells) for heading, cells in columns.items() if heading_kind(heading) in kinds}
    return {heading: cells for heading, cells in found.items() if any(map(str.strip, cells))}


def free_name_heading(headings: Iterable[str]) -> str:
    """Return a heading for names that is not taken; a column before the others that has it is found by `find_names`.

    Examples
    --------
    >>> free_name_heading(["Tea?", "Name"])
    'your name'
    """
    taken = set(map(plain_heading, headings))
    heads = chain(("name", "your name", "my name", "what is your name"), (f"{n}. name" for n in count(1)))
    return next(heading for heading in heads if heading not in taken)


def find_names(table: Table, name_column: str | None, questions: Sequence[Column] = ()) -> Column | None:
    """Return the column that says who answered: the one asked for, or one with a common heading, or None."""
    if name_column is not None:
        return _asked_for(table, name_column)
    found: list[tuple[int, str, Column]] = []
    for column in table.columns:
        if column not in questions and names_somebody(column):
            kind, rank = min(map(_kind_and_rank, column.names), key=lambda pair: pair[1], default=("", 0))
            found += [(rank, kind, column)] if kind else []
    if not found:
        return None
    kinds = {kind: column for _, kind, column in sorted(found, key=lambda one: -one[0])}
    best = min(found, key=lambda one: one[0])[2]
    first, last = kinds.get("first name"), kinds.get("last name")
    if "name" not in kinds:
        return _joined(first, last) if first and last else best
    # Beside a column of first names, "Name" may hold last names, and the other way round.
    bare = len(_WORDS.findall(best.heading)) == 1
    if bare and first and not last and not _holds(best, first):
        return _joined(first, best)
    return _joined(best, last) if bare and last and not first and not _holds(best, last) else best


def _asked_for(table: Table, heading: str) -> Column:
    wanted = [column for column in table.columns if normalise(heading) in map(normalise, column.names)]
    if not wanted:
        near = nearest(heading, table.headings, cutoff=0.5)
        hint = f"Did you mean {quote(near)}?" if near else f"The headings are {quote_all(table.headings[:20])}."
        raise AnswersError(
            f"{setting('name_column')} must be a heading of {table.origin}; got {quote(heading)}. {hint}"
        )
    return wanted[0]


def read_names(column: Column) -> list[str]:
    """Return everybody's name with single spaces, empty where there is none.

    "Na", "Nan" and "Null" are names; where one of them comes several times it is a program's word for nothing.
    """
    counts = Counter(normalise(name) for name in column.texts())
    nothing = {key for key in counts if key not in _NAMES_TOO or counts[key] > 1}
    shown = ["" if is_blank(name) and normalise(name) in nothing else " ".join(name.split()) for name in column.values]
    return [shown[place] for place in column.places.tolist()]


def names_somebody(column: Column) -> bool:
    """Say whether a column holds anything but gaps and "anonymous"."""
    return any(not is_blank(value) and normalise(value) not in _NOBODY for value in column.values)


def looks_like_names(column: Column) -> bool:
    """Say whether most cells are a few words of letters."""
    short = sum(bool(_SHORT_NAME.fullmatch(value.strip())) for value in column.values)
    return 2 * short > len(column.values)


def _holds(full: Column, part: Column) -> bool:
    """Say whether the names in one column mostly contain those in the other."""
    pairs = list(zip(full.texts(), part.texts(), strict=True))
    return 2 * sum(normalise(one) in normalise(name) for name, one in pairs) > len(pairs)


def _joined(first: Column, last: Column) -> Column:
    """Return first and last names as one column."""
    names = [" ".join(filter(None, pair)) for pair in zip(read_names(first), read_names(last), strict=True)]
    index = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return Column(f"{first.heading} + {last.heading}", tuple(index), np.array([index[name] for name in names]))
