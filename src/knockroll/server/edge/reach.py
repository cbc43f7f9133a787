"""The addresses at which others reach a server whose page was opened at a loopback address."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

import msgspec

UNROUTED = ("10.255.255.255", 1)
"""An address in a local network. Nothing is ever sent to it."""
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  compared with, not listened at


class Reach(msgspec.Struct, frozen=True):
    """The addresses at which others reach this server. They are only sent to clients on the same machine."""

    here_only: bool
    """Whether only this machine can connect. To let others in, start the server with ``--host 0.0.0.0``."""
    urls: list[str]
    """The known addresses of this machine in its network, without a path."""


NOWHERE = Reach(here_only=False, urls=[])


def reach_of(bound: str | None, port: int, scheme: str) -> Reach:
    """The addresses at which others reach a server that listens at this address and port."""
    if bound is not None and bound not in EVERYWHERE:
        return Reach(here_only=is_loopback(bound), urls=[])
    return Reach(here_only=False, urls=[f"{scheme}://{address}:{port}" for address in own_addresses()])


def is_loopback(host: str) -> bool:
    """Whether an address or host name is a loopback address."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[str]:
    """The addresses of this machine in its IPv4 networks, the one with the route out first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect(UNROUTED)  # a datagram socket chooses a route and sends nothing
        found.append(str(one.getsockname()[0]))
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if _is_of_a_network(address)]


def _is_of_a_network(address: str) -> bool:
    known = ip_address(address)
    return not (known.is_loopback or known.is_unspecified or known.is_link_local)
