"""Login with OpenID Connect: what the provider is asked, and how its answers are checked."""

from __future__ import annotations

import base64
import json
import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ...errors import InputError
from ...words.message import Message
from ..refusals import Forbidden, ProviderError
from ..security import Keys, new_token, same
from ..settings import ANYBODY, OWN_HOSTS, Settings
from ..slow import slow

log = logging.getLogger("bayeshat.web")

# Seconds to wait for the provider's answers, and for the person there; how long the provider's description is kept, and
# how far clocks may differ.
_PATIENCE = 10
ATTEMPT_SECONDS = 600
_KEPT = 3600
_LEEWAY = 60
# Bytes of an answer.
_LONGEST = 2**20
# Only signatures with the provider's private key: with the others, anybody who knows our client secret could sign.
_SIGNATURES = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]
_PURPOSE = "openid"


@dataclass(frozen=True)
class Attempt:
    """A login that goes on at the provider. The browser keeps it, signed, in a cookie.

    Attributes
    ----------
    state, nonce, verifier
        Random secrets that tie the provider's answer to this attempt (`state` in the address, `nonce` in the token),
        and the code to us (PKCE).
    goal
        Where to go then.
    secret
        The set-up secret, for the first organiser.
    links
        The id of the organiser who is linking their account; empty for a plain login.
    """

    state: str
    nonce: str
    verifier: str
    goal: str = ""
    secret: str = ""
    links: str = ""

    @classmethod
    def begin(cls, **told: str) -> Attempt:
        """Return a new attempt."""
        return cls(new_token(), new_token(), new_token(), **told)

    def sign(self, keys: Keys) -> str:
        """Return the attempt as text that nobody else can make."""
        return keys.sign(asdict(self), _PURPOSE)

    @classmethod
    def read(cls, keys: Keys, text: str, state: str) -> Attempt:
        """Return the attempt that this state belongs to; Forbidden if this browser began none, or too long ago."""
        told = keys.unsign(text, _PURPOSE, ATTEMPT_SECONDS)
        attempt = cls(**told) if isinstance(told, dict) else None
        if attempt is None or not same(attempt.state, state):
            raise Forbidden(Message("openid-other-attempt"))
        return attempt


@dataclass(frozen=True)
class Claimed:
    """Somebody whom the provider identified, and who may organise here.

    Attributes
    ----------
    issuer, subject
        The provider, and its identifier for the person. It never gives the same one to somebody else.
    name
        What to call them.
    is_admin
        Whether they administer the server; None if roles do not decide that.
    """

    issuer: str
    subject: str
    name: str
    is_admin: bool | None = None


