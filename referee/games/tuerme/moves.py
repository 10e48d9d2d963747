"""The choices of Die Türme von Bologna and their canonical texts.

    move    = build | plague | fire | "heal" | discard | secure | draw ;
    build   = "build " , FIELD , [ " " , DIRECTION , " " , ( "2" | "3" | "4" ) ] ;
    plague  = "plague " , CARD , " " , CARD , " " , FIELD ;
    fire    = "fire " , CARD , " " , CARD , " " , FIELD ;
    discard = "discard " , CARD , " " , CARD ;
    secure  = "secure " , ( "no" | "roof" | "from " , FIELD ) ;
    draw    = "draw " , CARD , " " , CARD ;
    FIELD     = NUMBER , "," , NUMBER ;
    DIRECTION = "up" | "right" | "down" | "left" ;
    CARD      = NUMBER | "P" , SPECIAL | "F" , SPECIAL ;
    NUMBER    = "2" | SPECIAL | "5" ;
    SPECIAL   = "2" | "3" | "4" | "6" | "7" | "8" ;

Two cards stand in card order: position, plague and fire cards, by number. The field of a plague or
fire is the top left one of its block; that of a building is the action field, followed, where more
than one stone is placed, by the direction and the number of stones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import ClassVar

from referee.games.errors import MoveSyntaxError
from referee.games.tuerme.cards import (
    CARD_NAMES,
    FIRE,
    NUMBER_OF,
    PLAGUE,
    POSITIONS,
)
from referee.games.tuerme.fields import (
    BASILICA,
    BLOCKS_AT,
    DIRECTIONS,
    FIELD_NAMES,
    FIELDS,
    SIDE,
    rays,
)

__all__ = [
    "DECLINE",
    "HEAL",
    "ROOF",
    "Build",
    "Decline",
    "Discard",
    "Draw",
    "Fire",
    "Heal",
    "MoveRoof",
    "Pair",
    "Plague",
    "SetRoof",
    "TuermeMove",
    "builds",
    "expected",
    "parse_move",
    "special_blocks",
]

Pair = tuple[int, int]
"""Two cards, in card order."""


def _pair(cards: Pair) -> str:
    return f"{CARD_NAMES[cards[0]]} {CARD_NAMES[cards[1]]}"


@dataclass(frozen=True, slots=True)
class Build:
    """Place one own stone on each of 1 to 4 fields in a line, the action field first (TB-06)."""

    fields: tuple[int, ...]
    _text: str = dataclass_field(init=False, repr=False, compare=False)
    """Written once, as the objects are shared."""
    decision: ClassVar[str] = "action"

    def __post_init__(self) -> None:
        text = f"build {FIELD_NAMES[self.fields[0]]}"
        if len(self.fields) > 1:
            ways = [ray[:1] for ray in rays(self.fields[0])]
            direction = DIRECTIONS[ways.index(self.fields[1:2])]
            text = f"{text} {direction} {len(self.fields)}"
        object.__setattr__(self, "_text", text)

    def __str__(self) -> str:
        return self._text

    @property
    def cards(self) -> Pair:
        """The position cards that give its action field."""
        row, column = divmod(self.fields[0], SIDE)
        return (row, column) if row < column else (column, row)


@dataclass(frozen=True, slots=True)
class Plague:
    """Let the plague break out in a block, named by its top left field (TB-22)."""

    cards: Pair
    block: int
    decision: ClassVar[str] = "action"

    def __str__(self) -> str:
        return f"plague {_pair(self.cards)} {FIELD_NAMES[self.block]}"


@dataclass(frozen=True, slots=True)
class Fire:
    """Burn the top stones of a block, named by its top left field (TB-26)."""

    cards: Pair
    block: int
    decision: ClassVar[str] = "action"

    def __str__(self) -> str:
        return f"fire {_pair(self.cards)} {FIELD_NAMES[self.block]}"


@dataclass(frozen=True, slots=True)
class Heal:
    """Lift the plague with two fives (TB-25)."""

    decision: ClassVar[str] = "action"
    cards: ClassVar[Pair] = (3, 3)

    def __str__(self) -> str:
        return "heal"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw away two cards, where nothing else can be done (TB-29)."""

    cards: Pair
    decision: ClassVar[str] = "action"

    def __str__(self) -> str:
        return f"discard {_pair(self.cards)}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Leave the tower as it is (TB-14, 16)."""

    decision: ClassVar[str] = "secure"

    def __str__(self) -> str:
        return "secure no"


