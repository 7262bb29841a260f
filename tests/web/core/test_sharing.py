"""Members of events, invitations, and passwords that the administrator resets."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from bayeshat.web.core import accounts, events
from bayeshat.web.db.schema import Invitation, Member, Organiser, now
from bayeshat.web.refusals import Forbidden, NotFound, Refused
from web.core.samples import HASHED, both_databases


def add(session, name):
    return accounts.add_organiser(session, name, HASHED)


def share(hat, name, role):
    """Make somebody a member of the event, through an invitation."""
    with hat.database.session() as session:
        token = accounts.invite(session, hat.organiser, hat.event, role)
        return accounts.join(session, token, name, HASHED)[0]


def test_the_first_organiser_is_the_administrator_and_invites_others(database, organiser):
    assert organiser.is_admin
    with database.session() as session:
        token = accounts.invite(session, organiser, note=" for  Bo ")
        (kept,) = session.scalars(select(Invitation))
        assert (kept.note, kept.event_id) == ("for Bo", None)
        assert token not in kept.token_hash
        bo, event = accounts.join(session, token, "Bo", HASHED)
    assert (bo.is_admin, event) == (False, None)
    with database.session() as session:
        for act in (accounts.invite, accounts.list_invitations):
            with pytest.raises(Forbidden, match="administrator"):
                act(session, bo)


@pytest.mark.parametrize("role", events.ROLES)
def test_an_invitation_makes_a_member_once(hat, role):
    with hat.database.session() as session:
        token = accounts.invite(session, hat.organiser, hat.event, role)
        bo = add(session, "Bo")
        assert accounts.accept(session, bo, token).id == hat.event.id
        assert events.open_event(session, bo, hat.event.id)[1] == role
        for used in (token, "x" * 43):
            with pytest.raises(NotFound, match="Ask the person who sent it"):
                accounts.accept(session, bo, used)


@both_databases
def test_of_many_who_open_one_link_one_is_let_in(hat):
    with hat.database.session() as session:
        token = accounts.invite(session, hat.organiser, hat.event)

    def try_it(number):
        try:
            with hat.database.session() as session:
                accounts.join(session, token, f"Guest {number}", HASHED)
        except NotFound:
            return False
        return True

    with ThreadPoolExecutor(5) as pool:
        assert sum(pool.map(try_it, range(5))) == 1
    with hat.database.reading() as session:
        # Whoever came too late has no account either.
        assert len(list(session.scalars(select(Organiser)))) == 2
        assert len(accounts.list_members(session, hat.event)) == 2


@both_databases
def test_invitations_end_and_are_withdrawn(hat):
    with hat.database.session() as session:
        old, fresh = (accounts.invite(session, hat.organiser, hat.event) for _ in range(2))
        (first, _) = sorted(session.scalars(select(Invitation)), key=lambda one: one.created_at)
        assert timedelta(days=6.9) < first.ends_at - now() < timedelta(days=7)
        session.execute(update(Invitation).where(Invitation.id == first.id).values(ends_at=now()))
    with hat.database.session() as session:
        with pytest.raises(NotFound):
            accounts.find_invitation(session, old)
        (still_open,) = accounts.list_invitations(session, hat.organiser, hat.event)
        with pytest.raises(NotFound):
            # It is the event's, not the server's.
            accounts.withdraw(session, hat.organiser, still_open.id)
        accounts.withdraw(session, hat.organiser, still_open.id, hat.event)
        with pytest.raises(NotFound):
            accounts.find_invitation(session, fresh)


def test_an_invitation_never_takes_a_role_away(hat):
    with hat.database.session() as session:
        token = accounts.invite(session, hat.organiser, hat.event, "viewer")
        accounts.accept(session, hat.organiser, token)
        assert events.open_event(session, hat.organiser, hat.event.id)[1] == "owner"


def test_an_invitation_for_a_new_account_is_not_used_up_by_an_old_one(database, organiser):
    with database.session() as session:
        token = accounts.invite(session, organiser)
    with pytest.raises(Refused, match="you have one"), database.session() as session:
        accounts.accept(session, organiser, token)
    with pytest.raises(Refused, match="already an organiser with this name"), database.session() as session:
        accounts.join(session, token, "ann ORGANISER", HASHED)
    with database.session() as session:
        assert accounts.join(session, token, "Bo", HASHED)[0].name == "Bo"


@pytest.mark.parametrize("role", ["viewer", "editor"])
def test_only_owners_share(hat, role):
    bo = share(hat, "Bo", role)
    with hat.database.session() as session:
        for act in (
            lambda: accounts.invite(session, bo, hat.event),
            lambda: accounts.list_invitations(session, bo, hat.event),
            lambda: accounts.withdraw(session, bo, "0" * 32, hat.event),
            lambda: accounts.change_role(session, bo, hat.event, bo.id, "owner"),
            lambda: accounts.remove_member(session, bo, hat.event, hat.organiser.id),
        ):
            with pytest.raises(Forbidden, match="Ask an owner"):
                act()


def test_roles_allow_what_they_say(hat):
    viewer, editor, owner = (share(hat, name, role) for name, role in zip("VEO", events.ROLES, strict=True))
    with hat.database.reading() as session:
        allowed = {
            one.name: [role for role in events.ROLES if may(session, one, hat.event, role)]
            for one in (viewer, editor, owner)
        }
        listed = [(one.name, role) for one, role in accounts.list_members(session, hat.event)]
    assert allowed == {"V": ["viewer"], "E": ["viewer", "editor"], "O": ["viewer", "editor", "owner"]}
    assert listed == [("Ann Organiser", "owner"), ("O", "owner"), ("E", "editor"), ("V", "viewer")]


def may(session, organiser, event, role):
    try:
        events.get_event(session, organiser, event.id, role)
    except Forbidden:
        return False
    return True


def test_the_last_owner_stays(hat):
    bo = share(hat, "Bo", "editor")
    with hat.database.session() as session:
        with pytest.raises(Refused, match="only one"):
            accounts.change_role(session, hat.organiser, hat.event, hat.organiser.id, "viewer")
        with pytest.raises(Refused, match="only one"):
            accounts.remove_member(session, hat.organiser, hat.event, hat.organiser.id)
        with pytest.raises(Refused, match="one of viewer"):
            accounts.change_role(session, hat.organiser, hat.event, bo.id, "king")
        assert accounts.change_role(session, hat.organiser, hat.event, bo.id, "owner") == "Bo"
        accounts.remove_member(session, bo, hat.event, hat.organiser.id)
        with pytest.raises(NotFound):
            events.get_event(session, hat.organiser, hat.event.id)
        with pytest.raises(NotFound):
            accounts.remove_member(session, bo, hat.event, hat.organiser.id)


@pytest.mark.parametrize("becomes", ["viewer", None])
def test_invitations_of_a_former_owner_end(hat, becomes):
    """Otherwise an owner who was removed could let themselves in again."""
    bo = share(hat, "Bo", "owner")
    with hat.database.session() as session:
        own = accounts.invite(session, bo, hat.event, "owner")
        others = accounts.invite(session, hat.organiser, hat.event, "viewer")
        if becomes:
            accounts.change_role(session, hat.organiser, hat.event, bo.id, becomes)
        else:
            accounts.remove_member(session, hat.organiser, hat.event, bo.id)
    with hat.database.session() as session:
        with pytest.raises(NotFound, match="withdrawn"):
            accounts.accept(session, bo, own)
        assert accounts.accept(session, bo, others).id == hat.event.id


@both_databases
def test_two_owners_cannot_remove_each_other_at_once(hat):
    bo = share(hat, "Bo", "owner")

    def remove(pair):
        try:
            with hat.database.session() as session:
                accounts.remove_member(session, pair[0], hat.event, pair[1].id)
        except NotFound:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(remove, [(hat.organiser, bo), (bo, hat.organiser)])) == 1
    with hat.database.reading() as session:
        assert session.scalars(select(Member.role)).all() == ["owner"]


def test_a_reset_link_works_until_the_password_is_changed(database, keys, organiser):
    token, hashed = accounts.reset_token(keys, organiser), accounts.hash_new_password("another password")
    with database.session() as session:
        login = accounts.log_in(session, organiser)
        found = accounts.organiser_to_reset(session, keys, token)
        assert found.id == organiser.id
        accounts.change_password(session, found, hashed)
        assert accounts.organiser_of(session, login) is None
        forged = keys.sign([organiser.id, "x", 2**40], "reset")
        for wrong in (token, token[:-1], forged, keys.sign("x", "login")):
            with pytest.raises(NotFound, match="Ask for a new one"):
                accounts.organiser_to_reset(session, keys, wrong)


@pytest.mark.parametrize(("told", "seconds"), [((), 86400), ((accounts.MAILED,), 3600)])
def test_a_reset_link_ends_after_a_day_or_if_it_was_mailed_after_an_hour(
    database, keys, organiser, monkeypatch, told, seconds
):
    token, made = accounts.reset_token(keys, organiser, *told), now()
    for later in (-2, 1):
        monkeypatch.setattr("bayeshat.web.core.accounts.now", lambda later=later: made + timedelta(0, seconds + later))
        with database.reading() as session:
            if later < 0:
                assert accounts.organiser_to_reset(session, keys, token).id == organiser.id
            else:
                with pytest.raises(NotFound, match="too old"):
                    accounts.organiser_to_reset(session, keys, token)


def test_organisers_are_renamed_and_listed_with_their_events(hat):
    bo = share(hat, "Bo", "viewer")
    with hat.database.session() as session:
        accounts.rename(session, bo, " Bo  Lee ")
        assert accounts.find_organiser(session, "bo lee").id == bo.id
        listed = {one.name: dict(roles) for one, roles in accounts.list_organisers(session)}
    assert listed == {"Ann Organiser": {"owner": 1}, "Bo Lee": {"viewer": 1}}
    for name in ("", "Ann organiser"):
        with pytest.raises(Refused) as refused, hat.database.session() as session:
            accounts.rename(session, bo, name)
        assert refused.value.field == "name"