class Provider:
    """The provider of the settings.

    Parameters
    ----------
    settings
        Whose provider; there must be one.

    Raises
    ------
    InputError
        If the settings do not fit together, or packages are missing.
    """

    def __init__(self, settings: Settings) -> None:
        if settings.openid_issuer is None or settings.openid_client_id is None:
            raise InputError(
                "BAYESHAT_OPENID_ISSUER and BAYESHAT_OPENID_CLIENT_ID must be given together; got one of them. Take "
                "both from the provider."
            )
        if not settings.openid_domains and not settings.openid_organiser_roles:
            raise InputError(
                "BAYESHAT_OPENID_DOMAINS or BAYESHAT_OPENID_ORGANISER_ROLES must say who may organise here; got "
                f"neither. Name domains or roles, or write BAYESHAT_OPENID_DOMAINS={ANYBODY} for everybody whom the "
                "provider knows."
            )
        try:
            import authlib  # noqa: F401
            import joserfc  # noqa: F401
        except ModuleNotFoundError:
            raise InputError(
                "Login with OpenID Connect needs bayeshat[openid]; got an installation without it. Install it with: "
                "pip install 'bayeshat[openid]'."
            ) from None
        self._settings = settings
        self._issuer = settings.openid_issuer
        self._said: tuple[float, dict[str, Any]] | None = None

    @property
    def name(self) -> str:
        """What the button calls the provider."""
        return self._settings.openid_button or urlsplit(self._issuer).netloc

    @slow
    def address(self, attempt: Attempt, back: str) -> str:
        """Return the provider's login address; `back` is where it sends the browser afterwards."""
        from authlib.oauth2.rfc7636 import create_s256_code_challenge

        return _with(
            self._endpoint("authorization_endpoint"),
            response_type="code",
            client_id=str(self._settings.openid_client_id),
            redirect_uri=back,
            scope=self._settings.openid_scope,
            state=attempt.state,
            nonce=attempt.nonce,
            code_challenge=create_s256_code_challenge(attempt.verifier),
            code_challenge_method="S256",
        )

    @slow
    def finish(self, attempt: Attempt, back: str, told: Mapping[str, str]) -> Claimed:
        """Return the person whom the provider identified.

        Parameters
        ----------
        attempt
            The login that the answer belongs to.
        back, told
            The address that the provider sent the browser to, and what it said there.

        Raises
        ------
        Forbidden
            If the person did not log in there, or may not organise here.
        ProviderError
            If the provider cannot be reached, or its answers are wrong.
        """
        if told.get("iss", self._known()["issuer"]) != self._known()["issuer"]:
            raise self._unusable("the answer came from another issuer")
        if "code" not in told:
            log.warning("the provider answered with an error: %s", told.get("error", "none")[:100])
            raise Forbidden(Message("openid-not-logged-in", provider=self.name))
        form = {"grant_type": "authorization_code", "code": told["code"], "redirect_uri": back}
        tokens = self._ask(self._endpoint("token_endpoint"), **self._as_client(form, attempt.verifier))
        claims = self._check(tokens, attempt.nonce)
        if "userinfo_endpoint" in self._known():
            bearer = {"Authorization": f"Bearer {tokens.get('access_token', '')}"}
            more = self._ask(self._endpoint("userinfo_endpoint"), headers=bearer)
            if more.get("sub") != claims["sub"]:
                raise self._unusable("userinfo_endpoint described another subject")
            claims = more | claims
        return self._admit(claims)

    @slow
    def logout_address(self, back: str) -> str | None:
        """Return the provider's logout address; None if it has none, or does not answer."""
        try:
            if "end_session_endpoint" not in self._known():
                return None
            client = str(self._settings.openid_client_id)
            return _with(self._endpoint("end_session_endpoint"), client_id=client, post_logout_redirect_uri=back)
        except ProviderError:
            return None

    def _admit(self, claims: dict[str, Any]) -> Claimed:
        """Return the person if they may organise here; Forbidden otherwise."""
        settings = self._settings
        email = claims.get("email") if claims.get("email_verified") is True else None
        domain = email.lower().rpartition("@")[2] if isinstance(email, str) else ""
        domains = settings.openid_domains
        if domains and ANYBODY not in domains and domain not in domains:
            raise Forbidden(Message("openid-wrong-domain", domains=", ".join(domains)))
        roles = _roles(claims, settings.openid_role_claim)
        is_admin = not roles.isdisjoint(settings.openid_admin_roles)
        if settings.openid_organiser_roles and not is_admin and roles.isdisjoint(settings.openid_organiser_roles):
            raise Forbidden(Message("openid-wrong-role", provider=self.name))
        names = (claims.get(key) for key in ("name", "preferred_username", "nickname"))
        name = next((one for one in names if isinstance(one, str) and one.strip()), domain and str(email))
        return Claimed(claims["iss"], claims["sub"], name, is_admin if settings.openid_admin_roles else None)

    def _check(self, tokens: dict[str, Any], nonce: str) -> dict[str, Any]:
        """Check the ID token, and return its claims."""
        from authlib.oidc.core import CodeIDToken
        from joserfc import jwt
        from joserfc.errors import InvalidKeyIdError, JoseError
        from joserfc.jwk import KeySet
        from joserfc.jws import JWSRegistry

        client = self._settings.openid_client_id
        registry = JWSRegistry(algorithms=_SIGNATURES, strict_check_header=False)
        believed = {name: {"essential": True, "value": one} for name, one in self._believed().items()}
        for is_fresh in (False, True):
            try:
                keys = KeySet.import_key_set(self._ask(self._endpoint("jwks_uri", is_fresh)))  # type: ignore[arg-type]
                token = jwt.decode(str(tokens.get("id_token", "")), key=keys, registry=registry)
                params = {"nonce": nonce, "client_id": client, "access_token": tokens.get("access_token")}
                claims = CodeIDToken(token.claims, token.header, believed, params)
                claims.validate(leeway=_LEEWAY)
                subject = claims["sub"]
                if isinstance(subject, str) and 0 < len(subject) <= 255 and subject.isprintable():
                    return dict(claims)
                raise self._unusable("its subject must be 1 to 255 printable characters")
            except InvalidKeyIdError as error:
                if is_fresh:
                    raise self._unusable(error) from None
            except (JoseError, ValueError, KeyError, TypeError) as error:
                raise self._unusable(error) from None
        raise AssertionError

    def _believed(self) -> dict[str, str]:
        return {"iss": self._known()["issuer"], "aud": str(self._settings.openid_client_id)}

    def _as_client(self, form: dict[str, str], verifier: str) -> dict[str, Any]:
        """Return the form and headers of a token request, with the client secret where the provider expects it."""
        client, secret = str(self._settings.openid_client_id), self._settings.openid_client_secret
        form = {**form, "code_verifier": verifier}
        if secret is None:
            return {"form": {**form, "client_id": client}}
        if "client_secret_basic" in self._known().get("token_endpoint_auth_methods_supported", ["client_secret_basic"]):
            pair = base64.b64encode(f"{quote(client, safe='')}:{quote(secret, safe='')}".encode()).decode()
            return {"form": form, "headers": {"Authorization": f"Basic {pair}"}}
        return {"form": {**form, "client_id": client, "client_secret": secret}}

    def _known(self, is_fresh: bool = False) -> dict[str, Any]:
        """Return the provider's description of itself (OpenID Connect Discovery), kept for an hour."""
        if self._said is None or is_fresh or time.monotonic() > self._said[0] + _KEPT:
            said = self._ask(f"{self._issuer}/.well-known/openid-configuration")
            issuer = said.get("issuer")
            if not isinstance(issuer, str) or issuer.rstrip("/") != self._issuer:
                raise self._unusable(f"it says that it is the issuer {issuer!r}")
            self._said = time.monotonic(), said
        return self._said[1]

    def _endpoint(self, name: str, is_fresh: bool = False) -> str:
        address = self._known(is_fresh).get(name)
        parts = urlsplit(address if isinstance(address, str) else "")
        if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in OWN_HOSTS):
            raise self._unusable(f"its {name} is no address with https://")
        return str(address)

    def _ask(
        self, address: str, form: dict[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """Return what the provider answers, as JSON; redirects are not followed."""
        body = None if form is None else urlencode(form).encode()
        request = Request(address, data=body, headers={"Accept": "application/json", **(headers or {})})
        try:
            with build_opener(_NoRedirects).open(request, timeout=_PATIENCE) as answer:
                said = json.loads(answer.read(_LONGEST))
        except HTTPError as error:
            with error:
                if error.code >= 500:
                    raise self._unreachable(error) from None
                raise self._unusable(f"{urlsplit(address).path} answered {error.code}: {_reason(error)}") from None
        except (OSError, HTTPException) as error:
            raise self._unreachable(error) from None
        except ValueError:
            raise self._unusable(f"{urlsplit(address).path} did not answer with JSON") from None
        if not isinstance(said, dict):
            raise self._unusable(f"{urlsplit(address).path} did not answer with an object")
        return said

    def _unreachable(self, why: object) -> ProviderError:
        log.warning("the provider %s cannot be reached: %s", self._issuer, why)
        return ProviderError(Message("openid-unreachable", provider=self.name))

    def _unusable(self, why: object) -> ProviderError:
        log.warning("what the provider %s answers cannot be used: %s", self._issuer, why)
        return ProviderError(Message("openid-unusable", provider=self.name))


def find_provider(settings: Settings) -> Provider | None:
    """Return the provider of the settings, or None; InputError if they do not fit together."""
    if settings.openid_issuer or settings.openid_client_id:
        return Provider(settings)
    if not settings.local_accounts:
        raise InputError(
            "BAYESHAT_LOCAL_ACCOUNTS can be no only with a provider of OpenID Connect; got none. Set "
            "BAYESHAT_OPENID_ISSUER, or nobody could log in."
        )
    return None


class _NoRedirects(HTTPRedirectHandler):
    """Follow no redirect: it could take secrets elsewhere."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Return no request to send instead."""


def _with(address: str, **query: str) -> str:
    return f"{address}{'&' if urlsplit(address).query else '?'}{urlencode(query)}"


def _reason(error: HTTPError) -> str:
    """Return the error code of OAuth, which names nobody."""
    try:
        said = json.loads(error.read(_LONGEST))
    except (OSError, ValueError):
        return "no reason"
    return str(said.get("error", "no reason"))[:100] if isinstance(said, dict) else "no reason"


def _roles(claims: Mapping[str, Any], name: str) -> set[str]:
    """Return somebody's roles from a claim; dots lead into claims within claims.

    Examples
    --------
    >>> sorted(_roles({"realm_access": {"roles": ["teacher", "staff"]}}, "realm_access.roles"))
    ['staff', 'teacher']
    """
    found: Any = claims
    if name in claims:
        found = claims[name]
    else:
        for part in name.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
    if isinstance(found, str):
        return {found}
    return {one for one in found if isinstance(one, str)} if isinstance(found, Iterable) else set()
