"""A provider of OpenID Connect on loopback that can be told to answer wrongly."""

import base64
import hashlib
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, parse_qsl, quote, unquote, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OctKey

CLIENT, SECRET = "the hat", "its secret: 100 %"


def new_key(name="first"):
    return ECKey.generate_key("P-256", {"kid": name, "alg": "ES256", "use": "sig"})


class OpenIdServer(ThreadingHTTPServer):
    """A provider.

    Attributes
    ----------
    user
        What it says of whoever logs in next, where their claims are asked for.
    token
        What differs in the token; None leaves a claim out.
    key, shown, header
        What tokens are signed with; the keys that it shows; what differs in a token's header.
    about
        What differs in what it says of itself; None leaves something out.
    answers
        Statuses, or other answers as bytes, by path.
    public
        Whether clients have no secret.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.issuer = f"http://127.0.0.1:{self.server_address[1]}/realm"
        self.key = new_key()
        self.shown, self.codes = [self.key], {}
        self.public, self.token, self.header, self.about, self.answers = False, {}, {}, {}, {}
        self.user = {}
        self.be("olivia")
        self.thread = threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    def be(self, subject, **claims) -> None:
        """Let somebody else log in next."""
        name = subject.title()
        self.user = {"sub": subject, "name": name, "email": f"{subject}@example.org", "email_verified": True, **claims}

    def log_in(self, address: str) -> str:
        """Do what somebody does at the provider: return where the browser is sent from this address."""
        parts = urlsplit(address)
        asked = dict(parse_qsl(parts.query))
        assert parts.path == "/realm/authorize"
        assert (asked["response_type"], asked["client_id"]) == ("code", CLIENT)
        assert "openid" in asked["scope"].split()
        assert asked["code_challenge_method"] == "S256"
        code = f"code-{len(self.codes)}"
        self.codes[code] = asked
        answer = {"code": code, "state": asked["state"], "iss": self.issuer}
        return f"{asked['redirect_uri']}?{urlencode(answer)}"

    def describe(self) -> dict:
        described = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/keys",
            "end_session_endpoint": f"{self.issuer}/logout",
        }
        return {key: value for key, value in (described | self.about).items() if value is not None}

    def give_token(self, form: dict, authorization: str) -> dict | None:
        """Return the tokens for a code, once, to whom it was given."""
        asked = self.codes.pop(form["code"], None)
        challenge = hashlib.sha256(form["code_verifier"].encode()).digest()
        if asked is None or asked["code_challenge"] != base64.urlsafe_b64encode(challenge).decode().rstrip("="):
            return None
        pair = base64.b64decode(authorization.removeprefix("Basic ")).decode().split(":")
        if "client_secret_post" in self.about.get("token_endpoint_auth_methods_supported", ()):
            pair = [quote(form["client_id"]), quote(form["client_secret"])]
        elif self.public:
            pair = [form["client_id"], SECRET]
        assert [unquote(part) for part in pair] == [CLIENT, SECRET]
        assert form["redirect_uri"] == asked["redirect_uri"]
        now = int(time.time())
        times = {"iat": now, "exp": now + 300}
        claims = {"iss": self.issuer, "sub": self.user["sub"], "aud": CLIENT, "nonce": asked["nonce"], **times}
        claims = {key: value for key, value in (claims | self.token).items() if value is not None}
        header = {"alg": "ES256", "kid": self.key.kid, **self.header}
        key = OctKey.import_key(SECRET.ljust(40)) if header["alg"] == "HS256" else self.key
        token = _unsigned(header, claims) if header["alg"] == "none" else jwt.encode(header, claims, key)
        return {"access_token": "for userinfo", "token_type": "Bearer", "id_token": token}

    def close(self) -> None:
        self.shutdown()
        self.server_close()
        self.thread.join(300)


def _unsigned(header: dict, claims: dict) -> str:
    parts = (base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in (header, claims))
    return ".".join((*parts, ""))


class _Handler(BaseHTTPRequestHandler):
    def answer(self, said, status: int = 200) -> None:
        path = urlsplit(self.path).path.removeprefix("/realm")
        told = self.server.answers.get(path)
        if isinstance(told, int):
            status = told
        self.send_response(status)
        if status == 302:
            self.send_header("Location", "http://127.0.0.1:9/")
        self.end_headers()
        self.wfile.write(told if isinstance(told, bytes) else json.dumps(said).encode())

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path.endswith("/.well-known/openid-configuration"):
            self.answer(self.server.describe())
        elif path.endswith("/keys"):
            self.answer(KeySet(self.server.shown).as_dict(private=False))
        else:
            assert self.headers["Authorization"] == "Bearer for userinfo"
            self.answer(self.server.user)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {key: values[0] for key, values in parse_qs(body).items()}
        said = self.server.give_token(form, self.headers.get("Authorization", ""))
        self.answer(said or {"error": "invalid_grant"}, 200 if said else 400)

    def log_message(self, *_) -> None:
        pass
