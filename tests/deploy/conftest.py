"""The examples in deploy/, run as far as a machine without containers can: a server behind a real nginx and Caddy."""

from __future__ import annotations

import os
import pwd
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from scripts.serving import free_port, serve_command

from tests.server.helpers import wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"


@dataclass
class Proxy:
    """A server behind a proxy that speaks TLS."""

    host: str
    """Name and port for HTTPS."""
    plain_port: int
    trusted: ssl.SSLContext
    server_port: int

    def visit(self, address: str = "127.0.0.1") -> httpx.Client:
        """Somebody who comes from an address of this machine."""
        way = httpx.HTTPTransport(verify=self.trusted, local_address=address)
        return httpx.Client(base_url=f"https://{self.host}", transport=way, timeout=20)


@contextmanager
def running(command: list[str], log: Path, environment: dict[str, str] | None = None) -> Iterator[None]:
    """A program that runs until we are done, and is asked to stop then."""
    with log.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=file, env={**os.environ, **(environment or {})})
    try:
        yield
        assert process.poll() is None, log.read_text()
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def answers(url: str, trusted: ssl.SSLContext | bool = True) -> bool:
    try:
        return httpx.get(url, verify=trusted, timeout=5).status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture(scope="module")
def server_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server that believes a proxy on this machine: its port."""
    folder, port = tmp_path_factory.mktemp("server"), free_port()
    command = serve_command(port, folder / "tables.sqlite3", "--proxy", "127.0.0.1")
    with running(command, folder / "log"):
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/api/health"), 60)
        yield port


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(
    request: pytest.FixtureRequest, server_port: int, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    """Each of the proxies that there is an example for, in front of the server."""
    program = shutil.which(request.param, path=os.environ["PATH"] + os.pathsep + "/usr/sbin")
    if program is None:
        pytest.skip(f"there is no {request.param} here: scripts/ensure-packages installs it")
    start = {"nginx": _nginx, "caddy": _caddy}[request.param]
    with start(program, tmp_path_factory.mktemp(request.param), server_port) as one:
        yield one


@contextmanager
def _nginx(program: str, folder: Path, server_port: int) -> Iterator[Proxy]:
    _make_certificate(folder)
    plain, secure = free_port(), free_port()
    site = (DEPLOY / "nginx.conf").read_text()
    site = "\n".join(line for line in site.splitlines() if "[::]" not in line)
    for old, new in {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ": f"listen 127.0.0.1:{secure} ",
        "play.example.org;": "localhost;",
        "/etc/letsencrypt/live/play.example.org/": f"{folder}/",
        "127.0.0.1:8000": f"127.0.0.1:{server_port}",
    }.items():
        assert old in site
        site = site.replace(old, new)
    (folder / "site.conf").write_text(site)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    me = pwd.getpwuid(os.geteuid()).pw_name
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1; user {me};"
        f"events {{}} http {{ access_log off; {paths} include {folder}/site.conf; }}"
    )
    trusted = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    with running([program, "-p", str(folder), "-c", "nginx.conf"], folder / "log"):
        wait_until(lambda: answers(f"https://localhost:{secure}/api/health", trusted))
        yield Proxy(f"localhost:{secure}", plain, trusted, server_port)


def _make_certificate(folder: Path) -> None:
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)


@contextmanager
def _caddy(program: str, folder: Path, server_port: int) -> Iterator[Proxy]:
    plain, secure = free_port(), free_port()
    # its own certificate authority, and nothing of this machine is changed
    ours = ["admin off", "grace_period 1s", "local_certs", "skip_install_trust"]
    ours += [f"http_port {plain}", f"https_port {secure}"]
    (folder / "Caddyfile").write_text("\n".join(["{", *ours, "}", (DEPLOY / "Caddyfile").read_text()]))
    environment = {
        "KNOCKROLL_HOST": "localhost",
        "KNOCKROLL_SERVER": f"127.0.0.1:{server_port}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "HOME": str(folder),
    }
    command = [program, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
    with running(command, folder / "log", environment):
        root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
        wait_until(lambda: root.exists() and root.stat().st_size > 0)
        trusted = ssl.create_default_context(cafile=str(root))
        wait_until(lambda: answers(f"https://localhost:{secure}/api/health", trusted))
        yield Proxy(f"localhost:{secure}", plain, trusted, server_port)
