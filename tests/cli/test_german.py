"""The command in German: errors come in the chosen language, and name the command's options."""

import io
import re
from threading import Thread

import pytest
from rich.console import Console

from bayeshat.cli.show import progress_bar
from bayeshat.options import part_of
from bayeshat.words.message import Message
from bayeshat.words.voice import speaking

NAMES = "\n".join(f"Person {n},A,B" for n in range(1, 9))
SURVEY = """title = "Tee"
prior = "flat"
[[houses]]
name = "Rot"
[[houses]]
name = "Blau"
[[questions]]
id = "tee"
text = "Tee?"
options = ["A", "B"]
[[questions]]
id = "milch"
text = "Milch?"
options = ["A", "B"]
"""


@pytest.fixture
def german(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tee.toml").write_text(SURVEY, encoding="utf-8")
    (tmp_path / "gut.csv").write_text(f"name,tee,milch\n{NAMES}\n", encoding="utf-8")

    def refused(*line):
        done = run("--language", "de", *line)
        assert done.exit_code == 2, done.output
        return done.stderr

    return refused


def test_an_unknown_answer(german, tmp_path):
    (tmp_path / "schlecht.csv").write_text("name,tee,milch\nAnn,A,B\nBo,vielleicht,B\n", encoding="utf-8")
    told = german("sort", "tee.toml", "schlecht.csv")
    assert told.startswith("Fehler: Jede Antwort in schlecht.csv muss eine der Optionen ihrer Frage sein")
    assert "  Zeile 3, Spalte „tee“: „vielleicht“ (keine Option ist ähnlich)\n" in told
    assert "verwenden Sie --unknown blank; um sie als weitere Option zu zählen, --unknown option." in told


def test_names_that_come_twice(german, tmp_path):
    (tmp_path / "doppelt.csv").write_text("name,tee,milch\nAnn,A,B\nann,B,B\n", encoding="utf-8")
    told = german("sort", "tee.toml", "doppelt.csv")
    assert "Namen kommen in der Spalte „name“ von doppelt.csv mehrmals vor" in told
    assert "„Ann“: Zeilen 2, 3" in told
    assert "--duplicates latest" in told


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        (
            "3,3",
            "Die Größen müssen zusammen die Zahl der Personen ergeben (8); gefunden: 3+3 = 6. Ergänzen Sie 2 Plätze",
        ),
        ("6..4", "Die kleinste Größe darf nicht über der größten liegen"),
        ("Gelb=4,Blau=4", "Größen müssen zu den Gruppen der Umfrage gehören (Rot, Blau)"),
        ("5,x", "Größen müssen Zahlen sein oder Anteile wie 25%; gefunden: „x“ in „5,x“."),
    ],
)
def test_impossible_sizes(german, sizes, words):
    assert words in german("sort", "tee.toml", "gut.csv", "--sizes", sizes)


def test_rules_that_contradict_each_other(german, tmp_path):
    rules = 'together = [["Person 1", "Person 2"]]\napart = [["Person 1", "Person 2"]]\n'
    (tmp_path / "regeln.toml").write_text(rules, encoding="utf-8")
    told = german("sort", "tee.toml", "gut.csv", "--rules", "regeln.toml")
    assert "Person 1 und Person 2 müssen zusammen sein" in told
    (tmp_path / "regeln.csv").write_text("Regel,Wer,Was\ngetrennt,Person 1; Zora,\n", encoding="utf-8")
    told = german("sort", "tee.toml", "gut.csv", "--rules", "regeln.csv")
    assert "Person „Zora“ in „Person 1 und Zora müssen getrennt sein“ (nichts ist ähnlich)" in told


def test_options_that_cannot_be_read(german):
    assert "--chains muss eine ganze Zahl ab 1 sein; gefunden: 'x'. Siehe bayeshat sort --help." in german(
        "sort", "tee.toml", "gut.csv", "--chains", "x"
    )


