"""``python -m knockroll.server``: run a server."""

from __future__ import annotations

import argparse

from knockroll.server import NO_LIMITS, Settings, serve


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m knockroll.server", description="Serve tables.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--database", help="a path of an SQLite file, or postgresql://…")
    parser.add_argument("--public-url", help="where people reach this server, for links")
    parser.add_argument("--browser", action="store_true", help="open the front end")
    parser.add_argument("--no-limits", action="store_true", help="for benchmarks: no limits per client")
    asked = parser.parse_args()
    settings = Settings(public_url=asked.public_url)
    if asked.no_limits:
        settings = Settings(public_url=asked.public_url, limits=NO_LIMITS)
    serve(asked.host, asked.port, asked.database, asked.browser, settings)


if __name__ == "__main__":
    main()
