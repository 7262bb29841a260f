import socket
from email import message_from_bytes

import pytest
from sqlalchemy import select, update

from bayeshat.errors import InputError
from bayeshat.web.core import jobs, mail, roster
from bayeshat.web.core.jobs import read_words
from bayeshat.web.core.mail import MailWork, tell_problem
from bayeshat.web.core.roster import Expected
from bayeshat.web.core.worker import Worker
from bayeshat.web.db.schema import Job, RosterEntry
from bayeshat.web.refusals import Refused
from bayeshat.web.settings import Settings
from web.core.samples import both_databases, key_of
from web.smtp_server import MailServer

TEXT = "Dear {name},\nhere: {link}"


@pytest.fixture
def post():
    server = MailServer()
    yield server
    server.close()


@pytest.fixture
def office(hat, post):
    """An event with a roster of three, two of whom have an address, and a worker that sends mail."""
    settings = hat.settings.model_copy(update={"smtp_url": post.url, "mail_from": "Hat <hat@example.org>"})
    hat.worker = Worker(hat.database, {"mail": MailWork(settings, hat.keys, hat.database)})
    people = [Expected("Ann Lee", "ann@example.org"), Expected("Bö, jr.", "bo@example.org"), Expected("Cy")]
    with hat.database.session() as session:
        roster.add_people(session, hat.event, people, hat.settings)
    return hat


def ask(hat, kind="invitation", text=TEXT):
    with hat.database.session() as session:
        return mail.enqueue_mail(session, hat.event, kind, "Come {name}", text, "https://hat.example.org")


def entries(hat):
    with hat.database.reading() as session:
        return roster.roster_of(session, hat.event)


def state(hat, job):
    with hat.database.reading() as session:
        return session.get_one(Job, job.id).state


def to(post):
    return [str(one["To"]) for one in post.mails]


def test_everybody_with_an_address_gets_their_own_link(office, post):
    job = ask(office)
    assert office.worker.run_one()
    assert state(office, job) == "done"
    ann, bo, cy = entries(office)
    first, second = post.mails
    assert (first["From"], first["To"], first["Subject"]) == (
        "Hat <hat@example.org>",
        "Ann Lee <ann@example.org>",
        "Come Ann Lee",
    )
    link = f"https://hat.example.org/p/{ann.id}/{office.keys.roster_token(ann.id)}"
    assert first.get_content().splitlines() == ["Dear Ann Lee,", f"here: {link}"]
    assert second["To"] == '"Bö, jr." <bo@example.org>'
    assert ann.mailed_at is not None
    assert (ann.mail_problem, bo.mail_problem, cy.mailed_at) == ("", "", None)
    with pytest.raises(Refused, match="Nobody is left"):
        ask(office)


def test_reminders_go_to_those_who_are_missing(office, post):
    office.answer("Bö, jr.", [0], [], key_of(1))
    ask(office, "reminder")
    office.worker.run_one()
    assert to(post) == ["Ann Lee <ann@example.org>"]
    assert [one.reminded_at is not None for one in entries(office)] == [True, False, False]
    ask(office, "reminder")
    office.worker.run_one()
    assert len(post.mails) == 2


def test_a_refused_address_is_told_and_the_others_get_theirs(office, post):
    post.refused = {"ann@example.org"}
    ask(office)
    office.worker.run_one()
    assert len(post.mails) == 1
    ann, bo, _ = entries(office)
    assert str(tell_problem(ann.mail_problem)) == "The mail server did not take it: 550 no such person"
    assert (ann.mailed_at, bo.mail_problem) == (None, "")
    post.refused = set()
    ask(office)
    office.worker.run_one()
    assert to(post)[1:] == ["Ann Lee <ann@example.org>"]
    assert entries(office)[0].mail_problem == ""


@both_databases
def test_nobody_gets_it_twice_when_work_is_done_again(office, post):
    job = ask(office)
    office.worker.run_one()
    # The server was killed after it had sent everything, and before it could say so.
    with office.database.session() as session:
        session.execute(update(Job).values(state="queued"))
    office.worker.run_one()
    assert state(office, job) == "done"
    with office.database.session() as session:
        jobs.restart(session, session.get_one(Job, job.id))
    office.worker.run_one()
    assert len(post.mails) == 2
    reminder = ask(office, "reminder")
    office.worker.run_one()
    with office.database.session() as session:
        jobs.restart(session, session.get_one(Job, reminder.id))
    office.worker.run_one()
    assert len(post.mails) == 4


