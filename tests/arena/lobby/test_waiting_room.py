import asyncio
from collections.abc import Awaitable, Callable

import pytest
from podesta.v1 import lobby_pb2

from arena.lobby.waiting_room import Place, RoomFullError, WaitingRoom


def run(test: Callable[[WaitingRoom], Awaitable[None]], **limits: int) -> None:
    async def limited() -> None:
        async with asyncio.timeout(10):
            await test(WaitingRoom(**limits))

    asyncio.run(limited())


def letter(address: str) -> lobby_pb2.Invitation:
    return lobby_pb2.Invitation(address=address)


def seated(room: WaitingRoom, name: str) -> Place:
    place = room.take(name, f"hash of {name}")
    room.sit(place)
    return place


async def some_turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_the_longest_waiting_of_a_name_is_invited_first() -> None:
    async def test(room: WaitingRoom) -> None:
        first, second, other = (seated(room, name) for name in ("a", "a", "b"))
        inviting = [asyncio.ensure_future(room.invite("a", letter(text))) for text in "12"]
        await some_turns()
        assert first.letter.result() == letter("1")
        assert second.letter.result() == letter("2")
        assert not other.letter.done()
        first.delivered(True)
        second.delivered(True)
        await asyncio.gather(*inviting)

    run(test)


def test_an_invitation_waits_for_who_comes() -> None:
    async def test(room: WaitingRoom) -> None:
        inviting = asyncio.ensure_future(room.invite("a", letter("1")))
        await some_turns()
        seated(room, "b")
        await some_turns()
        assert not inviting.done()
        place = seated(room, "a")
        await some_turns()
        assert place.letter.result() == letter("1")
        place.delivered(True)
        await inviting

    run(test)


def test_a_letter_that_was_not_delivered_goes_to_the_next() -> None:
    async def test(room: WaitingRoom) -> None:
        first, second = seated(room, "a"), seated(room, "a")
        inviting = asyncio.ensure_future(room.invite("a", letter("1")))
        await some_turns()
        assert first.letter.done()
        room.leave(first)
        await some_turns()
        assert second.letter.result() == letter("1")
        second.delivered(True)
        await inviting

    run(test)


def test_an_invitation_taken_back_leaves_the_place() -> None:
    async def test(room: WaitingRoom) -> None:
        inviting = asyncio.ensure_future(room.invite("a", letter("1")))
        await some_turns()
        place = seated(room, "a")
        # Given to the invitation, which in the same moment is taken back.
        inviting.cancel()
        await some_turns()
        again = asyncio.ensure_future(room.invite("a", letter("2")))
        await some_turns()
        assert place.letter.result() == letter("2")
        place.delivered(True)
        await again

    run(test)


def test_nobody_is_handed_what_was_taken_back_before() -> None:
    async def test(room: WaitingRoom) -> None:
        inviting = asyncio.ensure_future(room.invite("a", letter("1")))
        await some_turns()
        inviting.cancel()
        await some_turns()
        place = seated(room, "a")
        await some_turns()
        assert not place.letter.done()

    run(test)


def test_one_whose_token_was_revoked_is_passed_over() -> None:
    async def test(room: WaitingRoom) -> None:
        first, second = seated(room, "a"), seated(room, "a")
        first.letter.cancel()
        inviting = asyncio.ensure_future(room.invite("a", letter("1")))
        await some_turns()
        assert second.letter.result() == letter("1")
        second.delivered(True)
        await inviting

    run(test)


def test_places_are_few() -> None:
    async def test(room: WaitingRoom) -> None:
        first = room.take("a", "")
        room.take("a", "")
        with pytest.raises(RoomFullError, match="'a' already"):
            room.take("a", "")
        room.take("b", "")
        with pytest.raises(RoomFullError, match="full"):
            room.take("c", "")
        room.leave(first)
        room.leave(first)
        room.take("c", "")
        with pytest.raises(RoomFullError, match="full"):
            room.take("a", "")

    run(test, most=3, most_a_token=2)


def test_nothing_is_kept_of_who_was_there() -> None:
    async def test(room: WaitingRoom) -> None:
        for number in range(50):
            name = f"bot-{number}"
            room.leave(seated(room, name))
            inviting = asyncio.ensure_future(room.invite(name, letter("1")))
            await some_turns()
            inviting.cancel()
            await some_turns()
        assert room.places == ()
        kept = [value for value in vars(room).values() if isinstance(value, dict | set)]
        assert [len(value) for value in kept] == [0, 0, 0, 0]

    run(test)
