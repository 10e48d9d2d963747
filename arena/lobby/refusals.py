"""Calls that were refused, by where they came from: counted in little room, told rarely."""

import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import unquote

__all__ = ["MOST_A_MINUTE", "Refusals", "host_of"]

MOST_A_MINUTE = 60
"""More refused calls of one host in a minute are answered with RESOURCE_EXHAUSTED."""
_MOST_HOSTS = 4_096
_WINDOW_S = 60.0


class Refusals:
    """Never holds up a call with a right token: two bots may share one address."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._now = monotonic
        self._hosts: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self.total = 0

    def count(self, host: str) -> int:
        """One more refused call of a host; how many it has had in this minute."""
        self.total += 1
        now = self._now()
        begun, number = self._hosts.pop(host, (now, 0))
        if now - begun >= _WINDOW_S:
            begun, number = now, 0
        self._hosts[host] = begun, number + 1
        if len(self._hosts) > _MOST_HOSTS:
            self._hosts.popitem(last=False)
        return number + 1


def host_of(peer: str) -> str:
    """The host of a gRPC peer, such as "ipv4:10.0.0.7:51234" or "ipv6:%5B::1%5D:51234"."""
    return unquote(peer).rpartition(":")[0]
