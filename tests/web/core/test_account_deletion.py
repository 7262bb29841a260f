"""An organiser's account is deleted, and each of their events goes, passes on or stays, as was said before."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from bayeshat.web.core import accounts, deletion, events
from bayeshat.web.db.schema import AuditEntry, Event, Invitation, Login, Member, Organiser, Response, Setting
from bayeshat.web.refusals import Forbidden, Refused, Stale
from web.core.samples import HASHED, PASSWORD, SMALL, both_databases


def share(hat, event, name, role):
    """Make somebody a member of an event, with a new account if they have none."""
    with hat.database.session() as session:
        token = accounts.invite(session, hat.organiser, event, role)
        found = accounts.find_organiser(session, name)
        if found is None:
            return accounts.join(session, token, name, HASHED)[0]
        accounts.accept(session, found, token)
        return found


def make(hat, title, organiser=None):
    with hat.database.session() as session:
        return events.create_event(session, organiser or hat.organiser, title, SMALL, settings=hat.settings)


def plan(hat, organiser=None):
    with hat.database.reading() as session:
        return deletion.plan_deletion(session, organiser or hat.organiser)


def delete(hat, organiser=None, **options):
    leaving = organiser or hat.organiser
    with hat.database.session() as session:
        deletion.delete_account(session, leaving, by=leaving, **options)


@both_databases
def test_each_event_goes_passes_on_or_stays_as_was_said(party):
    edited, viewed, owned = (make(party, title) for title in ("Edited", "Viewed", "Owned"))
    share(party, viewed, "Vic", "viewer")
    bo = share(party, edited, "Bo", "editor")
    share(party, edited, "Cy", "editor")
    share(party, edited, "Vic", "viewer")
    share(party, owned, "Bo", "owner")
    guest = make(party, "Guest", bo)
    with party.database.session() as session:
        accounts.accept(session, party.organiser, accounts.invite(session, bo, guest, "editor"))
        accounts.invite(session, party.organiser, owned)
        accounts.log_in(session, party.organiser)

    said = {one.title: (one.becomes, one.heir, one.n_answers) for one in plan(party).fates}
    assert said == {
        "Tea party": ("deleted", "", 12),
        "Viewed": ("deleted", "", 0),
        "Edited": ("handed", "Bo", 0),
        "Owned": ("kept", "", 0),
        "Guest": ("kept", "", 0),
    }
    delete(party, version=plan(party).version, successor=bo.id)

    with party.database.reading() as session:
        assert set(session.scalars(select(Event.title))) == {"Edited", "Owned", "Guest"}
        for table in (Response, Login, Invitation):
            assert session.scalar(select(func.count()).select_from(table)) == 0
        assert session.get(Organiser, party.organiser.id) is None
        assert session.get_one(Organiser, bo.id).is_admin
        roles = {(one.name, role) for one, role in accounts.list_members(session, edited)}
        assert roles == {("Bo", "owner"), ("Cy", "editor"), ("Vic", "viewer")}
        assert [role for _, role in accounts.list_members(session, owned)] == ["owner"]
        assert session.scalar(select(Member).where(Member.organiser_id == party.organiser.id)) is None
        told = {(entry.event_title, entry.organiser, str(entry.words)) for entry in session.scalars(select(AuditEntry))}
    name = party.organiser.name
    assert told >= {
        ("Tea party", name, "deleted the event"),
        ("Edited", name, "made Bo an owner"),
        ("Edited", name, "deleted the account of Ann Organiser"),
        ("", name, "deleted the account of Ann Organiser"),
    }


def test_nothing_is_deleted_that_was_not_said(hat):
    bo = share(hat, hat.event, "Bo", "editor")
    seen = plan(hat).version
    with hat.database.session() as session:
        accounts.remove_member(session, hat.organiser, hat.event, bo.id)
    with pytest.raises(Stale):
        delete(hat, version=seen, successor=bo.id)
    assert [one.becomes for one in plan(hat).fates] == ["deleted"]


@both_databases
def test_of_two_owners_who_leave_at_once_one_stays(hat):
    bo = share(hat, hat.event, "Bo", "owner")
    with hat.database.session() as session:
        session.get_one(Organiser, bo.id).is_admin = True
    both = [(hat.organiser, plan(hat).version), (bo, plan(hat, bo).version)]

    def leave(one):
        try:
            delete(hat, one[0], version=one[1])
        except (Stale, Refused):
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(leave, both)) == 1
    with hat.database.reading() as session:
        assert [role for _, role in accounts.list_members(session, hat.event)] == ["owner"]


def test_a_server_with_organisers_keeps_an_administrator(hat):
    bo = share(hat, hat.event, "Bo", "owner")
    assert [one.name for one in plan(hat).successors] == ["Bo"]
    assert plan(hat, bo).successors == ()
    for successor in ("", hat.organiser.id, "0" * 32):
        with pytest.raises(Refused, match="administers") as refused:
            delete(hat, successor=successor)
        assert refused.value.field == "successor"
    delete(hat, bo)
    assert plan(hat).is_last
    delete(hat)
    with hat.database.session() as session:
        assert session.scalar(select(func.count()).select_from(Event)) == 0
        # Whoever starts the server can set it up again.
        secret = accounts.setup_secret(session, hat.keys)
        assert accounts.create_organiser(session, hat.keys, secret, "New", HASHED).is_admin
        assert session.get(Setting, "setup") is None


def test_the_password_is_asked_for_and_must_not_have_changed_since(hat):
    with pytest.raises(Refused) as refused:
        accounts.check_own_password(hat.organiser, "wrong")
    assert refused.value.field == "password"
    accounts.check_own_password(hat.organiser, PASSWORD)
    hashed = accounts.hash_new_password("another password")
    with hat.database.session() as session:
        accounts.change_password(session, hat.organiser, hashed)
    with pytest.raises(Forbidden):
        delete(hat)