def test_notes_on_reading(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = "\n".join(f"{n},{'xy'[n % 2]},{n % 3}" for n in range(12))
    (tmp_path / "namenlos.csv").write_text(f"Nummer,Tee?,Tassen\n{rows}\n", encoding="utf-8")
    monkeypatch.setenv("BAYESHAT_LANGUAGE", "de")
    assert "Umfrage aus namenlos.csv" in run("survey", "new", "namenlos.csv", "-o", "neu.toml").output + (
        tmp_path / "neu.toml"
    ).read_text(encoding="utf-8")
    done = run("mix", "namenlos.csv", "--sizes", "4,4,4", "--mix", "Tee?")
    assert "Keine Spalte enthält Namen: Die Personen heißen „person 1“" in done.output
    assert "nennen Sie ihre Überschrift mit --name-column" in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("frob", "Fehler: Einen Befehl „frob“ gibt es nicht. Siehe bayeshat --help."),
        (
            "sort tee.toml gut.csv --sizs 4",
            "Eine Option --sizs gibt es nicht (ähnlich sind: --loss, --seats, --sizes).",
        ),
        ("sort", "Fehler: Es fehlt „survey“. Siehe bayeshat sort --help."),
        ("sort tea gut.csv", "Eine Umfrage muss der Name einer mitgelieferten"),
        ("survey new gut.csv --groups 8..2", "etwa 2..8; gefunden: '8..2'. Schreiben Sie 2..8."),
        ("survey new gut.csv --groups Rot,rot", "gefunden: zweimal „Rot“."),
        ("sort tee.toml gut.csv --loss vv", "--loss muss eines von 'vi', 'binder', 'placement' sein, eine Summe wie"),
        ("sort tee.toml gut.csv -o gut.csv", "Die Ausgabe muss ein Ordner sein; 'gut.csv' ist eine Datei."),
        ("learn tee.toml gut.csv --known tee -o tee.toml", "muss eine neue Datei sein; 'tee.toml' gibt es schon."),
        ("decide keine.npy", "Die Ziehungen müssen in einer Datei stehen; 'keine.npy' gibt es nicht."),
        ("decide tee.toml", "Ziehungen müssen in einer Datei .npy, .csv oder .nc stehen; gefunden: tee.toml."),
        ("explain Ann --from nirgends", "Die Einteilung muss eine lesbare Datei sein; 'nirgends/decision.json' ist es"),
        ("mix gut.csv --sizes 3..4", "gegeben sind nur die Größen „3..4“. Ergänzen Sie --groups 2."),
    ],
)
def test_what_is_wrong_with_options(german, line, words):
    assert words in german(*line.split())


def test_surveys_are_shown_and_checked(run, german, tmp_path):
    (tmp_path / "gut.csv").write_text("name,tee,milch\nAnn,A,B\nBo,B,A\nCy,A,A\n", encoding="utf-8")
    assert (
        "Häuser: Gryffindor, Slytherin, Ravenclaw, Hufflepuff\n"
        in run("--language", "de", "survey", "show", "hogwarts").output
    )
    made = run("--language", "de", "survey", "new", "gut.csv", "--groups", "Rot,Blau", "-o", "neu.toml").output
    assert "neu.toml: 2 Fragen, 2 Gruppen.\n" in made
    assert run("--language", "de", "survey", "new", "gut.csv", "--groups", "2", "-o", "zwei.toml").exit_code == 0
    assert 'name = "Gruppe 2"' in (tmp_path / "zwei.toml").read_text(encoding="utf-8")
    several = """
[[questions]]
id = "obst"
text = "Obst?"
kind = "several"
options = ["Apfel", "Birne"]
prior.Rot = { ticks = [1.5, 3], people = 4 }
prior.Blau = { ticks = [3, 1.5], people = 4 }
"""
    (tmp_path / "mehr.toml").write_text(SURVEY + several, encoding="utf-8")
    shown = run("--language", "de", "survey", "show", "mehr.toml").output
    assert "Zugehörigkeit: 0,3; 0,3\n" in shown
    assert "1,5 von 4" in shown
    assert "Als Nächstes: bayeshat sort neu.toml gut.csv" in made
    checked = run("--language", "de", "survey", "check", "tee.toml").output
    assert checked == "tee.toml: keine Probleme gefunden. 2 Fragen, 2 Häuser.\n"


def test_draws_of_other_tools(german, run, tmp_path):
    (tmp_path / "ziehungen.csv").write_text("0,0,1,1\n" * 9 + "0,1,1,0\n", encoding="utf-8")
    told = run("--language", "de", "decide", "ziehungen.csv", "--sizes", "2,2").output
    assert "Gruppe 1" in told
    assert re.search(r"Erwarteter Verlust 0,\d+ \(.+\), nach VI 0,\d+ Bit von den wahren Gruppen entfernt\.", told)
    assert "Keine Probleme gefunden." in told
    assert not re.search("Decision|expected|search|status", told)


def test_doctor(run):
    told = run("--language", "de", "doctor").output
    assert "Betriebssystem" in told
    assert "Das Einteilen geht: 5 Personen in " in told
    assert "Sorting works" not in told


def test_progress_is_told_in_german_from_any_thread(monkeypatch):
    monkeypatch.setattr("bayeshat.cli.show._SECONDS", 0.0)
    shown = io.StringIO()
    with speaking(language="de"), progress_bar(Console(file=shown), False) as progress:
        thread = Thread(target=part_of(progress, 0.0, 1.0, "progress-deciding"), args=(0.5, Message("progress-starts")))
        thread.start()
        thread.join()
    assert shown.getvalue() == " 50%  Entscheiden: Anfänge probieren\n"
