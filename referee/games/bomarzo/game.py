"""The game: its name, options, deal and data."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from google.protobuf.message import Message

from referee.games.bomarzo.data import SEASONS, SEATS, load_data
from referee.games.bomarzo.moves import BomarzoMove, parse_move, public_text
from referee.games.bomarzo.state import BomarzoState
from referee.games.bomarzo.variant import Variant, variant_for
from referee.games.chance import Chance, shuffle
from referee.games.errors import OptionError
from referee.games.game import Game, Option

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Bomarzo"]

_BOOLEAN = ("false", "true")
_BLACK = ("whole_phase", "village_only")


class Bomarzo(Game[BomarzoMove]):
    """Bomarzo, for two to four seats."""

    name: ClassVar[str] = "bomarzo"
    title: ClassVar[str] = "Bomarzo"
    rules_version: ClassVar[str] = "1"
    seats: ClassVar[tuple[int, ...]] = SEATS
    default_seats: ClassVar[int] = 3
    perfect_information: ClassVar[bool] = False
    options: ClassVar[tuple[Option, ...]] = (
        Option("seasons", "false", "play with a season token each season", _BOOLEAN),
        Option("worship", "false", "play with the Worship cards", _BOOLEAN),
        Option(
            "black_token",
            "whole_phase",
            "what a black season token stops: all production or that of the villages; "
            "village_only needs seasons = true",
            _BLACK,
        ),
    )
    decisions: ClassVar[tuple[str, ...]] = (
        "extra",
        "keep",
        "village",
        "vision",
        "discard",
        "worship",
        "give",
        "hold",
        "place",
        "declare",
        "pay",
        "virtual",
        "overpay",
        "raise",
        "take",
        "one",
        "develop",
        "cards",
        "advance",
        "devote",
        "more",
        "copy",
    )

    def parse_options(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        """See `Game.parse_options`."""
        problems = []
        if seats not in self.seats:
            problems.append(f"seats: {seats} is not one of {', '.join(map(str, self.seats))}")
        names = [option.name for option in self.options]
        problems += [
            f"{name}: no such option, bomarzo has {', '.join(names)}"
            for name in given
            if name not in names
        ]
        values = {option.name: given.get(option.name, option.default) for option in self.options}
        problems += [
            f"{option.name}: {values[option.name]!r} is not one of {', '.join(option.choices)}"
            for option in self.options
            if values[option.name] not in option.choices
        ]
        if values["black_token"] == "village_only" and values["seasons"] == "false":
            problems.append("black_token: village_only needs seasons = true")
        if problems:
            raise OptionError(problems)
        return values

    def initial_state(self, options: Mapping[str, str], seats: int, chance: Chance) -> BomarzoState:
        """See `Game.initial_state`: first player, divinities, deck, tokens, in this order."""
        variant = self.variant(options, seats)
        first_seat = chance.draw(seats)
        order = list(range(len(variant.divinity_names)))
        shuffle(order, chance)
        deck = list(range(len(variant.card_names)))
        shuffle(deck, chance)
        tokens = list(variant.tokens) if variant.seasons else []
        shuffle(tokens, chance)
        return BomarzoState(variant, first_seat, order, deck, tokens[:SEASONS])

    def variant(self, options: Mapping[str, str], seats: int) -> Variant:
        """The compiled data. Raises OptionError for options or seats that can't be."""
        values = self.parse_options(options, seats)
        return variant_for(
            seats,
            values["seasons"] == "true",
            values["worship"] == "true",
            values["black_token"] == "village_only",
        )

    def parse_move(self, text: str) -> BomarzoMove:
        """See `Game.parse_move` and `moves` for the grammar."""
        return parse_move(text)

    def public_move(self, move: BomarzoMove) -> str:
        """See `Game.public_move`: cards kept, devoted and held stay face down."""
        return public_text(move)

    def data(self, options: Mapping[str, str]) -> Message:
        """See `Game.data`: all cards and tables, whatever the options."""
        from referee.games.bomarzo.data_message import data_message

        return data_message(load_data())

    def determinize(
        self,
        options: Mapping[str, str],
        seats: int,
        seat: int,
        public: Message,
        private: Message | None,
        chance: Chance,
    ) -> BomarzoState:
        """See `Game.determinize`; without `private`, what the seat knows is drawn too."""
        from referee.games.bomarzo.determinize import determinize

        return determinize(self.variant(options, seats), seat, public, private, chance)

    def draw(self, public: Message, private: Message | None = None) -> "RenderableType":
        """See `Game.draw`."""
        from referee.games.bomarzo.drawing import draw

        return draw(public, private)
