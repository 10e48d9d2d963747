"""Positions for tests, laid out as on the table: what is put somewhere is taken from elsewhere."""

from collections.abc import Callable, Iterable, Sequence

from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games import Event, SeededChance
from referee.games.bomarzo import GAME, BomarzoState
from referee.games.bomarzo.data import KINDS, TRACKS, VILLAGE
from referee.games.bomarzo.variant import NONE, bits

LETTERS = "FCW"


def start(seats: int = 3, seed: int = 0, **options: str) -> BomarzoState:
    """A fresh deal."""
    values = GAME.parse_options(options, seats)
    return GAME.initial_state(values, seats, SeededChance(b"%d" % seed))


def table(seats: int = 3, seat: int = 0, season: int = 1, **options: str) -> BomarzoState:
    """A turn of `seat`, who is the first player of this season, with nothing in hands."""
    state = start(seats, 0, **options)
    state.first_seat = (seat - season + 1) % seats
    state.season = season
    if state.tokens:
        state.tokens = ("white",) * 8
        state.token = "white"
    state.turn_of = state.acting_seat = seat
    state.stage = "place"
    state.kept = [NONE] * seats
    for other in range(seats):
        goods(state, other, "")
        hand(state, other)
    return state


def season_token(state: BomarzoState, token: str) -> None:
    """Lay this token at the current season."""
    tokens = list(state.tokens)
    tokens[state.season - 1] = token
    state.tokens = tuple(tokens)
    state.token = token


def goods(state: BomarzoState, seat: int, letters: str) -> None:
    """Give a seat exactly these cubes, for example "FFCW"."""
    for kind, letter in enumerate(LETTERS):
        old, new = state.goods[3 * seat + kind], letters.count(letter)
        state.goods[3 * seat + kind] = new
        state.reserve[kind] += old - new
        assert state.reserve[kind] >= 0
    state._legal = None


def has(state: BomarzoState, seat: int) -> str:
    """The cubes of a seat."""
    return _letters(state.goods[3 * seat : 3 * seat + 3])


def _letters(counts: Sequence[int]) -> str:
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def divinity(state: BomarzoState, name: str) -> int:
    return state.variant.divinity_number[name]


def lay(state: BomarzoState, name: str, letters: str = "", pawns: Iterable[int] = ()) -> None:
    """Put cubes and pawns of these seats on a divinity."""
    number = divinity(state, name)
    for kind, letter in enumerate(LETTERS):
        state.cubes[3 * number + kind] += letters.count(letter)
        state.reserve[kind] -= letters.count(letter)
    for seat in pawns:
        state.placed[number] += 1 << 2 * seat
        state.pawns_left[seat] -= 1
        state.placements[seat] += 1
    state._legal = None


def cubes(state: BomarzoState, name: str) -> str:
    """What lies on a divinity."""
    number = divinity(state, name)
    return _letters(state.cubes[3 * number : 3 * number + 3])


def card(state: BomarzoState, name: str) -> int:
    return state.variant.card_number[name]


def _take(state: BomarzoState, names: Sequence[str]) -> int:
    wanted = sum(1 << card(state, name) for name in names)
    for masks in (state.hands, state.level_1, state.level_2, state.spent):
        for seat, mask in enumerate(masks):
            masks[seat] = mask & ~wanted
    state.discards &= ~wanted
    deck = tuple(c for c in state.deck[: state.deck_left] if not wanted >> c & 1)
    state.deck, state.deck_left = deck, len(deck)
    return wanted


def _recount(state: BomarzoState) -> None:
    seats = state.variant.seats
    assert len(state.shuffles) == 1
    state.held = [
        state.hands[seat].bit_count() + sum(entry[0] == seat for entry in state.devoted)
        for seat in range(seats)
    ]
    state._legal = None


def hand(state: BomarzoState, seat: int, *names: str) -> None:
    """Give a seat exactly these cards; what it had goes to the bottom of the deck."""
    back = state.hands[seat]
    state.hands[seat] = 0
    state.deck = (*bits(back), *state.deck[: state.deck_left])
    state.deck_left = len(state.deck)
    state.hands[seat] = _take(state, names)
    _recount(state)


def in_hand(state: BomarzoState, seat: int) -> list[str]:
    return [state.variant.card_names[c] for c in bits(state.hands[seat])]


def play_out_cards(state: BomarzoState, seat: int, level: int, *names: str) -> None:
    """Lay these cards before a seat."""
    cards = _take(state, names)
    (state.level_1 if level == 1 else state.level_2)[seat] |= cards
    _recount(state)


def discard_pile(state: BomarzoState, *names: str) -> None:
    """Put these cards onto the discard pile."""
    cards = _take(state, names)
    state.discards |= cards
    _recount(state)


def deck(state: BomarzoState, *names: str) -> None:
    """The deck is exactly these cards, the first on top; the rest is discarded."""
    cards = [card(state, name) for name in names]
    rest = [c for c in state.deck[: state.deck_left] if c not in cards]
    _take(state, names)
    state.discards |= sum(1 << c for c in rest)
    state.deck, state.deck_left = tuple(reversed(cards)), len(cards)
    _recount(state)


def on_top(state: BomarzoState, *names: str) -> None:
    """Put these cards onto the deck, the first on top."""
    _take(state, names)
    state.deck = state.deck[: state.deck_left] + tuple(card(state, n) for n in reversed(names))
    state.deck_left = len(state.deck)
    _recount(state)


