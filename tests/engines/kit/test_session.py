"""The whole conversation, with each of the three kinds of bot."""

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from podesta.bologna.v1 import bologna_pb2
from podesta.v1 import engine_pb2, game_pb2

from engines.kit import (
    Answer,
    Bot,
    BotError,
    Choice,
    Evaluation,
    IntegerOption,
    Match,
    NotWelcomeError,
    OptionValueError,
    ProtocolError,
    Resign,
    Result,
    Turn,
)
from tests.engines.kit.conversations import converse
from tests.engines.kit.scripted_referee import (
    MATCH_ID,
    TOKEN,
    Hangup,
    Seat,
    decide,
    new_match,
)


def played(move: str) -> Any:
    message = bologna_pb2.BolognaEvent(played=bologna_pb2.Played(seat=0, move=move))
    packed = engine_pb2.Observe(match_id=MATCH_ID).events.add()
    packed.Pack(message)
    return packed


class Diary(Bot):
    """Writes down all it hears; answers with the first move."""

    games = ("bologna",)

    def __init__(self) -> None:
        self.heard: list[str] = []

    def note_turn(self, turn: Turn) -> str:
        pawn = turn.observation.public.pawn
        self.heard.append(f"choose {turn.decision_id} of {turn.match.id} pawn {pawn}")
        return turn.legal_moves[0]

    def note_match(self, match: Match) -> None:
        self.heard.append(f"match {match.id} seat {match.seat}")

    def note_events(self, events: Sequence[Any]) -> None:
        self.heard.append("events " + " ".join(event.played.move for event in events))

    def note_over(self, result: Result) -> None:
        self.heard.append(f"over {result.match.id} {result.termination} {result.placements}")


class ThreadDiary(Diary):
    def choose(self, turn: Turn) -> Answer:
        return self.note_turn(turn)

    def on_match(self, match: Match) -> None:
        self.note_match(match)

    def on_events(self, events: Sequence[Any]) -> None:
        self.note_events(events)

    def on_over(self, result: Result) -> None:
        self.note_over(result)


class InstantDiary(ThreadDiary):
    instant = True


class AsyncDiary(Diary):
    async def choose(self, turn: Turn) -> Answer:
        await asyncio.sleep(0)
        return self.note_turn(turn)

    async def on_match(self, match: Match) -> None:
        await asyncio.sleep(0)
        self.note_match(match)

    def on_events(self, events: Sequence[Any]) -> None:
        self.note_events(events)

    async def on_over(self, result: Result) -> None:
        await asyncio.sleep(0)
        self.note_over(result)


EVERY_KIND = pytest.mark.parametrize("kind", [ThreadDiary, InstantDiary, AsyncDiary])


@EVERY_KIND
@pytest.mark.parametrize("address", [None, "127.0.0.1:0"])
def test_many_matches_on_one_stream(kind: type[Diary], address: str | None) -> None:
    async def script(seat: Seat) -> None:
        assert seat.token == TOKEN
        hello = await seat.welcome()
        assert (hello.protocol_version, hello.name) == (1, kind.__name__)
        assert list(hello.games) == ["bologna"]
        for match_id in ("m1", "m2"):
            await seat.begin(match_id)
            await seat.send(observe=engine_pb2.Observe(match_id=match_id, events=[played("x")]))
            move = await seat.ask(1, match_id, events=[played("y"), played("z")])
            assert move.text == "a"
            assert move.thinking_us >= 0
            await seat.ask(2, match_id)
            outcome = game_pb2.Outcome(
                seats=[game_pb2.SeatOutcome(placement=2), game_pb2.SeatOutcome(placement=1)]
            )
            await seat.over(match_id, outcome=outcome, events=[played("last")])
        await seat.goodbye()

    bot = kind()
    converse(bot, script, address=address)
    once = [
        "match {} seat 1",
        "events x",
        "events y z",
        "choose 1 of {} pawn -2",
        "choose 2 of {} pawn -2",
        "events last",
        "over {} completed (2, 1)",
    ]
    assert bot.heard == [line.format(m) for m in ("m1", "m2") for line in once]


