"""Payloads made by several processes are the same as by one, in the same order."""

import multiprocessing
import os
import sys
import threading
from pathlib import Path
from unittest import mock

import pytest

from arena.ledger import LedgerReader, MatchResult
from arena.pages.replay_payload import ReplayPayload, SharedData
from arena.report import record_trust, replay_pool
from arena.report.forked_pool import cores_to_use, forked_pool
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
    with mock.patch.object(replay_pool, "FEWEST", 1000):
        assert list(payloads(stored, alone)) == together
    assert shared.as_json() == alone.as_json()
    assert [at for at, made in enumerate(together) if isinstance(made, str)] == [11, 17]
    assert [made.number for made in together if isinstance(made, ReplayPayload)][:3] == [1, 2, 3]


def _nobody_stays_behind(path: Path) -> None:
    assert_forks()
    made = payloads(stored_in(path), SharedData())
    next(made)
    next(made)
    assert multiprocessing.active_children() or cores_to_use() == 1
    made.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def _a_killed_one_costs_only_time(path: Path) -> None:
    assert_forks()
    made = payloads(stored_in(path), SharedData())
    seen = [next(made), next(made)]
    for child in multiprocessing.active_children():
        child.kill()
    seen += made
    assert [type(each) for each in seen].count(ReplayPayload) == 22


def test_many_processes_make_what_one_makes(path: Path) -> None:
    run_alone(_many_make_what_one_makes, path)


def test_nobody_stays_behind(path: Path) -> None:
    run_alone(_nobody_stays_behind, path)


def test_a_process_that_is_killed_costs_only_time(path: Path) -> None:
    run_alone(_a_killed_one_costs_only_time, path)


def test_where_others_have_threads_nothing_is_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """One may hold a lock that nobody in the new process ever gives back."""
    monkeypatch.setitem(sys.modules, "grpc", None)
    assert cores_to_use() == 1
    monkeypatch.delitem(sys.modules, "grpc")
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        assert cores_to_use() == 1
    finally:
        end.set()
        thread.join()


def _a_report_is_made_by_many(path: Path) -> None:
    from arena.cli import main  # With all that it loads: only here, in a new process.

    pools = mock.Mock(wraps=forked_pool)
    words = ["podesta", "league", "report", str(path), "--output", str(path.with_suffix(".html"))]
    with (
        mock.patch.object(replay_pool, "forked_pool", pools),
        mock.patch.object(record_trust, "forked_pool", pools),
        mock.patch.object(sys, "argv", words),
        pytest.raises(SystemExit) as ended,
    ):
        main.main()
    assert ended.value.code == 0
    assert pools.call_count == (2 if len(os.sched_getaffinity(0)) > 1 else 0)


def test_the_command_that_makes_a_report_forks(path: Path) -> None:
    run_alone(_a_report_is_made_by_many, path)
