"""What a server can be told: by flags, or by the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ...errors import InputError

PREFIX = "BAYESHAT_"
_MIB = 2**20


def default_data_dir(environ: Mapping[str, str] | None = None) -> Path:
    """Return the folder where a person's programs keep their data."""
    known = os.environ if environ is None else environ
    home = known.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "bayeshat"


@dataclass(frozen=True)
class Settings:
    """What a server can be told.

    Attributes
    ----------
    host, port
        Where to listen.
    database_url
        An SQLAlchemy URL of an SQLite file or a PostgreSQL database; by default ``bayeshat.db`` in the data folder.
    data_dir
        Folder of the database file and the server's secret key.
    public_url
        The address that people reach the server by, if it is another one: share links start with it.
    secret_key
        What links and cookies are signed with; by default made once and kept in the data folder.
    max_body, max_upload
        Largest request, and largest upload, in bytes.
    max_people, max_questions
        Most answers to one event, and most questions of a survey.
    login_limit, submit_limit
        Attempts a minute from one address.
    session_hours
        How long an organiser stays logged in.
    workers
        Sorts that run at the same time.

    Examples
    --------
    >>> Settings(data_dir=Path("/srv/hat")).url
    'sqlite:////srv/hat/bayeshat.db'
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database_url: str | None = None
    data_dir: Path = field(default_factory=default_data_dir)
    public_url: str | None = None
    secret_key: str | None = field(default=None, repr=False)
    max_body: int = 2 * _MIB
    max_upload: int = 10 * _MIB
    max_people: int = 20_000
    max_questions: int = 200
    login_limit: int = 10
    submit_limit: int = 600  # a whole hall may share one address
    session_hours: int = 12
    workers: int = 1

    @property
    def url(self) -> str:
        """The database's URL."""
        return self.database_url or f"sqlite:///{self.data_dir / 'bayeshat.db'}"

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None, **flags: Any) -> Settings:
        """Read settings from the environment; flags that are not None win.

        Parameters
        ----------
        environ
            The variables; by default those of this process.
        **flags
            Settings by their names.

        Raises
        ------
        InputError
            If a value cannot be used; the message names the variable or the flag.

        Examples
        --------
        >>> Settings.from_environment({"BAYESHAT_PORT": "9000"}, host="0.0.0.0").port
        9000
        """
        known = os.environ if environ is None else environ
        unknown = sorted(set(flags) - set(environment_names()))
        if unknown:
            raise InputError(
                f"Settings must be among {', '.join(environment_names())}; got {unknown[0]!r}. Check the spelling."
            )
        values: dict[str, Any] = {"data_dir": default_data_dir(known)}
        for name, variable in environment_names().items():
            if flags.get(name) is not None:
                values[name] = _read(name, flags[name], f"--{name.replace('_', '-')}")
            elif known.get(variable, "").strip():
                values[name] = _read(name, known[variable].strip(), variable)
        return cls(**values)


def environment_names() -> dict[str, str]:
    """Return the environment variable of every setting.

    Examples
    --------
    >>> environment_names()["data_dir"]
    'BAYESHAT_DATA_DIR'
    """
    return {one.name: PREFIX + one.name.upper() for one in fields(Settings)}


def _read(name: str, value: Any, origin: str) -> Any:
    if name == "data_dir":
        return Path(value).expanduser().absolute()
    if isinstance(Settings.__dataclass_fields__[name].default, int):
        return _whole(name, value, origin)
    text = str(value)
    if name == "public_url":
        parts = urlsplit(text)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise InputError(
                f"{origin} must be an address such as https://hat.example.org; got {text!r}. Write it with https:// "
                "and without a question mark."
            )
        return text.rstrip("/")
    if name == "secret_key" and len(text) < 32:
        raise InputError(
            f"{origin} must have at least 32 characters; got {len(text)}. Make one with: python -c "
            '"import secrets; print(secrets.token_urlsafe(32))".'
        )
    return text


def _whole(name: str, value: Any, origin: str) -> int:
    try:
        number = int(value)
    except (TypeError, ValueError):
        raise InputError(f"{origin} must be a whole number; got {value!r}. Write digits only.") from None
    least, most = (0, 65535) if name == "port" else (1, 2**40)
    if not least <= number <= most:
        raise InputError(f"{origin} must be from {least} to {most}; got {number}. Choose a number in between.")
    return number
