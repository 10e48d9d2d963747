"""A seat's stream made anew from a record is the one that it saw."""

from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from podesta.v1 import engine_pb2, record_pb2, transcript_pb2

from arena.debug.record_seat import seat_messages
from arena.debug.transcript import read_transcript
from arena.errors import TranscriptError
from referee.record_file import read_record
from tests.arena.cli.command_line import podesta

BASE = ("--deal", "extracted", "--isolation", "none")
ALL_WISHES = "{python} -m tests.arena.debug.listening_bot"


def told(messages: list[transcript_pb2.TranscriptMessage]) -> list[dict[str, Any]]:
    """What the referee said from NewMatch to MatchOver, whatever order its bytes are in."""
    heard = [engine_pb2.PlayResponse.FromString(m.to_engine) for m in messages if m.to_engine]
    kinds = ("new_match", "observe", "decide", "rejected", "match_over")
    wanted = [response for response in heard if response.WhichOneof("message") in kinds]
    return [MessageToDict(response) for response in wanted]


def moves(messages: list[transcript_pb2.TranscriptMessage]) -> list[engine_pb2.Move]:
    said = [engine_pb2.PlayRequest.FromString(m.from_engine) for m in messages if m.from_engine]
    return [request.move for request in said if request.HasField("move")]


@pytest.mark.parametrize(
    ("game", "bots", "words"),
    [
        ("bologna", [ALL_WISHES] * 2, ["--opening-plies", "15", "--time", "1m+3x10s"]),
        ("tuerme", [ALL_WISHES] * 3, ["--opening-plies", "50", "--time", "2m d2s"]),
        ("bologna", [ALL_WISHES, "{python} -m tests.zoo makes_an_illegal_move"], []),
        ("bologna", [ALL_WISHES, "{python} -m tests.zoo resigns_out_of_turn"], []),
        ("bologna", [ALL_WISHES, "{python} -m tests.zoo crashes_in_mid_match"], []),
        (
            "bologna",
            [ALL_WISHES, "{python} -m tests.zoo errs_once_a_decision"],
            ["--retries", "1", "--opening-plies", "16"],
        ),
        ("tuerme", [ALL_WISHES, ALL_WISHES, "{python} -m tests.zoo resigns_at_its_fifth"], []),
    ],
    ids=["bank", "delay", "illegal", "resigns", "crashes", "retries", "stand-in"],
)
def test_the_stream_is_the_one_that_was_seen(
    game: str, bots: list[str], words: list[str], tmp_path: Path
) -> None:
    record = tmp_path / "match.record"
    podesta(
        "debug", "trace", game, *bots, *BASE, *words, "--kind", "closed",
        "--output", tmp_path, "--record", record,
    )  # fmt: skip
    kept = read_record(record)
    assert len(kept.decisions) > 2
    for seat in range(len(bots)):
        seen = list(read_transcript(tmp_path / f"seat-{seat}.transcript").messages)
        made = seat_messages(kept, seat)
        assert told(made) == told(seen)
        texts = [move.text for move in moves(made) if move.WhichOneof("choice")]
        decided = [d.move for d in kept.decisions if d.seat == seat and d.decider == 1]
        assert texts == decided
    next(d for d in kept.decisions if d.decider == 1).raw_us = 0
    with pytest.raises(TranscriptError, match="took 0 us"):
        seat_messages(kept, 0)


def test_a_seat_of_a_record_is_played_back(tmp_path: Path) -> None:
    record, file = tmp_path / "match.record", tmp_path / "seat.transcript"
    words = ("match", "bologna", "random", "random", *BASE, "--opening-plies", "20")
    assert podesta(*words, "--record", record).returncode == 0
    assert podesta("debug", "extract", record, "--seat", "1", "--output", file).returncode == 0
    done = podesta("debug", "play-back", file, "random")
    assert done.returncode == 0, done.stdout
    assert " 0 different, 0 faults" in done.stdout
    wrong = podesta("debug", "extract", record, "--seat", "2", "--output", file)
    assert wrong.returncode == 2
    assert "the match has seats 0 to 1" in wrong.stderr
    here = podesta("debug", "extract", record, "--seat", "0", "--output", tmp_path / "no" / "x")
    assert here.returncode == 2


def test_a_match_that_was_never_dealt_has_no_streams() -> None:
    with pytest.raises(TranscriptError, match="never dealt"):
        seat_messages(record_pb2.MatchRecord(), 0)
