"""What lies in deploy/: a real nginx in front of a real server, and what the other files promise."""

import os
import re
import shlex
import shutil
import socket
import ssl
import stat
import subprocess
import time
from configparser import ConfigParser
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import yaml
from sqlalchemy import make_url, text

from bayeshat.web.db.database import connect
from bayeshat.web.db.schema import Organiser
from bayeshat.web.security import KEY_FILE, hash_password
from bayeshat.web.settings import Settings, environment_names
from web.hosting import PASSWORD, Browser, run_server
from web.pages.conftest import Ground
from web.postgres import find_binaries, new_database

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
NAME = "hat.example.org"
NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")


def free_ports(n):
    """Return ports that nobody uses."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(n)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


@contextmanager
def run_nginx(folder, upstream):
    """Run nginx with our example, on other ports; yield its HTTP and HTTPS port and the certificate."""
    plain, secure = free_ports(2)
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text()
    changes = {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl;": f"listen 127.0.0.1:{secure} ssl;",
        "    listen [::]:80;\n": "",
        "    listen [::]:443 ssl;\n": "",
        f"/etc/letsencrypt/live/{NAME}": str(folder),
        "/var/log/nginx": str(folder),
        "http://127.0.0.1:8000": upstream,
    }
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    (folder / "bayeshat.conf").write_text(text)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"daemon off; worker_processes 1; {user} pid {folder}/pid; error_log {folder}/error.log;"
        f"events {{}} http {{ {places} include {folder}/bayeshat.conf; }}"
    )
    process = subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.PIPE, text=True)
    try:
        while True:
            assert process.poll() is None, process.stderr.read()
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", secure)) == 0:
                    break
            time.sleep(0.02)
        yield plain, secure, certificate
    finally:
        process.terminate()
        process.wait(300)
        process.stderr.close()


class Proxied:
    """A server behind nginx, and browsers of it at addresses of loopback."""

    def __init__(self, site, plain, secure, certificate):
        self.site, self.plain, self.secure = site, plain, secure
        self.trusted = ssl.create_default_context(cafile=certificate)
        self.browsers = []

    def browser(self, address="127.0.0.1"):
        transport = httpx.HTTPTransport(verify=self.trusted, local_address=address)
        made = Browser(
            base_url=f"https://127.0.0.1:{self.secure}",
            transport=transport,
            headers={"host": NAME, "origin": f"https://{NAME}"},
            timeout=300,
            follow_redirects=True,
        )
        self.browsers.append(made)
        return made

    def organiser(self):
        browser = self.browser()
        assert browser.submit("/login", name="Minerva", password=PASSWORD).url.path == "/"
        return browser

    def event(self):
        organiser = self.organiser()
        return Ground(self, organiser, organiser.submit("/events/new", title="Autumn", survey="hogwarts").url.path)


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    if not (NGINX and shutil.which("openssl")):
        reason = "nginx and openssl are not installed (Debian: apt-get install nginx-light openssl)"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    with run_server(tmp_path_factory.mktemp("site"), public_url=f"https://{NAME}", submit_limit=3) as web:
        password = hash_password(PASSWORD)
        with web.site.database.session() as session:
            session.add(Organiser(name="Minerva", key="minerva", password=password))
        with run_nginx(tmp_path_factory.mktemp("nginx"), web.address) as (plain, secure, certificate):
            made = Proxied(web.site, plain, secure, certificate)
            yield made
            for browser in made.browsers:
                browser.close()


def test_login_and_form_work_behind_nginx(proxied):
    event = proxied.event()
    names = {cookie.name for cookie in event.organiser.cookies.jar}
    assert "__Host-bayeshat_login" in names
    assert f"https://{NAME}/f/" in event.page
    page = event.organiser.get(event.path)
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["strict-transport-security"]
    receipt = event.answer("Ann", proxied.browser("127.0.0.2"))
    assert "Ann" in proxied.browser().get(receipt).text
    assert "Ann" in event.page


def test_limits_see_the_visitors_address_and_not_what_they_say(proxied):
    event = proxied.event()

    def status(address, **headers):
        browser = proxied.browser(address)
        return browser.post(event.share, data={}, headers=headers).status_code

    # Without answers a form is refused, but counted.
    assert [status("127.0.0.4") for _ in range(4)] == [422, 422, 422, 429]
    assert status("127.0.0.4", **{"x-forwarded-for": "192.0.2.1"}) == 429
    assert status("127.0.0.5") == 422


def test_uploads_get_through_up_to_the_limit(proxied):
    event = proxied.event()

    def send(size):
        files = {"file": ("a.csv", b"x" * size)}
        return event.organiser.post(f"{event.path}/import", data={}, files=files)

    most = Settings.model_fields["max_upload"].default
    fits = send(most - 2000)
    assert fits.status_code == 422
    assert "bayeshat" in fits.text
    # A file that is a little too large is told so at its field.
    refused = send(most + 10_000)
    assert refused.status_code == 422
    assert "at most 10 MiB" in refused.text
    assert send(17 * 2**20).status_code == 413


def test_plain_http_is_sent_to_https(proxied):
    answer = httpx.get(f"http://127.0.0.1:{proxied.plain}/login", headers={"host": NAME}, timeout=300)
    assert answer.status_code == 301
    assert answer.headers["location"] == f"https://{NAME}/login"


def test_the_log_of_nginx_holds_no_addresses_of_forms():
    servers = (DEPLOY / "nginx.conf").read_text().split("\nserver {")[1:]
    assert len(servers) == 2
    assert all("access_log off;" in server for server in servers)
    assert not re.search(r"^\s*log\b", (DEPLOY / "Caddyfile").read_text(), re.MULTILINE)


def test_the_unit_keeps_what_it_promises():
    unit = ConfigParser(strict=False, interpolation=None, comment_prefixes="#")
    unit.optionxform = str
    unit.read(DEPLOY / "bayeshat.service")
    service = dict(unit["Service"])
    assert service["User"] == "bayeshat"
    assert shlex.split(service["ExecStart"])[1:] == ["serve"]
    given = dict(pair.split("=", 1) for pair in service["Environment"].split())
    assert given["BAYESHAT_DATA_DIR"] == f"/var/lib/{service['StateDirectory']}"
    assert given["NUMBA_CACHE_DIR"] == f"/var/cache/{service['CacheDirectory']}"
    assert service["StateDirectoryMode"] == "0700"
    assert service["UMask"] == "0077"
    assert service["RestartPreventExitStatus"] == "2"
    for name in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "RestrictNamespaces"):
        assert service[name] == "yes", name
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    # Kernels are compiled at run time.
    assert "MemoryDenyWriteExecute" not in service
    assert unit["Install"]["WantedBy"] == "multi-user.target"


def read_containerfile():
    """Return the instructions of the last stage."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Containerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    lines = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    last = max(n for n, (word, _) in enumerate(lines) if word == "FROM")
    copied = [rest.split()[:-1] for word, rest in lines[:last] if word == "COPY"]
    return dict(lines[last:]), [name for names in copied for name in names]


