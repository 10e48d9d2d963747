"""Real matches of every game, traced: every message, and transcripts that hold one seat each."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message
from podesta.v1 import engine_pb2, record_pb2
from podesta.v1.match_pb2 import DECIDER_ENGINE

from arena.debug.transcript import Transcript, read_transcript
from arena.debug.unpacking import unpacked
from referee.games import game_names, load_game
from referee.record_file import read_record
from referee.replay import ReplayStep, replay, verify
from tests.arena.cli.command_line import podesta

SEATS = {"bologna": 2, "tuerme": 2, "patrician": 2, "bomarzo": 3}
OPENING = {"bologna": 16, "tuerme": 30, "patrician": 30, "bomarzo": 80}
"""Plies that the referee plays first, so that the rest is soon over."""


@dataclass(frozen=True)
class Traced:
    """A match that was traced."""

    game: str
    shown: list[dict[str, Any]]
    result: dict[str, Any]
    record: record_pb2.MatchRecord
    steps: list[ReplayStep]
    transcripts: list[Transcript]

    def heard(self, seat: int) -> list[engine_pb2.PlayResponse]:
        """What a seat was told, by its transcript."""
        return [
            engine_pb2.PlayResponse.FromString(message.to_engine)
            for message in self.transcripts[seat].messages
            if message.HasField("to_engine")
        ]


@pytest.fixture(scope="module", params=sorted(game_names()))
def traced(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Traced:
    game = str(request.param)
    seats = SEATS.get(game, load_game(game).default_seats)
    folder = tmp_path_factory.mktemp(game)
    record = folder / "match.record"
    # A bot that wishes no events is told none, so one that wishes all sits in the last seat.
    bots = ["random"] * (seats - 1) + ["{python} -m tests.arena.debug.listening_bot"]
    done = podesta(
        "debug", "trace", game, *bots, "--deal", "traced", "--isolation", "none", "--json",
        "--opening-plies", str(OPENING.get(game, 0)), "--output", folder, "--record", record,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    *shown, last = map(json.loads, done.stdout.splitlines())
    assert last["transcripts"] == [str(folder / f"seat-{seat}.transcript") for seat in range(seats)]
    kept = read_record(record)
    return Traced(
        game=game,
        shown=shown,
        result=last["result"],
        record=kept,
        steps=list(replay(kept)),
        transcripts=[read_transcript(Path(file)) for file in last["transcripts"]],
    )


def test_every_message_is_shown(traced: Traced) -> None:
    decisions = traced.record.decisions
    decided = [ply for ply, one in enumerate(decisions) if one.decider == DECIDER_ENGINE]
    assert traced.result["plies"] == len(decisions)
    assert len(decided) > 10
    assert not traced.record.unrated
    assert verify(traced.record) == []
    asked = [line["ply"] for line in traced.shown if line["kind"] == "decide"]
    assert asked == decided
    answers = [line for line in traced.shown if line["kind"] == "move"]
    for line, ply in zip(answers, decided, strict=True):
        assert (line["seat"], line["move"]) == (decisions[ply].seat, decisions[ply].move)
        assert line["took_us"] > 0
        assert line["message"]["move"]["match_id"] == traced.record.spec.match_id
    for kind in ("hello", "welcome", "new_match", "ready", "match_over", "goodbye", "closed"):
        seats = sorted(line["seat"] for line in traced.shown if line["kind"] == kind)
        assert seats == list(range(len(traced.transcripts)))
    assert [line for line in traced.shown if line["hex"]] == []


def test_transcripts_hold_what_was_shown(traced: Traced) -> None:
    for seat, transcript in enumerate(traced.transcripts):
        header = transcript.header
        assert (header.seat, header.game) == (seat, traced.game)
        assert header.match_id == traced.record.spec.match_id
        assert (transcript.cut_short, transcript.lost) == ("", 0)
        times = [message.at_us for message in transcript.messages]
        assert times == sorted(times)
        assert times == [line["at_us"] for line in traced.shown if line["seat"] == seat]


def test_a_transcript_holds_exactly_what_its_seat_may_know(traced: Traced) -> None:
    """Position by position and event by event, against the rules and the record."""
    for seat in range(len(traced.transcripts)):
        events: list[Message | None] = []
        for response in traced.heard(seat):
            what = response.WhichOneof("message")
            if what == "decide":
                state = traced.steps[response.decide.ply].state
                assert state.to_act == seat
                private = state.private(seat)
                shown = response.decide.observation
                assert unpacked(shown.public) == state.public()
                assert shown.HasField("private") == (private is not None)
                assert unpacked(shown.private) == private
                assert list(response.decide.legal_moves) in ([], state.legal_texts())
            if what in ("decide", "observe", "match_over"):
                events.extend(map(unpacked, getattr(response, what).events))
        may_see = [
            event.message
            for step in traced.steps
            for event in step.events
            if event.audience is None or seat in event.audience
        ]
        assert events in (may_see, [])
    listened = len(traced.transcripts) - 1
    assert any(
        response.decide.events or response.observe.events for response in traced.heard(listened)
    )


def test_the_seed_is_told_with_the_end_and_not_before(traced: Traced) -> None:
    spec = traced.record.spec
    for seat in range(len(traced.transcripts)):
        for response in traced.heard(seat):
            over = response.HasField("match_over")
            assert (spec.seed in response.SerializeToString()) == (over and spec.reveal_seed)


def test_everything_wrong_is_told_before_anything_is_started(tmp_path: Path) -> None:
    done = podesta(
        "debug", "trace", "bologna", "random", "random", "random", "--kind", "hello,decice",
        "--plies", "9-3", "--grep", "(", "--output", tmp_path / "none",
    )  # fmt: skip
    assert done.returncode == 2
    for wrong in ("4 things are wrong", "for 2 players", "mean 'decide'", "'9-3'", "unterminated"):
        assert wrong in done.stderr
    assert not (tmp_path / "none").exists()