@dataclass(frozen=True, slots=True)
class SetRoof:
    """Secure the tower with a roof from the supply (TB-14)."""

    decision: ClassVar[str] = "secure"

    def __str__(self) -> str:
        return "secure roof"


@dataclass(frozen=True, slots=True)
class MoveRoof:
    """Secure the tower with the roof of another tower (TB-15)."""

    field: int
    decision: ClassVar[str] = "secure"

    def __str__(self) -> str:
        return f"secure from {FIELD_NAMES[self.field]}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Take two of the open cards (TB-17)."""

    cards: Pair
    decision: ClassVar[str] = "draw"

    def __str__(self) -> str:
        return f"draw {_pair(self.cards)}"


TuermeMove = Build | Plague | Fire | Heal | Discard | Decline | SetRoof | MoveRoof | Draw

HEAL = Heal()
DECLINE = Decline()
ROOF = SetRoof()


@cache
def _lines(field: int) -> tuple[tuple[Build, ...], ...]:
    """Every building from an action field: one stone, then the lines of each direction."""
    return (
        (Build((field,)),),
        *(
            tuple(Build((field, *ray[:length])) for length in range(1, len(ray) + 1))
            for ray in rays(field)
        ),
    )


@lru_cache(maxsize=1 << 16)
def builds(field: int, blocked: int, stones: int) -> tuple[Build, ...]:
    """All buildings from an action field (TB-06, 08 to 12).

    `blocked` is a mask of fields that take no stone; `stones` are those in the supply, 1 to 4.
    """
    if blocked >> field & 1:
        return ()
    single, *ways = _lines(field)
    found = list(single)
    for way in ways:
        for build in way[: stones - 1]:
            if blocked >> build.fields[-1] & 1:
                break
            found.append(build)
    return tuple(found)


def special_blocks(cards: Pair) -> tuple[int, ...]:
    """The blocks that two cards reach, one of them a special card (TB-20, 22)."""
    a, b = NUMBER_OF[cards[0]], NUMBER_OF[cards[1]]
    return tuple(sorted({*BLOCKS_AT[a * SIDE + b], *BLOCKS_AT[b * SIDE + a]}))


_FORMS = {
    "build": "'build ROW,COLUMN' with a direction and a number of stones if more than one is "
    "placed, for example 'build 2,3' or 'build 2,3 right 4'",
    "plague": "'plague CARD CARD ROW,COLUMN' with both cards in card order and the top left field "
    "of the zone, for example 'plague 2 P4 4,2'",
    "fire": "'fire CARD CARD ROW,COLUMN' with both cards in card order and the top left field of "
    "the block, for example 'fire 2 F6 5,2'",
    "heal": "'heal'",
    "discard": "'discard CARD CARD' with both cards in card order, for example 'discard 2 8'",
    "secure": "'secure no', 'secure roof' or 'secure from ROW,COLUMN', for example "
    "'secure from 4,4'",
    "draw": "'draw CARD CARD' with two open cards in card order, for example 'draw 4 F3'",
}
_WORDS = {
    "action": ("build", "plague", "fire", "heal", "discard"),
    "secure": ("secure",),
    "draw": ("draw",),
}


def expected(decision: str) -> str:
    """How the answers to a kind of decision are written, for people."""
    return ", ".join(_FORMS[word] for word in _WORDS[decision])


@cache
def _by_text() -> Mapping[str, TuermeMove]:
    kinds = [k for k in (*POSITIONS, *PLAGUE, *FIRE) if k in POSITIONS or NUMBER_OF[k] != 3]
    moves: list[TuermeMove] = [HEAL, DECLINE, ROOF]
    for field in FIELDS:
        if field != BASILICA:
            moves += builds(field, 1 << BASILICA, 4)
            moves.append(MoveRoof(field))
    for cards in combinations_with_replacement(kinds, 2):
        moves += [Discard(cards), Draw(cards)]
        for kind, special in ((Plague, PLAGUE), (Fire, FIRE)):
            if cards[0] in special or cards[1] in special:
                moves += [kind(cards, block) for block in special_blocks(cards)]
    return {str(move): move for move in moves}


def parse_move(text: str) -> TuermeMove:
    """Read a canonical text. Raises MoveSyntaxError that tells what was expected."""
    move = _by_text().get(text)
    if move is not None:
        return move
    shown = text if len(text) <= 40 else text[:40] + "..."
    word = text.split(" ", 1)[0]
    if word in _FORMS:
        raise MoveSyntaxError(f"{shown!r} is no move: {_FORMS[word]} is expected")
    raise MoveSyntaxError(f"{shown!r} is no move: it must begin with one of {', '.join(_FORMS)}")