def under(state: BomarzoState, seat: int, name: str, *names: str) -> None:
    """Put these cards of a seat under a divinity."""
    for each in names:
        cards = _take(state, [each])
        state.devoted.append((seat, divinity(state, name), cards.bit_length() - 1, (45,)))
    _recount(state)


def village(state: BomarzoState, seat: int, **steps: int) -> None:
    for track, step in steps.items():
        state.village[5 * seat + VILLAGE.index(track)] = step
    state._legal = None


def village_of(state: BomarzoState, seat: int) -> dict[str, int]:
    return dict(zip(VILLAGE, state.village[5 * seat : 5 * seat + 5], strict=True))


def board(state: BomarzoState, seat: int, **steps: int) -> None:
    for track, step in steps.items():
        state.board[3 * seat + TRACKS.index(track)] = step
    state._legal = None


def board_of(state: BomarzoState, seat: int) -> dict[str, int]:
    return dict(zip(TRACKS, state.board[3 * seat : 3 * seat + 3], strict=True))


def kinds_of(state: BomarzoState, seat: int) -> dict[str, float]:
    """Advancements in kinds of cards, as one counts them."""
    halves = state.variant.half_points
    return {
        kind: sum(halves[c][number] for c in bits(state.level_2[seat])) / 2
        for number, kind in enumerate(KINDS)
    }


def play(state: BomarzoState, *texts: str, seed: int = 0) -> list[pb.BomarzoEvent]:
    """Make moves, each of which must be legal; what happened."""
    chance = SeededChance(b"%d" % seed)
    events: list[Event] = []
    for text in texts:
        move = GAME.parse_move(text)
        assert state.validate(move) is None, (text, state.validate(move), state.legal_texts())
        state.apply(move, chance, events)
    return [event.message for event in events if isinstance(event.message, pb.BomarzoEvent)]


def skip(state: BomarzoState, *decisions: str) -> None:
    """Answer these questions with no."""
    for decision in decisions:
        assert state.decision == decision, (state.decision, decision)
        play(state, "overpay done" if decision == "overpay" else f"{decision} no")


def decline_copies(state: BomarzoState) -> None:
    while state.decision == "copy":
        play(state, "copy no")


def offered(state: BomarzoState, word: str = "") -> list[str]:
    """The legal moves that contain a word."""
    return [text for text in state.legal_texts() if word in text]


def reason(state: BomarzoState, text: str) -> str:
    """Why a move is refused."""
    found = state.validate(GAME.parse_move(text))
    assert found is not None, text
    return found


def end_season(state: BomarzoState, seed: int = 0) -> None:
    """Let everybody be done, and begin the next season."""
    from referee.games.bomarzo.course import _next_turn

    for seat in range(state.variant.seats):
        state.placements[seat] += state.pawns_left[seat]
        state.pawns_left[seat] = 0
    _next_turn(state, 0, None, SeededChance(b"%d" % seed))
    state._legal = None


def random_playout(
    state: BomarzoState,
    chooser: Callable[[int], int],
    visit: Callable[[BomarzoState], None] | None = None,
    seed: int = 0,
) -> None:
    """Play to the end; `chooser` picks a number below its argument."""
    chance = SeededChance(b"%d" % seed)
    while state.to_act is not None:
        if visit is not None:
            visit(state)
        state.apply(state.legal_move(chooser(state.legal_count())), chance)


def conserved(state: BomarzoState) -> None:
    """Cubes, cards, pawns and Worship cards are as many as there are."""
    variant = state.variant
    for kind in range(3):
        lying = [*state.goods[kind::3], *state.cubes[kind::3], state.reserve[kind]]
        assert min(lying) >= 0
        assert sum(lying) == variant.reserve[kind]
    cards = [*state.deck[: state.deck_left], *bits(state.discards), *bits(state.drawn)]
    cards += [c for _, _, c, _ in state.devoted]
    for masks in (state.hands, state.level_1, state.level_2):
        cards += [c for mask in masks for c in bits(mask)]
    assert sorted(cards) == list(range(45))
    assert sum(state.shuffles) == (1 << 45) - 1
    for seat in range(variant.seats):
        on_board = sum(placed >> 2 * seat & 3 for placed in state.placed)
        harvesting = sum(by >> seat & 1 for by in state.harvested)
        assert state.pawns_left[seat] + on_board + harvesting == state.pawns[seat]
        assert state.placements[seat] == on_board + harvesting
        assert state.spent[seat] & ~state.level_2[seat] == 0
        hidden = state.hands[seat]
        if state.final is None:
            hidden |= sum(1 << c for owner, _, c, _ in state.devoted if owner == seat)
        if seat == state.acting_seat:
            hidden |= state.drawn
        assert [(hidden & cards).bit_count() for cards in state.shuffles] == state.held[
            seat :: variant.seats
        ]
    for place, (seat, _, _, limits) in enumerate(state.devoted):
        if state.final is None:
            earlier = [c for owner, _, c, _ in state.devoted[: place + 1] if owner == seat]
            for number, shuffled in enumerate(state.shuffles):
                among = sum(shuffled >> c & 1 for c in earlier)
                assert among <= (limits[number] if number < len(limits) else 0)
    held = [c for _, c, _ in state.worship_takes]
    assert len(set(held)) == len(held)
    for _, held_card, back in state.worship_takes:
        assert not back >> held_card & 1
