"""Runs a compose file without a container engine: every service in namespaces, wired as the file says.

Each service has its network namespace with an address on the file's network, where the others are known by their names,
and its mount namespace, in which nothing but its volumes can be written. Commands, environment, order and health checks
come from the compose file and the Dockerfile. What the images of other projects do when they start is in ``IMAGES``.

A path in a container, such as /data, is /mnt/data here: the machine's root stays what it is.
"""

from __future__ import annotations

import ipaddress
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import yaml

from tests.server.helpers import wait_until

REPOSITORY = Path(__file__).parents[2]
DOCKERFILE = (REPOSITORY / "deploy" / "Dockerfile").read_text().replace("\\\n", " ")
ROOT = "/mnt"
PATIENCE = 120.0
POSTGRESQL = REPOSITORY / "scripts" / "ensure-postgresql.sh"
TOOLS = ("unshare", "nsenter", "ip", "setpriv", "runuser")
_HUB = "ip link set lo up && ip link add inside type bridge && ip addr add $0 dev inside && ip link set inside up"
_BEGIN = "read go && ip link set lo up && ip addr add $ADDRESS dev eth0 && ip link set eth0 up"
_DATABASE = """
set -e
if [ ! -e $PGDATA/PG_VERSION ]; then
    printf %s "$POSTGRES_PASSWORD" > $PGHOST/password
    initdb -D $PGDATA -U $POSTGRES_USER --pwfile=$PGHOST/password --auth-host=scram-sha-256 --auth-local=trust >&2
    echo "host all all all scram-sha-256" >> $PGDATA/pg_hba.conf
    [ $POSTGRES_DB = postgres ] || echo "CREATE DATABASE $POSTGRES_DB" | postgres --single -D $PGDATA postgres
fi
exec postgres -D $PGDATA -k $PGHOST -c listen_addresses='*'
"""

Service = dict[str, Any]


def cannot_run() -> str | None:
    """Why a compose file cannot be run here; None if it can."""
    path = os.environ["PATH"] + os.pathsep + "/usr/sbin"
    if lacking := [tool for tool in (*TOOLS, "caddy", "redis-server") if shutil.which(tool, path=path) is None]:
        return f"{', '.join(lacking)} is missing: scripts/ensure-packages installs what can be installed"
    attempt = "ip link add one type veth peer name two && ip link add three type bridge && mount -t tmpfs none /mnt"
    tried = subprocess.run(["unshare", "--net", "--mount", "sh", "-c", attempt], capture_output=True, text=True)
    return None if tried.returncode == 0 else f"namespaces cannot be made: {tried.stderr.strip()}"


def instruction(name: str) -> list[str]:
    """The command of the last instruction of that name in the Dockerfile."""
    (*_, last) = re.findall(rf"^{name}\b.*?(\[.*\])$", DOCKERFILE, re.MULTILINE)
    command: list[str] = json.loads(last)
    return command


# --- Images --------------------------------------------------------------------------------------------------------


def _knockroll(service: Service) -> list[str]:
    given = service.get("entrypoint")
    command = given if given is not None else instruction("ENTRYPOINT") + service.get("command", instruction("CMD"))
    # compiling the players that search takes minutes; that they are prepared is tested elsewhere
    return [*command, "--no-prepare"]


def _postgres(service: Service) -> list[str]:
    programs = subprocess.run([POSTGRESQL], capture_output=True, text=True, check=True).stdout.strip()
    keep = "PGDATA,PGHOST,POSTGRES_USER,POSTGRES_DB,POSTGRES_PASSWORD,PATH"
    as_user = ["runuser", "-u", "postgres", "-w", keep, "--"] if os.geteuid() == 0 else []
    owned = "mkdir -p $PGDATA $PGHOST && chown postgres $PGDATA $PGHOST && chmod 700 $PGDATA && PATH=$0:$PATH"
    return ["sh", "-c", f'{owned} exec "$@"', programs, *as_user, "sh", "-c", _DATABASE]


def _redis(service: Service) -> list[str]:
    return [*service["command"], "--protected-mode", "no"]  # so it is in the image


def _caddy(service: Service) -> list[str]:
    return ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]


IMAGES: dict[str, Callable[[Service], list[str]]] = {"postgres": _postgres, "redis": _redis, "caddy": _caddy}
ENVIRONMENTS = {
    "postgres": {"PGDATA": "/var/lib/postgresql/data", "PGHOST": "/run"},
    "caddy": {"XDG_CONFIG_HOME": "/config", "XDG_DATA_HOME": "/data", "HOME": "/root"},
    "knockroll": {"HOME": "/data", "XDG_CACHE_HOME": "/data/cache"},
}
VOLUMES = {"knockroll": ["/data"]}
"""What images keep in a volume without a name, unless the file names one."""


