"""A seat played back: what is the same, what differs, and every way to be at fault."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from podesta.v1 import engine_pb2, game_pb2, match_pb2, transcript_pb2

from arena.debug.engine_link import EngineLink
from arena.debug.play_back import Comparison, PlayBack
from arena.debug.seat_script import AnswerKind, Question, seat_script
from arena.debug.transcript import TRANSCRIPT_FORMAT, encode_transcript, read_transcript
from referee.errors import EngineFault
from referee.launcher.fake import FakeLauncher
from referee.time_source import FakeTimeSource
from tests.arena.cli.command_line import podesta
from tests.zoo.wire import Wire, dial

BASE = ("--deal", "played-back", "--city", "ABBAAB", "--opening-plies", "16", "--isolation", "none")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What seat 1 saw of a match between random bots; it wished neither events nor moves."""
    folder = tmp_path_factory.mktemp("seen")
    done = podesta("debug", "trace", "bologna", "random", "random", *BASE, "--output", folder)
    assert done.returncode == 0, done.stderr
    return folder / "seat-1.transcript"


def questions(file: Path) -> list[Question]:
    script = seat_script(read_transcript(file).messages, 1)
    return [step for step in script if isinstance(step, Question)]


# --- with real bots ------------------------------------------------------------------------------


def test_the_same_bot_does_the_same(file: Path) -> None:
    done = podesta("debug", "play-back", file, "random")
    assert done.returncode == 0, done.stdout + done.stderr
    *lines, summary = done.stdout.splitlines()
    assert len(lines) > 5
    assert all(" as recorded  (" in line for line in lines)
    assert summary == f"{len(lines)} decisions: {len(lines)} as recorded, 0 different, 0 faults"


def test_another_bot_differs_and_can_be_followed_to_the_end(file: Path) -> None:
    stopped = podesta("debug", "play-back", file, "random:seed=5", "--json")
    assert stopped.returncode == 1
    first, summary = map(json.loads, stopped.stdout.splitlines())
    assert first["same"] is False
    assert first["now"]["fault"] is None
    assert summary["summary"]["different"] == 1
    on = podesta("debug", "play-back", file, "random:seed=5", "--json", "--keep-going")
    *lines, summary = map(json.loads, on.stdout.splitlines())
    recorded = [line["recorded"]["move"] for line in lines]
    asked = [question.decide.ply for question in questions(file)]
    assert [line["ply"] for line in lines] == asked
    assert all(recorded)
    assert summary["summary"]["decisions"] == len(asked)
    assert on.returncode == 1


def test_it_ends_where_it_is_told_and_draws_the_position(file: Path) -> None:
    whole = podesta("debug", "play-back", file, "random", "--json").stdout.splitlines()
    ply = json.loads(whole[2])["ply"]
    done = podesta("debug", "play-back", file, "random", "--until", ply)
    assert done.returncode == 0
    assert "influence" in done.stdout
    assert f"ply {ply}, decision 3" in done.stdout
    assert done.stdout.endswith("3 decisions: 3 as recorded, 0 different, 0 faults\n")


def test_a_bot_that_does_not_start_is_told(file: Path) -> None:
    done = podesta("debug", "play-back", file, "{python} -c 'raise SystemExit(\"no idea\")'")
    assert done.returncode == 4
    assert "the bot did not start: the process ended with exit status 1" in done.stdout
    assert "  | no idea" in done.stdout


def test_options_that_the_bot_does_not_have_are_told(file: Path) -> None:
    done = podesta("debug", "play-back", file, "random:depth=3")
    assert done.returncode == 4
    assert "depth" in done.stdout


