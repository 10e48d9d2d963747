"""What a page holds of a match: all of it, and each seat's knowledge apart."""

import base64
import gzip
import json
from typing import Any

import pytest
from podesta.v1 import match_pb2

from arena.pages.message_schema import message_schema, roles_of
from arena.pages.replay_payload import ReplayPayload, SharedData, replay_payload
from referee.games import game_names, load_game
from referee.record_file import encode_record
from referee.replay import replay
from tests.arena.pages.match_specs import spec_of
from tests.arena.report.played_matches import HOSTILE, played


def unpacked(payload: ReplayPayload) -> tuple[dict[str, Any], bytes]:
    whole = gzip.decompress(base64.b64decode(payload.base64))
    length = int.from_bytes(whole[:4], "big")
    return json.loads(whole[4 : 4 + length]), whole[4 + length :]


@pytest.mark.parametrize("game", game_names())
def test_every_position_is_there_as_everybody_saw_it(game: str) -> None:
    record = played(spec_of(game), plies=12)
    content = encode_record(record)
    head, rest = unpacked(replay_payload(4, record, content, SharedData()))
    steps = list(replay(record))
    assert len(head["frames"]) == len(steps) == 13
    at = 0
    for (public, *private), step in zip(head["frames"], steps, strict=True):
        assert rest[at : at + public] == step.state.public().SerializeToString()
        at += public
        for seat, length in enumerate(private):
            known = step.state.private(seat)
            assert (length < 0) == (known is None)
            if known is not None:
                assert rest[at : at + length] == known.SerializeToString()
                at += length
    for told, step in zip(head["events"], steps, strict=True):
        for (audience, length), event in zip(told, step.events, strict=True):
            assert audience == (None if event.audience is None else sorted(event.audience))
            assert rest[at : at + length] == event.message.SerializeToString()
            at += length
    assert rest[at:] == content
    assert head["hidden"] is not load_game(game).perfect_information


@pytest.mark.parametrize("game", game_names())
def test_every_message_of_a_game_is_described(game: str) -> None:
    rules = load_game(game)
    record = played(spec_of(game), plies=1)
    public = next(iter(replay(record))).state.public()
    schema = message_schema(public)
    assert set(roles_of(public)) >= {"public", "event", "data"}
    assert ("private" in roles_of(public)) == (not rules.perfect_information)
    for fields in schema["messages"].values():
        for _, kind, _ in fields.values():
            assert (
                kind in schema["messages"]
                or kind in schema["enums"]
                or kind in ("int32", "int64", "uint32", "uint64", "sint32", "sint64")
                or kind in ("bool", "string", "bytes", "double", "float")
            )


def test_the_same_match_gives_the_same_page() -> None:
    record = played(spec_of("bologna"), plies=6)
    one, other = (replay_payload(1, record, b"", SharedData()) for _ in range(2))
    assert one == other


def test_texts_that_can_not_be_seen_are_written_out() -> None:
    record = played(spec_of("bologna"), plies=3)
    head, _ = unpacked(replay_payload(1, record, b"", SharedData()))
    text = json.dumps(head, ensure_ascii=False)
    assert "\u202e" not in text
    assert "\\\\u202e" in text
    assert head["names"][0].startswith(f"0 {HOSTILE[:20]}")


def test_infinities_do_not_reach_json() -> None:
    record = played(spec_of("bologna"), plies=3)
    record.decisions[0].evaluation.values[:] = [float("inf"), float("nan")]
    head, _ = unpacked(replay_payload(1, record, b"", SharedData()))
    assert head["decisions"][0]["values"] == [None, None]


def test_a_match_is_shown_as_far_as_it_replays() -> None:
    record = played(spec_of("bologna"), plies=8)
    record.decisions[5].move = "t6@1:z9"
    payload = replay_payload(1, record, b"", SharedData())
    head, _ = unpacked(payload)
    assert len(head["frames"]) == 6
    assert len(payload.problems) == 1
    assert "decision 5" in payload.problems[0]


def test_a_match_that_was_never_dealt_has_no_positions() -> None:
    record = played(spec_of("bologna"), plies=0)
    record.initial_digest = b""
    head, _ = unpacked(replay_payload(1, record, b"", SharedData()))
    assert (head["frames"], head["data"], head["faults"][0]["kind"]) == ([], None, "timeout")


def test_games_share_their_data_on_a_page() -> None:
    shared = SharedData()
    for deal in ("one", "two"):
        replay_payload(1, played(spec_of("bologna", deal=deal), plies=1), b"", shared)
    replay_payload(1, played(spec_of("patrician"), plies=1), b"", shared)
    assert len(shared.data) == 2
    assert set(shared.schemas) == {"bologna", "patrician"}


def test_the_parts_of_the_time_are_there_where_they_are_known() -> None:
    record = played(spec_of("bologna"), plies=3)
    record.decisions[1].ClearField("engine_us")
    record.decisions[2].decider = match_pb2.DECIDER_OPENING
    head, _ = unpacked(replay_payload(4, record, b"", SharedData()))
    parts = [(told["queue_us"], told["wire_us"], told["bot_us"]) for told in head["decisions"]]
    assert parts == [(5, 245, record.decisions[0].engine_us), (5, None, None), (None,) * 3]
