"""The ledger: what is committed stays, what is in flight is told, and nobody else may write."""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.errors import (
    LedgerBusyError,
    LedgerMismatchError,
    LedgerUnreadableError,
    LedgerWriteError,
)
from arena.ledger import AttemptState, Ledger, LedgerReader, MatchResult, summarize
from referee.record_builder import RECORD_FORMAT
from referee.record_file import decode_record, encode_record

TERMS = {"game": "nim", "time": "1s"}


def record(match_id: str, attempt: int = 1, winner: int = 0) -> record_pb2.MatchRecord:
    made = record_pb2.MatchRecord(format=RECORD_FORMAT, initial_digest=b"deal")
    made.spec.CopyFrom(
        match_pb2.MatchSpec(
            match_id=match_id,
            attempt=attempt,
            engines=[match_pb2.EngineSpec(id="a"), match_pb2.EngineSpec(id="b")],
        )
    )
    made.termination = game_pb2.TERMINATION_COMPLETED
    made.outcome.seats.extend(
        game_pb2.SeatOutcome(placement=1 if seat == winner else 2) for seat in (0, 1)
    )
    made.decisions.add(seat=0, move=f"take {match_id}")
    return made


def begin(ledger: Ledger, match_id: str, attempt: int = 1, deal: str = "d1") -> None:
    ledger.begin(match_id, attempt, deal, ("a", "b"))


def commit(ledger: Ledger, made: record_pb2.MatchRecord, counts: bool = True) -> MatchResult | None:
    return ledger.commit(made, encode_record(made), summarize(made), counts=counts)


def play(ledger: Ledger, match_id: str, attempt: int = 1, deal: str = "d1") -> MatchResult | None:
    begin(ledger, match_id, attempt, deal)
    return commit(ledger, record(match_id, attempt))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.ledger"


def open_ledger(path: Path, secret: bytes | None = None) -> Ledger:
    return Ledger.open_for_run(path, TERMS, secret)


def states(path: Path) -> list[tuple[str, int, str]]:
    with LedgerReader.open(path) as reader:
        return [(a.match_id, a.attempt, a.state.value) for a in reader.attempts()]


def test_results_and_records_come_back_as_they_were(path: Path) -> None:
    made = record("m1", winner=1)
    made.faults.add(seat=0, kind=game_pb2.FAULT_KIND_ILLEGAL_MOVE, forgiven=True)
    with open_ledger(path) as ledger:
        begin(ledger, "m1")
        committed = commit(ledger, made)
    with LedgerReader.open(path) as reader:
        (result,) = reader.results()
        ((same, content),) = list(reader.records())
    assert result == committed == same
    assert result.engines == ("a", "b")
    assert result.summary.placements == (2, 1)
    assert result.summary.faulty_seats == ()
    assert decode_record(content) == made


def test_the_secret_is_made_once_and_kept(path: Path) -> None:
    with open_ledger(path) as ledger:
        first = ledger.secret
    with open_ledger(path) as ledger:
        assert ledger.secret == first
    assert len(first) == 32
    with open_ledger(path.with_name("other.ledger")) as other:
        assert other.secret != first
    with open_ledger(path.with_name("given.ledger"), b"s" * 32) as given:
        assert given.secret == b"s" * 32


def test_results_are_numbered_as_they_were_committed(path: Path) -> None:
    with open_ledger(path) as ledger:
        for match in ("m1", "m2", "m3"):
            begin(ledger, match)
        for match in ("m3", "m1", "m2"):
            commit(ledger, record(match))
        results = ledger.results()
    assert [result.match_id for result in results] == ["m3", "m1", "m2"]
    assert [result.number for result in results] == [1, 2, 3]


def test_the_first_result_counts_and_the_second_is_kept_without_counting(path: Path) -> None:
    with open_ledger(path) as ledger:
        begin(ledger, "m1", 1)
        begin(ledger, "m1", 2)
        first = commit(ledger, record("m1", 2, winner=1))
        assert first is not None
        assert commit(ledger, record("m1", 1, winner=0)) is None
        assert ledger.results() == [first]
        assert ledger.record("m1", 1) is not None
    assert states(path) == [("m1", 1, "superseded"), ("m1", 2, "counted")]