@EVERY_KIND
def test_the_end_of_the_stream_is_an_orderly_end(kind: type[Diary]) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.ask()

    bot = kind()
    converse(bot, script)
    assert len(bot.heard) == 2


@EVERY_KIND
def test_a_referee_that_vanishes_is_an_orderly_end(
    kind: type[Diary], capfd: pytest.CaptureFixture[str]
) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        raise Hangup

    converse(kind(), script)
    assert "the referee is gone (UNAVAILABLE: the test hangs up)" in capfd.readouterr().err


class Answering(Bot):
    games = ("bologna",)

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, turn: Turn) -> Answer:
        answer: Answer = self.answer
        return answer


class InstantAnswering(Answering):
    instant = True


class AsyncAnswering(Bot):
    games = ("bologna",)

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    async def choose(self, turn: Turn) -> Answer:
        answer: Answer = self.answer
        return answer


EVERY_ANSWERING = pytest.mark.parametrize("kind", [Answering, InstantAnswering, AsyncAnswering])


@EVERY_ANSWERING
def test_every_answer_travels(kind: Any) -> None:
    thought = Evaluation(values=(0.5, -0.5), depth=3, nodes=99, line=("b", "c"), comment="good")

    def sent(answer: Any) -> engine_pb2.PlayRequest:
        requests: list[engine_pb2.PlayRequest | None] = []

        async def script(seat: Seat) -> None:
            await seat.welcome()
            await seat.begin()
            await seat.send(decide=decide())
            requests.append(await seat.receive())
            await seat.over()
            await seat.goodbye()

        converse(kind(answer), script)
        (request,) = requests
        assert request is not None
        return request

    assert sent("b").move.text == "b"
    assert sent(2).move.index == 2
    assert sent(0).move.WhichOneof("choice") == "index"
    assert sent(Choice(1)).move.index == 1
    assert not sent(Choice(1)).move.HasField("evaluation")
    move = sent(Choice("c", thought)).move
    assert (move.text, move.match_id, move.decision_id) == ("c", MATCH_ID, 1)
    assert move.evaluation == thought.to_proto()
    assert sent(Resign()).resign.match_id == MATCH_ID


@EVERY_ANSWERING
@pytest.mark.parametrize("answer", [None, 1.5, True, ("a",), -1, 1 << 32, Choice(None)])  # type: ignore[arg-type]
def test_what_is_no_answer_is_the_bots_error(kind: Any, answer: Any) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide())
        assert await seat.receive() is None

    with pytest.raises(BotError, match="choose gave"):
        converse(kind(answer), script)


class Raising(Bot):
    games = ("bologna",)

    def __init__(self, where: str) -> None:
        self.where = where

    def _raise(self, where: str) -> None:
        if where == self.where:
            raise ZeroDivisionError(where)

    def choose(self, turn: Turn) -> Answer:
        self._raise("choose")
        return 0

    def on_match(self, match: Match) -> None:
        self._raise("on_match")

    def on_events(self, events: Sequence[Any]) -> None:
        self._raise("on_events")

    def on_over(self, result: Result) -> None:
        self._raise("on_over")


class InstantRaising(Raising):
    instant = True


class AsyncRaising(Raising):
    async def choose(self, turn: Turn) -> Answer:  # type: ignore[override]
        await asyncio.sleep(0)
        self._raise("choose")
        return 0


@pytest.mark.parametrize("kind", [Raising, InstantRaising, AsyncRaising])
@pytest.mark.parametrize("where", ["on_match", "choose", "on_events", "on_over"])
def test_what_the_bot_raises_comes_through(kind: type[Raising], where: str) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.send(new_match=new_match())
        if (await seat.receive()) is None:
            return
        await seat.send(decide=decide())
        if (await seat.receive()) is None:
            return
        await seat.send(observe=engine_pb2.Observe(match_id=MATCH_ID, events=[played("x")]))
        await seat.over()
        assert await seat.receive() is None

    with pytest.raises(ZeroDivisionError, match=where):
        converse(kind(where), script)


