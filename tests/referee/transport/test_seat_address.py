import stat
from pathlib import Path

import pytest
from podesta.v1 import match_pb2

from referee.errors import AddressError
from referee.transport.seat_address import SeatAddress

UNIX, TCP = match_pb2.TRANSPORT_UNIX, match_pb2.TRANSPORT_TCP


@pytest.mark.parametrize("transport", [match_pb2.TRANSPORT_UNSPECIFIED, UNIX])
def test_a_socket_lies_in_a_directory_that_only_this_user_enters(
    tmp_path_factory: pytest.TempPathFactory, transport: match_pb2.Transport
) -> None:
    place = tmp_path_factory.mktemp("p")
    address = SeatAddress(transport, place)
    [made] = place.iterdir()
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert address.target == address.bound(1) == f"unix:{made}/seat"
    assert address.directory == str(made)
    (made / "seat").touch()
    address.close()
    assert list(place.iterdir()) == []


def test_a_path_too_long_for_a_socket_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 100)
    deep.mkdir()
    with pytest.raises(AddressError, match="at most 107 work"):
        SeatAddress(UNIX, deep)
    assert list(deep.iterdir()) == []


def test_a_place_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(AddressError, match="no directory for the socket"):
        SeatAddress(UNIX, tmp_path / "nowhere")


def test_a_port_is_one_of_this_machine_alone() -> None:
    address = SeatAddress(TCP)
    assert address.target == "127.0.0.1:0"
    assert address.bound(4711) == "127.0.0.1:4711"
    address.close()
