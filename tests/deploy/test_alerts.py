"""The rules by which Prometheus raises an alarm name figures that a server has."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Any

import pytest
import yaml

from knockroll.server import Limits, metrics
from tests.deploy.conftest import DEPLOY

RULES: list[dict[str, Any]] = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]


def test_every_figure_is_one_that_a_server_has() -> None:
    for counter in (metrics.REQUESTS, metrics.SUBSTITUTED):
        assert counter.label in ("status", "player")
    known = set(re.findall(r"^# TYPE (\w+)", metrics.text(), re.MULTILINE))
    named = {name for rule in RULES for name in re.findall(r"knockroll_\w+", rule["expr"])}
    assert named and {re.sub(r"_bucket$", "", name) for name in named} <= known


def test_labels_are_those_of_the_figures() -> None:
    labels = {counter.name: {counter.label} for counter in (metrics.REQUESTS, metrics.SUBSTITUTED)}
    for rule in RULES:
        for name, label in re.findall(r"(knockroll_\w+)\{(\w+)", rule["expr"]):
            assert label in labels[name]
    assert any("sum by (player)" in rule["expr"] for rule in RULES)


def test_the_number_of_connections_is_the_limit() -> None:
    (rule,) = [rule for rule in RULES if "knockroll_connections" in rule["expr"]]
    assert f"at most {Limits().connections:,}" in rule["annotations"]["summary"]
    assert float(rule["expr"].split(">")[1]) < Limits().connections


def test_the_page_for_hosts_says_what_to_do_about_each() -> None:
    page = (DEPLOY.parent / "docs" / "club.md").read_text()
    assert {rule["alert"] for rule in RULES} == set(re.findall(r"^\| `(Knockroll\w+)`", page, re.MULTILINE))


def test_prometheus_finds_nothing_wrong() -> None:
    if shutil.which("promtool") is None:
        pytest.skip("there is no promtool here")
    subprocess.run(["promtool", "check", "config", str(DEPLOY / "prometheus.yaml")], check=True, capture_output=True)
