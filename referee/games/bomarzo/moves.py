"""The choices of Bomarzo and their canonical texts.

    move     = "extra " , ( "food" | "coin" )
             | "keep " , CARD
             | "village " , VILLAGE , [ " " , ( "2" | VILLAGE ) ]
             | "vision " , ( "yes" | "no" )
             | "discard " , CARD
             | "worship " , ( "no" | EXTRA )
             | "give " , RESOURCE
             | "hold " , DIVINITY
             | "place " , ( "fields" | "caves" | "vineyard" | DIVINITY ) | "pass"
             | "declare " , COUNT , " " , COUNT
             | "pay " , resources , [ " exchange" ]
             | "virtual " , CARD
             | "overpay " , ( "done" | RESOURCE )
             | "raise " , ( "no" | { "F" } , { "C" } )
             | "take " , ( "each" | ( "food" | "coin" ) , " " , DIVINITY )
             | "one " , ( "food" | "coin" ) , " " , DIVINITY
             | ( "play " | "upgrade " ) , CARD
             | "cards " , ( "1" | "2" )
             | "advance " , TRACK , " " , CARD
             | "devote " , CARD , " " , DIVINITY
             | "more " , ( "yes" | "no" )
             | "copy " , ( "yes" | "no" ) ;
    resources = "-" | { "F" } , { "C" } , { "W" } , { "f" } , { "c" } ;
    RESOURCE  = "food" | "coin" | "wine" ;
    VILLAGE   = "food" | "coin" | "wine" | "card" | "pawn" ;
    TRACK     = "culture" | "architecture" | "science" ;
    EXTRA     = "0" | "1" | ... | "7" ;
    COUNT     = "0" | "1" | ... | "45" ;

CARD and DIVINITY are names of the data; some names of cards are two words. Two village tracks are
named in the order above. In a payment F, C and W are cubes, f and c virtual Food and Coins.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from referee.games.bomarzo.data import AREAS, RESOURCES, TRACKS, VILLAGE, load_data
from referee.games.errors import MoveSyntaxError

__all__ = [
    "ADVANCE",
    "CARDS",
    "COPY",
    "DEVOTE",
    "DISCARD",
    "EXTRA",
    "GIVE",
    "HOLD",
    "KEEP",
    "MORE",
    "ONE",
    "OVERPAY",
    "PASS",
    "PLACE",
    "PLAY",
    "RAISE_NO",
    "TAKE",
    "TAKE_EACH",
    "UPGRADE",
    "VILLAGE_STEPS",
    "VIRTUAL",
    "VISION",
    "WORSHIP",
    "WORSHIP_NO",
    "BomarzoMove",
    "decision_of",
    "declare_move",
    "expected",
    "parse_move",
    "pay_move",
    "public_text",
    "raise_move",
]


@dataclass(frozen=True, slots=True)
class BomarzoMove:
    """One choice, told apart by its text alone.

    `verb` is the text's first word. `numbers` are places in the lists of the data: a card, a
    divinity, a track or a resource, as the verb says; yes is 1, no is 0.
    """

    text: str
    verb: str = field(compare=False)
    numbers: tuple[int, ...] = field(compare=False)

    def __str__(self) -> str:
        return self.text


def _move(text: str, *numbers: int) -> BomarzoMove:
    return BomarzoMove(text, text.split(" ", 1)[0], numbers)


_DATA = load_data()
_CARDS = tuple(card.name for card in _DATA.cards)
_DIVINITIES = tuple(divinity.name for divinity in _DATA.divinities)
_MOST_CUBES = tuple(_DATA.reserve[kind] for kind in RESOURCES)


def _each(form: str, names: Iterable[str]) -> tuple[BomarzoMove, ...]:
    return tuple(_move(form.format(name), number) for number, name in enumerate(names))


EXTRA = _each("extra {}", RESOURCES[:2])
KEEP = _each("keep {}", _CARDS)
VISION = _each("vision {}", ("no", "yes"))
DISCARD = _each("discard {}", _CARDS)
WORSHIP_NO = _move("worship no", -1)
WORSHIP = tuple(_move(f"worship {extra}", extra) for extra in range(len(_DIVINITIES)))
GIVE = _each("give {}", RESOURCES)
HOLD = _each("hold {}", _DIVINITIES)
PLACE = _each("place {}", (*AREAS, *_DIVINITIES))
"""The harvest areas, then the divinities."""
PASS = _move("pass")
VIRTUAL = _each("virtual {}", _CARDS)
OVERPAY = (*_each("overpay {}", RESOURCES), _move("overpay done", len(RESOURCES)))
RAISE_NO = _move("raise no", 0, 0)
TAKE_EACH = _move("take each", -1, -1)
TAKE = tuple(
    tuple(_move(f"take {RESOURCES[kind]} {name}", kind, number) for kind in (0, 1))
    for number, name in enumerate(_DIVINITIES)
)
"""By divinity and kind."""
ONE = tuple(
    tuple(_move(f"one {RESOURCES[kind]} {name}", kind, number) for kind in (0, 1))
    for number, name in enumerate(_DIVINITIES)
)
"""By divinity and kind."""
VILLAGE_STEPS: Mapping[tuple[int, ...], BomarzoMove] = {
    steps: _move(text, *steps)
    for first, name in enumerate(VILLAGE)
    for steps, text in (
        ((first,), f"village {name}"),
        ((first, first), f"village {name} 2"),
        *(
            ((first, second), f"village {name} {VILLAGE[second]}")
            for second in range(first + 1, len(VILLAGE))
        ),
    )
}
"""By the tracks that advance by one step each."""
PLAY = _each("play {}", _CARDS)
UPGRADE = _each("upgrade {}", _CARDS)
CARDS = (_move("cards 1", 1), _move("cards 2", 2))
ADVANCE = tuple(
    tuple(_move(f"advance {track} {card}", number, place) for place, track in enumerate(TRACKS))
    for number, card in enumerate(_CARDS)
)
"""By card and board track."""
DEVOTE = tuple(
    tuple(_move(f"devote {card} {name}", number, place) for place, name in enumerate(_DIVINITIES))
    for number, card in enumerate(_CARDS)
)
"""By card and divinity."""
MORE = _each("more {}", ("no", "yes"))
COPY = _each("copy {}", ("no", "yes"))


@lru_cache(maxsize=1 << 14)
def pay_move(
    food: int, coin: int, wine: int, virtual_food: int, virtual_coin: int, exchange: int
) -> BomarzoMove:
    """The payment of so many cubes and virtual resources; `exchange` is 0 or 1."""
    units = "F" * food + "C" * coin + "W" * wine + "f" * virtual_food + "c" * virtual_coin
    text = f"pay {units or '-'}" + (" exchange" if exchange else "")
    return _move(text, food, coin, wine, virtual_food, virtual_coin, exchange)


@lru_cache(maxsize=1 << 12)
def declare_move(virtual_food: int, virtual_coin: int) -> BomarzoMove:
    """The announcement of so many virtual resources of both kinds."""
    return _move(f"declare {virtual_food} {virtual_coin}", virtual_food, virtual_coin)


@lru_cache(maxsize=64)
def raise_move(food: int, coin: int) -> BomarzoMove:
    """Adding so many cubes from the reserve to a divinity."""
    return _move("raise " + "F" * food + "C" * coin, food, coin)


_FORMS = {
    "extra": "'extra food' or 'extra coin'",
    "keep": "'keep CARD' with a card dealt, for example 'keep Altar'",
    "village": "'village TRACK 2' or 'village TRACK TRACK', for example 'village food wine'",
    "vision": "'vision yes' or 'vision no'",
    "discard": "'discard CARD' with a card just drawn, for example 'discard Altar'",
    "worship": "'worship no' or 'worship N' with the number of additional cards",
    "give": "'give food', 'give coin' or 'give wine'",
    "hold": "'hold DIVINITY' with a Worship card just drawn, for example 'hold Dea'",
    "place": "'place fields', 'place caves', 'place vineyard', 'place DIVINITY', for example "
    "'place Genio', or 'pass'",
    "declare": "'declare N N' with the numbers of virtual Food and virtual Coins",
    "pay": "'pay' with a letter for each resource, F, C, W for cubes, f, c for virtual ones, or "
    "'-', and ' exchange' where that power is used, for example 'pay FCc'",
    "virtual": "'virtual CARD' with a card of the hand, for example 'virtual Altar'",
    "overpay": "'overpay food', 'overpay coin', 'overpay wine' or 'overpay done'",
    "raise": "'raise no' or 'raise' with a letter, F or C, for each cube, for example 'raise FFC'",
    "take": "'take each', 'take food DIVINITY' or 'take coin DIVINITY', for example "
    "'take food Dea'",
    "one": "'one food DIVINITY' or 'one coin DIVINITY', for example 'one food Dea'",
    "develop": "'play CARD' or 'upgrade CARD', for example 'play Altar'",
    "cards": "'cards 1' or 'cards 2'",
    "advance": "'advance TRACK CARD', for example 'advance culture Altar'",
    "devote": "'devote CARD DIVINITY', for example 'devote Altar Genio'",
    "more": "'more yes' or 'more no'",
    "copy": "'copy yes' or 'copy no'",
}
_DECISION_OF_VERB = {verb: verb for verb in _FORMS if verb != "develop"} | {
    "pass": "place",
    "play": "develop",
    "upgrade": "develop",
}


def public_text(move: BomarzoMove) -> str:
    """What everybody sees of a move: "?" for a card that stays face down (rules 6, 40, 56)."""
    if move.verb == "devote":
        return f"devote ? {move.text.rsplit(' ', 1)[1]}"
    return f"{move.verb} ?" if move.verb in ("keep", "hold") else move.text


def expected(decision: str) -> str:
    """How the answers to a kind of decision are written, for people."""
    return _FORMS[decision]


def decision_of(move: BomarzoMove) -> str:
    """The kind of decision that a move answers."""
    return _DECISION_OF_VERB[move.verb]


@cache
def _by_text() -> Mapping[str, BomarzoMove]:
    flat: tuple[tuple[BomarzoMove, ...], ...] = (
        *(EXTRA, KEEP, VISION, DISCARD, WORSHIP, GIVE, HOLD, PLACE, VIRTUAL, OVERPAY, PLAY),
        *(UPGRADE, CARDS, MORE, COPY, tuple(VILLAGE_STEPS.values())),
        *(*TAKE, *ONE, *ADVANCE, *DEVOTE, (WORSHIP_NO, PASS, RAISE_NO, TAKE_EACH)),
    )
    return {str(move): move for moves in flat for move in moves}


_PAY = re.compile(r"pay (?:-|(?=[FCWfc])(F*)(C*)(W*)(f*)(c*))( exchange)?", re.ASCII)
_DECLARE = re.compile(r"declare (0|[1-9][0-9]?) (0|[1-9][0-9]?)", re.ASCII)
_RAISE = re.compile(r"raise (?=[FC])(F{0,3})(C{0,3})", re.ASCII)


def _counted(text: str) -> BomarzoMove | None:
    if found := _PAY.fullmatch(text):
        food, coin, wine, virtual_food, virtual_coin = (
            len(letters or "") for letters in found.groups()[:5]
        )
        if all(
            n <= most for n, most in zip((food, coin, wine), _MOST_CUBES, strict=True)
        ) and virtual_food + virtual_coin <= len(_CARDS):
            exchange = int(found[6] is not None)
            return pay_move(food, coin, wine, virtual_food, virtual_coin, exchange)
    elif found := _DECLARE.fullmatch(text):
        if int(found[1]) + int(found[2]) <= len(_CARDS):
            return declare_move(int(found[1]), int(found[2]))
    elif (found := _RAISE.fullmatch(text)) and len(found[1] + found[2]) <= 3:
        return raise_move(len(found[1]), len(found[2]))
    return None


def parse_move(text: str) -> BomarzoMove:
    """Read a canonical text. Raises MoveSyntaxError that tells what was expected."""
    move = _by_text().get(text) or _counted(text)
    if move is not None:
        return move
    shown = text if len(text) <= 40 else text[:40] + "..."
    decision = _DECISION_OF_VERB.get(text.split(" ", 1)[0])
    if decision is not None:
        raise MoveSyntaxError(f"{shown!r} is no move: {_FORMS[decision]} is expected")
    words = ", ".join(sorted(_DECISION_OF_VERB))
    raise MoveSyntaxError(f"{shown!r} is no move: it must begin with one of {words}")
