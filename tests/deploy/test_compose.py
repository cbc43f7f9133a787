"""The compose files, run: the services that they name, as they wire them, with a game through HTTPS and a WebSocket."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.deploy.conftest import DEPLOY
from tests.deploy.containers import Compose, cannot_run, interpolate

pytestmark = pytest.mark.skipif(cannot_run() is not None, reason=str(cannot_run()))
HOST = "club.localhost"
"""A name for which Caddy signs a certificate itself, as it does for no name on the internet."""
VARIABLES = {"KNOCKROLL_HOST": HOST, "POSTGRES_PASSWORD": "not a word that anybody guesses"}


def visit(compose: Compose, *what: str) -> dict[str, Any]:
    """What a visitor who trusts the proxy's authority has to tell."""
    trusted = compose.source("certificates") / "caddy/pki/authorities/local/root.crt"
    command = [sys.executable, "-m", "tests.deploy.visitor", *what]
    ran = compose.visit(*command, environment={"SSL_CERT_FILE": str(trusted)})
    logs = "\n".join(f"--- {one.name}\n{one.log.read_text()[-3000:]}" for one in compose.containers.values())
    assert ran.returncode == 0, f"{ran.stderr}\n{logs}"
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


def scrape(compose: Compose) -> str:
    """What Prometheus would read if it were another service."""
    (job,) = yaml.safe_load((DEPLOY / "prometheus.yaml").read_text())["scrape_configs"]
    (target,) = job["static_configs"][0]["targets"]
    program = (
        f"from urllib.request import urlopen; print(urlopen('http://{target}{job['metrics_path']}').read().decode())"
    )
    return compose.containers["proxy"].run(["python", "-c", program]).stdout


def test_a_game_goes_on_after_all_containers_were_replaced(tmp_path: Path) -> None:
    with Compose(DEPLOY / "compose.yaml", tmp_path, VARIABLES) as compose:
        server = compose.containers["server"]
        assert server.run(["touch", "/data/in-a-volume"]).returncode == 0
        assert server.run(["touch", "/usr/not-in-a-volume"]).returncode != 0
        assert scrape(compose).startswith("# HELP knockroll_"), "Prometheus is not let in"
        begun = visit(compose, "begin", HOST)
        compose.down()
        compose.up()
        finished = visit(compose, "finish", HOST, begun["table"], begun["token"])
    assert finished["status"] == "over" and finished["winners"]
    assert finished["ready"]["bus"] == "none"


def test_a_game_in_the_cluster_goes_on_after_a_server_was_killed(tmp_path: Path) -> None:
    with Compose(DEPLOY / "compose.cluster.yaml", tmp_path, VARIABLES) as compose:
        begun = visit(compose, "begin", HOST)
        compose.containers.pop("server1").kill()
        finished = visit(compose, "finish", HOST, begun["table"], begun["token"])
    assert finished["status"] == "over" and finished["winners"]
    assert finished["ready"]["bus"] == "ok"


def test_what_is_not_set_is_asked_for() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    with pytest.raises(ValueError, match="POSTGRES_PASSWORD is not set: a password for the database"):
        interpolate(text, {"KNOCKROLL_HOST": HOST})
