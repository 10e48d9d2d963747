"""All that an engine can send: bytes, messages, answers, and coming and going."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from podesta.v1 import engine_pb2, game_pb2

from referee.answer_reading import read_answer
from referee.conversation import MAX_MESSAGE_BYTES, Conversation, Phase, SeatEar
from referee.errors import EngineFault
from referee.games import SeededChance, game_names, load_game
from referee.returning_conversation import ReturningConversation
from referee.time_source import FakeTimeSource
from referee.transport.engine_stream import WriteStamp
from tests.fuzz.bounds import fuzzed
from tests.fuzz.made_by_chance import damaged, disturbed, messages, texts

MATCH = "m1"
HELLO = engine_pb2.PlayRequest(
    hello=engine_pb2.Hello(protocol_version=1, name="bot", games=["bologna"])
)
READY = engine_pb2.PlayRequest(ready=engine_pb2.Ready(match_id=MATCH))
MOVE = engine_pb2.PlayRequest(move=engine_pb2.Move(match_id=MATCH, decision_id=1, text="t1"))
INFO = engine_pb2.PlayRequest(info=engine_pb2.Info(match_id=MATCH, decision_id=1))
RESIGN = engine_pb2.PlayRequest(resign=engine_pb2.Resign(match_id=MATCH))
LOG = engine_pb2.PlayRequest(log=engine_pb2.Log(text="x"))
RIGHT = (HELLO, READY, MOVE, INFO, RESIGN, LOG)

requests = st.one_of(
    st.sampled_from(RIGHT).flatmap(disturbed),
    st.sampled_from(RIGHT),
    messages(engine_pb2.PlayRequest),
).map(lambda request: request.SerializeToString())
raw = st.one_of(
    requests,
    requests.flatmap(lambda data: damaged(data) if data else st.just(data)),
    st.binary(max_size=200),
    st.just(b"\0" * (MAX_MESSAGE_BYTES + 1)),
)


class Stream:
    """Takes what the referee says."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def send(self, data: bytes, stamp: WriteStamp | None = None) -> None:
        self.sent.append(data)

    async def drained(self) -> None:
        return


class Ear(SeatEar):
    def __init__(self) -> None:
        self.lines = 0

    def logged(self, text: str) -> None:
        self.lines += 1


def step(talk: Conversation, number: int) -> None:
    """Something that a referee does between two messages."""
    if number == 0 and talk.phase is Phase.IDLE:
        talk.begin_match(engine_pb2.NewMatch(match_id=MATCH), Ear())
    elif number == 1 and talk.phase is Phase.WATCHING:
        talk.ask(b"", talk._decision_id + 1, WriteStamp())
    elif number == 2 and talk.phase in (Phase.WATCHING, Phase.ASKED):
        talk.close_decision()
    elif number == 3:
        talk.end_match(engine_pb2.PlayResponse(match_over=engine_pb2.MatchOver(match_id=MATCH)))
    elif number == 4 and talk.answer is not None:
        talk.reopen()


@fuzzed(4)
@given(st.lists(st.one_of(raw, st.integers(0, 4)), max_size=30))
def test_whatever_comes_is_judged(said: list[bytes | int]) -> None:
    talk, stream = Conversation(), Stream()
    talk.opened(stream)  # type: ignore[arg-type]
    for number, one in enumerate([HELLO.SerializeToString(), *said]):
        if isinstance(one, int):
            step(talk, one)
            continue
        goes_on = talk.received(one, number)
        assert goes_on is (talk.fault is None)
        if talk.fault is not None:
            assert talk.phase is Phase.ENDED
            assert 0 < len(talk.fault.detail) < 1_000
    assert len(talk._earlier) <= 64


@fuzzed(4)
@given(st.lists(st.one_of(raw, st.integers(0, 8)), max_size=40))
def test_whoever_comes_back_and_goes_is_judged(said: list[bytes | int]) -> None:
    async def play() -> None:
        time = FakeTimeSource()
        talk = ReturningConversation(time, 1_000)
        talk.opened(Stream())  # type: ignore[arg-type]
        talk.received(HELLO.SerializeToString(), 0)
        step(talk, 0)
        talk.received(READY.SerializeToString(), 0)
        for one in said:
            if isinstance(one, bytes):
                talk.received(one, time.now_us())
            elif one == 5:
                if talk.phase is not Phase.ENDED:
                    talk.closed("broken")
            elif one == 6:
                if talk.takes_another():
                    talk.opened(Stream())  # type: ignore[arg-type]
            elif one == 7:
                time.jump(600)
                await asyncio.sleep(0)
            elif one == 8:
                talk.received(HELLO.SerializeToString(), time.now_us())
                talk.received(READY.SerializeToString(), time.now_us())
            else:
                step(talk, one)
            assert talk.is_away is False or talk.phase is not Phase.ASKED
        time.jump(2_000)
        await asyncio.sleep(0)
        # Nobody is away for ever.
        assert not talk.is_away or talk.phase is Phase.ENDED

    asyncio.run(play())


@pytest.mark.parametrize("name", game_names())
@fuzzed()
@given(data=st.data())
def test_every_answer_is_a_legal_move_or_a_fault(name: str, data: st.DataObject) -> None:
    game = load_game(name)
    seats = game.default_seats
    state = game.initial_state(
        game.parse_options({}, seats),
        seats,
        SeededChance(data.draw(st.binary(min_size=32, max_size=32))),
    )
    legal = state.legal_texts()
    near = st.sampled_from(legal).flatmap(
        lambda text: damaged(text.encode()).map(lambda b: b.decode("utf-8", "replace"))
    )
    answers: st.SearchStrategy[Any] = st.one_of(
        texts.map(lambda text: {"text": text}),
        near.map(lambda text: {"text": text}),
        st.sampled_from(legal).map(lambda text: {"text": text}),
        st.integers(0, 2**32 - 1).map(lambda index: {"index": index}),
        st.just({}),
    )
    answer = engine_pb2.Move(**_sound(data.draw(answers)))
    fault = None
    try:
        move = read_answer(answer, game, state, len(legal))
    except EngineFault as found:
        fault = found
    if fault is None:
        assert str(move) in legal
    else:
        assert fault.kind in (
            game_pb2.FAULT_KIND_ILLEGAL_MOVE,
            game_pb2.FAULT_KIND_UNREADABLE_MOVE,
        )
        assert len(fault.detail) < 5_000


def _sound(fields: dict[str, Any]) -> dict[str, Any]:
    if "text" in fields:
        # protobuf lets no half of a surrogate pair through.
        fields["text"] = fields["text"].encode("utf-8", "replace").decode()
    return fields