class Telling(Bot):
    """Says something while it thinks, and goes on only when the referee has heard it."""

    games = ("bologna",)

    def __init__(self) -> None:
        self.go_on = threading.Event()

    def choose(self, turn: Turn) -> Answer:
        assert turn.info(Evaluation(depth=1))
        assert not turn.info(Evaluation(depth=2))
        assert turn.log("a line")
        assert self.go_on.wait(20)
        return Choice(0, Evaluation(depth=3))


def test_info_and_log_go_out_while_a_bot_computes() -> None:
    bot = Telling()

    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide())
        info = await seat.expect("info")
        assert (info.match_id, info.decision_id, info.evaluation.depth) == (MATCH_ID, 1, 1)
        assert (await seat.expect("log")).text == "a line"
        bot.go_on.set()
        assert (await seat.expect("move")).evaluation.depth == 3
        await seat.goodbye()

    converse(bot, script)


class InstantTelling(Bot):
    games = ("bologna",)
    instant = True

    def choose(self, turn: Turn) -> Answer:
        assert turn.info(Evaluation(depth=1))
        assert turn.log("a line")
        return 0


def test_an_instant_bot_tells_with_its_answer_but_before_it() -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide())
        assert (await seat.expect("info")).evaluation.depth == 1
        assert (await seat.expect("log")).text == "a line"
        assert (await seat.expect("move")).index == 0
        await seat.goodbye()

    converse(InstantTelling(), script)


class AsyncTelling(Bot):
    games = ("bologna",)

    def __init__(self) -> None:
        self.go_on: asyncio.Event | None = None

    async def choose(self, turn: Turn) -> Answer:
        self.go_on = asyncio.Event()
        assert turn.info(Evaluation(depth=1))
        await self.go_on.wait()
        return 0


def test_an_asyncio_bot_tells_while_it_waits() -> None:
    bot = AsyncTelling()

    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide())
        await seat.expect("info")
        assert bot.go_on is not None
        bot.go_on.set()
        await seat.expect("move")
        await seat.goodbye()

    converse(bot, script)


class Searching(Bot):
    """Searches in its first match until told to stop; answers at once in the others."""

    games = ("bologna",)

    def __init__(self) -> None:
        self.stopped = 0

    def choose(self, turn: Turn) -> Answer:
        if turn.match.id == MATCH_ID:
            turn.log("searching")
            while not turn.should_stop():
                threading.Event().wait(0.001)
            assert turn.closed
            assert not turn.info(Evaluation())
            assert not turn.log("too late")
            self.stopped += 1
        return 0


class AsyncSearching(Searching):
    async def choose(self, turn: Turn) -> Answer:  # type: ignore[override]
        if turn.match.id == MATCH_ID:
            turn.log("searching")
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                assert turn.closed
                self.stopped += 1
                raise
        return 0


@pytest.mark.parametrize("kind", [Searching, AsyncSearching])
def test_a_search_hears_the_end_of_its_match_and_plays_the_next(kind: type[Searching]) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide())
        await seat.expect("log")
        await seat.over()
        await seat.begin("m2")
        await seat.ask(1, "m2")
        await seat.goodbye()

    bot = kind()
    converse(bot, script)
    assert bot.stopped == 1


@pytest.mark.parametrize("kind", [Searching, AsyncSearching])
def test_a_search_hears_that_the_referee_is_gone(kind: type[Searching]) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide())
        await seat.expect("log")
        raise Hangup

    bot = kind()
    converse(bot, script)
    assert bot.stopped == 1


class Learning(Bot):
    """Answers wrongly until it is told what is right."""

    games = ("bologna",)
    instant = False

    def __init__(self) -> None:
        self.reasons: list[tuple[int | None, str]] = []

    def choose(self, turn: Turn) -> Answer:
        return "wrong" if turn.rejected is None else turn.rejected.expected

    def on_rejected(self, turn: Turn | None, rejected: engine_pb2.Rejected) -> None:
        self.reasons.append((turn.decision_id if turn else None, rejected.reason))


class InstantLearning(Learning):
    instant = True


class AsyncLearning(Learning):
    async def choose(self, turn: Turn) -> Answer:  # type: ignore[override]
        return "wrong" if turn.rejected is None else turn.rejected.expected