def test_a_mail_that_was_cut_off_is_not_sent_again_by_itself(office, post):
    post.drops_after = 0
    ask(office)
    office.worker.run_one()
    ann, bo, _ = entries(office)
    assert to(post) == ['"Bö, jr." <bo@example.org>']
    assert "may have arrived or not" in str(tell_problem(ann.mail_problem))
    assert bo.mail_problem == ""


def test_a_killed_server_leaves_its_mail_in_doubt(office, post, monkeypatch):
    def die(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(MailWork, "_send", die)
    job = ask(office)
    with pytest.raises(KeyboardInterrupt):
        office.worker.run_one()
    monkeypatch.undo()
    assert "may have arrived or not" in str(tell_problem(entries(office)[0].mail_problem))
    assert office.worker.recover() == 1
    office.worker.run_one()
    assert state(office, job) == "done"
    assert to(post) == ['"Bö, jr." <bo@example.org>']


def test_without_a_server_the_job_says_so(office, post):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        settings = office.settings.model_copy(
            update={"smtp_url": f"smtp://ann:secret@127.0.0.1:{taken.getsockname()[1]}", "mail_from": "h@example.org"}
        )
        job = ask(office)
        Worker(office.database, {"mail": MailWork(settings, office.keys, office.database)}).run_one()
    with office.database.reading() as session:
        failed = session.get_one(Job, job.id)
        assert failed.state == "failed"
        assert "cannot be used" in str(read_words(failed.message))
        assert "secret" not in failed.message
        assert session.scalars(select(RosterEntry.mailed_at)).all() == [None] * 3


@pytest.mark.parametrize(
    ("kind", "subject", "text", "field"),
    [
        ("letter", "Hi", TEXT, "kind"),
        ("invitation", " ", TEXT, "subject"),
        ("invitation", "x" * 201, TEXT, "subject"),
        ("invitation", "Hi", "no link", "text"),
        ("invitation", "Hi", TEXT + "x" * 10_000, "text"),
    ],
)
def test_letters_that_cannot_be_sent_are_refused(kind, subject, text, field):
    with pytest.raises(Refused) as refused:
        mail.check_letter(kind, subject, text)
    assert refused.value.field == field


def test_a_subject_is_one_line():
    assert mail.check_letter("reminder", "Hi\r\nBcc: all@example.org", TEXT)[0] == "Hi Bcc: all@example.org"


def test_a_second_round_waits_for_the_first(office):
    ask(office)
    with pytest.raises(Refused, match="being sent"):
        ask(office)


@pytest.mark.parametrize("kind", mail.KINDS)
@pytest.mark.parametrize("language", ["en", "de", "xx"])
def test_drafts_can_be_sent(event, kind, language):
    event.language, event.title = language, "Tea {name} party"
    subject, text = mail.draft_of(event, kind)
    assert "Tea {name} party" in subject
    assert {"{name}", "{link}"} <= set(text.split()) | {"{name}"}
    mail.check_letter(kind, subject, text)


@pytest.mark.parametrize(
    "wrong", [{"smtp_url": "mail.example.org"}, {"smtp_url": "smtp://"}, {"mail_from": "hat"}, {"mail_from": "a@b\nc"}]
)
def test_settings_of_mail_are_checked(wrong):
    with pytest.raises(InputError, match="must be an"):
        Settings.from_environment(**wrong)


def test_no_name_or_subject_adds_a_header():
    """Python decodes encoded words in headers: a class list could carry line breaks in them."""
    word = "=?utf-8?q?=0d=0aBcc:_eve@example.org?="
    letter = mail.Letter(f"Ann {word}", "ann@example.org", f"Hello {word}", "Text")
    kept = message_from_bytes(mail.write_message("hat@example.org", letter).as_bytes())
    assert kept["Bcc"] is None
    assert kept["To"].endswith("<ann@example.org>")
    assert kept["MIME-Version"] == "1.0"
