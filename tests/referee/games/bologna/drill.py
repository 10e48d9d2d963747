"""Playing drills: single districts, any seat to move, every move checked."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from podesta.bologna.v1 import bologna_pb2 as messages

from referee.games import Event
from referee.games.bologna import RED, START, YELLOW, BolognaState, House, Supply, Tower
from referee.games.bologna.moves import parse_move

SEATS = {"y": YELLOW, "r": RED}
NOTHING = Supply((0, 0, 0, 0, 0), 0)
TILES = ("S3", "S4", "M3", "M4", "L3", "L4")


def city_with(side: str) -> str:
    """A city where that side, such as "L4B", is up."""
    letters = ["A"] * len(TILES)
    letters[TILES.index(side[:2])] = side[2]
    return "".join(letters)


@dataclass
class Drill:
    """A position, and the events of what was played so far."""

    state: BolognaState
    events: list[Event] = field(default_factory=list)

    @classmethod
    def on(
        cls, side: str, pawn: int = 0, supplies: tuple[Supply, Supply] = (START, START)
    ) -> "Drill":
        return cls(BolognaState.empty(city=city_with(side), pawn=pawn, supplies=supplies))

    def play(self, *moves: str) -> list[messages.BolognaEvent]:
        """Play moves such as "r h2@1:a1-b1", the letter being the mover; gives their events."""
        before = len(self.events)
        for line in moves:
            seat, text = line.split()
            if self.state.due is None and self.state.to_act != SEATS[seat]:
                self.state = self.state.edited(to_move=SEATS[seat])
            move = parse_move(text)
            assert self.state.to_act == SEATS[seat], text
            assert self.state.validate(move) is None, text
            assert move in self.state.legal_moves()
            self.state.apply(move, events=self.events)
        played = [event.message for event in self.events[before:]]
        assert all(isinstance(message, messages.BolognaEvent) for message in played)
        return [m for m in played if isinstance(m, messages.BolognaEvent)]

    def courtyards(self, *moves: str) -> list[messages.CourtyardScored]:
        """Play moves; gives the courtyards they closed."""
        return [e.courtyard for e in self.play(*moves) if e.HasField("courtyard")]

    def refusal(self, line: str) -> str | None:
        """Why that move would be refused; None where it is legal."""
        seat, text = line.split()
        state = self.state
        if state.due is None and state.to_act is not None:
            state = state.edited(to_move=SEATS[seat])
        before = state.digest()
        move = parse_move(text)
        reason = state.validate(move)
        assert (reason is None) == (move in state.legal_moves())
        assert state.digest() == before
        return reason

    def legal(self, line: str) -> bool:
        return self.refusal(line) is None


def winner_of(courtyard: messages.CourtyardScored) -> int | None:
    return courtyard.winner if courtyard.HasField("winner") else None


def size_of(courtyard: messages.CourtyardScored) -> int:
    return len(courtyard.squares)


def picture(state: BolognaState, number: int) -> list[str]:
    """A district as rows: h, t yellow house and tower; H, T red ones; X landmark, * school."""
    rows = [list(row) for row in state.city.sides[number - 1].rows]
    for piece in state.public().pieces:
        if piece.district == number:
            letter = {
                messages.PIECE_KIND_HOUSE: "h",
                messages.PIECE_KIND_TOWER: "t",
                messages.PIECE_KIND_SCHOOL: "*",
                messages.PIECE_KIND_LANDMARK: "X",
            }[piece.kind]
            for space in piece.spaces:
                rows[space.row][space.column] = letter.upper() if piece.seat == RED else letter
    return ["".join(row) for row in rows]


def supplies_for(moves: Iterable[str]) -> tuple[Supply, Supply]:
    """Just what those moves use up, so that the game ends with them."""
    counts = [[0] * 6, [0] * 6]
    for line in moves:
        seat, text = line.split()
        move = parse_move(text)
        if isinstance(move, House | Tower):
            counts[SEATS[seat]][move.size - 2] += 1
            counts[SEATS[seat]][5] += "+" in text
    yellow, red = (Supply((a, b, c, d, e), f) for a, b, c, d, e, f in counts)
    return yellow, red