@pytest.mark.parametrize("kind", [Learning, InstantLearning, AsyncLearning])
def test_a_rejected_answer_may_be_given_again(
    kind: type[Learning], capfd: pytest.CaptureFixture[str]
) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        assert (await seat.ask()).text == "wrong"
        rejected = engine_pb2.Rejected(
            match_id=MATCH_ID,
            decision_id=1,
            kind=game_pb2.FAULT_KIND_ILLEGAL_MOVE,
            reason="no such place",
            expected="b",
            may_retry=True,
        )
        await seat.send(rejected=rejected)
        assert (await seat.expect("move")).text == "b"
        rejected.may_retry = False
        rejected.reason = "still wrong"
        await seat.send(rejected=rejected)
        rejected.ClearField("decision_id")
        rejected.reason = "a flood"
        await seat.send(rejected=rejected)
        await seat.over()
        await seat.goodbye()

    bot = kind()
    converse(bot, script)
    assert bot.reasons == [(1, "no such place"), (1, "still wrong"), (None, "a flood")]
    err = capfd.readouterr().err
    assert "podesta: rejected (illegal_move): no such place; expected: b" in err


def test_a_rejection_while_the_bot_thinks_asks_it_no_second_time() -> None:
    bot = Telling()
    both_read = asyncio.Event()
    awaited = 0

    def monotonic() -> int:
        nonlocal awaited
        if threading.current_thread() is threading.main_thread():
            awaited -= 1
            if awaited == 0:
                both_read.set()
        return 0

    async def script(seat: Seat) -> None:
        nonlocal awaited
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide())
        await seat.expect("info")
        await seat.expect("log")
        awaited = 2
        await seat.send(
            rejected=engine_pb2.Rejected(match_id=MATCH_ID, decision_id=1, may_retry=True)
        )
        # The reader looks at the clock for each message: at the second, it is done with the first.
        await seat.send(observe=engine_pb2.Observe(match_id=MATCH_ID, events=[played("x")]))
        await both_read.wait()
        bot.go_on.set()
        await seat.expect("move")
        await seat.goodbye()

    converse(bot, script, monotonic=monotonic)


class Optioned(Bot):
    games = ("bologna",)
    depth = IntegerOption(3, "Decisions looked ahead.", least=1, most=8)

    def choose(self, turn: Turn) -> Answer:
        return f"depth {self.depth}"


def test_options_are_set_for_each_match() -> None:
    async def script(seat: Seat) -> None:
        hello = await seat.welcome()
        assert [option.name for option in hello.options] == ["depth"]
        await seat.begin("m1", engine_options={"depth": "5"})
        assert (await seat.ask(1, "m1")).text == "depth 5"
        await seat.over("m1")
        await seat.begin("m2")
        assert (await seat.ask(1, "m2")).text == "depth 3"
        await seat.over("m2")
        await seat.goodbye()

    converse(Optioned(), script)


def test_a_wrong_option_value_ends_the_bot_before_ready() -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.send(new_match=new_match(engine_options={"depth": "9", "dept": "1"}))
        assert await seat.receive() is None

    with pytest.raises(OptionValueError) as caught:
        converse(Optioned(), script)
    assert "no option 'dept' (did you mean 'depth'?); it has depth" in str(caught.value)
    assert "option depth = '9': must be at most 8" in str(caught.value)


def test_a_sync_bot_with_an_async_hook_is_told_so() -> None:
    class Mixed(Bot):
        games = ("bologna",)

        def choose(self, turn: Turn) -> Answer:
            return 0

        async def on_over(self, result: Result) -> None:
            return None

    async def script(seat: Seat) -> None:
        assert await seat.receive() is None

    with pytest.raises(BotError, match="on_over is async, so choose must be async too"):
        converse(Mixed(), script)


def test_a_bot_without_games_is_told_so() -> None:
    class Gameless(Bot):
        def choose(self, turn: Turn) -> Answer:
            return 0

    async def script(seat: Seat) -> None:
        assert await seat.receive() is None

    with pytest.raises(BotError, match="Gameless names no game; set its `games`"):
        converse(Gameless(), script)


