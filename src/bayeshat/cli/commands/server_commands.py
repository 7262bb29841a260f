"""Commands for the administrator of the web server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...errors import InputError
from ...rules.rule import count_people
from ..extras import check_web
from ..options import Commands, Force, Json, print_json

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from ...web.db.database import Database
    from ...web.db.schema import Organiser
    from ...web.settings import Settings

server_app = Commands(help="Look after the web server: organisers, passwords, backups.", no_args_is_help=True)

DataDir = Annotated[Path | None, typer.Option(help="Folder of the database and the server's key.")]
DatabaseUrl = Annotated[str | None, typer.Option(help="Database; by default an SQLite file in the data folder.")]
PublicUrl = Annotated[str | None, typer.Option(help="Address that people reach the server by.")]


def read_settings(data_dir: Path | None, database_url: str | None, public_url: str | None = None) -> Settings:
    """Return the settings of the server that a command is about."""
    check_web("server")
    from ...web.settings import Settings

    return Settings.from_environment(data_dir=data_dir, database_url=database_url, public_url=public_url)


@server_app.command("backup")
def server_backup(
    file: Annotated[Path, typer.Argument(help="File to write, such as hat-2026-11-15.zip.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Copy the database and the server's key into one file; the server may go on running.

    Anybody with the file can read everything, so keep it safe.

    Example: bayeshat server backup hat-2026-11-15.zip
    """
    settings = read_settings(data_dir, database_url)
    from ...web.db.backups import back_up

    back_up(settings, file, force=force)
    if as_json:
        print_json({"file": str(file)})
    else:
        print(f"{file}: a copy of the database and the server's key.")


