"""What happened, as messages: open to everybody but for `Secret`, which goes to one seat."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games.bomarzo.data import AREAS, RESOURCES, TRACKS, VILLAGE
from referee.games.bomarzo.messages import final_count, names_of, resources
from referee.games.bomarzo.variant import CARD, bits
from referee.games.game import Event

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = [
    "answered",
    "board_advanced",
    "card_devoted",
    "card_discarded",
    "card_kept",
    "cards_announced",
    "cards_drawn",
    "copied",
    "deal_discarded",
    "declared",
    "developed",
    "extra_taken",
    "final",
    "given",
    "harvested",
    "invoked",
    "overpaid",
    "paid",
    "passed",
    "produced",
    "raised",
    "reshuffled",
    "season_began",
    "season_ended",
    "taken",
    "village_advanced",
    "worship_begun",
    "worship_drawn",
    "worship_held",
]


def _secret(seat: int, cards: Sequence[str] = (), worship: Sequence[str] = ()) -> Event:
    message = pb.BomarzoEvent(secret=pb.Secret(cards=cards, worship=worship))
    return Event(message, frozenset((seat,)))


def extra_taken(seat: int, kind: int) -> Event:
    """Rule 3."""
    return Event(pb.BomarzoEvent(extra_taken=pb.ExtraTaken(seat=seat, resource=RESOURCES[kind])))


def card_kept(state: "BomarzoState", seat: int, card: int) -> list[Event]:
    """Rule 6."""
    return [
        Event(pb.BomarzoEvent(card_kept=pb.CardKept(seat=seat))),
        _secret(seat, cards=[state.variant.card_names[card]]),
    ]


def deal_discarded(state: "BomarzoState", seat: int, cards: int) -> Event:
    """Rule 6."""
    shown = pb.DealDiscarded(seat=seat, cards=names_of(state.variant.card_names, cards))
    return Event(pb.BomarzoEvent(deal_discarded=shown))


def village_advanced(seat: int, tracks: Sequence[int], pawns: int) -> Event:
    """Rules 7, 33."""
    advanced = pb.VillageAdvanced(seat=seat, tracks=[VILLAGE[t] for t in tracks], pawns=pawns)
    return Event(pb.BomarzoEvent(village_advanced=advanced))


def season_began(state: "BomarzoState") -> Event:
    """Rule 44."""
    began = pb.SeasonBegan(season=state.season, first_player=state.first_player, token=state.token)
    return Event(pb.BomarzoEvent(season_began=began))


def produced(seat: int, income: Sequence[int]) -> Event:
    """Rules 9, 10."""
    message = pb.Produced(seat=seat, resources=resources(income), cards=income[CARD])
    return Event(pb.BomarzoEvent(produced=message))


def answered(seat: int, decision: str, yes: bool) -> Event:
    """A question with yes or no."""
    return Event(pb.BomarzoEvent(answered=pb.Answered(seat=seat, decision=decision, yes=yes)))


def cards_drawn(state: "BomarzoState", seat: int, cards: int) -> list[Event]:
    """Rules 11, 12, 31."""
    drawn = pb.CardsDrawn(seat=seat, count=cards.bit_count())
    return [
        Event(pb.BomarzoEvent(cards_drawn=drawn)),
        _secret(seat, cards=names_of(state.variant.card_names, cards)),
    ]


def reshuffled(state: "BomarzoState", cards: int) -> Event:
    """Rule 11."""
    names = names_of(state.variant.card_names, cards)
    return Event(pb.BomarzoEvent(reshuffled=pb.Reshuffled(cards=names)))


def card_discarded(state: "BomarzoState", seat: int, card: int, reason: str) -> Event:
    """Rules 12, 29, 39."""
    name = state.variant.card_names[card]
    message = pb.CardDiscarded(seat=seat, card=name, reason=reason)
    return Event(pb.BomarzoEvent(card_discarded=message))


def harvested(seat: int, area: int, kind: int, amount: int) -> Event:
    """Rules 16-18."""
    gained = [0, 0, 0]
    gained[kind] = amount
    message = pb.Harvested(seat=seat, area=AREAS[area], gained=resources(gained))
    return Event(pb.BomarzoEvent(harvested=message))


def invoked(state: "BomarzoState", seat: int, divinity: int, repetition: bool) -> Event:
    """Rules 19-25."""
    name = state.variant.divinity_names[divinity]
    message = pb.Invoked(seat=seat, divinity=name, repetition=repetition)
    return Event(pb.BomarzoEvent(invoked=message))


def declared(seat: int, food: int, coin: int) -> Event:
    """Virtual resources before a payment."""
    announced = pb.Declared(seat=seat, resources=pb.VirtualResources(food=food, coin=coin))
    return Event(pb.BomarzoEvent(declared=announced))


def paid(state: "BomarzoState", seat: int, numbers: Sequence[int]) -> Event:
    """Rules 19-23, 29, 30."""
    message = pb.Paid(
        seat=seat,
        divinity=state.variant.divinity_names[state.divinity],
        resources=resources(numbers),
        virtual=pb.VirtualResources(food=numbers[3], coin=numbers[4]),
        exchange=bool(numbers[5]),
    )
    return Event(pb.BomarzoEvent(paid=message))


def overpaid(state: "BomarzoState", seat: int, kind: int) -> Event:
    """Rule 24."""
    name = state.variant.divinity_names[state.divinity]
    message = pb.Overpaid(seat=seat, divinity=name, resource=RESOURCES[kind])
    return Event(pb.BomarzoEvent(overpaid=message))


def raised(state: "BomarzoState", seat: int, added: Sequence[int]) -> Event:
    """Rule 27."""
    name = state.variant.divinity_names[state.divinity]
    message = pb.Raised(seat=seat, divinity=name, added=resources((*added, 0)))
    return Event(pb.BomarzoEvent(raised=message))


def copied(state: "BomarzoState", seat: int, given_back: Sequence[int], virtual: int) -> Event:
    """Rule 28."""
    name = state.variant.divinity_names[state.divinity]
    message = pb.Copied(seat=seat, divinity=name, resources=resources(given_back), virtual=virtual)
    return Event(pb.BomarzoEvent(copied=message))


def taken(state: "BomarzoState", seat: int, divinity: int, kind: int, amount: int) -> Event:
    """Rule 32."""
    goods = [0, 0, 0]
    goods[kind] = amount
    name = state.variant.divinity_names[divinity]
    message = pb.Taken(seat=seat, divinity=name, resources=resources(goods))
    return Event(pb.BomarzoEvent(taken=message))


def developed(state: "BomarzoState", seat: int, card: int, level: int) -> Event:
    """Rules 34-36."""
    name = state.variant.card_names[card]
    return Event(pb.BomarzoEvent(developed=pb.Developed(seat=seat, card=name, level=level)))


def board_advanced(seat: int, track: int, steps: int, points: int) -> Event:
    """Rules 35-39."""
    message = pb.BoardAdvanced(seat=seat, track=TRACKS[track], steps=steps, points=points)
    return Event(pb.BomarzoEvent(board_advanced=message))


def cards_announced(seat: int, count: int) -> Event:
    """Rule 39."""
    return Event(pb.BomarzoEvent(cards_announced=pb.CardsAnnounced(seat=seat, count=count)))


def card_devoted(state: "BomarzoState", seat: int, card: int, divinity: int) -> list[Event]:
    """Rule 40."""
    name = state.variant.divinity_names[divinity]
    return [
        Event(pb.BomarzoEvent(card_devoted=pb.CardDevoted(seat=seat, divinity=name))),
        _secret(seat, cards=[state.variant.card_names[card]]),
    ]


def passed(seat: int) -> Event:
    """No more turns this season."""
    return Event(pb.BomarzoEvent(passed=pb.Passed(seat=seat)))


def worship_begun(seat: int, extra: int) -> Event:
    """Rule 56."""
    return Event(pb.BomarzoEvent(worship_begun=pb.WorshipBegun(seat=seat, extra=extra)))


def given(seat: int, kind: int) -> Event:
    """Rule 56."""
    return Event(pb.BomarzoEvent(given=pb.Given(seat=seat, resource=RESOURCES[kind])))


def worship_drawn(state: "BomarzoState", seat: int) -> list[Event]:
    """Rule 56."""
    cards = state.worship_drawn
    drawn = pb.WorshipDrawn(seat=seat, count=cards.bit_count())
    return [
        Event(pb.BomarzoEvent(worship_drawn=drawn)),
        _secret(seat, worship=names_of(state.variant.divinity_names, cards)),
    ]


def worship_held(state: "BomarzoState", seat: int, card: int) -> list[Event]:
    """Rule 56."""
    return [
        Event(pb.BomarzoEvent(worship_held=pb.WorshipHeld(seat=seat))),
        _secret(seat, worship=[state.variant.divinity_names[card]]),
    ]


def season_ended(state: "BomarzoState") -> Event:
    """Rules 42, 43."""
    moss = [state.variant.divinity_names[divinity] for divinity in bits(state.moss)]
    return Event(pb.BomarzoEvent(season_ended=pb.SeasonEnded(season=state.season, moss=moss)))


def final(state: "BomarzoState") -> Event:
    """Rules 45-53."""
    return Event(pb.BomarzoEvent(final=final_count(state)))
