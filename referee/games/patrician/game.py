"""The game: its name, options, deal and data."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from google.protobuf.message import Message

from referee.games.chance import Chance, shuffle
from referee.games.errors import OptionError
from referee.games.game import Game, Option
from referee.games.patrician.data import SEATS, STARS_DEALT, load_data
from referee.games.patrician.moves import PatricianMove, parse_move
from referee.games.patrician.state import PatricianState
from referee.games.patrician.variant import Variant, variant_for

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Patrician"]

_BOOLEAN = ("false", "true")


class Patrician(Game[PatricianMove]):
    """Patrician: Towers of Influence, for two to five seats."""

    name: ClassVar[str] = "patrician"
    title: ClassVar[str] = "Patrician: Towers of Influence"
    rules_version: ClassVar[str] = "1"
    seats: ClassVar[tuple[int, ...]] = SEATS
    default_seats: ClassVar[int] = 3
    perfect_information: ClassVar[bool] = False
    options: ClassVar[tuple[Option, ...]] = (
        Option("trade_routes", "false", "play with trade route markers (module 1)", _BOOLEAN),
        Option("delegates", "false", "play with the four delegates (module 2)", _BOOLEAN),
    )
    decisions: ClassVar[tuple[str, ...]] = (
        "card",
        "site",
        "take",
        "move",
        "marker",
        "architetto",
    )

    tiebreaks: ClassVar[tuple[str, ...]] = ("own floors",)

    def parse_options(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        """See `Game.parse_options`."""
        problems = []
        if seats not in self.seats:
            problems.append(f"seats: {seats} is not one of 2, 3, 4, 5")
        names = [option.name for option in self.options]
        problems += [
            f"{name}: no such option, patrician has {', '.join(names)}"
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

    def initial_state(
        self, options: Mapping[str, str], seats: int, chance: Chance
    ) -> PatricianState:
        """See `Game.initial_state`: start seat, star cards, pile, in this order (rules 3-7)."""
        variant = self.variant(options, seats)
        start_seat = chance.draw(seats)
        stars = list(variant.star_cards)
        shuffle(stars, chance)
        dealt = [sorted(stars.pop() for _ in range(STARS_DEALT)) for _ in range(seats)]
        rest = sorted(stars + list(variant.plain_cards))
        shuffle(rest, chance)
        return PatricianState(variant, start_seat, dealt, rest)

    def variant(self, options: Mapping[str, str], seats: int) -> Variant:
        """The compiled data. Raises OptionError for options or seats that can't be."""
        values = self.parse_options(options, seats)
        return variant_for(seats, values["trade_routes"] == "true", values["delegates"] == "true")

    def parse_move(self, text: str) -> PatricianMove:
        """See `Game.parse_move` and `moves` for the grammar."""
        return parse_move(text)

    def public_move(self, move: PatricianMove) -> str:
        """See `Game.public_move`: cards are played and taken in the open."""
        return str(move)

    def data(self, options: Mapping[str, str]) -> Message:
        """See `Game.data`: both boards and all tables, whatever the options."""
        from referee.games.patrician.data_message import data_message

        return data_message(load_data())

    def determinize(
        self,
        options: Mapping[str, str],
        seats: int,
        seat: int,
        public: Message,
        private: Message | None,
        chance: Chance,
    ) -> PatricianState:
        """See `Game.determinize`; without `private`, the hidden hand of the seat is drawn too."""
        from referee.games.patrician.determinize import determinize

        return determinize(self.variant(options, seats), seat, public, private, chance)

    def draw(self, public: Message, private: Message | None = None) -> "RenderableType":
        """See `Game.draw`."""
        from referee.games.patrician.drawing import draw

        return draw(public, private)
