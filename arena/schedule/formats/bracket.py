"""The shape of a bracket: who meets whom if nobody is known yet but the seeds.

Single elimination halves the field each round. Double elimination sends the losers of the winners'
side (W) to the losers' side (L), where the next loss is the last, and the two survivors to the
final (F), which is played again if it gives the survivor of the winners' side its first loss.
"""

from dataclasses import dataclass
from enum import Enum, auto

__all__ = ["Node", "Source", "SourceKind", "bracket", "bracket_size", "seed_places"]


class SourceKind(Enum):
    """Where a participant comes from."""

    SEED = auto()
    WINNER = auto()
    LOSER = auto()


@dataclass(frozen=True, slots=True)
class Source:
    """The seed of that number (from 1), or who won or lost the node of that label."""

    kind: SourceKind
    seed: int = 0
    node: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A place where two meet. `label` is `side/round/number`."""

    label: str
    stage: str
    sources: tuple[Source, Source]
    replay: bool = False
    """The second final: played only if the first one was lost by who came without a loss."""


def bracket_size(engines: int) -> int:
    """The power of two that holds so many, at least 2."""
    return max(2, 1 << (engines - 1).bit_length())


def seed_places(size: int) -> tuple[int, ...]:
    """Seeds from top to bottom of a bracket, so that the best meet as late as they can: of 8 that
    is 1 8 4 5 2 7 3 6."""
    places = [1]
    while len(places) < size:
        doubled = 2 * len(places)
        places = [seed for place in places for seed in (place, doubled + 1 - place)]
    return tuple(places)


def bracket(size: int, *, double: bool) -> tuple[Node, ...]:
    """All nodes of a bracket of `size`, a power of two, each after those that it waits for."""
    rounds = size.bit_length() - 1
    nodes: list[Node] = []
    places = seed_places(size)
    for number in range(size // 2):
        seeds = [Source(SourceKind.SEED, seed=s) for s in places[2 * number : 2 * number + 2]]
        nodes.append(Node(f"W/1/{number + 1}", _stage(1, rounds, double), (seeds[0], seeds[1])))
    for turn in range(2, rounds + 1):
        for number in range(size >> turn):
            sources = (
                _winner(f"W/{turn - 1}/{2 * number + 1}"),
                _winner(f"W/{turn - 1}/{2 * number + 2}"),
            )
            nodes.append(Node(f"W/{turn}/{number + 1}", _stage(turn, rounds, double), sources))
    if double:
        nodes += _losers_side(size, rounds)
        survivor = _winner(f"L/{2 * rounds - 2}/1") if rounds > 1 else _loser("W/1/1")
        nodes.append(Node("F/1/1", "final", (_winner(f"W/{rounds}/1"), survivor)))
        nodes.append(
            Node("F/2/1", "second final", (_winner("F/1/1"), _loser("F/1/1")), replay=True)
        )
    return tuple(nodes)


def _losers_side(size: int, rounds: int) -> list[Node]:
    nodes = []
    for turn in range(1, rounds):
        count = size >> (turn + 1)
        # An odd round: those still on this side among themselves (at first the losers of round 1).
        for number in range(count):
            label = f"L/{2 * turn - 1}/{number + 1}"
            if turn == 1:
                sources = (_loser(f"W/1/{2 * number + 1}"), _loser(f"W/1/{2 * number + 2}"))
            else:
                sources = (
                    _winner(f"L/{2 * turn - 2}/{2 * number + 1}"),
                    _winner(f"L/{2 * turn - 2}/{2 * number + 2}"),
                )
            nodes.append(Node(label, f"losers' round {2 * turn - 1}", sources))
        # An even round: they meet who comes down, from the other end, so that few meet again.
        for number in range(count):
            sources = (
                _winner(f"L/{2 * turn - 1}/{number + 1}"),
                _loser(f"W/{turn + 1}/{count - number}"),
            )
            nodes.append(Node(f"L/{2 * turn}/{number + 1}", f"losers' round {2 * turn}", sources))
    return nodes


def _winner(node: str) -> Source:
    return Source(SourceKind.WINNER, node=node)


def _loser(node: str) -> Source:
    return Source(SourceKind.LOSER, node=node)


def _stage(turn: int, rounds: int, double: bool) -> str:
    if double:
        return f"winners' round {turn}"
    left = rounds - turn
    return {0: "final", 1: "semifinal", 2: "quarterfinal"}.get(left, f"round {turn}")
