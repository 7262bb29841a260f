"""Looking after a web server from its own machine."""

import re
from types import SimpleNamespace

import pytest

from bayeshat.web.core import accounts, audit, events, second_factor
from bayeshat.web.db.database import connect, migrate
from bayeshat.web.security import Keys
from bayeshat.web.server import describe_start
from bayeshat.web.settings import Settings

PASSWORD = "four words or more"


@pytest.fixture
def server(tmp_path):
    """The data of a server with an organiser."""
    settings = Settings(data_dir=tmp_path / "data")
    database, keys = connect(settings), Keys.load(settings)
    migrate(database, settings)
    hashed = accounts.hash_new_password(PASSWORD)
    with database.session() as session:
        secret = accounts.setup_secret(session, keys)
        accounts.create_organiser(session, keys, secret, "Minerva", hashed)
    yield settings, database, keys
    database.dispose()


def test_a_link_to_set_a_password_is_printed(run, server):
    settings, database, keys = server
    options = ("--data-dir", settings.data_dir, "--public-url", "https://hat.example.org")
    done = run("server", "reset-password", "minerva", *options)
    assert done.exit_code == 0
    token = re.search(r"^https://hat\.example\.org/reset/(\S+)$", done.stdout, re.MULTILINE)[1]
    with database.reading() as session:
        assert accounts.organiser_to_reset(session, keys, token).name == "Minerva"


def test_the_link_has_the_address_that_the_server_told(run, server):
    """The command does not know with which options the server was started."""
    settings, database, keys = server
    site = SimpleNamespace(settings=settings, database=database, keys=keys)
    assert "http://127.0.0.1:4321\n" in describe_start(site, 4321)
    done = run("server", "reset-password", "minerva", "--data-dir", settings.data_dir)
    assert re.search(r"^http://127\.0\.0\.1:4321/reset/\S+$", done.stdout, re.MULTILINE)


def test_unknown_names_are_refused_with_the_known_ones(run, server):
    done = run("server", "reset-password", "Nobody", "--data-dir", server[0].data_dir)
    assert done.exit_code == 2
    assert "There are: Minerva" in done.stderr


def test_organisers_are_listed(run, server, tmp_path):
    done = run("server", "organisers", "--data-dir", server[0].data_dir)
    assert done.stdout.strip() == "Minerva (administrator): no events"
    settings = Settings(data_dir=tmp_path / "new")
    database = connect(settings)
    migrate(database, settings)
    database.dispose()
    assert "no organisers yet" in run("server", "organisers", "--data-dir", tmp_path / "new").stdout


def test_a_server_that_is_not_there_is_not_made(run, tmp_path):
    done = run("server", "organisers", "--data-dir", tmp_path / "empty")
    assert done.exit_code == 2
    assert "There must be a server's database; got no file" in done.stderr
    assert not (tmp_path / "empty").exists()


def test_an_organiser_is_deleted_only_when_it_is_meant(run, server):
    settings, database, _ = server
    at = ("--data-dir", settings.data_dir)
    with database.session() as session:
        minerva = accounts.find_organiser(session, "Minerva")
        accounts.add_organiser(session, "Bo", minerva.password)
        events.create_event(session, minerva, "Autumn", events.packaged_toml("hogwarts"), settings=settings)
    refused = run("server", "delete-organiser", "minerva", *at, "--force")
    assert refused.exit_code == 2
    assert "Name another organiser with --administrator" in refused.stderr
    asked = run("server", "delete-organiser", "minerva", *at)
    assert asked.stdout.splitlines() == [
        "Minerva: nothing is deleted yet. Add --force to delete the account.",
        "  Autumn: deleted",
        "Minerva is the only administrator: name another with --administrator, one of Bo.",
    ]
    asked = run("server", "delete-organiser", "minerva", "--administrator", "bo", *at)
    assert asked.stdout.splitlines() == [
        "Minerva: nothing is deleted yet. Add --force to delete the account.",
        "  Autumn: deleted",
    ]
    with database.reading() as session:
        assert accounts.find_organiser(session, "Minerva") is not None
    done = run("server", "delete-organiser", "minerva", "--administrator", "bo", *at, "--force")
    assert done.exit_code == 0
    assert done.stdout.startswith("Minerva: deleted.")
    assert run("server", "organisers", *at).stdout.strip() == "Bo (administrator): no events"


def test_a_lost_second_factor_is_removed(run, server):
    settings, database, keys = server
    at = ("--data-dir", settings.data_dir)
    with database.session() as session:
        minerva = accounts.find_organiser(session, "Minerva")
        nonce = second_factor.read_proposal(keys, minerva, second_factor.propose(keys, minerva))
        code = second_factor.code_at(keys.code_secret(minerva.id, nonce), second_factor.present_step())
        second_factor.switch_on(session, keys, minerva, nonce, code)
    done = run("server", "remove-second-factor", "minerva", *at)
    assert done.stdout == "Minerva: the password alone is enough now.\n"
    with database.reading() as session:
        known = accounts.find_organiser(session, "Minerva")
        assert (known.code_nonce, known.recovery_hashes) == ("", [])
        assert "second factor of Minerva" in str(audit.list_entries(session, None)[0][0].words)
    assert run("server", "remove-second-factor", "minerva", *at).stdout == "Minerva: there is no second factor.\n"
