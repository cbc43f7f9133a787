"""The image, the compose file and the unit, without a daemon to run them: what they would run works."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from scripts.serving import free_port

from knockroll.commands import make_parser
from knockroll.server import Settings
from tests.deploy.conftest import DEPLOY, answers, running
from tests.deploy.containers import DOCKERFILE, instruction
from tests.server.helpers import wait_until


def test_what_the_image_runs_serves_and_is_found_healthy(tmp_path: Path) -> None:
    port = free_port()

    def here(command: list[str]) -> list[str]:
        moved = [word.replace("8000", str(port)).replace("/data", str(tmp_path)) for word in command]
        return [sys.executable, *(["-m", "knockroll"] if moved[0] == "knockroll" else []), *moved[1:]]

    check = here(instruction("HEALTHCHECK"))
    assert subprocess.run(check, capture_output=True, timeout=60).returncode != 0, "healthy before it runs"
    with running(here(instruction("ENTRYPOINT") + instruction("CMD")), tmp_path / "log"):
        wait_until(lambda: answers(f"http://127.0.0.1:{port}/api/health"), 60)
        subprocess.run(check, check=True, timeout=60)
    assert (tmp_path / "tables.sqlite3").exists()


def test_nothing_in_the_image_runs_as_root() -> None:
    last_stage = DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]
    user = re.search(r"^USER (\d+)$", last_stage, re.MULTILINE)
    assert user is not None and int(user[1]) > 0
    assert "RUN" not in last_stage[user.end() :]
    assert "\nVOLUME /data\n" in last_stage


@pytest.mark.parametrize(
    ("file", "names", "bus"),
    [("compose.yaml", ["server"], None), ("compose.cluster.yaml", ["server1", "server2", "server3"], "redis://live")],
)
def test_the_compose_file_is_whole(file: str, names: list[str], bus: str | None) -> None:
    compose: dict[str, Any] = yaml.safe_load((DEPLOY / file).read_text())
    services = compose["services"]
    commands = [services[name]["command"] for name in names]
    assert all(command == commands[0] for command in commands)
    arguments = make_parser().parse_args(["serve", *commands[0]])
    assert arguments.database == "postgresql://knockroll@database/knockroll"
    assert arguments.bus == bus and (bus is None or "live" in services)
    assert services["proxy"]["environment"]["KNOCKROLL_SERVER"].split() == [f"{name}:8000" for name in names]
    for worker in (service for name, service in services.items() if name.startswith("worker")):
        program, *command = worker["entrypoint"]
        assert (program, make_parser().parse_args(command).bus) == ("knockroll", bus)
    subnet = compose["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert arguments.proxy == [subnet], "the server trusts anyone on the network of the proxy"
    for service in services.values():
        assert set(service["networks"]) <= set(compose["networks"])
        assert set(service.get("depends_on", ())) <= set(services)
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in compose["volumes"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    for name in names:
        assert services[name]["hostname"] == name, "the server refuses requests for names that it does not know"
        grace = services[name]["stop_grace_period"]
        assert float(grace.removesuffix("s")) > Settings().stop_seconds, "it would be killed while it stops"
    built = services[names[0]]["build"]
    assert (DEPLOY / built["context"] / built["dockerfile"]).resolve() == DEPLOY / "Dockerfile"


def test_the_unit_starts_a_server_with_arguments_that_it_knows() -> None:
    unit = (DEPLOY / "knockroll.service").read_text()
    command = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert command is not None
    program, *arguments = shlex.split(command[1])
    assert program.endswith("/knockroll")
    assert make_parser().parse_args(arguments).proxy == ["127.0.0.1"]


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze here")
    unit = tmp_path / "knockroll.service"
    text = (DEPLOY / "knockroll.service").read_text()
    unit.write_text(text.replace("/opt/knockroll/bin/knockroll", sys.executable))
    ran = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