def _image(service: Service) -> str:
    return "knockroll" if "build" in service else str(service["image"]).split("/")[-1].split(":")[0]


def _inside(text: str, paths: Sequence[str]) -> str:
    """A text of a container in which its paths are those that they have here."""
    for path in sorted(paths, key=len, reverse=True):
        text = re.sub(rf"(?<![\w/.]){re.escape(path)}(?![\w-])", ROOT + path, text)
    return text


def interpolate(text: str, variables: Mapping[str, str]) -> str:
    """The text of a compose file with its ``${NAME:?message}`` filled in."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in variables:
            raise ValueError(f"{found[1]} is not set: {found[2]}")
        return variables[found[1]]

    return re.sub(r"\$\{(\w+):\?([^}]*)\}", value, text)


# --- Running -------------------------------------------------------------------------------------------------------


class Container:
    """One service while it runs."""

    def __init__(self, compose: Compose, name: str) -> None:
        self.name, self._compose = name, compose
        self.service: Service = compose.services[name]
        self.image = _image(self.service)
        self.log = compose.folder / f"{name}.log"
        given = [str(mount).split(":")[:2] for mount in self.service.get("volumes", ())]
        self.mounts = {target: compose.source(source) for source, target in given}
        for target in VOLUMES.get(self.image, ()):
            self.mounts.setdefault(target, compose.source(f"{name}-without-a-name"))
        self.environment = ENVIRONMENTS.get(self.image, {}) | self.service.get("environment", {})
        self._paths = [*self.mounts, "/config", "/root", "/run"]

    def _here(self, command: Sequence[str]) -> list[str]:
        """A command of the container, as it is run here."""
        program, *rest = (_inside(word, self._paths) for word in command)
        found = {"knockroll": [sys.executable, "-m", "knockroll"], "python": [sys.executable]}
        return [*found.get(program, [program]), *rest]

    def _environment(self) -> dict[str, str]:
        given = {name: _inside(str(value), self._paths) for name, value in self.environment.items()}
        return {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin", "PYTHONPATH": str(REPOSITORY / "src"), **given}

    def _mounting(self) -> list[str]:
        """Commands that show the container its volumes, and let it write to nothing else."""
        called = self.service.get("hostname", "0123456789ab")  # an engine makes up a name like this
        steps = [f"echo {called} > /proc/sys/kernel/hostname", f"mount --bind {self._compose.hosts} /etc/hosts"]
        steps += ["umask 022", f"mount -t tmpfs none {ROOT}"]
        steps += [f"mkdir -p {ROOT}{path}" for path in ("/config", "/root", "/run")]
        for target, source in self.mounts.items():
            place = f"{ROOT}{target}"
            make = f"mkdir -p {place}" if source.is_dir() else f"mkdir -p $(dirname {place}) && touch {place}"
            steps += [make, f"mount --bind {source} {place}"]
        if not any(path.is_relative_to("/tmp") for path in (REPOSITORY, Path(sys.prefix), Path(sys.base_prefix))):
            steps += [f"mount -t tmpfs none {path}" for path in self.service.get("tmpfs", ())]
        return [*steps, "mount -o remount,bind,ro /"]

    def start(self) -> None:
        """Start the service, and wait until its program begins: with its network, and with all mounts made.

        A health check that came earlier could touch a file while the root is made read-only, which then fails as busy.
        """
        run = IMAGES.get(self.image, _knockroll)(self.service)
        if self.service.get("cap_drop") == ["ALL"]:
            run = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs", *self._here(run)]
        begun, tell_begun = os.pipe()  # closed by the script just before its program begins, or by its failure
        script = " && ".join([_BEGIN, *self._mounting(), f"exec {tell_begun}>&-", 'exec "$@"'])
        environment = self._environment() | {"ADDRESS": self._compose.addresses[self.name]}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                ["unshare", "--net", "--mount", "--uts", "bash", "-c", script, self.name, *self._here(run)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                env=environment,
                cwd="/",
                pass_fds=[tell_begun],
            )
        os.close(tell_begun)
        self._compose.plug_in(self.process.pid)
        _say_go(self.process.stdin)
        with os.fdopen(begun, "rb") as pipe:
            pipe.read()

    def run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run a command in the container, as ``docker exec`` would."""
        enter = ["nsenter", f"--target={self.process.pid}", "--net", "--mount", "--", *self._here(command)]
        return subprocess.run(enter, capture_output=True, text=True, timeout=60, env=self._environment())

    def is_healthy(self) -> bool:
        """What its health check says; without one, whether it runs."""
        assert self.process.poll() is None, f"{self.name} ended: {self.log.read_text()}"
        check = self.service.get("healthcheck", {})
        if check.get("disable") or (self.image != "knockroll" and not check):
            return True
        kind, *command = check["test"] if check else ("CMD", *instruction("HEALTHCHECK"))
        assert kind == "CMD"
        return self.run(command).returncode == 0

    def end(self) -> None:
        """Stop it as ``docker stop`` would."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"{self.name} does not stop: {self.log.read_text()}") from None

    def kill(self) -> None:
        """Stop it as if its power had been cut."""
        self.process.kill()
        self.process.wait()


def _say_go(stdin: IO[bytes] | None) -> None:
    assert stdin is not None
    with stdin:
        stdin.write(b"go\n")


class Compose:
    """The services of a compose file, started in their order."""

    def __init__(self, file: Path, folder: Path, variables: Mapping[str, str]) -> None:
        self.folder, self._file = folder, file
        document: dict[str, Any] = yaml.safe_load(interpolate(file.read_text(), variables))
        self.services: dict[str, Service] = document["services"]
        self._volumes: Mapping[str, object] = document["volumes"]
        (network,) = document["networks"].values()
        subnet = ipaddress.ip_network(network["ipam"]["config"][0]["subnet"])
        places = [f"{host}/{subnet.prefixlen}" for host, _ in zip(subnet.hosts(), range(100), strict=False)]
        self._gateway = places[0]
        self.addresses = dict(zip(self.services, places[1:], strict=False))
        self.hosts = folder / "hosts"
        (published,) = [name for name, service in self.services.items() if "ports" in service]
        names = {name: name for name in self.services} | {variables["KNOCKROLL_HOST"]: published}
        lines = [f"{self.addresses[service].split('/')[0]} {name}" for name, service in names.items()]
        self.hosts.write_text("\n".join(["127.0.0.1 localhost", *lines]) + "\n")
        self.containers: dict[str, Container] = {}
        self._cables = 0

    def source(self, name: str) -> Path:
        """The folder of a volume, or the file that a service is given."""
        if name.startswith("."):
            return (self._file.parent / name).resolve()
        folder = self.folder / "volumes" / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def __enter__(self) -> Self:
        self._hub = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", f"{_HUB} && echo up && exec sleep infinity", self._gateway],
            stdout=subprocess.PIPE,
        )
        assert self._hub.stdout is not None
        with self._hub.stdout as said:
            assert said.readline() == b"up\n"
        try:
            self.up()
        except BaseException:
            self._clean_up()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if error is None:
                self.down()
        finally:
            self._clean_up()

    def _clean_up(self) -> None:
        for container in self.containers.values():
            container.kill()
        self._hub.kill()
        self._hub.wait()

    def plug_in(self, pid: int) -> None:
        """Connect the namespace of a process to the network, by a cable that was not used before."""
        self._cables += 1
        name = f"cable{self._cables}"
        at_hub = ["nsenter", f"--net=/proc/{self._hub.pid}/ns/net", "--"]
        link = ["ip", "link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", str(pid)]
        here, there = Path("/proc/self/ns/net"), Path(f"/proc/{pid}/ns/net")
        wait_until(lambda: not there.samefile(here))
        subprocess.run([*at_hub, *link], check=True)
        subprocess.run([*at_hub, "ip", "link", "set", name, "master", "inside", "up"], check=True)

    def up(self) -> None:
        """Start all services, each after those that it depends on."""
        for name in self.services:
            self._start(name)
        for container in self.containers.values():
            wait_until(container.is_healthy, PATIENCE)

    def _start(self, name: str) -> None:
        if name in self.containers:
            return
        needed = self.services[name].get("depends_on", {})
        for other in needed:
            self._start(other)
            condition = needed[other]["condition"] if isinstance(needed, dict) else "service_started"
            if condition == "service_healthy":
                wait_until(self.containers[other].is_healthy, PATIENCE)
        self.containers[name] = Container(self, name)
        self.containers[name].start()

    def down(self) -> None:
        """Stop all services, the last first; volumes stay."""
        for name in reversed(list(self.containers)):
            container = self.containers.pop(name)
            if container.process.poll() is None:
                container.end()

    def visit(self, *command: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """Run a program of a visitor, who knows the public name of the place."""
        script = f'mount --bind {self.hosts} /etc/hosts && exec "$@"'
        enter = ["nsenter", f"--net=/proc/{self._hub.pid}/ns/net", "--", "unshare", "--mount", "sh", "-c", script, "sh"]
        given = {**os.environ, "PYTHONPATH": f"{REPOSITORY}:{REPOSITORY / 'src'}", **environment}
        return subprocess.run([*enter, *command], capture_output=True, text=True, timeout=300, env=given)