@server_app.command("restore")
def server_restore(
    file: Annotated[Path, typer.Argument(help="File that backup has written.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    force: Annotated[bool, typer.Option(help="Replace the database that is there.")] = False,
    as_json: Json = False,
) -> None:
    """Put back a copy of the database and the server's key; stop the server first.

    Example: bayeshat server restore hat-2026-11-15.zip
    """
    settings = read_settings(data_dir, database_url)
    from ...web.db.backups import restore

    restore(settings, file, force=force)
    if as_json:
        print_json({"data_dir": str(settings.data_dir), "file": str(file)})
        return
    print(f"{settings.data_dir}: the database and the server's key of {file}.")
    if settings.secret_key is not None:
        print("BAYESHAT_SECRET_KEY is set and wins over the key of the copy. Links work again if they are the same.")


@server_app.command("reset-password")
def reset_password(
    name: Annotated[str, typer.Argument(help="The organiser's name.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    public_url: PublicUrl = None,
    as_json: Json = False,
) -> None:
    """Print a link by which an organiser chooses a new password; it works once, for a day.

    Example: bayeshat server reset-password Minerva
    """
    settings = read_settings(data_dir, database_url, public_url)
    with _open(settings) as database:
        from ...web.core.accounts import reset_token
        from ...web.core.addresses import mailed_address
        from ...web.security import Keys

        with database.reading() as session:
            organiser = _find(session, name)
            address = mailed_address(session, settings)
    link = f"{address}/reset/{reset_token(Keys.load(settings), organiser)}"
    if as_json:
        print_json({"name": organiser.name, "link": link})
    else:
        print(f"For {organiser.name}; it works once, within a day:\n{link}")


@server_app.command("remove-second-factor")
def remove_second_factor(
    name: Annotated[str, typer.Argument(help="The organiser's name.")],
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """Let an organiser who lost phone and recovery codes log in by the password alone.

    Make sure first that it is really they who ask.

    Example: bayeshat server remove-second-factor Minerva
    """
    with _open(read_settings(data_dir, database_url)) as database:
        from ...web.core.second_factor import remove

        with database.session() as session:
            organiser = _find(session, name)
            was_on = remove(session, organiser)
    if as_json:
        print_json({"name": organiser.name, "removed": was_on})
    else:
        print(f"{organiser.name}: {'the password alone is enough now.' if was_on else 'there is no second factor.'}")


@server_app.command("organisers")
def list_organisers(data_dir: DataDir = None, database_url: DatabaseUrl = None, as_json: Json = False) -> None:
    """List the organisers, and how many events they own, edit and view.

    Example: bayeshat server organisers
    """
    with _open(read_settings(data_dir, database_url)) as database:
        from ...web.core.accounts import list_organisers as read

        with database.reading() as session:
            listed = read(session)
    if as_json:
        rows = [{"name": one.name, "administrator": one.is_admin, **roles} for one, roles in listed]
        print_json({"organisers": rows})
        return
    if not listed:
        print("There are no organisers yet. Start the server, and open the address that it prints.")
    for one, roles in listed:
        told = [f"{role} of {roles[role]}" for role in ("owner", "editor", "viewer") if roles[role]]
        print(f"{one.name}{' (administrator)' if one.is_admin else ''}: {', '.join(told) or 'no events'}")


@server_app.command("delete-organiser")
def delete_organiser(
    name: Annotated[str, typer.Argument(help="The organiser's name.")],
    administrator: Annotated[
        str | None, typer.Option(help="Who becomes the administrator, if the only one is deleted.")
    ] = None,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
    force: Annotated[bool, typer.Option(help="Delete; without it, only say what would become of the events.")] = False,
    as_json: Json = False,
) -> None:
    """Delete an organiser's account, and their events unless somebody else can go on with them.

    An event with another owner stays. One with editors passes to the editor who has been there longest. Any other is
    deleted with all answers and results.

    Example: bayeshat server delete-organiser Olivia --force
    """
    with _open(read_settings(data_dir, database_url)) as database:
        from ...web.core.deletion import delete_account, plan_deletion

        with database.reading() as session:
            organiser = _find(session, name)
            plan = plan_deletion(session, organiser)
            successor = _find(session, administrator) if administrator is not None else None
        needs_administrator = bool(plan.successors) and (successor is None or successor.id == organiser.id)
        if force and needs_administrator:
            raise InputError(
                f"A server with organisers must have an administrator; got {organiser.name}, the only one, to delete. "
                "Name another organiser with --administrator."
            )
        if force:
            with database.session() as session:
                plan = delete_account(session, organiser, successor=successor.id if successor else "")
    fates = [
        {"title": one.title, "answers": one.n_answers, "becomes": one.becomes, "owner": one.heir or None}
        for one in plan.fates
    ]
    if as_json:
        told = {"name": organiser.name, "deleted": force, "needs_administrator": needs_administrator, "events": fates}
        print_json(told)
        return
    print(f"{organiser.name}: {'deleted.' if force else 'nothing is deleted yet. Add --force to delete the account.'}")
    for one in plan.fates:
        becomes = {
            "deleted": f"deleted, with the answers of {count_people(one.n_answers)}" if one.n_answers else "deleted",
            "handed": f"passes to {one.heir}",
            "kept": "stays; it has another owner",
        }
        print(f"  {one.title}: {becomes[one.becomes]}")
    if needs_administrator:
        others = ", ".join(one.name for one in plan.successors)
        print(f"{organiser.name} is the only administrator: name another with --administrator, one of {others}.")


def _find(session: Session, name: str) -> Organiser:
    """Return the organiser of a name; InputError with the known names if there is none."""
    from ...web.core.accounts import find_organiser
    from ...web.core.accounts import list_organisers as read

    organiser = find_organiser(session, name)
    if organiser is None:
        known = ", ".join(one.name for one, _ in read(session)) or "none yet"
        raise InputError(f"The name must be an organiser's; got {name!r}. There are: {known}.")
    return organiser


@contextmanager
def _open(settings: Settings) -> Iterator[Database]:
    """Open the database of a server, and close it in the end."""
    from sqlalchemy import make_url

    from ...web.db.database import connect, migrate

    url = make_url(settings.url)
    # Looking for a server's organisers must not make a server.
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).is_file():
        raise InputError(
            f"There must be a server's database; got no file {url.database!r}. Check --data-dir, or start the server "
            "once: it makes the database."
        )
    database = connect(settings)
    try:
        migrate(database, settings)
        yield database
    finally:
        database.dispose()
