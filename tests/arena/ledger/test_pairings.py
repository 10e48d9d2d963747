"""Pairings in a ledger: kept in order, together or not at all, and closed once."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import LedgerError
from arena.ledger import Closing, Ledger, LedgerReader, PairingRow

TERMS = {"game": "nim"}
FIRST = PairingRow("1/1/1", ("b", "a"), ("vb", "va"), 0)
SECOND = PairingRow("1/2/1", ("c", "d"), ("vc", "vd"), 3)
BYE = PairingRow("1/bye/1", ("e",), ("ve",), None, Closing())


def open_ledger(folder: Path) -> Ledger:
    return Ledger.open_for_run(folder / "x.ledger", TERMS, bytes(32))


def test_pairings_come_back_in_order(tmp_path: Path) -> None:
    with open_ledger(tmp_path) as ledger:
        assert ledger.pairings() == []
        before = ledger.revision()
        ledger.commit_pairings([FIRST, SECOND, BYE])
        assert ledger.revision() > before
    with LedgerReader.open(tmp_path / "x.ledger") as reader:
        assert reader.pairings() == [FIRST, SECOND, BYE]


def test_a_round_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    with open_ledger(tmp_path) as ledger:
        ledger.commit_pairings([FIRST])
        with pytest.raises(LedgerError):
            ledger.commit_pairings([SECOND, FIRST])
        assert ledger.pairings() == [FIRST]


def test_a_pairing_is_closed_once_with_the_versions_that_played(tmp_path: Path) -> None:
    closing = Closing({"m1": (1,), "m2": (0, 1)}, ("m3",))
    closed = replace(FIRST, identities=("vb2", "va"), closing=closing)
    with open_ledger(tmp_path) as ledger:
        ledger.commit_pairings([FIRST, SECOND])
        ledger.close_pairing(closed)
        ledger.close_pairing(replace(closed, closing=Closing()))
        assert ledger.pairings() == [closed, SECOND]
        with pytest.raises(ValueError, match="is not closed"):
            ledger.close_pairing(SECOND)


def test_it_is_kept_after_which_try_a_pairing_was_decided(tmp_path: Path) -> None:
    with open_ledger(tmp_path) as ledger:
        ledger.commit_pairings([FIRST])
        ledger.begin("m", 1, "d", ("a", "b"))
        ledger.void("m", 1, "the machine failed")
        ledger.commit_pairings([SECOND])
    connection = sqlite3.connect(tmp_path / "x.ledger")
    rows = connection.execute("SELECT label, after_number FROM pairing ORDER BY place").fetchall()
    connection.close()
    assert rows == [("1/1/1", 0), ("1/2/1", 1)]


def test_a_ledger_that_was_killed_while_it_was_made_is_made(tmp_path: Path) -> None:
    path = tmp_path / "x.ledger"
    open_ledger(tmp_path).close()
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM meta")
    connection.commit()
    connection.close()
    with open_ledger(tmp_path) as ledger:
        assert ledger.secret == bytes(32)
