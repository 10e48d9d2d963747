"""Steps about the engine's own options: how they are declared, set, and refused."""

from collections.abc import Iterator

from podesta.v1 import game_pb2

from arena.check.bench import Bench
from arena.check.engine_run import EngineRun
from arena.check.step import Step
from arena.check.verdict import DoesNotApply, StepFailed
from arena.terminal.printable import printable
from referee.engine_options import option_problems

__all__ = ["STEPS"]

_SAYS = "What the bot says"
_LARGEST_TRIED = 1_000_000
"""Ends of ranges beyond are not tried: they may stand for more memory than there is."""
_FAR = 1_000_000_000
_UNKNOWN = "no_such_option_of_any_engine"
_NUMERIC = (game_pb2.OPTION_TYPE_INTEGER, game_pb2.OPTION_TYPE_NUMBER)


async def _declarations(bench: Bench) -> None:
    declared = _declared(bench)
    names = [option.name for option in declared]
    for option in declared:
        name = printable(option.name, 60)
        if not option.name:
            raise StepFailed("an option has no name")
        if names.count(option.name) > 1:
            raise StepFailed(f"option {name} is declared twice")
        if option.type == game_pb2.OPTION_TYPE_CHOICE and not option.choices:
            raise StepFailed(f"option {name} is a choice of nothing")
        if option.HasField("min") and option.HasField("max") and option.min > option.max:
            raise StepFailed(f"option {name}: its least value is above its greatest")
        problems = option_problems([option], {option.name: option.default_value})
        if problems:
            raise StepFailed(f"its own default is refused: {printable(problems[0], 200)}")
        if option.type == game_pb2.OPTION_TYPE_UNSPECIFIED:
            bench.advise(f"option {name} has no type and counts as a text")
        if not option.help:
            bench.advise(f"option {name} says nothing of what it does")
    bench.note(f"{len(declared)}: {printable(', '.join(names), 200)}")


async def _values(bench: Bench) -> None:
    declared = _declared(bench)
    tried = 0
    plans = [(option.name, value) for option in declared for value in _good_values(option)]
    for name, value in plans:
        tried += 1
        bench.progress(f"option {tried} of {len(plans)}")
        async with bench.welcomed() as run:
            match = bench.match(run, options=[(name, value)])
            try:
                await match.begin()
                await match.play()
            except StepFailed as failed:
                raise StepFailed(
                    f"option {printable(name, 60)} = {printable(value, 60)!r}: {failed}",
                    failed.exchange,
                ) from None
    bench.note(f"{tried} matches, a value each")


async def _unknown_option(bench: Bench) -> None:
    async with bench.welcomed() as run:
        match = bench.match(run, options=[(_UNKNOWN, "1")])
        run.announce(match.new_match)
        await _takes_or_leaves(bench, run, f"an option {_UNKNOWN}")


async def _bad_values(bench: Bench) -> None:
    tried = 0
    for option in _declared(bench):
        for value in _bad_values_of(option):
            tried += 1
            async with bench.welcomed() as run:
                match = bench.match(run, options=[(option.name, value)])
                run.announce(match.new_match)
                what = f"{printable(option.name, 60)} = {value!r}"
                if await _takes_or_leaves(bench, run, what):
                    bench.advise(f"it took {what} without a word")
    if not tried:
        raise DoesNotApply("none of its options has values that are wrong")


async def _takes_or_leaves(bench: Bench, run: EngineRun, what: str) -> bool:
    """Whether it says Ready; where it leaves instead, it should say why.

    Raises StepFailed where it does neither.
    """
    talk = run.conversation
    try:
        await run.wait(lambda: talk.ready or run.gone, bench.settings.limit_us, "ready nor end")
    except StepFailed as failed:
        raise StepFailed(f"given {what}: {failed}", failed.exchange) from None
    if talk.ready:
        return True
    exited = await run.leaves()
    if exited is None:
        raise await run.failure(f"given {what}, it closed its stream and still runs")
    printed = await run.printed()
    if exited.signal is not None:
        bench.advise(f"given {what}, it {exited}")
    elif not (printed.stderr + printed.stdout).strip():
        bench.advise(f"given {what}, it left without a word")
    return False


def _declared(bench: Bench) -> list[game_pb2.OptionDeclaration]:
    assert bench.hello is not None, "the walk begins with Hello"
    if not bench.hello.options:
        raise DoesNotApply("it declares no options")
    return list(bench.hello.options)


def _good_values(option: game_pb2.OptionDeclaration) -> Iterator[str]:
    """The default, every choice, and both ends of a range that are not too far out."""
    values = [option.default_value, *option.choices]
    if option.type == game_pb2.OPTION_TYPE_BOOLEAN:
        values += ["false", "true"]
    elif option.type in _NUMERIC:
        for end in ("min", "max"):
            bound = getattr(option, end)
            if option.HasField(end) and abs(bound) <= _LARGEST_TRIED:
                values.append(_written(option, bound))
    yield from dict.fromkeys(values)


def _bad_values_of(option: game_pb2.OptionDeclaration) -> Iterator[str]:
    """A text of the wrong type, and one beyond each end of a range."""
    if option.type == game_pb2.OPTION_TYPE_BOOLEAN:
        yield "maybe"
    elif option.type == game_pb2.OPTION_TYPE_CHOICE:
        yield "none of these"
    elif option.type in _NUMERIC:
        yield "many"
        if option.HasField("min"):
            yield _written(option, option.min - _FAR)
        if option.HasField("max"):
            yield _written(option, option.max + _FAR)


def _written(option: game_pb2.OptionDeclaration, value: float) -> str:
    return str(int(value)) if option.type == game_pb2.OPTION_TYPE_INTEGER else repr(value)


STEPS = (
    Step(
        "options-declared",
        "declares options that are sound in themselves",
        _SAYS,
        _declarations,
        plays=False,
    ),
    Step("options-set", "plays with every value that it declares", _SAYS, _values),
    Step(
        "unknown-option",
        "stands, or leaves for, an option that it does not have",
        _SAYS,
        _unknown_option,
    ),
    Step("bad-options", "refuses values that its options can't have", _SAYS, _bad_values),
)
