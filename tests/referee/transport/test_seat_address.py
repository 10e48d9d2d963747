import asyncio
import os
import socket
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from podesta.v1 import game_pb2, match_pb2

from referee.time_source import MonotonicTime
from referee.transport.engine_server import EngineServer
from referee.transport.engine_stream import EngineStream
from referee.transport.seat_address import SeatAddress
from tests.referee.tiny_room import Room, plays_first_move, spec
from tests.zoo.wire import dial

UNIX, TCP = match_pb2.TRANSPORT_UNIX, match_pb2.TRANSPORT_TCP


@pytest.fixture
def place() -> Iterator[Path]:
    """A short one, whatever this machine's own place for temporary files is called."""
    with tempfile.TemporaryDirectory(dir="/tmp", prefix="p") as made:
        yield Path(made)


def bad_places(place: Path) -> dict[str, Path]:
    """Directories that exist but can hold no socket that every gRPC finds."""
    places = {
        "long": place / ("d" * 100),
        "percent": place / "100%",
        "percent code": place / "a%41b",
        "blank": place / "my files",
        "line": place / "a\nb",
        "bytes": Path(os.fsdecode(os.fsencode(place) + b"/\xff\xfe")),
        "question": place / "a?b#c",
    }
    for one in places.values():
        one.mkdir()
    return places


@pytest.mark.parametrize("transport", [match_pb2.TRANSPORT_UNSPECIFIED, UNIX])
def test_a_socket_lies_in_a_directory_that_only_this_user_enters(
    place: Path, transport: match_pb2.Transport
) -> None:
    address = SeatAddress(transport, [place])
    [made] = place.iterdir()
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert address.target == address.bound(1) == f"unix:{made}/seat"
    assert address.directory == str(made)
    assert address.note == ""
    (made / "seat").touch()
    address.close()
    assert list(place.iterdir()) == []


def test_the_next_place_is_taken_where_one_can_hold_no_socket(place: Path) -> None:
    bad = bad_places(place)
    good = place / "good"
    good.mkdir()
    address = SeatAddress(UNIX, [*bad.values(), place / "nowhere", good])
    assert address.target.startswith(f"unix:{good}/podesta-")
    assert address.note == ""
    address.close()
    assert [list(one.iterdir()) for one in (*bad.values(), good)] == [[]] * (len(bad) + 1)


def test_the_longest_place_that_is_taken_holds_a_real_socket(place: Path) -> None:
    longest = place / ("d" * (107 - len("/podesta-12345678/seat") - len(str(place)) - 1))
    longest.mkdir()
    address = SeatAddress(UNIX, [longest])
    path = address.target.removeprefix("unix:")
    assert len(path) == 107
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
    address.close()
    too_long = place / f"{longest.name}d"
    too_long.mkdir()
    assert SeatAddress(UNIX, [too_long]).target == "127.0.0.1:0"


def test_without_any_place_it_is_a_port_and_that_is_noted(place: Path) -> None:
    address = SeatAddress(UNIX, bad_places(place).values())
    assert address.bound(4711) == "127.0.0.1:4711"
    assert address.directory == ""
    assert (
        address.note == "no directory could hold a Unix socket, so the engine was reached over TCP"
    )
    address.close()


def test_a_file_system_without_sockets_is_passed_over(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(socket.socket, "bind", refuses)
    address = SeatAddress(UNIX, [place])
    assert address.target == "127.0.0.1:0"
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("kind", ["link", "link to itself", "file", "full", "gone"])
def test_whatever_an_engine_made_of_the_directory_goes_and_no_link_is_followed(
    place: Path, kind: str
) -> None:
    address = SeatAddress(UNIX, [place])
    [made] = place.iterdir()
    other = place / "other"
    other.mkdir()
    (other / "seat").write_text("not ours")
    made.rmdir()
    if kind == "link":
        made.symlink_to(other)
    elif kind == "link to itself":
        made.symlink_to(made)
    elif kind == "file":
        made.touch()
    elif kind == "full":
        (made / "inner").mkdir(parents=True)
        (made / "inner" / "link").symlink_to(other)
    address.close()
    assert list(place.iterdir()) == [other]
    assert (other / "seat").read_text() == "not ours"


def test_a_server_that_stops_leaves_the_socket_of_another_alone() -> None:
    """gRPC removes a socket by its path, which an engine may have led elsewhere."""

    async def play() -> None:
        mine, other = (EngineServer(Greeted(), MonotonicTime(), UNIX) for _ in range(2))
        await mine.start()
        await other.start()
        directory = Path(mine.directory)
        (directory / "seat").unlink()
        directory.rmdir()
        directory.symlink_to(other.directory)
        await mine.stop()
        assert not directory.is_symlink()
        assert (Path(other.directory) / "seat").is_socket()
        await other.stop()

    asyncio.run(play())


def test_a_port_is_one_of_this_machine_alone() -> None:
    address = SeatAddress(TCP)
    assert address.target == "127.0.0.1:0"
    assert address.bound(4711) == "127.0.0.1:4711"
    assert address.note == ""
    address.close()


class Greeted:
    """Hears one message."""

    def __init__(self) -> None:
        self.heard: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def opened(self, stream: EngineStream) -> None:
        pass

    def received(self, data: bytes, _: int) -> bool:
        self.heard.set_result(data)
        return True

    def closed(self, detail: str) -> None:
        pass


@pytest.mark.parametrize(
    "kind", ["long", "percent", "percent code", "blank", "line", "bytes", "question"]
)
def test_an_engine_is_reached_whatever_the_place_for_temporary_files_is_called(
    place: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Over real sockets, with TMPDIR itself."""
    bad = bad_places(place)[kind]
    monkeypatch.setenv("TMPDIR", str(bad))
    monkeypatch.setattr(tempfile, "tempdir", None)
    assert tempfile.gettempdir() == str(bad)

    async def play() -> str:
        listener = Greeted()
        server = EngineServer(listener, MonotonicTime(), UNIX)
        await server.start()
        environment = {"PODESTA_ADDRESS": server.address, "PODESTA_TOKEN": server.token}
        async with asyncio.timeout(30), dial(environment=environment) as wire:
            await wire.raw(b"here")
            assert await listener.heard == b"here"
        await server.stop()
        return server.address

    assert asyncio.run(play()).startswith("unix:/tmp/podesta-")
    assert list(bad.iterdir()) == []


def test_a_match_over_ports_in_need_is_played_and_tells_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("referee.transport.seat_address._usual_places", list)
    room = Room(a=plays_first_move, b=plays_first_move)
    [record] = room.play(spec("a", "b"))
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert [note.partition(":")[0] for note in record.notes] == ["seat 0", "seat 1"]
    assert all(note.endswith("so the engine was reached over TCP") for note in record.notes)
    assert all(s.environment["PODESTA_ADDRESS"].startswith("127.0.0.1:") for s in room.starts)
