from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from bayeshat.web.accounts import organisers as accounts
from bayeshat.web.refusals import Forbidden, Refused
from bayeshat.web.storage.schema import Login, Organiser, now
from web.core.samples import PASSWORD


def test_the_secret_stays_the_same_until_it_is_used(database, keys):
    with database.session() as session:
        secret = accounts.setup_secret(session, keys)
    with database.session() as session:
        assert accounts.setup_secret(session, keys) == secret
        accounts.create_organiser(session, keys, secret, " Ann  Lee ", PASSWORD)
    with database.session() as session:
        assert accounts.setup_secret(session, keys) is None
        with pytest.raises(Forbidden):
            accounts.create_organiser(session, keys, secret, "Bo", PASSWORD)
        stored = session.scalars(select(Organiser)).one()
    assert stored.name == "Ann Lee"
    assert PASSWORD not in stored.password


def test_one_secret_makes_one_organiser_however_many_try_at_once(database, keys):
    with database.session() as session:
        secret = accounts.setup_secret(session, keys)

    def try_it(number):
        try:
            with database.session() as session:
                accounts.create_organiser(session, keys, secret, f"Organiser {number}", PASSWORD)
        except Forbidden:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(try_it, range(6))) == 1


@pytest.mark.parametrize(("name", "password", "field"), [("", PASSWORD, "name"), ("Ann", "short", "password")])
def test_what_cannot_be_used_leaves_the_secret_as_it_is(database, keys, name, password, field):
    with database.session() as session:
        secret = accounts.setup_secret(session, keys)
    with pytest.raises(Refused) as refused, database.session() as session:
        accounts.create_organiser(session, keys, secret, name, password)
    assert refused.value.field == field
    with database.session() as session:
        assert accounts.setup_secret(session, keys) == secret


def test_a_wrong_secret_is_refused(database, keys):
    with database.session() as session:
        accounts.setup_secret(session, keys)
        with pytest.raises(Forbidden):
            accounts.create_organiser(session, keys, "wrong", "Ann", PASSWORD)


def test_logging_in_and_out(database, organiser):
    with database.session() as session:
        token = accounts.log_in(session, "ann  ORGANISER", PASSWORD)
    with database.reading() as session:
        assert accounts.organiser_of(session, token).id == organiser.id
        assert accounts.organiser_of(session, token + "x") is None
        assert accounts.organiser_of(session, None) is None
        assert token not in session.scalars(select(Login.token_hash)).one()
    with database.session() as session:
        accounts.log_out(session, token)
        assert accounts.organiser_of(session, token) is None


def test_wrong_names_and_passwords_look_the_same(database, organiser):
    said = set()
    for name, password in (("Ann Organiser", "wrong"), ("Nobody", PASSWORD), ("\x00", PASSWORD), ("Ann", "x" * 9999)):
        with pytest.raises(Forbidden) as refused, database.session() as session:
            accounts.log_in(session, name, password)
        said.add(str(refused.value))
    assert len(said) == 1


def test_a_login_ends(database, organiser):
    with database.session() as session:
        token = accounts.log_in(session, organiser.name, PASSWORD, hours=1)
        session.execute(update(Login).values(ends_at=now() - timedelta(seconds=1)))
        assert accounts.organiser_of(session, token) is None
        accounts.log_in(session, organiser.name, PASSWORD)
        assert len(list(session.scalars(select(Login)))) == 1


def test_a_new_password_ends_all_logins(database, organiser):
    with database.session() as session:
        token = accounts.log_in(session, organiser.name, PASSWORD)
        with pytest.raises(Refused, match="old password"):
            accounts.change_password(session, organiser, "wrong", "another password")
        accounts.change_password(session, organiser, PASSWORD, "another password")
        assert accounts.organiser_of(session, token) is None
        with pytest.raises(Forbidden):
            accounts.log_in(session, organiser.name, PASSWORD)
        assert accounts.log_in(session, organiser.name, "another password")
