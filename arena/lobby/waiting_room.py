"""Who waits, who is wanted, and how both find each other. No I/O; all in one event loop."""

import asyncio
from collections import Counter, deque

from podesta.v1 import lobby_pb2

__all__ = ["MOST_PLACES", "MOST_PLACES_A_TOKEN", "Place", "RoomFullError", "WaitingRoom"]

MOST_PLACES = 1_000
MOST_PLACES_A_TOKEN = 16


class RoomFullError(Exception):
    """No place is free; the message says for whom."""


class Place:
    """One engine that waits: its call waits for `letter`, and says whether it got it out."""

    def __init__(self, token_name: str, token_sha256: str) -> None:
        self.token_name = token_name
        self.token_sha256 = token_sha256
        loop = asyncio.get_running_loop()
        self.letter: asyncio.Future[lobby_pb2.Invitation] = loop.create_future()
        self._delivered: asyncio.Future[bool] = loop.create_future()

    async def hand(self, invitation: lobby_pb2.Invitation) -> bool:
        """Hand an invitation over; whether it reached the engine's call."""
        if self.letter.done():
            return False
        self.letter.set_result(invitation)
        # Whoever invites may be cancelled: the call must be able to answer all the same.
        return await asyncio.shield(self._delivered)

    def delivered(self, well: bool) -> None:
        """The call has written the letter, or has ended without."""
        if not self._delivered.done():
            self._delivered.set_result(well)


class WaitingRoom:
    """Places by the name of their token, the longest waiting first."""

    def __init__(self, most: int = MOST_PLACES, most_a_token: int = MOST_PLACES_A_TOKEN) -> None:
        self._most = most
        self._most_a_token = most_a_token
        self._taken: set[Place] = set()
        self._by_token: Counter[str] = Counter()
        self._waiting: dict[str, deque[Place]] = {}
        self._wanted: dict[str, deque[asyncio.Future[Place]]] = {}

    @property
    def places(self) -> tuple[Place, ...]:
        """All that are taken."""
        return tuple(self._taken)

    def take(self, token_name: str, token_sha256: str) -> Place:
        """A place, which counts but is not yet invited. Raises RoomFullError."""
        if self._by_token[token_name] >= self._most_a_token:
            raise RoomFullError(
                f"{self._most_a_token} calls wait with the token {token_name!r} already"
            )
        if len(self._taken) >= self._most:
            raise RoomFullError("the lobby is full")
        place = Place(token_name, token_sha256)
        self._taken.add(place)
        self._by_token[token_name] += 1
        return place

    def sit(self, place: Place) -> None:
        """From now on it can be invited."""
        wanted = self._wanted.get(place.token_name)
        while wanted:
            waiter = wanted.popleft()
            if not waiter.done():
                waiter.set_result(place)
                return
        self._waiting.setdefault(place.token_name, deque()).append(place)

    def leave(self, place: Place) -> None:
        """It is free again; a letter that was not written yet goes to the next."""
        place.delivered(False)
        if place not in self._taken:
            return
        self._taken.remove(place)
        name = place.token_name
        self._by_token[name] -= 1
        if not self._by_token[name]:
            del self._by_token[name]
        waiting = self._waiting.get(name)
        if waiting is not None:
            if place in waiting:
                waiting.remove(place)
            if not waiting:
                del self._waiting[name]

    async def invite(self, token_name: str, invitation: lobby_pb2.Invitation) -> None:
        """Hand an invitation to the first who waits with that token, or who comes to."""
        while True:
            place = await self._next(token_name)
            if place in self._taken and await place.hand(invitation):
                return

    async def _next(self, name: str) -> Place:
        waiting = self._waiting.get(name)
        if waiting:
            place = waiting.popleft()
            if not waiting:
                del self._waiting[name]
            return place
        waiter: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        queue = self._wanted.setdefault(name, deque())
        queue.append(waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and waiter.result() in self._taken:
                # Given to one who no longer wants it: back to the front.
                self._waiting.setdefault(name, deque()).appendleft(waiter.result())
            raise
        finally:
            if waiter in queue:
                queue.remove(waiter)
            if not queue:
                self._wanted.pop(name, None)
