from pathlib import Path

import pytest

from bayeshat.errors import InputError
from bayeshat.web.settings import Settings, environment_names

VALUES = {
    "data_dir": Path("/srv/hat"),
    "secret_key": "k" * 40,
    "allowed_hosts": ("hat.example.org", "192.168.1.5"),
    "trusted_proxies": ("10.0.0.0/8", "::1"),
    "public_url": "https://hat.example.org",
    "smtp_url": "smtps://hat:secret@mail.example.org",
    "mail_from": "Hat <hat@example.org>",
    "metrics_token": "m" * 16,
    "openid_issuer": "https://login.example.org/realms/school",
    "openid_domains": ("example.org", "school.example"),
    "openid_organiser_roles": ("teacher",),
    "openid_admin_roles": ("it", "head"),
    "local_accounts": False,
}


def told(value):
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def test_flags_win_over_the_environment_and_that_over_defaults(monkeypatch):
    monkeypatch.setenv("BAYESHAT_PORT", "9000")
    monkeypatch.setenv("BAYESHAT_HOST", "::1")
    monkeypatch.setenv("BAYESHAT_WORKERS", "")
    settings = Settings.from_environment(host="0.0.0.0", port=None)
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 9000, 1)


@pytest.mark.parametrize("name", environment_names())
def test_every_setting_can_be_given_by_its_variable_and_as_a_flag(name, monkeypatch):
    plain = Settings.from_environment()
    default = getattr(plain, name)
    other = VALUES.get(name, default + 1 if isinstance(default, int) else "something else")
    monkeypatch.setenv(environment_names()[name], told(other))
    one = Settings.from_environment()
    assert getattr(one, name) == other
    assert one.model_copy(update={name: default}) == plain
    monkeypatch.setenv(environment_names()[name], "x")
    assert Settings.from_environment(**{name: told(other)}) == one


def test_the_file_lies_in_the_data_folder_unless_a_database_is_named(monkeypatch):
    assert Settings(data_dir=Path("/srv/hat")).url == "sqlite:////srv/hat/bayeshat.db"
    assert Settings(database_url="postgresql://a@b/c").url == "postgresql://a@b/c"
    monkeypatch.setenv("XDG_DATA_HOME", "/srv")
    assert Settings.from_environment().data_dir == Path("/srv/bayeshat")
    assert Settings.from_environment(data_dir="~/hat").data_dir == Path.home() / "hat"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("port", "http", "must be a whole number; got 'http'"),
        ("port", "70000", "must be from 0 to 65535; got 70000"),
        ("workers", "0", "must be from 1"),
        ("public_url", "hat.example.org", "such as https://hat.example.org"),
        ("public_url", "https://me@hat.example.org", "such as https://hat.example.org"),
        ("public_url", "https://hat.example.org:port", "such as https://hat.example.org"),
        ("public_url", "https://example.org/hat", "without a path.*such as https://hat.example.org"),
        ("secret_key", "short", "at least 32 characters; got 5"),
        ("allowed_hosts", "a.example, https://b.example", "got 'https://b.example'. Leave out https://"),
        ("allowed_hosts", "a.example:80", "the port"),
        ("trusted_proxies", "127.0.0.1, proxy", "got 'proxy'. Write the address"),
    ],
)
def test_values_that_cannot_be_used_are_named(name, value, said, monkeypatch):
    with pytest.raises(InputError, match=f"--{name.replace('_', '-')} .*{said}"):
        Settings.from_environment(**{name: value})
    monkeypatch.setenv(environment_names()[name], value)
    with pytest.raises(InputError, match=f"{environment_names()[name]} .*{said}"):
        Settings.from_environment()


def test_unknown_flags_are_refused_and_secrets_are_not_shown():
    with pytest.raises(InputError, match="prot"):
        Settings.from_environment(prot=1)
    shown = repr(Settings(secret_key="x" * 40, database_url="postgresql://me:secret@b/c"))
    assert "x" * 40 not in shown
    assert "secret@" not in shown
