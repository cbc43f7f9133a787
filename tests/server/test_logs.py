"""The lines of the log."""

from __future__ import annotations

import json
import logging

from knockroll.server.logs import JsonFormatter, TextFormatter


def record(message: str, *parts: object, table: str | None = None) -> logging.LogRecord:
    made = logging.LogRecord("knockroll.server", logging.WARNING, "here.py", 1, message, parts, None)
    made.created = 1_700_000_000.25
    if table is not None:
        made.table = table
    return made


def test_a_line_for_a_person() -> None:
    text = TextFormatter()
    assert text.format(record("all is %s", "well")) == "2023-11-14T22:13:20.250+00:00 warning all is well"
    assert text.format(record("stuck", table="t1")) == "2023-11-14T22:13:20.250+00:00 warning table t1: stuck"


def test_a_line_for_a_program() -> None:
    line = json.loads(JsonFormatter().format(record("stuck", table="t1")))
    assert line == {
        "time": "2023-11-14T22:13:20.250+00:00",
        "level": "warning",
        "logger": "knockroll.server",
        "message": "stuck",
        "table": "t1",
    }


def test_a_line_is_one_line_whatever_is_in_it() -> None:
    assert TextFormatter().format(record("a\r\nb\n")).endswith(" a\\r\\nb")
    assert "\n" not in JsonFormatter().format(record("a\nb"))