def test_a_transcript_that_was_cut_short_is_played_as_far_as_it_goes(
    file: Path, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.transcript"
    cut.write_bytes(file.read_bytes()[:-200])
    done = podesta("debug", "play-back", cut, "random")
    assert done.returncode == 0, done.stdout
    assert "the transcript is cut short" in done.stderr
    shown = podesta("debug", "show", cut, "--kind", "hello")
    assert shown.returncode == 1
    assert len(shown.stdout.splitlines()) == 1


@pytest.mark.parametrize("command", ["play-back", "show"])
def test_files_that_are_no_transcripts_are_refused(command: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"something else")
    words = ["random"] if command == "play-back" else []
    for path in (other, tmp_path / "none"):
        done = podesta("debug", command, path, *words)
        assert done.returncode == 2
        assert str(path) in done.stderr
        assert done.stdout == ""


def test_a_game_that_is_not_known_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x"
    header = transcript_pb2.TranscriptHeader(format=TRANSCRIPT_FORMAT, game="chess")
    path.write_bytes(encode_transcript(header, []))
    done = podesta("debug", "play-back", path, "random")
    assert done.returncode == 2
    assert "no rules here for 'chess'" in done.stderr


# --- with bots in this process: every way to go wrong --------------------------------------------

Behaviour = Callable[[Wire, engine_pb2.Decide], Awaitable[None]]


def played_back(
    file: Path,
    behaviour: Behaviour,
    *,
    keep_going: bool = False,
    until: int | None = None,
    **hello: object,
) -> list[Comparison]:
    """All comparisons; the recorded answers are those of `random`."""

    async def program(environment: Mapping[str, str]) -> None:
        async with dial(environment=environment) as wire:
            await wire.hello(**hello)
            while True:
                response = await wire.hear()
                kind = response.WhichOneof("message")
                if kind == "new_match":
                    await wire.ready(response.new_match)
                elif kind == "decide":
                    await behaviour(wire, response.decide)
                elif kind == "goodbye":
                    return

    async def run() -> list[Comparison]:
        spec = match_pb2.EngineSpec(id="x", name="x", command=["x"])
        script = seat_script(read_transcript(file).messages, 1)
        async with EngineLink(spec, launcher=FakeLauncher({"x": program})) as link:
            await link.start(10_000_000)
            play = PlayBack(link, script, keep_going=keep_going, until=until)
            return [compared async for compared in play.play()]

    return asyncio.run(run())


def recorded_moves(file: Path) -> dict[int, str]:
    return {asked.decide.decision_id: asked.tries[0].answer.text for asked in questions(file)}


def test_an_illegal_move_is_judged_without_the_list_of_legal_ones(file: Path) -> None:
    async def answer(wire: Wire, decide: engine_pb2.Decide) -> None:
        await wire.answer(decide, text="t6@9:z9")

    (compared,) = played_back(file, answer)
    assert not compared.decide.legal_moves
    assert compared.now.kind is AnswerKind.MOVE
    assert compared.now.fault in (
        game_pb2.FAULT_KIND_ILLEGAL_MOVE,
        game_pb2.FAULT_KIND_UNREADABLE_MOVE,
    )
    assert compared.now.detail


def test_a_text_is_the_same_move_as_an_index(file: Path) -> None:
    moves = recorded_moves(file)

    async def answer(wire: Wire, decide: engine_pb2.Decide) -> None:
        await wire.say(log=engine_pb2.Log(text="thinking"))
        await wire.answer(decide, text=moves[decide.decision_id])

    compared = played_back(file, answer)
    assert len(compared) == len(moves)
    assert all(one.same and not one.now.wrong for one in compared)


def test_a_crash_ends_it_even_for_who_keeps_going(file: Path) -> None:
    async def answer(wire: Wire, decide: engine_pb2.Decide) -> None:
        raise RuntimeError("no idea")

    (compared,) = played_back(file, answer, keep_going=True)
    assert (compared.now.kind, compared.now.fault) == (
        AnswerKind.CRASHED,
        game_pb2.FAULT_KIND_CRASH,
    )
    assert "exit status 1" in compared.now.detail


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"decision_id": 99}, game_pb2.FAULT_KIND_UNKNOWN_DECISION),
        ({"match_id": "other"}, game_pb2.FAULT_KIND_UNKNOWN_DECISION),
        ({"text": ""}, game_pb2.FAULT_KIND_UNREADABLE_MOVE),
    ],
)
def test_answers_to_something_else_are_faults(
    file: Path, said: dict[str, object], fault: game_pb2.FaultKind
) -> None:
    async def answer(wire: Wire, decide: engine_pb2.Decide) -> None:
        await wire.answer(decide, **({"text": "pass"} | said))

    (compared,) = played_back(file, answer)
    assert compared.now.fault == fault


def test_bytes_that_are_no_message_are_a_fault(file: Path) -> None:
    async def answer(wire: Wire, decide: engine_pb2.Decide) -> None:
        await wire.raw(b"\xff\xff")

    (compared,) = played_back(file, answer)
    assert (compared.now.kind, compared.now.wrong) == (AnswerKind.NONSENSE, True)


