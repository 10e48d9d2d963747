"""Payloads made by several processes are the same as by one, in the same order."""

import os
import sys
from pathlib import Path
from unittest import mock

import pytest

from arena.ledger import LedgerReader, MatchResult
from arena.pages.replay_payload import ReplayPayload, SharedData
from arena.report import forked_work
from arena.report.replay_pool import payloads
from tests.arena.report.alone import assert_forks, run_alone
from tests.bench.big_ledger import build_big_ledger

Stored = tuple[MatchResult, bytes | None]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pool") / "two dozen.ledger"
    build_big_ledger(path, 24, engines=4)
    return path


def stored_in(path: Path) -> list[Stored]:
    """Two dozen, of which one is cut short and one has no record."""
    with LedgerReader.open(path) as ledger:
        kept: list[Stored] = list(ledger.records())
    result, content = kept[11]
    assert content is not None
    kept[11] = result, content[:-3]
    kept[17] = kept[17][0], None
    return kept


def _many_make_what_one_makes(path: Path) -> None:
    assert_forks()
    stored = stored_in(path)
    shared, alone = SharedData(), SharedData()
    together = list(payloads(stored, shared))
    with mock.patch.object(forked_work, "FEWEST", 1000):
        assert list(payloads(stored, alone)) == together
    assert shared.as_json() == alone.as_json()
    assert [at for at, made in enumerate(together) if isinstance(made, str)] == [11, 17]
    assert [made.number for made in together if isinstance(made, ReplayPayload)][:3] == [1, 2, 3]


def test_many_processes_make_what_one_makes(path: Path) -> None:
    run_alone(_many_make_what_one_makes, path)


def test_of_no_matches_there_are_no_payloads() -> None:
    assert list(payloads([], SharedData())) == []


def _a_report_is_made_by_many(path: Path) -> None:
    from arena.cli import main  # With all that it loads: only here, in a new process.

    words = ["podesta", "league", "report", str(path), "--output", str(path.with_suffix(".html"))]
    with (
        mock.patch.object(os, "fork", wraps=os.fork) as forks,
        mock.patch.object(sys, "argv", words),
        pytest.raises(SystemExit) as ended,
    ):
        main.main()
    assert ended.value.code == 0
    cores = len(os.sched_getaffinity(0))
    # To verify records, and to make their payloads.
    assert forks.call_count == (2 * cores if cores > 1 else 0)


def test_the_command_that_makes_a_report_forks(path: Path) -> None:
    run_alone(_a_report_is_made_by_many, path)
