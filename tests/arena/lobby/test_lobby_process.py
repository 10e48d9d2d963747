"""The process of a lobby, as a league sees it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.errors import LobbyError
from arena.lobby import lobby_process
from arena.lobby.settings import LobbySettings


@pytest.fixture
def settings(tmp_path: Path) -> LobbySettings:
    return LobbySettings(
        listen_host="127.0.0.1",
        port=0,
        public_host="127.0.0.1",
        certificate=tmp_path / "no.crt",
        key=tmp_path / "no.key",
        tokens=tmp_path / "tokens",
        seat_ports=(0, 0),
        wait_limit_us=1,
        reconnect_grace_us=1,
    )


def test_a_lobby_that_never_listens_is_given_up(
    settings: LobbySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mute(_: Sequence[str]) -> list[str]:
        return ["sleep", "600"]

    monkeypatch.setattr(lobby_process, "leashed", mute)
    monkeypatch.setattr(lobby_process, "_START_S", 0.05)
    with (
        pytest.raises(LobbyError, match=r"does not say within 0\.05 s that it listens"),
        lobby_process.open_lobby(settings),
    ):
        pytest.fail("it was taken for one that listens")


def test_a_lobby_that_can_not_listen_says_why(settings: LobbySettings) -> None:
    with (
        pytest.raises(LobbyError, match=r"no\.crt"),
        lobby_process.open_lobby(settings),
    ):
        pytest.fail("there is no certificate")
