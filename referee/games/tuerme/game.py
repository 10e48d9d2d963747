"""The game: its name, options, deal and data."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from google.protobuf.message import Message

from referee.games.chance import Chance, shuffle
from referee.games.errors import OptionError
from referee.games.game import Game, Option
from referee.games.tuerme.data import HAND_CARDS, OPEN_CARDS, SEATS, load_data
from referee.games.tuerme.hidden import place_scoring_cards
from referee.games.tuerme.moves import TuermeMove, parse_move
from referee.games.tuerme.state import TuermeState
from referee.games.tuerme.variant import Variant, variant_for

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Tuerme"]

_BOOLEAN = ("false", "true")


class Tuerme(Game[TuermeMove]):
    """Die Türme von Bologna, for two to six seats."""

    name: ClassVar[str] = "tuerme"
    title: ClassVar[str] = "Die Türme von Bologna"
    rules_version: ClassVar[str] = "1"
    seats: ClassVar[tuple[int, ...]] = SEATS
    default_seats: ClassVar[int] = 3
    perfect_information: ClassVar[bool] = False
    options: ClassVar[tuple[Option, ...]] = (
        Option("sammel", "false", "give tokens for taking over high towers", _BOOLEAN),
    )
    decisions: ClassVar[tuple[str, ...]] = ("action", "secure", "draw")

    tiebreaks: ClassVar[tuple[str, ...]] = ("towers scored last", "stones left")

    def parse_options(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        """See `Game.parse_options`."""
        problems = []
        if seats not in self.seats:
            problems.append(f"seats: {seats} is not one of 2, 3, 4, 5, 6")
        names = [option.name for option in self.options]
        problems += [
            f"{name}: no such option, tuerme has {', '.join(names)}"
            for name in given
            if name not in names
        ]
        values = {option.name: given.get(option.name, option.default) for option in self.options}
        problems += [
            f"{name}: {value!r} is not one of {', '.join(_BOOLEAN)}"
            for name, value in values.items()
            if value not in _BOOLEAN
        ]
        if problems:
            raise OptionError(problems)
        return values

    def initial_state(self, options: Mapping[str, str], seats: int, chance: Chance) -> TuermeState:
        """See `Game.initial_state`: start seat, position cards, pile, scoring cards (TB-01 to 04).

        Each shuffle draws once a card but one.
        """
        variant = self.variant(options, seats)
        start_seat = chance.draw(seats)
        positions = variant.positions[:]
        shuffle(positions, chance)
        dealt = [[positions.pop() for _ in range(HAND_CARDS)] for _ in range(seats)]
        open_cards = [positions.pop() for _ in range(OPEN_CARDS)]
        rest = sorted(positions) + variant.specials
        shuffle(rest, chance)
        pile = place_scoring_cards(rest, variant.scoring_ranges, chance)
        return TuermeState(variant, start_seat, dealt, open_cards, pile)

    def variant(self, options: Mapping[str, str], seats: int) -> Variant:
        """The compiled data. Raises OptionError for options or seats that can't be."""
        values = self.parse_options(options, seats)
        return variant_for(seats, values["sammel"] == "true")

    def parse_move(self, text: str) -> TuermeMove:
        """See `Game.parse_move` and `moves` for the grammar."""
        return parse_move(text)

    def public_move(self, move: TuermeMove) -> str:
        """See `Game.public_move`: cards are played, and open cards drawn, before everybody."""
        return str(move)

    def data(self, options: Mapping[str, str]) -> Message:
        """See `Game.data`: the decks for all numbers of seats, whatever the options."""
        from referee.games.tuerme.data_message import data_message

        return data_message(load_data())

    def determinize(
        self,
        options: Mapping[str, str],
        seats: int,
        seat: int,
        public: Message,
        private: Message | None,
        chance: Chance,
    ) -> TuermeState:
        """See `Game.determinize`; without `private`, the hidden hand of the seat is drawn too."""
        from referee.games.tuerme.determinize import determinize

        return determinize(self.variant(options, seats), seat, public, private, chance)

    def draw(self, public: Message, private: Message | None = None) -> "RenderableType":
        """See `Game.draw`."""
        from referee.games.tuerme.drawing import draw

        return draw(public, private)
