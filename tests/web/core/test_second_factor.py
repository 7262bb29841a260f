from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from bayeshat.web.core import accounts, second_factor
from bayeshat.web.core.second_factor import code_at
from bayeshat.web.db.schema import Organiser
from bayeshat.web.refusals import Refused
from bayeshat.web.security import hash_token
from web.core.samples import both_databases

STEP = 1000


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Return a function that sets the present step of time."""

    def set_to(step):
        monkeypatch.setattr(second_factor, "present_step", lambda: step)

    set_to(STEP)
    return set_to


def propose(keys, organiser):
    return second_factor.read_proposal(keys, organiser, second_factor.propose(keys, organiser))


@pytest.fixture
def guarded(database, keys, organiser):
    """An organiser whose second factor was switched on one step ago, its secret, and the recovery codes."""
    nonce = propose(keys, organiser)
    secret = keys.code_secret(organiser.id, nonce)
    with database.session() as session:
        recovery = second_factor.switch_on(session, keys, organiser, nonce, code_at(secret, STEP - 1))
    return secret, recovery


def use(database, keys, organiser, code):
    try:
        with database.session() as session:
            second_factor.use_code(session, keys, organiser, code)
    except Refused:
        return False
    return True


# RFC 6238, appendix B, for SHA-1; the last six of eight digits.
@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_are_those_of_the_standard(seconds, code):
    assert code_at(b"12345678901234567890", seconds // 30) == code


def test_a_code_works_once_and_none_before_it_does_any_more(database, keys, organiser, guarded, clock):
    secret, _ = guarded
    assert not use(database, keys, organiser, code_at(secret, STEP - 1))
    assert use(database, keys, organiser, code_at(secret, STEP + 1))
    assert not use(database, keys, organiser, code_at(secret, STEP + 1))
    assert not use(database, keys, organiser, code_at(secret, STEP))
    clock(STEP + 2)
    code = code_at(secret, STEP + 2)
    assert use(database, keys, organiser, f" {code[:3]} {code[3:]} ")


@pytest.mark.parametrize(("drift", "works"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_clocks_may_differ_by_one_step(database, keys, organiser, guarded, clock, drift, works):
    clock(STEP + 50)
    assert use(database, keys, organiser, code_at(guarded[0], STEP + 50 + drift)) is works


@both_databases
def test_of_many_who_use_one_code_at_once_one_gets_in(database, keys, organiser, guarded):
    secret, recovery = guarded
    for code in (code_at(secret, STEP), recovery[3]):
        with ThreadPoolExecutor(6) as pool:
            assert sum(pool.map(lambda _, code=code: use(database, keys, organiser, code), range(6))) == 1


def test_ten_recovery_codes_work_once_each_and_are_kept_as_hashes(database, keys, organiser, guarded):
    _, recovery = guarded
    assert len(set(recovery)) == 10
    assert use(database, keys, organiser, recovery[0].upper().replace("-", " "))
    assert not use(database, keys, organiser, recovery[0])
    assert not use(database, keys, organiser, recovery[1][:-1])
    assert use(database, keys, organiser, recovery[9])
    with database.reading() as session:
        kept = session.get(Organiser, organiser.id).recovery_hashes
    assert kept == [hash_token(one.replace("-", "")) for one in recovery[1:9]]


def test_the_database_alone_does_not_tell_the_secret(database, keys, organiser, guarded):
    """It follows from the server's key as well, which is elsewhere."""
    secret, _ = guarded
    with database.reading() as session:
        row = session.execute(text("SELECT * FROM organisers")).one()
    assert code_at(secret, STEP) != code_at(str(row.code_nonce).encode(), STEP)
    assert keys.code_secret(organiser.id, row.code_nonce) == secret
    assert type(keys)(b"x" * 32).code_secret(organiser.id, row.code_nonce) != secret


def test_a_wrong_code_switches_nothing_on(database, keys, organiser):
    nonce = propose(keys, organiser)
    with pytest.raises(Refused, match="code is wrong"), database.session() as session:
        second_factor.switch_on(session, keys, organiser, nonce, "")
    with database.reading() as session:
        assert session.get(Organiser, organiser.id).code_nonce == ""


def test_a_factor_that_is_on_is_not_replaced(database, keys, organiser, guarded):
    nonce = propose(keys, organiser)
    code = code_at(keys.code_secret(organiser.id, nonce), STEP)
    with pytest.raises(Refused, match="on already"), database.session() as session:
        second_factor.switch_on(session, keys, organiser, nonce, code)
    assert use(database, keys, organiser, code_at(guarded[0], STEP))


def test_a_proposal_is_for_one_organiser_and_an_hour(database, keys, organiser, monkeypatch):
    with database.session() as session:
        other = accounts.add_organiser(session, "Bo", organiser.password)
    proposal = second_factor.propose(keys, organiser)
    for asked, told in ((other, proposal), (organiser, proposal + "x"), (organiser, keys.sign("x", "login"))):
        with pytest.raises(Refused, match="too old"):
            second_factor.read_proposal(keys, asked, told)
    later = int(second_factor.now().timestamp()) + 3602
    monkeypatch.setattr("itsdangerous.TimestampSigner.get_timestamp", lambda self: later)
    with pytest.raises(Refused, match="too old"):
        second_factor.read_proposal(keys, organiser, proposal)
