import io

import pytest

from arena.terminal.share_bar import share_bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_it_draws_no_more_than_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", stream := Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with share_bar("reading", 0.1) as told:
        before = len(stream.getvalue())
        told(0.05)
        assert len(stream.getvalue()) == before
        told(0.5)
        assert "reading" in stream.getvalue()
        assert "50 %" in stream.getvalue()


def test_nothing_is_drawn_into_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", stream := io.StringIO())
    with share_bar("reading") as told:
        told(1.0)
    assert stream.getvalue() == ""
