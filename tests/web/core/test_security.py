import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import PasswordHasher

from bayeshat.errors import InputError
from bayeshat.web.security import Keys, check_password, hash_password, hash_token, is_outdated, new_token, same
from bayeshat.web.settings import Settings

KEYS = Keys(b"k" * 32)


def test_tokens_are_long_and_new():
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert min(map(len, tokens)) >= 43
    assert hash_token("a") != hash_token("b")


def test_passwords_are_salted_and_checked():
    one, other = hash_password("same"), hash_password("same")
    assert one != other
    assert "same" not in one
    assert check_password("same", one)
    assert not check_password("Same", one)
    assert not check_password("", None)
    assert not check_password("same", "nonsense")
    assert not is_outdated(one)
    assert is_outdated(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, hash_len=16).hash("same"))
    assert check_password("half \ud800", hash_password("half \ud800"))


def test_guessing_passwords_is_expensive(real_hasher):
    assert real_hasher.time_cost >= 2
    assert real_hasher.memory_cost >= 19 * 1024  # KiB: what OWASP asks for at least


def test_share_links_change_with_their_number_and_event():
    tokens = {KEYS.share_token(i, n) for i in ("a", "b") for n in (1, 2)}
    assert len(tokens) == 4
    assert Keys(b"x" * 32).share_token("a", 1) not in tokens
    # Parts do not run into each other.
    assert KEYS.receipt_token("ab", "c") != KEYS.receipt_token("a", "bc")
    assert KEYS.receipt_token("a", "b") == KEYS.receipt_token("a", "b")


def test_signed_values_come_back_for_their_purpose_only():
    text = KEYS.sign({"a": 1}, "login")
    assert KEYS.unsign(text, "login") == {"a": 1}
    assert KEYS.unsign(text, "form") is None
    assert KEYS.unsign(text[:-2] + "xx", "login") is None
    assert KEYS.unsign("\ud800", "login") is None
    assert KEYS.unsign(text, "login", max_age=-1) is None
    assert Keys(b"x" * 32).unsign(text, "login") is None


def test_secrets_are_compared_whatever_they_hold():
    assert same("é", "é")
    assert not same("é", "e")


def test_the_key_is_made_once_and_is_private(tmp_path):
    settings = Settings(data_dir=tmp_path / "new")
    with ThreadPoolExecutor(8) as pool:
        found = {keys.receipt_token("a", "b") for keys in pool.map(Keys.load, [settings] * 16)}
    assert len(found) == 1
    assert stat.S_IMODE((tmp_path / "new" / "secret.key").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret.key"]


def test_a_damaged_or_unwritable_key_is_told(tmp_path):
    (tmp_path / "secret.key").write_text("short")
    with pytest.raises(InputError, match="at least 32"):
        Keys.load(Settings(data_dir=tmp_path))
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="data folder"):
        Keys.load(Settings(data_dir=tmp_path / "file"))
    assert "k" * 32 not in repr(KEYS)
