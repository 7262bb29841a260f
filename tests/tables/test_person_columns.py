"""Columns that say who people are, by their headings in several languages."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import polars as pl
import pytest

from bayeshat.cli.commands.sort import simulate
from bayeshat.rules.reading import read_assignment
from bayeshat.survey.answers import read_answers
from bayeshat.survey.spec import Survey
from bayeshat.tables.person_columns import find_names, heading_kind, read_names
from bayeshat.tables.reading import read_table

NAMES = (
    *("Name", "name:", "NAME *", "Full name", "Your full name", "What is your name?", "What's your name?"),
    *("What’s your full name?", "1. Name", "Q1. Name", "1) Your name", "Name (first and last)", "Names"),
    *("First and last name", "First name, last name", "Please enter your name", "Student", "Student name"),
    *("Participant", "Your first and last name"),
    *("Respondent name", "Player", "Who are you?", "What should we call you?", "Preferred name", "your_name"),
    *("Vor- und Nachname", "Vorname, Nachname", "Vorname/Nachname", "Nachname, Vorname", "Wie heißt du?"),
    *("Wie heißen Sie?", "Dein Name", "Ihr Name:", "Bitte gib deinen Namen an", "Vollständiger Name"),
    *("Nombre", "Nombre completo", "Nombre y apellidos", "¿Cómo te llamas?", "¿Cuál es tu nombre?", "Tu nombre"),
    *("Nom", "Nom et prénom", "Prénom et nom", "Votre nom", "Comment vous appelez-vous ?", "Nom complet"),
    *("Nome", "Nome e cognome", "Come ti chiami?", "Naam", "Voor- en achternaam", "Wat is je naam?", "Hoe heet je?"),
    *("Navn", "Namn", "Hva heter du?", "Imię i nazwisko", "Nome completo", "Ime i prezime", "Meno a priezvisko", "Név"),
    *(
        "氏名",
        "お名前",
        "名前：",
        "氏　名",
        "姓名",
        "您的姓名",
        "名字 *",
        "이름",
        "성명",
        "성함",
        "ФИО",
        "Ф.И.О.",
        "Ваше имя",
    ),
    *(
        "Фамилия, имя, отчество",
        "Фамилия Имя",
        "Име",
        "Ім’я",
        "Όνομα",
        "Ονοματεπώνυμο",
        "Ad Soyad",
        "ADI SOYADI",
        "İsim",
    ),
    *("الاسم", "الإسم الكامل", "שם", "שם מלא", "نام", "नाम", "ชื่อ", "Họ và tên", "Nama lengkap"),
)
OTHERS = {
    "first name": ("名", "First name", "Vorname", "Prénom", "Voornaam", "firstname", "Given name", "2. First Name"),
    "last name": (
        "姓",
        "Фамилия",
        "Επώνυμο",
        "Soyadı",
        "Last name",
        "Surname",
        "Nachname",
        "Nom de famille",
        "Apellidos",
        "Cognome",
        "Achternaam",
    ),
    "e-mail": (
        *("Email", "E-mail", "Email Address", "E-Mail-Adresse", "Your e-mail address", "Adresse e-mail", "Courriel"),
        *("Correo electrónico", "Dirección de correo electrónico", "Indirizzo e-mail", "E-mailadres", "RecipientEmail"),
        *("メールアドレス", "电子邮件", "이메일", "Электронная почта", "البريد الإلكتروني"),
    ),
    "id": ("学号", "학번", "ID", "Student ID", "Student number", "Matrikelnummer", "SIS User ID", "id_number"),
}
NOBODY = (
    *("Name of your pet", "Team name", "What is the name of your school?", "Favourite player", "Which member is best?"),
    *("What is your favourite first name?", "How are you?", "Name three films", "Have you got e-mail at home?", "Idea"),
    *("Are you a student?", "Are you a member?", "Do you write e-mail?", "Should we call you?", "Post", "Who?"),
    *("Do you like your name?", "Username of a friend", "Address", "Who would you like to be with?", "Post code"),
)


@pytest.mark.parametrize("heading", NAMES)
def test_headings_of_names(heading):
    assert heading_kind(heading) == "name"
    table = read_table({"When?": ["now", "then"], heading: ["Ann", "Bo"], "Tea?": ["yes", "no"]})
    assert read_names(find_names(table, None)) == ["Ann", "Bo"]


@pytest.mark.parametrize(("kind", "heading"), [(kind, heading) for kind in OTHERS for heading in OTHERS[kind]])
def test_headings_of_parts_of_names_addresses_and_ids(kind, heading):
    assert heading_kind(heading) == kind


@pytest.mark.parametrize("heading", NOBODY)
def test_headings_that_name_nobody(heading):
    assert heading_kind(heading) == ""


@pytest.mark.parametrize(
    ("headings", "told"),
    [
        (("Vorname", "Nachname"), "Ann Lee"),
        (("Vorname", "Name"), "Ann Lee"),
        (("Prénom", "Nom"), "Ann Lee"),
        (("Nombre", "Apellidos"), "Ann Lee"),
        (("Nome", "Cognome"), "Ann Lee"),
        (("Name", "Surname"), "Ann Lee"),
        (("First name", "Full name"), "Lee"),
        (("E-mail", "Name"), "Lee"),
        (("Username", "First name"), "Lee"),
        (("ID", "E-mail"), "Lee"),
    ],
)
def test_two_columns_of_names(headings, told):
    cells = [("Ann", "Lee"), ("Bo", "Ray")]
    for order in (0, 1), (1, 0):
        table = read_table({headings[i]: [row[i] for row in cells] for i in order})
        assert read_names(find_names(table, None))[0] == told


def test_a_name_that_holds_the_first_name_is_whole():
    table = read_table({"Name": ["Ann Lee", "Bo Ray"], "Vorname": ["Ann", "Bo"]})
    assert read_names(find_names(table, None)) == ["Ann Lee", "Bo Ray"]


TEA = {"Tea?": ["yes", "no", "no", "yes"]}
SURVEY = Survey.from_answers(TEA, 2)


@pytest.mark.parametrize("frame", [dict, pd.DataFrame, pl.DataFrame])
def test_people_called_na_nan_and_null_keep_their_names(frame):
    names = ("Na", "Nan", "Null", "Ann")
    assert read_answers(frame({"name": names, **TEA}), SURVEY).names == names
    both = frame({"first name": ["Yoon-ah", "Nan", "Bo", "Cy"], "last name": ["Na", "Lee", "Null", "Nat"], **TEA})
    assert read_answers(both, SURVEY).names == ("Yoon-ah Na", "Nan Lee", "Bo Null", "Cy Nat")


def test_people_called_na_keep_their_groups():
    assert read_assignment({"name": ["Na", "Bo"], "group": ["red", "blue"]}) == {"Na": "red", "Bo": "blue"}


def test_names_that_are_missing_several_times_are_missing():
    assert read_answers({"name": ["NA", "Ann", "NA", None], **TEA}, SURVEY).names == (
        *("person 1", "Ann", "person 3", "person 4"),
    )


def test_an_index_called_name_gives_the_names():
    frame = pd.DataFrame({"name": ["Na", "Bo", "Cy", "Di"], **TEA})
    assert read_answers(frame.set_index("name"), SURVEY).names == ("Na", "Bo", "Cy", "Di")
    assert Survey.from_answers(frame.set_index("name"), 2).n_questions == 1
    assert read_answers(frame.rename_axis("name"), SURVEY).names == ("Na", "Bo", "Cy", "Di")


def test_a_question_called_name_loses_no_names(tmp_path):
    asked = replace(SURVEY.questions[0], id="q1", text="name")
    survey = replace(SURVEY, questions=(asked,))
    survey.save(tmp_path / "survey.toml")
    simulate(str(tmp_path / "survey.toml"), 3, output=tmp_path / "answers.csv", truth=None, missing=0.0, quiet=True)
    assert read_answers(tmp_path / "answers.csv", survey).names == ("Person 1", "Person 2", "Person 3")
    assert read_table(tmp_path / "answers.csv").headings == ("your name", "name")


def test_nobody_found_says_so_and_how_to_say_it():
    animals = {"animal": ["ape", "bee", "cat", "dog"], **TEA}
    (note,) = tuple(map(str, read_answers(animals, SURVEY).notes))
    assert note == (
        'No column with names was found: people are called "person 1", "person 2" and so on. If there is one (perhaps '
        '"animal"), give its heading with name_column.'
    )
    assert tuple(map(str, read_answers(animals, SURVEY, name_column="animal").notes)) == ()
