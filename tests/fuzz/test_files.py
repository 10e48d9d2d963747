"""Files that somebody gives to an organiser: records, ledgers, league files and others."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from podesta.v1 import record_pb2, transcript_pb2

from arena.config import load_league
from arena.debug.transcript import decode_transcript, encode_transcript
from arena.errors import ArenaError, ConfigError, TokenError, TranscriptError
from arena.tokens.token_file import TokenFile
from referee.errors import RecordError
from referee.record_file import decode_record, encode_record
from referee.replay import verify
from tests.fuzz.bounds import fuzzed
from tests.fuzz.made_by_chance import damaged, disturbed, messages, texts
from tests.fuzz.small_league import LEAGUE, Whole, ends_well

# --- records -----------------------------------------------------------------------------------


@fuzzed(4)
@given(data=st.data())
def test_damaged_records_are_told(
    data: st.DataObject, record: Whole[record_pb2.MatchRecord]
) -> None:
    try:
        decode_record(data.draw(damaged(encode_record(record.it))))
    except RecordError:
        pass


@fuzzed(2)
@given(data=st.data())
def test_records_that_say_something_else_are_seen_through(
    data: st.DataObject, record: Whole[record_pb2.MatchRecord]
) -> None:
    other = data.draw(disturbed(record.it))
    try:
        problems = verify(decode_record(encode_record(other)))
    except RecordError:
        return
    assert all(isinstance(problem, str) for problem in problems)


@fuzzed()
@given(data=st.data())
def test_commands_on_records_end_well(
    data: st.DataObject, record: Whole[record_pb2.MatchRecord], place: Path
) -> None:
    file = place / "other.record"
    other = data.draw(st.one_of(disturbed(record.it), messages(record_pb2.MatchRecord)))
    content = encode_record(other)
    file.write_bytes(data.draw(st.one_of(st.just(content), damaged(content))))
    ends_well("verify", file)
    ends_well("replay", file, "--ply", data.draw(st.sampled_from(["0", "1", "-1", "999"])))
    ends_well("replay", file, "--json")


# --- ledgers -----------------------------------------------------------------------------------


@pytest.fixture
def copy(ledger: Whole[bytes], place: Path) -> Iterator[Path]:
    path = place / "copy.ledger"
    yield path
    _remove(path)


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-lock", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _look_at(path: Path) -> None:
    for words in (
        ("league", "show", path),
        ("league", "show", path, "--json", "--matches"),
        ("verify", path, "--quiet"),
        ("league", "export", path, "--format", "csv", "--output", path.with_suffix(".csv")),
    ):
        path.with_suffix(".csv").unlink(missing_ok=True)
        ends_well(*words)


@fuzzed()
@given(data=st.data())
def test_damaged_ledgers_are_told(data: st.DataObject, ledger: Whole[bytes], copy: Path) -> None:
    _remove(copy)
    copy.write_bytes(data.draw(damaged(ledger.it, most=8)))
    _look_at(copy)


_VALUES = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.integers(-1, 3),
    st.floats(allow_nan=False),
    texts.map(lambda text: text.encode("utf-8", "replace").decode()),
    st.binary(max_size=60),
    st.sampled_from(["counted", "void", "running", "[]", "{}", "null", '["one","two"]', "[1,2]"]),
)


_SPOILING = st.tuples(
    st.integers(0, 99),
    st.integers(0, 99),
    st.sampled_from(["update", "update", "delete", "insert", "drop"]),
    _VALUES,
    st.lists(_VALUES, min_size=20, max_size=20),
)


@fuzzed()
@given(spoiling=st.lists(_SPOILING, min_size=1, max_size=4))
def test_ledgers_with_other_rows_are_told(
    spoiling: list[tuple[int, int, str, Any, list[Any]]], ledger: Whole[bytes], copy: Path
) -> None:
    _remove(copy)
    copy.write_bytes(ledger.it)
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for one in spoiling:
            _spoil(connection, *one)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    _look_at(copy)


def _spoil(
    connection: sqlite3.Connection, table: int, column: int, what: str, value: Any, row: list[Any]
) -> None:
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    tables = sorted(name for (name,) in connection.execute(names))
    name = tables[table % len(tables)]
    columns = [found[1] for found in connection.execute(f"PRAGMA table_info({name})")]
    # What the table itself refuses can't be in a file either.
    with contextlib.suppress(sqlite3.IntegrityError, sqlite3.OperationalError, OverflowError):
        if what == "update":
            chosen = columns[column % len(columns)]
            connection.execute(f"UPDATE {name} SET {chosen} = ?", (value,))
        elif what == "delete":
            connection.execute(f"DELETE FROM {name} WHERE rowid % 2 = 0")
        elif what == "insert":
            marks = ", ".join("?" * len(columns))
            connection.execute(
                f"INSERT OR REPLACE INTO {name} VALUES ({marks})", row[: len(columns)]
            )
        elif len(tables) > 1:
            connection.execute(f"DROP TABLE {name}")


@fuzzed(0.5)
@given(data=st.data())
def test_a_run_on_a_damaged_ledger_ends_well(
    data: st.DataObject, ledger: Whole[bytes], place: Path
) -> None:
    """All is played in it, so that nothing is started where it is still of use."""
    file, path = place / "again.toml", place / "again.ledger"
    shutil.copy(place / "league.toml", file)
    text = file.read_text().replace('files = ["league.toml"]', f'files = ["{place}/league.toml"]')
    file.write_text(text.replace("deals = 1", 'deals = 1\nready_limit = "10ms"'))
    _remove(path)
    path.write_bytes(data.draw(damaged(ledger.it, most=8)))
    # Other terms than those of the ledger: what is whole is refused, too.
    ends_well("league", "run", file, "--quiet")


# --- league files and others -------------------------------------------------------------------

_WORDS = """
name game time deals seats options concurrency opening_plies seed grace format command remote
at_once id directory environment owner files transport listen certificate key tokens wait
seat_ports rounds challengers sprt limits isolation off_move reconnect_grace public_host
"""
_KEYS = st.sampled_from(_WORDS.split())
_TOML = st.recursive(
    st.one_of(
        st.booleans(),
        st.integers(-(2**70), 2**70),
        st.floats(),
        st.text(max_size=20),
        st.sampled_from(["bologna", "1m+1s", "none", "{python}", "$HOME", "@league.toml", "0"]),
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_KEYS, inner, max_size=3)),
    max_leaves=6,
)


def _escaped(character: str) -> str:
    plain = character.isprintable() and character not in '"\\'
    return character if plain else f"\\U{ord(character):08x}"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        body = "".join(
            c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in value
        )
        return f'"{body}"'
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(inner)}" for key, inner in value.items()) + "}"
    return str(value).replace("e+", "e")


@fuzzed(4)
@given(data=st.data())
def test_league_files_with_other_values_are_told(data: st.DataObject, place: Path) -> None:
    file = place / "strange.toml"
    lines = []
    for table in data.draw(
        st.lists(st.sampled_from(["[league]", "[[engine]]", "[lobby]", "[x]"]), max_size=4)
    ):
        lines.append(table)
        values = data.draw(st.dictionaries(_KEYS, _TOML, max_size=6))
        lines += [f"{key} = {_toml(value)}" for key, value in values.items()]
    file.write_text("\n".join(lines), encoding="utf-8", errors="replace")
    _load(file)


@fuzzed(2)
@given(content=damaged(LEAGUE.encode(), most=6))
def test_damaged_league_files_are_told(content: bytes, place: Path) -> None:
    file = place / "damaged.toml"
    file.write_bytes(content)
    _load(file)


def _load(file: Path) -> None:
    problems = None
    try:
        load_league(file)
    except ConfigError as error:
        problems = error.problems
    except ArenaError:
        return
    if problems is not None:
        assert problems
        assert all(len(str(problem)) < 5_000 for problem in problems)


HEADER = transcript_pb2.TranscriptHeader()
TRANSCRIPT = encode_transcript(
    HEADER,
    [transcript_pb2.TranscriptMessage(at_us=number, to_engine=b"x" * 9) for number in range(4)],
)


@fuzzed(4)
@given(content=st.one_of(damaged(TRANSCRIPT), st.binary(max_size=100)))
def test_damaged_transcripts_are_told(content: bytes) -> None:
    try:
        decode_transcript(content)
    except TranscriptError:
        pass


@fuzzed(2)
@given(data=st.data())
def test_damaged_files_of_tokens_are_told(data: st.DataObject, place: Path) -> None:
    from datetime import UTC, datetime

    from arena.tokens.token import Role

    now = datetime(2030, 1, 1, tzinfo=UTC)
    path = place / "tokens.json"
    path.unlink(missing_ok=True)
    text = TokenFile(path).add("towers", Role.ENGINE, None, now)
    path.write_bytes(data.draw(damaged(path.read_bytes())))
    try:
        TokenFile(path).tokens()
        TokenFile(path).find(text, now)
    except TokenError as error:
        assert text not in str(error)  # noqa: PT017 - most files are just refused