def test_a_record_that_comes_twice_changes_nothing(path: Path) -> None:
    with open_ledger(path) as ledger:
        first = play(ledger, "m1")
        assert commit(ledger, record("m1", winner=1)) is None
        assert ledger.results() == [first]


def test_a_record_of_a_match_that_nobody_asked_for_is_our_bug(path: Path) -> None:
    with open_ledger(path) as ledger:
        with pytest.raises(ValueError, match="was never begun"):
            commit(ledger, record("m9"))
        assert ledger.results() == []


def test_voids_are_kept_with_their_cause_and_can_be_forgiven(path: Path) -> None:
    with open_ledger(path) as ledger:
        begin(ledger, "m1")
        ledger.void("m1", 1, "the referee was killed", content=encode_record(record("m1")))
        begin(ledger, "m1", 2)
        ledger.void("m1", 2, "stopped", interrupted=True)
        void, stopped = ledger.attempts()
        assert (void.state, void.cause) == (AttemptState.VOID, "the referee was killed")
        assert (stopped.state, stopped.forgiven) == (AttemptState.INTERRUPTED, False)
        assert ledger.record("m1", 1) is not None
        ledger.forgive_voids(["m1"])
        assert [a.forgiven for a in ledger.attempts()] == [True, False]
        assert ledger.results() == []


def test_a_void_that_deals_anew_takes_back_the_results_of_the_deal(path: Path) -> None:
    with open_ledger(path) as ledger:
        play(ledger, "m1", deal="d1")
        play(ledger, "m3", deal="d2")
        begin(ledger, "m2", deal="d1")
        ledger.void("m2", 1, "killed", redeal=["m1", "m2"])
        assert [result.match_id for result in ledger.results()] == ["m3"]
    assert states(path)[0] == ("m1", 1, "superseded")


def test_what_was_in_flight_when_the_league_was_killed_is_interrupted(path: Path) -> None:
    with open_ledger(path) as ledger:
        play(ledger, "m1")
        begin(ledger, "m2")
    assert states(path) == [("m1", 1, "counted"), ("m2", 1, "running")]
    with open_ledger(path) as ledger:
        (_, orphan) = ledger.attempts()
    assert orphan.state is AttemptState.INTERRUPTED
    assert "killed" in orphan.cause


def test_suspensions_hold_for_one_version_until_they_are_lifted(path: Path) -> None:
    with open_ledger(path) as ledger:
        ledger.suspend("a", "v1", "3 faults in a row")
        ledger.suspend("a", "v1", "again")
        ((suspension,), lifts) = ledger.suspensions(), ledger.lifts()
        assert (suspension.engine_id, suspension.identity) == ("a", "v1")
        assert suspension.reason == "3 faults in a row"
        assert lifts == {}
        play(ledger, "m1")
        ledger.lift_suspension("a")
        assert ledger.suspensions() == []
        assert ledger.lifts() == {"a": 2}


def test_the_directory_of_a_ledger_is_made(tmp_path: Path) -> None:
    with open_ledger(tmp_path / "a" / "b" / "x.ledger") as ledger:
        play(ledger, "m1")
    (tmp_path / "file").touch()
    with pytest.raises(LedgerWriteError, match="file"):
        open_ledger(tmp_path / "file" / "x.ledger")


def test_two_runs_on_one_ledger_are_refused(path: Path) -> None:
    with open_ledger(path), pytest.raises(LedgerBusyError, match=str(os.getpid())):
        open_ledger(path)
    with open_ledger(path):
        pass


def test_a_killed_run_leaves_no_lock_and_loses_only_what_was_in_flight(path: Path) -> None:
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from tests.arena.ledger.test_ledger import begin, open_ledger, play\n"
        "ledger = open_ledger(Path(sys.argv[1]))\n"
        "for n in range(5): play(ledger, f'm{n}')\n"
        "begin(ledger, 'm5')\n"
        "print('ready', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        with pytest.raises(LedgerBusyError, match=f"process {process.pid}"):
            open_ledger(path)
        with LedgerReader.open(path) as reader:  # looking on is always allowed
            assert len(reader.results()) == 5
        process.send_signal(signal.SIGKILL)
    with open_ledger(path) as ledger:
        assert len(ledger.results()) == 5
        assert ledger.attempts()[-1].state is AttemptState.INTERRUPTED


