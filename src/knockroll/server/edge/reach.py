"""At which addresses others reach a server whose page was opened at an address that only this machine knows."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

import msgspec

UNROUTED = ("10.255.255.255", 1)
"""Somewhere in the network around; nothing is ever sent there."""
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  compared with, not listened at


class Reach(msgspec.Struct, frozen=True):
    """Where others find this server. Only who asks on the same machine is told."""

    here_only: bool
    """Whether it listens to nobody but this machine: others reach it if it was started with ``--host 0.0.0.0``."""
    urls: list[str]
    """Addresses of this machine in its network, as far as they are known, without the path."""


NOWHERE = Reach(here_only=False, urls=[])


def reach_of(bound: str | None, port: int, scheme: str) -> Reach:
    """How others reach a server that listens at an address and a port of this machine."""
    if bound is not None and bound not in EVERYWHERE:
        return Reach(here_only=is_loopback(bound), urls=[])
    return Reach(here_only=False, urls=[f"{scheme}://{address}:{port}" for address in own_addresses()])


def is_loopback(host: str) -> bool:
    """Whether an address or name is this machine's for itself."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def own_addresses() -> list[str]:
    """The addresses of this machine in its IPv4 networks, the one that leads outside first."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.connect(UNROUTED)  # of a datagram socket: chooses the way, and sends nothing
        found.append(str(one.getsockname()[0]))
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if _is_of_a_network(address)]


def _is_of_a_network(address: str) -> bool:
    known = ip_address(address)
    return not (known.is_loopback or known.is_unspecified or known.is_link_local)
