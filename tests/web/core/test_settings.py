from dataclasses import replace
from pathlib import Path

import pytest

from bayeshat.errors import InputError
from bayeshat.web.http.settings import Settings, environment_names

VALUES = {"data_dir": Path("/srv/hat"), "secret_key": "k" * 40}


def test_flags_win_over_the_environment_and_that_over_defaults():
    settings = Settings.from_environment({"BAYESHAT_PORT": "9000", "BAYESHAT_HOST": "::1"}, host="0.0.0.0", port=None)
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 9000, 1)


@pytest.mark.parametrize("name", environment_names())
def test_every_setting_can_be_given_by_its_variable_and_as_a_flag(name):
    default = getattr(Settings(), name)
    other = VALUES.get(name, default + 1 if isinstance(default, int) else "https://hat.example.org")
    one = Settings.from_environment({environment_names()[name]: str(other)})
    assert getattr(one, name) == other
    assert replace(one, **{name: default}) == Settings.from_environment({})
    assert Settings.from_environment({environment_names()[name]: "x"}, **{name: other}) == one


def test_the_file_lies_in_the_data_folder_unless_a_database_is_named():
    settings = Settings.from_environment({"BAYESHAT_DATA_DIR": "/srv/hat"})
    assert settings.url == "sqlite:////srv/hat/bayeshat.db"
    assert replace(settings, database_url="postgresql://a@b/c").url == "postgresql://a@b/c"
    assert Settings.from_environment({"XDG_DATA_HOME": "/srv"}).data_dir == Path("/srv/bayeshat")


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("BAYESHAT_PORT", "http", "BAYESHAT_PORT must be a whole number"),
        ("BAYESHAT_PORT", "70000", "from 0 to 65535"),
        ("BAYESHAT_WORKERS", "0", "BAYESHAT_WORKERS must be from 1"),
        ("BAYESHAT_PUBLIC_URL", "hat.example.org", "https://"),
        ("BAYESHAT_SECRET_KEY", "short", "at least 32"),
    ],
)
def test_values_that_cannot_be_used_are_named(variable, value, said):
    with pytest.raises(InputError, match=said):
        Settings.from_environment({variable: value})


def test_unknown_flags_are_refused_and_the_key_is_not_shown():
    with pytest.raises(InputError, match="prot"):
        Settings.from_environment({}, prot=1)
    assert "x" * 40 not in repr(Settings(secret_key="x" * 40))
