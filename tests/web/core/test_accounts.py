from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select, update

from bayeshat.web.core import accounts
from bayeshat.web.db.schema import Login, Organiser, now
from bayeshat.web.refusals import Forbidden, Refused
from bayeshat.web.security import hash_password
from web.core.samples import HASHED, PASSWORD, both_databases


def test_the_secret_stays_the_same_until_it_is_used(database, keys):
    with database.session() as session:
        secret = accounts.setup_secret(session, keys)
    with database.session() as session:
        assert accounts.setup_secret(session, keys) == secret
        accounts.create_organiser(session, keys, secret, " Ann  Lee ", HASHED)
    with database.session() as session:
        assert accounts.setup_secret(session, keys) is None
        with pytest.raises(Forbidden):
            accounts.create_organiser(session, keys, secret, "Bo", HASHED)
        stored = session.scalars(select(Organiser)).one()
    assert stored.name == "Ann Lee"
    assert PASSWORD not in stored.password


@both_databases
def test_one_secret_makes_one_organiser_however_many_try_at_once(database, keys):
    with database.session() as session:
        secret = accounts.setup_secret(session, keys)

    def try_it(number):
        try:
            with database.session() as session:
                accounts.create_organiser(session, keys, secret, f"Organiser {number}", HASHED)
        except Forbidden:
            return False
        return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(try_it, range(6))) == 1


def test_a_name_that_cannot_be_used_leaves_the_secret_as_it_is(database, keys):
    with database.session() as session:
        secret = accounts.setup_secret(session, keys)
    with pytest.raises(Refused) as refused, database.session() as session:
        accounts.create_organiser(session, keys, secret, "", HASHED)
    assert refused.value.field == "name"
    with database.session() as session:
        assert accounts.setup_secret(session, keys) == secret


@pytest.mark.parametrize("password", ["short", "x" * 101])
def test_passwords_are_neither_short_nor_endless(password):
    with pytest.raises(Refused, match="10 to 100 characters") as refused:
        accounts.hash_new_password(password)
    assert refused.value.field == "password"


def test_a_wrong_secret_is_refused(database, keys):
    with database.session() as session:
        accounts.setup_secret(session, keys)
        with pytest.raises(Forbidden):
            accounts.create_organiser(session, keys, "wrong", "Ann", HASHED)


def log_in(database, name, password, hours=12):
    """Log in as the page does."""
    with database.reading() as session:
        found = accounts.find_organiser(session, name)
    organiser, renewed = accounts.check_login(found, password)
    with database.session() as session:
        if renewed:
            organiser = accounts.renew_hash(session, organiser, renewed)
        return accounts.log_in(session, organiser, hours)


def test_logging_in_and_out(database, organiser):
    token = log_in(database, "ann  ORGANISER", PASSWORD)
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
        with pytest.raises(Forbidden) as refused:
            log_in(database, name, password)
        said.add(str(refused.value))
    assert len(said) == 1


@both_databases
def test_a_login_ends(database, organiser):
    token = log_in(database, organiser.name, PASSWORD, hours=1)
    with database.session() as session:
        session.execute(update(Login).values(ends_at=now() - timedelta(seconds=1)))
        assert accounts.organiser_of(session, token) is None
        accounts.log_in(session, organiser)
    accounts.delete_ended(database)
    with database.session() as session:
        assert len(list(session.scalars(select(Login)))) == 1


def test_a_new_password_ends_all_logins(database, organiser):
    token = log_in(database, organiser.name, PASSWORD)
    with pytest.raises(Refused, match="current password"):
        accounts.check_change(organiser, "wrong", "another password")
    hashed = accounts.check_change(organiser, PASSWORD, "another password")
    with database.session() as session:
        accounts.change_password(session, organiser, hashed)
        assert accounts.organiser_of(session, token) is None
    with pytest.raises(Forbidden):
        log_in(database, organiser.name, PASSWORD)
    assert log_in(database, organiser.name, "another password")


def test_a_password_that_was_just_changed_opens_nothing(database, organiser):
    hashed = hash_password("another password")
    with database.reading() as session:
        looked_at = session.get(Organiser, organiser.id)
    with database.session() as session:
        accounts.change_password(session, looked_at, hashed)
    for use in (accounts.log_in, lambda session, one: accounts.change_password(session, one, HASHED)):
        with pytest.raises(Forbidden), database.session() as session:
            use(session, organiser)


def test_an_old_hash_is_replaced_at_the_next_login(database, organiser):
    weaker = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, hash_len=16)
    old = weaker.hash(PASSWORD)
    with database.session() as session:
        session.get(Organiser, organiser.id).password = old
    with pytest.raises(Forbidden):
        log_in(database, organiser.name, "wrong")
    assert log_in(database, organiser.name, PASSWORD)
    with database.reading() as session:
        stored = session.get(Organiser, organiser.id).password
    assert stored != old
    assert log_in(database, organiser.name, PASSWORD)
    with database.reading() as session:
        assert session.get(Organiser, organiser.id).password == stored