def test_other_terms_are_refused_with_what_changed(path: Path) -> None:
    with open_ledger(path):
        pass
    with pytest.raises(LedgerMismatchError, match="time was 1s, is now 2s"):
        Ledger.open_for_run(path, TERMS | {"time": "2s"}, None)
    with open_ledger(path):  # and the lock is free again
        pass


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a text that somebody kept under this name\n", "this is no ledger"),
        (b"SQLite format 3\0 and then nonsense" * 40, "damaged or truncated|no ledger"),
    ],
)
def test_a_foreign_file_is_refused_and_left_alone(path: Path, content: bytes, message: str) -> None:
    path.write_bytes(content)
    for attempt in (open_ledger, LedgerReader.open):
        with pytest.raises(LedgerUnreadableError, match=message):
            attempt(path)
    assert path.read_bytes() == content


def test_a_database_of_something_else_is_refused(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.commit()
    connection.close()
    for attempt in (open_ledger, LedgerReader.open):
        with pytest.raises(LedgerUnreadableError, match="no ledger of podesta"):
            attempt(path)


def test_a_ledger_of_another_version_is_refused(path: Path) -> None:
    with open_ledger(path):
        pass
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    for attempt in (open_ledger, LedgerReader.open):
        with pytest.raises(LedgerUnreadableError, match="version 99"):
            attempt(path)


def test_an_older_ledger_is_read_as_it_is_and_brought_up_to_date_to_write(path: Path) -> None:
    with open_ledger(path) as ledger:
        play(ledger, "m1")
    connection = sqlite3.connect(path)
    newer = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE type = 'trigger' OR name IN ('revision',"
        " 'derived', 'audit', 'request', 'duplicate', 'pairing', 'attempt_uncounted',"
        " 'attempt_faulty')"
        " ORDER BY type = 'table'"
    ).fetchall()
    for kind, name in newer:
        connection.execute(f"DROP {kind} {name}")
    connection.execute("PRAGMA user_version = 1")
    connection.close()
    with LedgerReader.open(path) as reader:
        assert [result.match_id for result in reader.results()] == ["m1"]
        assert reader.revision() == 0
        assert reader.derived("plan") is None
        assert reader.faulty_results() == []
        assert reader.pairings() == []
    with open_ledger(path) as ledger:
        before = ledger.revision()
        play(ledger, "m2")
        assert ledger.revision() > before
    with LedgerReader.open(path) as reader:
        assert [result.match_id for result in reader.results()] == ["m1", "m2"]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("engines", "'no list'"),
        ("engines", "'[\"a\"]'"),
        ("placements", "'[1, \"x\"]'"),
        ("placements", "'[1]'"),
        ("placements", "'[0, 1]'"),
        ("placements", "'[1, 3]'"),
        ("termination", "77"),
        ("faulty_seats", "'[2]'"),
        ("faulty_seats", "'[-1]'"),
        ("faulty_seats", "'[99999999999999999999]'"),
    ],
)
def test_a_ledger_that_somebody_wrote_into_is_refused(path: Path, column: str, value: str) -> None:
    with open_ledger(path) as ledger:
        play(ledger, "m1")
    connection = sqlite3.connect(path)
    connection.execute(f"UPDATE attempt SET {column} = {value}")
    connection.commit()
    connection.close()
    with LedgerReader.open(path) as reader, pytest.raises(LedgerUnreadableError):
        reader.results()


@pytest.mark.parametrize(
    ("key", "value"),
    [("terms", b"\xff"), ("terms", b"[]"), ("terms", b"{"), ("secret", b""), ("secret", b"x" * 33)],
)
def test_a_ledger_whose_own_values_are_damaged_is_refused(
    path: Path, key: str, value: bytes
) -> None:
    with open_ledger(path) as ledger:
        ledger.set_meta(key, value)
    with pytest.raises(LedgerUnreadableError, match=f"its {key}"), open_ledger(path) as ledger:
        assert ledger.secret


@pytest.mark.parametrize("replaced", [False, True])
def test_a_ledger_that_is_taken_away_stops_the_run(path: Path, replaced: bool) -> None:
    with open_ledger(path) as ledger:
        play(ledger, "m1")
        path.rename(path.with_name("elsewhere"))
        if replaced:
            path.write_bytes(b"")
        with pytest.raises(LedgerWriteError, match="removed or replaced"):
            play(ledger, "m2")


