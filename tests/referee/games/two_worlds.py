"""Two worlds: positions that differ only in what a viewer may not know must look the same to it.

A second world comes from `resample`. Whatever reaches a viewer, a seat or (None) a spectator, is
compared byte by byte. After one more move the events are compared too, wherever both worlds still
look alike to the viewer: a card that the move turned up may tell them apart, events may not. The
same move is also made with other chance, since a card that it deals hides nothing from the
position before.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from google.protobuf.message import Message

from referee.games import AnyGame, AnyState, Event, Move, SeededChance

__all__ = [
    "Tally",
    "Viewer",
    "compare",
    "compare_told_moves",
    "differences",
    "seen_by",
    "twin_of",
    "viewers",
]

Viewer = int | None
"""A seat, or None for spectators."""


@dataclass
class Tally:
    """What was compared, and every difference found, as one line each."""

    positions: int = 0
    worlds_apart: int = 0
    """Second worlds that really differed from the first."""

    events_compared: int = 0
    told_moves: int = 0
    """Moves whose texts for spectators were compared with those of moves that look the same."""

    leaks: list[str] = field(default_factory=list)


def viewers(seats: int) -> list[Viewer]:
    """All seats and the spectators."""
    return [*range(seats), None]


def packed(message: Message | None) -> bytes:
    """The bytes that travel."""
    return b"" if message is None else message.SerializeToString(deterministic=True)


def twin_of(state: AnyState, viewer: Viewer, seats: int, chance: SeededChance) -> AnyState:
    """A second world for a viewer; for spectators everything hidden from any seat is drawn anew."""
    if viewer is not None:
        return state.resample(viewer, chance)
    for seat in range(seats):
        state = state.resample(seat, chance)
    return state


Seen = dict[str, object]
"""What reaches somebody, by name."""


def seen_by_all(state: AnyState) -> Seen:
    """What reaches every viewer of this position."""
    return {
        "public": packed(state.public()),
        "to_act": state.to_act,
        "decision": state.decision,
        "turn": state.turn,
        "turn_seat": state.turn_seat,
        "outcome": state.outcome(),
    }


def seen_by(
    state: AnyState, viewer: Viewer, moves: Iterable[Move] = (), common: Seen | None = None
) -> Seen:
    """Everything that reaches a viewer; `common` is what `seen_by_all` gave of this position.

    The seat to act also gets its legal moves, and what it is told about each of `moves`. How many
    moves another seat has may follow from its hidden cards, and is told to nobody else.
    """
    seen = dict(seen_by_all(state) if common is None else common)
    seen["private"] = packed(state.private(viewer)) if viewer is not None else b""
    if viewer is not None and state.to_act == viewer:
        seen["legal_count"] = state.legal_count()
        seen["legal_texts"] = state.legal_texts()
        seen["reasons"] = [state.validate(move) for move in moves]
    return seen


def differences(one: Seen, other: Seen) -> list[str]:
    """Names of what differs."""
    return [name for name in one | other if one.get(name) != other.get(name)]


def visible(events: Iterable[Event], viewer: Viewer) -> list[bytes]:
    """The events of this viewer, packed."""
    return [
        event.message.DESCRIPTOR.full_name.encode() + packed(event.message)
        for event in events
        if event.audience is None or viewer in event.audience
    ]


def compare(state: AnyState, seats: int, rng: Random, moves: list[Move], tally: Tally) -> Move:
    """Compare one position with a second world for every viewer.

    Returns the move that was tried in both, for the caller to play on.
    """
    tally.positions += 1
    move: Move = state.legal_move(rng.randrange(state.legal_count()))
    digest = state.digest()
    stream = b"%d" % rng.getrandbits(64)
    after, events, drawn = _after(state, move, stream)
    before_all, after_all = seen_by_all(state), seen_by_all(after)
    if drawn:
        luck, luck_events, _ = _after(state, move, stream + b" other")
        luck_all = seen_by_all(luck)
        tally.leaks += [
            f"viewer {viewer}, {state.decision}: events"
            for viewer in viewers(seats)
            if visible(events, viewer) != visible(luck_events, viewer)
            and not differences(
                seen_by(after, viewer, (), after_all), seen_by(luck, viewer, (), luck_all)
            )
        ]
    for viewer in viewers(seats):
        twin = twin_of(state, viewer, seats, SeededChance(b"%d" % rng.getrandbits(64)))
        tally.worlds_apart += twin.digest() != digest
        found = differences(seen_by(state, viewer, moves, before_all), seen_by(twin, viewer, moves))
        tally.leaks += [f"viewer {viewer}, {state.decision}: {name}" for name in found]
        if found or twin.validate(move) is not None:
            continue
        twin_after, twin_events, _ = _after(twin, move, stream)
        if differences(seen_by(after, viewer, (), after_all), seen_by(twin_after, viewer)):
            continue
        tally.events_compared += 1
        if visible(events, viewer) != visible(twin_events, viewer):
            tally.leaks.append(f"viewer {viewer}, {state.decision}: events")
    return move


def compare_told_moves(state: AnyState, game: AnyGame, rng: Random, tally: Tally) -> None:
    """What spectators are told of moves must not tell apart what looks the same to them.

    Legal moves of a position, some of each first word, are made with the same chance. All that look
    the same afterwards, in public position and events, but are not, must be told in the same words.
    """
    by_word: dict[str, list[Move]] = {}
    for move in state.legal_moves():
        by_word.setdefault(str(move).partition(" ")[0], []).append(move)
    stream = b"%d" % rng.getrandbits(64)
    told: dict[tuple[object, ...], set[tuple[bytes, str | None]]] = {}
    for moves in by_word.values():
        for move in rng.sample(moves, min(4, len(moves))):
            after, events, _ = _after(state, move, stream)
            seen = (*seen_by_all(after).values(), *visible(events, None))
            told.setdefault(seen, set()).add((after.digest(), game.public_move(move)))
            tally.told_moves += 1
    if any(
        one[0] != other[0] and one[1] != other[1]
        for alike in told.values()
        for one, other in combinations(alike, 2)
    ):
        tally.leaks.append(f"viewer None, {state.decision}: told moves")


def _after(state: AnyState, move: Move, stream: bytes) -> tuple[AnyState, list[Event], bool]:
    """The position after a move, what happened, and whether chance had a part in it."""
    events: list[Event] = []
    chance = SeededChance(stream)
    after = state.clone()
    after.apply(move, chance, events)
    return after, events, bool(chance.draws)


def walk(
    state: AnyState, seats: int, rng: Random, share: float, tally: Tally
) -> Iterator[AnyState]:
    """Play a random match and compare about this share of its positions; yields each position."""
    seen_moves: dict[str, Move] = {}
    chance = SeededChance(b"%d" % rng.getrandbits(64))
    while state.to_act is not None:
        yield state
        for move in state.legal_moves()[:3]:
            seen_moves.setdefault(str(move), move)
        if rng.random() < share:
            others = rng.sample(sorted(seen_moves), min(8, len(seen_moves)))
            move = compare(state, seats, rng, [seen_moves[text] for text in others], tally)
        else:
            move = state.legal_move(rng.randrange(state.legal_count()))
        state.apply(move, chance)
