"""The host names of this server, and the origins whose pages may use it.

A page can point its own host name at another machine (DNS rebinding); its requests then look as if they came from that
machine's own page. So a request has to use one of this server's names. An IP address needs no check, because no one can
point it at another machine.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from knockroll.server.errors import Code, Refusal, shorten
from knockroll.server.failures import CannotServe
from knockroll.server.settings import Settings


class Hosts:
    """The host names and origins that a server accepts."""

    def __init__(self, settings: Settings) -> None:
        own = socket.gethostname().lower()
        self._hosts = {"localhost", own, f"{own}.local", *map(str.lower, settings.hosts)}
        self._origins = set(settings.origins)
        if settings.public_url is not None:
            public = _split(settings.public_url)
            if public is None or public.hostname is None:
                raise CannotServe(
                    f"--public-url has to be an address such as https://example.org, not {settings.public_url!r}"
                )
            self._hosts.add(public.hostname)
            self._origins.add(f"{public.scheme}://{public.netloc}".lower())

    def check_host(self, host: str | None) -> None:
        """Refuse a request for another host. Programs, which may send none, may pass."""
        if host and not self._knows(host):
            name = shorten(host)
            raise Refusal(
                Code.BAD_HOST, f"this server is not known as {name!r}: start it with --public-url or --allow-host"
            )

    def check(self, host: str | None, origin: str | None) -> None:
        """Refuse pages that are neither this server's nor allowed. Programs, which send no origin, may pass."""
        self.check_host(host)
        if origin is None or origin in self._origins:
            return
        page = _split(origin)
        if page is None or not page.netloc or page.netloc != host:
            raise Refusal(Code.BAD_ORIGIN, "pages of other origins are not allowed to do this")

    def _knows(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name.removesuffix(".") in self._hosts:
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url)
    except ValueError:
        return None
