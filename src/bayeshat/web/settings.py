"""What a server can be told: by flags, or by the environment."""

from __future__ import annotations

import os
import re
from email.utils import parseaddr
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from ..errors import InputError

PREFIX = "BAYESHAT_"
_MIB = 2**20
# Names of this machine: what is sent there crosses no network.
OWN_HOSTS = ("localhost", "127.0.0.1", "::1")
# What stands for all domains.
ANYBODY = "*"
# What "every network of this machine" is called.
ANYWHERE = ("0.0.0.0", "::")


def default_data_dir() -> Path:
    """Return the folder where a person's programs keep their data."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "bayeshat"


def _between(least: int, most: int) -> AfterValidator:
    def check(number: int) -> int:
        if not least <= number <= most:
            raise ValueError(f"must be from {least} to {most}; got {number}. Choose a number in between.")
        return number

    return AfterValidator(check)


def _split(value: Any) -> Any:
    """Return the parts of a text with commas."""
    return tuple(filter(None, map(str.strip, value.split(",")))) if isinstance(value, str) else value


def _check_public_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not is_host(parts.netloc) or parts.query or parts.fragment:
        raise ValueError(
            f"must be an address such as https://hat.example.org; got {text!r}. Write it with https:// and without a "
            "question mark."
        )
    if parts.path.strip("/"):
        raise ValueError(
            f"must be an address without a path; got {text!r}. Give the server a name of its own, such as "
            f"{parts.scheme}://hat.{parts.hostname}."
        )
    return text.rstrip("/")


def _check_secret_key(text: str) -> str:
    if len(text) < 32:
        raise ValueError(
            f"must have at least 32 characters; got {len(text)}. Make one with: python -c "
            '"import secrets; print(secrets.token_urlsafe(32))".'
        )
    return text


def _check_metrics_token(text: str) -> str:
    if len(text) < 16:
        raise ValueError(
            f"must have at least 16 characters; got {len(text)}. Make one with: python -c "
            '"import secrets; print(secrets.token_urlsafe(16))".'
        )
    return text


def _check_hosts(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if not is_host(name) or urlsplit(f"//{name}").port is not None:
            raise ValueError(
                f"must be names such as hat.example.org, with commas between; got {name!r}. Leave out https:// and the "
                "port."
            )
    return tuple(name.lower().strip("[]") for name in names)


def _check_proxies(addresses: tuple[str, ...]) -> tuple[str, ...]:
    for address in addresses:
        try:
            ip_network(address)
        except ValueError:
            raise ValueError(
                f"must be addresses or networks such as 127.0.0.1 or 10.0.0.0/8, with commas between; got {address!r}. "
                "Write the address that the proxy connects from."
            ) from None
    return addresses


def _check_smtp_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("smtp", "smtps") or not is_host(parts.netloc.rpartition("@")[2]):
        # What was given may hold a password: it is not repeated.
        raise ValueError(
            "must be an address such as smtp://user:password@mail.example.org:587, or smtps:// for TLS from the start; "
            "got something else. Write signs such as @ in a password as %40."
        )
    return text


def _check_mail_from(text: str) -> str:
    address = parseaddr(text)[1]
    if not re.fullmatch(r"[!-~]+@[!-~]+", address) or not text.isprintable():
        raise ValueError(
            f"must be an e-mail address such as hat@example.org or Sorting Hat <hat@example.org>; got {text!r}. "
            "Write one that the mail server sends for."
        )
    return text


def is_host(netloc: str) -> bool:
    """Say whether a text is a name or an address, maybe with a port, and nothing else."""
    try:
        parts = urlsplit(f"//{netloc}")
        port = parts.port  # raises if it is not a port
        if netloc.startswith("["):
            ip_address(parts.hostname or "")
    except ValueError:
        return False
    return bool(parts.hostname) and parts.netloc == netloc and "@" not in netloc and port != 0


def _check_issuer(text: str) -> str:
    parts = urlsplit(text)
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in OWN_HOSTS)
    if not is_safe or not is_host(parts.netloc) or parts.query or parts.fragment:
        raise ValueError(
            f"must be an address such as https://login.example.org/realms/school; got {text!r}. Write it with "
            "https://, as the provider names itself."
        )
    return text.rstrip("/")


def _read_switch(value: Any) -> Any:
    """Return whether a word means yes."""
    known = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
    if isinstance(value, bool):
        return value
    if str(value).lower() not in known:
        raise ValueError(f"must be yes or no; got {value!r}. Write one of them.")
    return known[str(value).lower()]


Count = Annotated[int, _between(1, 2**40)]
Texts = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_split)]


class Settings(BaseSettings):
    """The settings of a server; those that are not given come from the environment.

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
    allowed_hosts
        Further names that people reach the server by.
    trusted_proxies
        Addresses of proxies that are believed when they say whose request they pass on.
    secret_key
        What links and cookies are signed with; by default made once and kept in the data folder.
    max_public_body, max_body, max_upload
        Largest form of somebody who is not logged in, largest other request, and largest upload, in bytes.
    max_people, max_questions
        Most answers to one event, and most questions of a survey.
    login_limit, login_address_limit
        Attempts a minute to log in to one account, and from one address.
    submit_limit
        Answers a minute from one address.
    min_free_disk
        Free bytes in the data folder below which the server says that it is not well.
    session_hours
        How long an organiser stays logged in.
    workers
        Sorts that run at the same time.
    smtp_url
        The mail server, such as ``smtp://user:password@mail.example.org:587``; without one, no mail is sent.
    mail_from
        The address that mail comes from.
    metrics_token
        What Prometheus must show to read ``/metrics``; without one, there is no such page.
    openid_issuer, openid_client_id, openid_client_secret
        The provider of OpenID Connect that organisers log in by, and how it knows this server.
    openid_domains
        Domains of verified e-mail addresses whose people may organise; ``*`` for everybody whom the provider knows.
    openid_role_claim, openid_organiser_roles, openid_admin_roles
        The claim that names somebody's roles, which of them may organise, and which administer the server.
    openid_scope, openid_button
        What the provider is asked for, and what the button calls it.
    local_accounts
        Whether organisers can log in by a password.

    Examples
    --------
    >>> Settings(data_dir=Path("/srv/hat")).url
    'sqlite:////srv/hat/bayeshat.db'
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, str_strip_whitespace=True, frozen=True, hide_input_in_errors=True
    )

    host: str = "127.0.0.1"
    port: Annotated[int, _between(0, 65535)] = 8000
    database_url: str | None = Field(default=None, repr=False)  # it may hold a password
    data_dir: Annotated[Path, AfterValidator(lambda path: path.expanduser().absolute())] = Field(
        default_factory=default_data_dir
    )
    public_url: Annotated[str, AfterValidator(_check_public_url)] | None = None
    allowed_hosts: Annotated[Texts, AfterValidator(_check_hosts)] = ()
    trusted_proxies: Annotated[Texts, AfterValidator(_check_proxies)] = ("127.0.0.1", "::1")
    secret_key: Annotated[str, AfterValidator(_check_secret_key)] | None = Field(default=None, repr=False)
    max_public_body: Count = 2**16
    max_body: Count = 2 * _MIB
    max_upload: Count = 10 * _MIB
    max_people: Count = 20_000
    max_questions: Count = 200
    login_limit: Count = 10
    login_address_limit: Count = 200  # a whole school may share one address
    submit_limit: Count = 600  # so may a whole hall
    min_free_disk: Count = 200 * _MIB
    session_hours: Count = 12
    workers: Count = 1
    smtp_url: Annotated[str, AfterValidator(_check_smtp_url)] | None = Field(default=None, repr=False)
    mail_from: Annotated[str, AfterValidator(_check_mail_from)] | None = None
    metrics_token: Annotated[str, AfterValidator(_check_metrics_token)] | None = Field(default=None, repr=False)
    openid_issuer: Annotated[str, AfterValidator(_check_issuer)] | None = None
    openid_client_id: str | None = None
    openid_client_secret: str | None = Field(default=None, repr=False)
    openid_domains: Annotated[Texts, AfterValidator(lambda names: tuple(name.lower() for name in names))] = ()
    openid_role_claim: str = "groups"
    openid_organiser_roles: Texts = ()
    openid_admin_roles: Texts = ()
    openid_scope: str = "openid profile email"
    openid_button: str | None = None
    local_accounts: Annotated[bool, BeforeValidator(_read_switch)] = True

    @property
    def url(self) -> str:
        """The database's URL."""
        return self.database_url or f"sqlite:///{self.data_dir / 'bayeshat.db'}"

    @property
    def largest_body(self) -> int:
        """Bytes of the largest request: a file, and the other fields of its form."""
        return self.max_upload + self.max_body

    @classmethod
    def from_environment(cls, **flags: Any) -> Settings:
        """Read settings from the environment; flags that are not None win.

        Parameters
        ----------
        **flags
            Settings by their names.

        Raises
        ------
        InputError
            If a value cannot be used; the message names the variable or the flag.

        Examples
        --------
        >>> Settings.from_environment(host="0.0.0.0", port=None).host
        '0.0.0.0'
        """
        given = {name: value for name, value in flags.items() if value is not None}
        try:
            return cls(**given)
        except ValidationError as error:
            raise InputError(_describe(error, given)) from None


def environment_names() -> dict[str, str]:
    """Return the environment variable of every setting.

    Examples
    --------
    >>> environment_names()["data_dir"]
    'BAYESHAT_DATA_DIR'
    """
    return {name: PREFIX + name.upper() for name in Settings.model_fields}


def _describe(error: ValidationError, flags: dict[str, Any]) -> str:
    """Return the first fault as a sentence that names where the value came from."""
    fault = error.errors()[0]
    name = str(fault["loc"][0])
    if fault["type"] == "extra_forbidden":
        return f"Settings must be among {', '.join(environment_names())}; got {name!r}. Check the spelling."
    origin = f"--{name.replace('_', '-')}" if name in flags else environment_names()[name]
    if fault["type"] == "value_error":
        return f"{origin} {fault['ctx']['error']}"
    must, do = ("a whole number", "Write digits") if fault["type"].startswith("int_") else ("text", "Write text")
    return f"{origin} must be {must}; got {fault['input']!r}. {do} only."
