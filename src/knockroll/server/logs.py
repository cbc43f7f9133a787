"""The log: enough for a person or a program to find a problem, and no secrets.

A line has a time, a level, the logger and a message; ``extra={"table": id}`` adds the table. Tokens, names and cards
are never logged. Table ids are, so anyone who reads the log can find the tables.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

_OF_STRANGERS = frozenset({"Invalid HTTP request received.", "Unsupported upgrade request."})
"""uvicorn's messages about malformed requests. They are not logged, since anyone could fill the log with them."""


class TextFormatter(logging.Formatter):
    """Formats log records as lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        table = getattr(record, "table", None)
        about = "" if table is None else f" table {table}:"
        line = f"{_time(record)} {record.levelname.lower()}{about} {_message(record)}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    """Formats log records as JSON, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON."""
        line = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
        }
        table = getattr(record, "table", None)
        if table is not None:
            line["table"] = table
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: str, format: str) -> None:
    """Write the log of this process to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if format == "json" else TextFormatter())
    handler.addFilter(lambda record: record.levelno >= logging.ERROR or record.msg not in _OF_STRANGERS)
    for name, least in (("knockroll", level), ("uvicorn", "error" if level == "error" else "warning")):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(least.upper())
        logger.propagate = False


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _message(record: logging.LogRecord) -> str:
    """The message on one line, whatever it contains."""
    return record.getMessage().strip().replace("\r", "\\r").replace("\n", "\\n")
