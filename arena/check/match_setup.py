"""Which matches an engine is to play in a game: every seat, with all that can be set."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from referee.games import AnyGame, OptionError

__all__ = ["MatchSetup", "match_setups", "plain_setup"]


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """One match: the game, its canonical options, how many seats, and where the engine sits."""

    game: AnyGame
    options: Mapping[str, str]
    seats: int
    seat: int

    def __str__(self) -> str:
        changed = ", ".join(
            f"{option.name}={self.options[option.name]}"
            for option in self.game.options
            if option.choices and self.options[option.name] != option.default
        )
        return (
            f"{self.game.name}, seat {self.seat} of {self.seats}{', ' if changed else ''}{changed}"
        )


def plain_setup(game: AnyGame, seat: int = 0, seats: int | None = None) -> MatchSetup:
    """A match with nothing set; by default with the fewest seats."""
    seats = min(game.seats) if seats is None else seats
    return MatchSetup(game, game.parse_options({}, seats), seats, seat)


def match_setups(game: AnyGame) -> tuple[MatchSetup, ...]:
    """Every seat of every number of seats at least once, and every choice of every option.

    The options change from match to match, so that few matches cover all.
    """
    setups: list[MatchSetup] = []
    for seats in game.seats:
        options = list(_option_sets(game, seats))
        # Moved on by the matches so far: else a seat could meet the same options everywhere.
        moved = len(setups)
        for number in range(max(seats, len(options))):
            chosen = options[(number + moved) % len(options)]
            setups.append(MatchSetup(game, chosen, seats, number % seats))
    return tuple(setups)


def _option_sets(game: AnyGame, seats: int) -> Iterator[dict[str, str]]:
    """All combinations of choices that the game allows; other options as they are by default."""
    chosen = [option for option in game.options if option.choices]
    for values in product(*(option.choices for option in chosen)):
        named = dict(zip((option.name for option in chosen), values, strict=True))
        try:
            yield game.parse_options(named, seats)
        except OptionError:
            continue