def test_a_truncated_ledger_is_refused(path: Path) -> None:
    with open_ledger(path) as ledger:
        for number in range(40):
            play(ledger, f"m{number}")
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(LedgerUnreadableError, match="damaged"):
        open_ledger(path)


def test_a_torn_journal_loses_only_its_torn_end(path: Path) -> None:
    ledger = open_ledger(path)
    for number in range(10):
        play(ledger, f"m{number}")
    copy = path.with_name("copy.ledger")
    copy.write_bytes(path.read_bytes())
    journal = path.with_name(path.name + "-wal").read_bytes()
    ledger.close()
    copy.with_name("copy.ledger-wal").write_bytes(journal[:-100])
    with open_ledger(copy) as torn:
        assert len(torn.results()) == 9
        assert torn.attempts()[-1].state is AttemptState.INTERRUPTED


def test_a_reader_without_a_ledger_says_so(path: Path) -> None:
    with pytest.raises(LedgerUnreadableError, match="there is no such ledger"):
        LedgerReader.open(path)


# --- disks that are full or read-only ---------------------------------------------------------


def test_a_full_disk_stops_with_a_message_and_loses_nothing(path: Path) -> None:
    with open_ledger(path) as ledger:
        play(ledger, "m0")
        (pages,) = ledger._connection.execute("PRAGMA page_count").fetchone()
        ledger._connection.execute(f"PRAGMA max_page_count = {pages + 3}")
        numbers = count(1)
        with pytest.raises(LedgerWriteError, match=r"the disk is full.*is kept"):
            all(play(ledger, f"m{number}") for number in numbers)
        done = next(numbers) - 1
    with LedgerReader.open(path) as reader:
        assert len(reader.results()) == done
    with open_ledger(path) as ledger:
        assert play(ledger, "after", 1) is not None


def test_a_write_that_the_system_refuses_stops_with_a_message(path: Path) -> None:
    script = (
        "import resource, signal, sys\n"
        "from pathlib import Path\n"
        "from arena.errors import LedgerWriteError\n"
        "from tests.arena.ledger.test_ledger import open_ledger, play\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))\n"
        "with open_ledger(Path(sys.argv[1])) as ledger:\n"
        "    try:\n"
        "        for n in range(1000):\n"
        "            play(ledger, f'm{n}')\n"
        "            print(n, flush=True)\n"
        "    except LedgerWriteError as error:\n"
        "        print('refused', error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    *numbers, message = done.stdout.splitlines()
    assert message.startswith(f"refused {path}: the disk")
    with open_ledger(path) as ledger:
        assert len(ledger.results()) == len(numbers) > 5


def test_a_read_only_directory_is_refused_and_can_still_be_read() -> None:
    # In a process of its own, which gives up being root: root may write everywhere.
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from arena.errors import LedgerWriteError\n"
        "from arena.ledger import LedgerReader\n"
        "from tests.arena.ledger.test_ledger import open_ledger, play\n"
        "folder = Path(sys.argv[1])\n"
        "path = folder / 'x.ledger'\n"
        "with open_ledger(path) as ledger: play(ledger, 'm0')\n"
        "path.with_name(path.name + '-lock').unlink()\n"
        "folder.chmod(0o555)\n"
        "if os.geteuid() == 0: os.seteuid(65534)\n"
        "try: open_ledger(path)\n"
        "except LedgerWriteError as error: print(error)\n"
        "with LedgerReader.open(path) as reader: print(len(reader.results()))\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        done = subprocess.run(
            [sys.executable, "-c", script, folder],
            cwd=Path(__file__).parents[3],
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        Path(folder).chmod(0o755)
    assert done.stdout.splitlines() == [
        f"{folder}/x.ledger-lock: Permission denied",
        "1",
    ]


def test_a_read_only_ledger_is_refused(path: Path) -> None:
    with open_ledger(path) as ledger:
        play(ledger, "m0")
        ledger._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(LedgerWriteError, match="read-only"):
            play(ledger, "m1")
        ledger._connection.execute("PRAGMA query_only = OFF")
        assert len(ledger.results()) == 1
