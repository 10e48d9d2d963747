"""Payloads made by several processes are the same as by one, in the same order."""

import multiprocessing

import pytest

from arena.ledger import LedgerReader, MatchResult
from arena.pages.replay_payload import ReplayPayload, SharedData
from arena.report import replay_pool
from arena.report.replay_pool import payloads
from tests.bench.big_ledger import build_big_ledger

Stored = tuple[MatchResult, bytes | None]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> list[Stored]:
    path = tmp_path_factory.mktemp("pool") / "two dozen.ledger"
    build_big_ledger(path, 24, engines=4)
    with LedgerReader.open(path) as ledger:
        kept: list[Stored] = list(ledger.records())
    result, content = kept[11]
    assert content is not None
    kept[11] = result, content[:-3]
    kept[17] = kept[17][0], None
    return kept


def test_many_processes_make_what_one_makes(
    stored: list[Stored], monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, alone = SharedData(), SharedData()
    together = list(payloads(stored, shared))
    monkeypatch.setattr(replay_pool, "FEWEST", 1000)
    assert list(payloads(stored, alone)) == together
    assert shared.as_json() == alone.as_json()
    assert [at for at, made in enumerate(together) if isinstance(made, str)] == [11, 17]
    assert [made.number for made in together if isinstance(made, ReplayPayload)][:3] == [1, 2, 3]


def test_nobody_stays_behind(stored: list[Stored]) -> None:
    made = payloads(stored, SharedData())
    next(made)
    next(made)
    made.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_a_process_that_is_killed_costs_only_time(
    stored: list[Stored], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = payloads(stored, SharedData())
    seen = [next(made), next(made)]
    for child in multiprocessing.active_children():
        child.kill()
    seen += made
    assert [type(each) for each in seen].count(ReplayPayload) == 22
