import pytest
import typer
import typer.testing
from typer.testing import CliRunner

from bayeshat.cli.app import app

COMMAND = typer.main.get_command(app)


@pytest.fixture(scope="session", autouse=True)
def made_once():
    """Make the commands and their options once: that takes longer than most lines that are refused."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", lambda _: COMMAND)
        yield


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    runner = CliRunner()
    return lambda *arguments: runner.invoke(app, [str(argument) for argument in arguments])
