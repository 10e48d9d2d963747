"""The game of Bologna as the referee sees it."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar

from google.protobuf.message import Message
from podesta.bologna.v1 import bologna_pb2 as messages

from referee.games.bologna.city import DISTRICTS, load_map
from referee.games.bologna.map_file import SHIPPED
from referee.games.bologna.moves import BolognaMove, parse_move
from referee.games.bologna.rebuild import rebuild
from referee.games.bologna.state import BUILDING, LANDMARK, BolognaState
from referee.games.bologna.supply import START
from referee.games.chance import Chance
from referee.games.errors import OptionError
from referee.games.game import Game, Option

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["BolognaGame"]

_RANDOM = "random"


class BolognaGame(Game[BolognaMove]):
    """Bologna by Martin Holeksa and Robert Milička, for two players."""

    name: ClassVar[str] = "bologna"
    title: ClassVar[str] = "Bologna"
    rules_version: ClassVar[str] = "1"
    seats: ClassVar[tuple[int, ...]] = (2,)
    default_seats: ClassVar[int] = 2
    perfect_information: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "city",
            _RANDOM,
            "the side of each tile that is up, district 1 first, as six letters A or B, for example"
            ' ABBAAB; or "random": six draws of chance',
        ),
        Option(
            "map",
            SHIPPED,
            "tiles and landmarks as the JSON text of a map file; empty for those of the game",
        ),
    )
    decisions: ClassVar[tuple[str, ...]] = (BUILDING, LANDMARK)

    def parse_options(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        """See `Game`."""
        names = [option.name for option in self.options]
        problems = []
        for name in sorted(set(given) - set(names)):
            near = get_close_matches(name, names, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {' and '.join(names)}"
            problems.append(f"{name}: bologna has no such option; {hint}")
        if seats not in self.seats:
            problems.append(f"seats: bologna is for 2 players, not {seats}")
        city = given.get("city", _RANDOM)
        if city != _RANDOM and (len(city) != DISTRICTS or set(city) - {"A", "B"}):
            problems.append(f'city: six letters A or B, or "random", not {city[:20]!r}')
        text = given.get("map", SHIPPED)
        try:
            text = text and load_map(text).text
        except OptionError as error:
            problems += error.problems
        if problems:
            raise OptionError(problems)
        return {"city": city, "map": text}

    def initial_state(self, options: Mapping[str, str], seats: int, chance: Chance) -> BolognaState:
        """See `Game`; a random city takes six draws below 2, where 0 is side A."""
        city = options["city"]
        if city == _RANDOM:
            city = "".join("AB"[chance.draw(2)] for _ in range(DISTRICTS))
        return BolognaState.empty(options["map"], city)

    def parse_move(self, text: str) -> BolognaMove:
        """See `Game`."""
        return parse_move(text)

    def data(self, options: Mapping[str, str]) -> messages.BolognaData:
        """See `Game`."""
        city_map = load_map(options["map"])
        sides = city_map.sides
        return messages.BolognaData(
            tiles=[
                messages.Tile(
                    name=slot, side_a=sides[slot + "A"].rows, side_b=sides[slot + "B"].rows
                )
                for slot in city_map.slots
            ],
            landmarks=[
                messages.LandmarkKind(
                    name=kind.name,
                    count=kind.count,
                    value=kind.value,
                    height=kind.shape[0],
                    width=kind.shape[1],
                )
                for kind in city_map.landmarks.values()
            ],
            buildings=START.buildings,
            schools=START.schools,
            track_length=city_map.tracks,
        )

    def determinize(
        self,
        options: Mapping[str, str],
        seats: int,
        seat: int,
        public: Message,
        private: Message | None,
        chance: Chance,
    ) -> BolognaState:
        """See `Game`; nothing is hidden, so this is the position itself."""
        if not isinstance(public, messages.BolognaPublic):
            raise ValueError(f"a BolognaPublic is needed, not a {type(public).__name__}")
        return rebuild(options["map"], public)

    def draw(self, public: Message, private: Message | None = None) -> "RenderableType":
        """See `Game`; drawn on the shipped map."""
        # Only those who draw need rich.
        from referee.games.bologna.drawing import draw_position

        if not isinstance(public, messages.BolognaPublic):
            raise ValueError(f"a BolognaPublic is needed, not a {type(public).__name__}")
        return draw_position(public)
