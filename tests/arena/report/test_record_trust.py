"""Records that are not true are found, in every step or by what is cheap."""

import os
from pathlib import Path
from unittest import mock

import pytest
from podesta.v1 import match_pb2, record_pb2

from arena.ledger import LedgerReader
from arena.report import forked_work
from arena.report.record_trust import false_times, verify_contents
from referee.launcher.process_tree import children
from referee.record_file import decode_record, encode_record
from tests.arena.report.alone import assert_forks, run_alone
from tests.bench.big_ledger import build_big_ledger


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trust") / "two dozen.ledger"
    build_big_ledger(path, 24, engines=4)
    return path


def edited(path: Path) -> list[bytes]:
    """Two dozen records, of which some were edited since."""
    with LedgerReader.open(path) as ledger:
        kept = [content or b"" for _, content in ledger.records()]
    edits = {
        3: record_pb2.DecisionRecord(digest=b"other"),
        7: record_pb2.DecisionRecord(legal_count=77),
        11: record_pb2.DecisionRecord(charged_us=5),
    }
    for at, edit in edits.items():
        record = decode_record(kept[at])
        record.decisions[2].MergeFrom(edit)
        kept[at] = encode_record(record)
    other_rules = decode_record(kept[15])
    other_rules.rules_version = "0"
    other_rules.decisions[0].legal_count += 1
    kept[15] = encode_record(other_rules)
    kept[20] = b"no record"
    return kept


def _many_find_what_one_finds(path: Path) -> None:
    assert_forks()
    contents = edited(path)
    together = verify_contents(contents)
    assert children(os.getpid()) == []
    with mock.patch.object(forked_work, "FEWEST", 1000):
        assert verify_contents(contents) == together


def test_many_processes_find_what_one_finds(path: Path) -> None:
    run_alone(_many_find_what_one_finds, path)


def test_what_does_not_verify_is_found(path: Path) -> None:
    found = verify_contents(edited(path))
    assert [at for at, problem in enumerate(found) if problem] == [3, 7, 11]
    assert "another digest" in found[3]
    assert "77 legal moves recorded" in found[7]
    assert "charged 5 us" in found[11]


def _record(raw_us: int, charged_us: int, **control: int) -> record_pb2.MatchRecord:
    record = record_pb2.MatchRecord()
    for name, value in control.items():
        setattr(record.time_control, name, value)
    record.decisions.add(raw_us=raw_us, charged_us=charged_us, decider=match_pb2.DECIDER_ENGINE)
    return record


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (_record(9, 9, bank_us=100), ""),
        (_record(9, 8, bank_us=100), "charged 8 us of 9 us"),
        (_record(9, 10, bank_us=100, delay_us=5), "charged 10 us of 9 us"),
        (_record(9, 4, bank_us=100, delay_us=5), ""),
        (_record(9, 9, bank_us=100, delay_us=5), ""),
        (_record(9, 3, bank_us=100, delay_us=5), "charged 3 us of 9 us"),
        (_record(9, 0, turn_us=100), "charged 0 us of 9 us"),
        (_record(9, 9), ""),
    ],
)
def test_false_times_show_without_the_rules(record: record_pb2.MatchRecord, told: str) -> None:
    assert false_times(record).endswith(told)
    assert bool(false_times(record)) == bool(told)


def test_a_referee_uses_no_time() -> None:
    record = _record(9, 9)
    record.decisions[0].decider = match_pb2.DECIDER_STAND_IN
    assert "though the referee decided" in false_times(record)