def test_who_gives_up_differs(file: Path) -> None:
    async def answer(wire: Wire, decide: engine_pb2.Decide) -> None:
        await wire.say(resign=engine_pb2.Resign(match_id=decide.match_id))

    (compared,) = played_back(file, answer)
    assert (compared.now.kind, compared.now.wrong, compared.same) == (
        AnswerKind.RESIGNED, False, False,
    )  # fmt: skip


def test_silence_is_a_fault_when_the_recorded_time_is_over(file: Path) -> None:
    time = FakeTimeSource()

    async def program(environment: Mapping[str, str]) -> None:
        async with dial(environment=environment) as wire:
            await wire.hello()
            match = await wire.wait_for("new_match")
            await wire.ready(match)
            await wire.wait_for("decide")
            time.jump(3_600_000_000)
            await wire.wait_for("goodbye")

    async def run() -> list[Comparison]:
        spec = match_pb2.EngineSpec(id="x", name="x", command=["x"])
        script = seat_script(read_transcript(file).messages, 1)
        link = EngineLink(spec, launcher=FakeLauncher({"x": program}), time=time)
        async with link:
            await link.start(10_000_000)
            return [compared async for compared in PlayBack(link, script).play()]

    (compared,) = asyncio.run(run())
    assert compared.now.kind is AnswerKind.SILENT
    assert compared.now.fault == game_pb2.FAULT_KIND_TIMEOUT
    assert "no answer within" in compared.now.detail


def test_who_is_never_ready_did_not_start(file: Path) -> None:
    async def program(environment: Mapping[str, str]) -> None:
        async with dial(environment=environment) as wire:
            await wire.begin()

    async def run() -> None:
        spec = match_pb2.EngineSpec(id="x", name="x", command=["x"])
        script = seat_script(read_transcript(file).messages, 1)
        async with EngineLink(spec, launcher=FakeLauncher({"x": program})) as link:
            await link.start(10_000_000)
            async for _ in PlayBack(link, script).play():
                raise AssertionError("it was asked")

    with pytest.raises(EngineFault, match="ended before it was ready"):
        asyncio.run(run())


def test_a_position_that_makes_no_sense_is_told_and_not_drawn(file: Path, tmp_path: Path) -> None:
    """A transcript may come from anybody."""
    transcript = read_transcript(file)
    changed = []
    for message in transcript.messages:
        response = engine_pb2.PlayResponse.FromString(message.to_engine)
        if response.HasField("decide"):
            response.decide.observation.public.value += b"\x0a\x01\xff"
            message.to_engine = response.SerializeToString()
        changed.append(message)
    evil = tmp_path / "evil.transcript"
    evil.write_bytes(encode_transcript(transcript.header, changed))
    whole = podesta("debug", "play-back", evil, "random:seed=5")
    assert whole.returncode in (1, 3)
    assert "contradicts itself and can't be drawn" in whole.stdout
    assert "bug" not in whole.stderr


def test_nothing_is_told_but_what_was_told_then(file: Path) -> None:
    """The clocks, the seed, the observations: byte by byte."""
    heard: list[engine_pb2.PlayResponse] = []

    async def program(environment: Mapping[str, str]) -> None:
        async with dial(environment=environment) as wire:
            await wire.hello(omit_events=True, omit_legal_moves=True)
            moves = recorded_moves(file)
            while True:
                response = await wire.hear()
                heard.append(response)
                kind = response.WhichOneof("message")
                if kind == "new_match":
                    await wire.ready(response.new_match)
                elif kind == "decide":
                    await wire.answer(response.decide, text=moves[response.decide.decision_id])
                elif kind == "goodbye":
                    return

    async def run() -> None:
        spec = match_pb2.EngineSpec(id="x", name="x", command=["x"])
        script = seat_script(read_transcript(file).messages, 1)
        async with EngineLink(spec, launcher=FakeLauncher({"x": program})) as link:
            await link.start(10_000_000)
            async for _ in PlayBack(link, script).play():
                pass

    asyncio.run(run())
    told = [
        engine_pb2.PlayResponse.FromString(message.to_engine)
        for message in read_transcript(file).messages
        if message.HasField("to_engine")
    ]
    kinds = [response.WhichOneof("message") for response in heard]
    assert kinds == [response.WhichOneof("message") for response in told]
    assert heard[1:-1] == told[1:-1]