def test_the_container_keeps_what_it_promises():
    last, copied = read_containerfile()
    assert re.fullmatch(r"python:3\.\d+-slim", last["FROM"])
    assert int(last["USER"]) > 0
    given = dict(pair.split("=", 1) for pair in last["ENV"].split())
    assert given["BAYESHAT_DATA_DIR"] == last["VOLUME"]
    assert given["BAYESHAT_HOST"] == "0.0.0.0"
    assert int(last["EXPOSE"]) == Settings.model_fields["port"].default
    assert f"http://127.0.0.1:{last['EXPOSE']}/healthz" in last["HEALTHCHECK"]
    assert last["CMD"] == '["bayeshat", "serve"]'
    # Into the folder that the server reads.
    assert last["RUN"] == "bayeshat warm"
    assert given["NUMBA_CACHE_DIR"] == "/var/cache/bayeshat"
    assert all((ROOT / name).exists() for name in copied)


def test_the_container_is_built_with_its_health_check_and_trusts_its_own_network():
    """Podman's own format has no health check, and its default network depends on how it is run."""
    told = (ROOT / "docs" / "reference" / "server.md").read_text()
    builds = re.findall(r"podman build (.*)", told + (DEPLOY / "Containerfile").read_text())
    assert len(builds) == 2
    assert all("--format docker" in words for words in builds)
    subnet, name = re.search(r"podman network create --subnet (\S+) (\S+)", told).groups()
    started = re.search(r"podman run .*?bayeshat\n", told.replace("\\\n", " "))[0]
    assert f"--network {name} " in started
    assert Settings(trusted_proxies=re.search(r"TRUSTED_PROXIES=(\S+)", started)[1]).trusted_proxies[1] == subnet


