"""The protocol's order, message by message, without any stream."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import engine_pb2, game_pb2

from referee.conversation import (
    MAX_MESSAGE_BYTES,
    MOST_UNASKED_PER_S,
    Conversation,
    Phase,
    SeatEar,
)
from referee.transport.engine_stream import EngineStream, WriteStamp

M1 = "match-1"


class Stream(EngineStream):
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[engine_pb2.PlayResponse] = []

    def send(self, data: bytes, stamp: WriteStamp | None = None) -> None:
        self.sent.append(engine_pb2.PlayResponse.FromString(data))


class Ear(SeatEar):
    def __init__(self) -> None:
        self.changes = 0
        self.thoughts: list[str] = []
        self.lines: list[str] = []
        self.late_ones: list[str] = []

    def changed(self) -> None:
        self.changes += 1

    def thought(self, evaluation: game_pb2.Evaluation, at_us: int) -> None:
        self.thoughts.append(evaluation.comment)

    def logged(self, text: str) -> None:
        self.lines.append(text)

    def late(self, what: str) -> None:
        self.late_ones.append(what)


class Talk:
    """A conversation up to a phase, with the means to go on."""

    def __init__(self, phase: Phase) -> None:
        self.it = Conversation()
        self.ear = Ear()
        self.now_us = 0
        steps: list[tuple[Phase, Callable[[], Any]]] = [
            (Phase.GREETING, lambda: self.it.opened(Stream())),
            (Phase.IDLE, lambda: self.say(hello=engine_pb2.Hello(protocol_version=1))),
            (Phase.PREPARING, self.begin),
            (Phase.WATCHING, lambda: self.say(ready=engine_pb2.Ready(match_id=M1))),
            (Phase.ASKED, lambda: self.ask(1)),
        ]
        for reached, step in steps:
            if self.it.phase is phase:
                break
            step()
            assert self.it.phase is reached
        assert self.it.phase is phase

    def say(self, **message: Any) -> bool:
        return self.it.received(engine_pb2.PlayRequest(**message).SerializeToString(), self.now_us)

    def begin(self, match_id: str = M1) -> None:
        self.it.begin_match(engine_pb2.NewMatch(match_id=match_id), self.ear)

    def ask(self, decision_id: int) -> None:
        self.it.ask(b"", decision_id, WriteStamp())

    def end(self) -> None:
        self.it.end_match(engine_pb2.PlayResponse(match_over=engine_pb2.MatchOver(match_id=M1)))

    def move(self, decision_id: int = 1, match_id: str = M1) -> bool:
        return self.say(move=engine_pb2.Move(match_id=match_id, decision_id=decision_id, text="x"))

    def phase(self) -> Phase:
        return self.it.phase

    @property
    def fault(self) -> int | None:
        return self.it.fault.kind if self.it.fault else None


def test_a_whole_conversation() -> None:
    talk = Talk(Phase.ASKED)
    talk.now_us = 17
    assert talk.move()
    assert talk.it.answer is not None
    assert talk.it.answer.arrived_us == 17
    assert talk.phase() is Phase.WATCHING
    talk.ask(2)
    assert talk.move(2)
    talk.end()
    assert talk.phase() is Phase.IDLE
    assert talk.fault is None


SAYINGS: dict[str, dict[str, Any]] = {
    "hello": {"hello": engine_pb2.Hello(protocol_version=1)},
    "ready": {"ready": engine_pb2.Ready(match_id=M1)},
    "move": {"move": engine_pb2.Move(match_id=M1, decision_id=1, text="x")},
    "info": {"info": engine_pb2.Info(match_id=M1, decision_id=1)},
    "log": {"log": engine_pb2.Log(text="x")},
    "resign": {"resign": engine_pb2.Resign(match_id=M1)},
}
OK, START = None, game_pb2.FAULT_KIND_START
ORDER, UNKNOWN = game_pb2.FAULT_KIND_OUT_OF_ORDER, game_pb2.FAULT_KIND_UNKNOWN_DECISION
TABLE = {
    Phase.GREETING: (OK, ORDER, ORDER, ORDER, ORDER, ORDER),
    Phase.IDLE: (ORDER, UNKNOWN, UNKNOWN, UNKNOWN, OK, UNKNOWN),
    Phase.PREPARING: (ORDER, OK, UNKNOWN, UNKNOWN, OK, ORDER),
    Phase.WATCHING: (ORDER, ORDER, UNKNOWN, UNKNOWN, OK, OK),
    Phase.ASKED: (ORDER, ORDER, OK, OK, OK, OK),
}


@pytest.mark.parametrize("phase", TABLE, ids=lambda phase: phase.name)
@pytest.mark.parametrize("number", range(len(SAYINGS)), ids=list(SAYINGS))
def test_what_may_be_said_when(phase: Phase, number: int) -> None:
    talk = Talk(phase)
    saying = list(SAYINGS.values())[number]
    expected = TABLE[phase][number]
    assert talk.say(**saying) == (expected is None)
    assert talk.fault == expected


def test_a_second_answer_is_a_fault_and_the_first_one_stands() -> None:
    talk = Talk(Phase.ASKED)
    talk.move()
    assert not talk.move()
    assert talk.fault == game_pb2.FAULT_KIND_SECOND_ANSWER
    assert talk.it.answer is not None


def test_after_a_retry_was_granted_an_answer_is_no_second_one() -> None:
    talk = Talk(Phase.ASKED)
    talk.move()
    talk.it.reopen()
    assert talk.move()
    assert talk.fault is None


def test_an_answer_after_the_flag_fell_is_late() -> None:
    talk = Talk(Phase.ASKED)
    talk.it.close_decision()
    assert talk.move()
    assert talk.fault is None
    assert talk.it.answer is None
    assert talk.ear.late_ones == ["a move for decision 1, which is closed"]


def test_a_late_answer_does_not_count_for_the_decision_that_was_asked_since() -> None:
    talk = Talk(Phase.ASKED)
    talk.it.close_decision()
    talk.ask(2)
    assert talk.move(1)
    assert talk.it.answer is None
    assert talk.phase() is Phase.ASKED
    assert talk.ear.late_ones == ["a move for decision 1, which is closed"]
    assert talk.move(2)
    assert talk.it.answer is not None


@pytest.mark.parametrize("decision_id", [0, 2, 2**64 - 1])
def test_an_answer_to_what_was_never_asked_is_a_fault(decision_id: int) -> None:
    talk = Talk(Phase.ASKED)
    assert not talk.move(decision_id)
    assert talk.fault == UNKNOWN
    assert talk.it.answer is None


def test_what_comes_for_an_earlier_match_is_late_in_the_next() -> None:
    talk = Talk(Phase.ASKED)
    talk.end()
    assert talk.move()
    talk.begin("match-2")
    assert talk.say(info=engine_pb2.Info(match_id=M1, decision_id=1))
    assert talk.say(resign=engine_pb2.Resign(match_id=M1))
    assert talk.it.resigned_us is None
    assert talk.fault is None
    assert talk.ear.late_ones == [
        "a move for an earlier match",
        "info for an earlier match",
        "a resignation for an earlier match",
    ]


def test_an_answer_to_a_decision_of_the_last_match_does_not_count_for_the_next() -> None:
    talk = Talk(Phase.ASKED)
    talk.end()
    talk.begin("match-2")
    talk.say(ready=engine_pb2.Ready(match_id="match-2"))
    talk.ask(1)
    talk.move(1, M1)
    assert talk.it.answer is None
    assert talk.it.phase is Phase.ASKED


@pytest.mark.parametrize("decision_id", [0, 2, 2**64 - 1])
def test_info_on_what_was_never_asked_is_a_fault(decision_id: int) -> None:
    talk = Talk(Phase.ASKED)
    talk.say(info=engine_pb2.Info(match_id=M1, decision_id=decision_id))
    assert talk.fault == UNKNOWN


def test_info_on_a_decision_just_answered_is_late_and_no_fault() -> None:
    talk = Talk(Phase.ASKED)
    talk.move()
    assert talk.say(info=engine_pb2.Info(match_id=M1, decision_id=1))
    assert len(talk.ear.late_ones) == 1


def chat(talk: Talk, messages: int) -> None:
    for _ in range(messages):
        talk.say(log=engine_pb2.Log(text="."))


def test_a_thousand_unasked_messages_a_second_are_borne_and_no_more() -> None:
    talk = Talk(Phase.ASKED)
    talk.now_us = 5_000_000
    chat(talk, MOST_UNASKED_PER_S)
    talk.now_us = 6_000_000
    chat(talk, MOST_UNASKED_PER_S)
    assert talk.fault is None
    chat(talk, 1)
    assert talk.fault == game_pb2.FAULT_KIND_FLOOD


def test_answers_are_no_flood_however_many() -> None:
    talk = Talk(Phase.WATCHING)
    for number in range(1, 3 * MOST_UNASKED_PER_S):
        talk.ask(number)
        assert talk.move(number)


def test_many_bytes_for_one_decision_are_a_flood_but_each_decision_may_have_some() -> None:
    talk = Talk(Phase.WATCHING)
    big = engine_pb2.Log(text="x" * 1_000_000)
    for number in range(1, 5):
        talk.ask(number)
        for _ in range(3):
            talk.say(log=big)
        talk.move(number)
    assert talk.fault is None
    talk.ask(5)
    for _ in range(5):
        talk.say(log=big)
    assert talk.fault == game_pb2.FAULT_KIND_FLOOD


def test_size_is_checked_before_anything_is_read() -> None:
    talk = Talk(Phase.ASKED)
    assert not talk.it.received(b"\0" * (MAX_MESSAGE_BYTES + 1), 0)
    assert talk.fault == game_pb2.FAULT_KIND_OVERSIZE


def test_after_a_fault_nothing_is_heard() -> None:
    talk = Talk(Phase.ASKED)
    talk.it.received(b"\xff", 0)
    changes = talk.ear.changes
    assert not talk.move()
    assert talk.it.answer is None
    assert talk.ear.changes == changes


_messages = st.one_of(
    st.binary(max_size=60),
    st.builds(
        lambda fields: engine_pb2.PlayRequest(**fields).SerializeToString(),
        st.sampled_from([*SAYINGS.values(), {"move": engine_pb2.Move(decision_id=2**63)}]),
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(TABLE)), st.lists(_messages, max_size=12))
def test_whatever_an_engine_sends_is_a_fault_or_harmless(phase: Phase, said: list[bytes]) -> None:
    talk = Talk(phase)
    for data in said:
        heard = talk.it.received(data, talk.now_us)
        assert heard == (talk.it.fault is None)
        if talk.it.fault is not None:
            assert talk.it.phase is Phase.ENDED