@pytest.mark.parametrize(
    ("response", "words"),
    [
        ({"rejected": engine_pb2.Rejected(reason="bad token")}, "does not take.*bad token"),
        ({"goodbye": engine_pb2.Goodbye(reason="full")}, "has no match.*full"),
        ({"welcome": engine_pb2.Welcome(protocol_version=9)}, "version 9, this kit 1"),
    ],
)
def test_not_being_welcome_says_why(response: dict[str, Any], words: str) -> None:
    async def script(seat: Seat) -> None:
        await seat.expect("hello")
        await seat.send(**response)

    with pytest.raises(NotWelcomeError, match=words):
        converse(ThreadDiary(), script)


def test_hanging_up_before_welcome_says_so() -> None:
    async def silent(seat: Seat) -> None:
        await seat.expect("hello")

    async def broken(seat: Seat) -> None:
        await seat.expect("hello")
        raise Hangup

    with pytest.raises(NotWelcomeError, match="hung up without a word"):
        converse(ThreadDiary(), silent)
    with pytest.raises(NotWelcomeError, match="UNAVAILABLE: the test hangs up"):
        converse(ThreadDiary(), broken)


@pytest.mark.parametrize(
    ("responses", "words"),
    [
        ([{"decide": decide()}], "match m1, which is not played"),
        ([{"match_over": engine_pb2.MatchOver(match_id="m9")}], "match m9"),
        ([{"new_match": new_match("m1")}, {"new_match": new_match("m2")}], "while m1 was played"),
        ([{"new_match": new_match("m1")}, {"decide": decide(1, "m2")}], "match m2"),
        ([{"new_match": new_match("m1", game="chess")}], "'chess'.*plays bologna"),
        ([{"welcome": engine_pb2.Welcome()}], "said welcome"),
    ],
)
def test_what_has_no_place_is_the_referees_error(
    responses: list[dict[str, Any]], words: str
) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        for response in responses:
            await seat.send(**response)
        while await seat.receive() is not None:
            pass

    with pytest.raises(ProtocolError, match=words):
        converse(ThreadDiary(), script)


def test_what_is_late_or_from_a_later_protocol_is_dropped(
    capfd: pytest.CaptureFixture[str],
) -> None:
    bot = ThreadDiary()

    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.send()
        await seat.begin("m1")
        await seat.ask(1, "m1")
        await seat.over("m1")
        await seat.send(observe=engine_pb2.Observe(match_id="m1", ply=2))
        await seat.send(decide=decide(2, "m1"))
        await seat.over("m1")
        await seat.begin("m2")
        await seat.send()
        move = await seat.ask(1, "m2")
        assert move.match_id == "m2"
        await seat.send(rejected=engine_pb2.Rejected(match_id="m1", decision_id=1, may_retry=True))
        await seat.ask(2, "m2")
        await seat.over("m2")
        await seat.goodbye()

    converse(bot, script)
    noted = capfd.readouterr().err
    assert noted.count("a late message of match m1 was dropped") == 3
    assert noted.count("something that this kit does not know") == 2


def test_bytes_that_are_no_message_are_the_referees_error() -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.context.write(b"\xff\xff\xff")
        assert await seat.receive() is None

    with pytest.raises(ProtocolError, match="bytes that are no message"):
        converse(ThreadDiary(), script)


class SlowListener(Bot):
    """Still works on what happened when the match ends."""

    games = ("bologna",)

    def __init__(self) -> None:
        self.go_on: asyncio.Event | None = None
        self.heard: list[str] = []

    async def choose(self, turn: Turn) -> Answer:
        self.heard.append("choose")
        return 0

    async def on_match(self, match: Match) -> None:
        self.go_on = asyncio.Event()

    async def on_events(self, events: Sequence[Any]) -> None:
        assert self.go_on is not None
        await self.go_on.wait()
        self.heard.append("events")

    async def on_over(self, result: Result) -> None:
        self.heard.append("over")


def test_a_decision_that_is_over_is_not_asked_and_its_end_cancels_no_hook() -> None:
    bot = SlowListener()

    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide(events=[played("x")]))
        await seat.over()
        await seat.send(goodbye=engine_pb2.Goodbye())
        assert bot.go_on is not None
        bot.go_on.set()
        assert await seat.receive() is None

    converse(bot, script)
    assert bot.heard == ["events", "over"]