def test_settings_that_are_named_exist():
    files = [*(path for path in DEPLOY.iterdir() if path.is_file()), ROOT / "docs" / "reference" / "server.md"]
    assert len(files) == 7
    for file in files:
        named = set(re.findall(r"\bBAYESHAT_[A-Z_]+", file.read_text()))
        assert named <= set(environment_names().values()), file.name
        assert named or file.name == "copy.sh", file.name


def test_the_services_of_compose_fit_together():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    application, database, proxy, copies = (services[name] for name in ("application", "database", "proxy", "copies"))
    [network] = compose["networks"]["default"]["ipam"]["config"]
    given = application["environment"]
    assert network["subnet"] in Settings(trusted_proxies=given["BAYESHAT_TRUSTED_PROXIES"]).trusted_proxies
    address = make_url(re.sub(r"\$\{.*?\}", "secret", given["BAYESHAT_DATABASE_URL"]))
    assert (address.host, address.username, address.database) == (
        "database",
        database["environment"]["POSTGRES_USER"],
        database["environment"]["POSTGRES_DB"],
    )
    assert (copies["environment"]["PGUSER"], copies["environment"]["PGHOST"]) == (address.username, address.host)
    # The program that makes the copies must not be older than the database.
    assert copies["image"] == database["image"]
    # A copy is there before a new version of the application changes the tables.
    assert application["depends_on"]["before"]["condition"] == "service_completed_successfully"
    before = services["before"]
    assert (before["volumes"], before["environment"]) == (copies["volumes"], copies["environment"])
    assert before["restart"] == "no"
    assert proxy["environment"]["HAT_UPSTREAM"] == f"application:{Settings.model_fields['port'].default}"
    assert "reverse_proxy {$HAT_UPSTREAM:127.0.0.1:8000}" in (DEPLOY / "Caddyfile").read_text()
    last, _ = read_containerfile()
    assert f"data:{last['VOLUME']}" in application["volumes"]
    used = {volume.split(":")[0] for one in services.values() for volume in one["volumes"]}
    assert {name for name in used if not name.startswith("./")} == set(compose["volumes"])
    assert all((DEPLOY / name).is_file() for name in used if name.startswith("./"))
    # Only the proxy can be reached from outside.
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    told = (ROOT / "docs" / "reference" / "server.md").read_text()
    variables = set(re.findall(r"\$\{(HAT_[A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))
    assert variables == {"HAT_NAME", "HAT_PASSWORD", "HAT_KEEP_DAYS"}
    assert all(f"| `{name}` |" in told for name in variables)


@pytest.mark.parametrize("is_given", [False, True])
def test_copies_hold_the_database_and_the_key_and_go_when_they_are_old(tmp_path, is_given):
    """The key is the server's own, or the one that the server was given."""
    address = new_database()  # skips where there is no PostgreSQL
    url = make_url(address)
    database = connect(Settings(database_url=address))
    with database.session() as session:
        session.execute(text("CREATE TABLE answers (name text)"))
        session.execute(text("INSERT INTO answers VALUES ('Ann')"))
    database.dispose()
    for name in ("data", "copies"):
        (tmp_path / name).mkdir()
    if not is_given:
        (tmp_path / "data" / KEY_FILE).write_text("k" * 32)
    old = tmp_path / "copies" / "hat-2020-01-01T000000.dump"
    old.touch()
    os.utime(old, (0, 0))
    other = tmp_path / "copies" / "mine.txt"
    other.touch()
    os.utime(other, (0, 0))
    binaries = find_binaries()
    environment = {
        **os.environ,
        "PATH": f"{binaries}:{os.environ['PATH']}",
        "PGHOST": url.query["host"],
        "PGUSER": url.username,
        "PGDATABASE": url.database,
        "HAT_COPIES": str(tmp_path / "copies"),
        "HAT_DATA": str(tmp_path / "data"),
        "BAYESHAT_SECRET_KEY": "k" * 32 if is_given else "",
    }

    def run(*words):
        return subprocess.run(list(map(str, words)), env=environment, check=True, capture_output=True, text=True).stdout

    run("sh", DEPLOY / "copy.sh")
    key, dump = sorted(path for path in (tmp_path / "copies").iterdir() if path != other)[::-1]
    assert (dump.suffix, key.suffix) == (".dump", ".key")
    assert key.read_text() == "k" * 32
    assert stat.S_IMODE(dump.stat().st_mode) == stat.S_IMODE(key.stat().st_mode) == 0o600
    assert "Ann" in run("pg_restore", "--data-only", "--file=-", dump)
    assert other.exists()
