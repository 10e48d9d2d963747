from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Ending(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENDING_UNSPECIFIED: _ClassVar[Ending]
    ENDING_PILE: _ClassVar[Ending]
    ENDING_TOWERS: _ClassVar[Ending]
ENDING_UNSPECIFIED: Ending
ENDING_PILE: Ending
ENDING_TOWERS: Ending

class TuermeData(_message.Message):
    __slots__ = ("decks", "stones", "roofs", "hand_cards", "open_cards", "scoring_cards", "scoring_spread", "tokens", "most_stones")
    DECKS_FIELD_NUMBER: _ClassVar[int]
    STONES_FIELD_NUMBER: _ClassVar[int]
    ROOFS_FIELD_NUMBER: _ClassVar[int]
    HAND_CARDS_FIELD_NUMBER: _ClassVar[int]
    OPEN_CARDS_FIELD_NUMBER: _ClassVar[int]
    SCORING_CARDS_FIELD_NUMBER: _ClassVar[int]
    SCORING_SPREAD_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    MOST_STONES_FIELD_NUMBER: _ClassVar[int]
    decks: _containers.RepeatedCompositeFieldContainer[Deck]
    stones: int
    roofs: int
    hand_cards: int
    open_cards: int
    scoring_cards: int
    scoring_spread: int
    tokens: int
    most_stones: int
    def __init__(self, decks: _Optional[_Iterable[_Union[Deck, _Mapping]]] = ..., stones: _Optional[int] = ..., roofs: _Optional[int] = ..., hand_cards: _Optional[int] = ..., open_cards: _Optional[int] = ..., scoring_cards: _Optional[int] = ..., scoring_spread: _Optional[int] = ..., tokens: _Optional[int] = ..., most_stones: _Optional[int] = ...) -> None: ...

class Deck(_message.Message):
    __slots__ = ("seats", "cards")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    cards: _containers.RepeatedCompositeFieldContainer[CardCount]
    def __init__(self, seats: _Optional[_Iterable[int]] = ..., cards: _Optional[_Iterable[_Union[CardCount, _Mapping]]] = ...) -> None: ...

class CardCount(_message.Message):
    __slots__ = ("card", "count")
    CARD_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    card: str
    count: int
    def __init__(self, card: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class Field(_message.Message):
    __slots__ = ("row", "column")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    row: int
    column: int
    def __init__(self, row: _Optional[int] = ..., column: _Optional[int] = ...) -> None: ...

class TuermePublic(_message.Message):
    __slots__ = ("decision", "to_act", "turn", "turn_seat", "start_seat", "towers", "plague_zone", "seats", "open_cards", "pile", "gone", "scorings", "secure_due", "fresh_roofs", "tokens_left", "ending")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    TURN_SEAT_FIELD_NUMBER: _ClassVar[int]
    START_SEAT_FIELD_NUMBER: _ClassVar[int]
    TOWERS_FIELD_NUMBER: _ClassVar[int]
    PLAGUE_ZONE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OPEN_CARDS_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    GONE_FIELD_NUMBER: _ClassVar[int]
    SCORINGS_FIELD_NUMBER: _ClassVar[int]
    SECURE_DUE_FIELD_NUMBER: _ClassVar[int]
    FRESH_ROOFS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_LEFT_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    decision: str
    to_act: int
    turn: int
    turn_seat: int
    start_seat: int
    towers: _containers.RepeatedCompositeFieldContainer[Tower]
    plague_zone: Field
    seats: _containers.RepeatedCompositeFieldContainer[SeatState]
    open_cards: _containers.RepeatedScalarFieldContainer[str]
    pile: int
    gone: _containers.RepeatedCompositeFieldContainer[CardCount]
    scorings: _containers.RepeatedCompositeFieldContainer[Scoring]
    secure_due: _containers.RepeatedCompositeFieldContainer[Field]
    fresh_roofs: _containers.RepeatedCompositeFieldContainer[Field]
    tokens_left: int
    ending: Ending
    def __init__(self, decision: _Optional[str] = ..., to_act: _Optional[int] = ..., turn: _Optional[int] = ..., turn_seat: _Optional[int] = ..., start_seat: _Optional[int] = ..., towers: _Optional[_Iterable[_Union[Tower, _Mapping]]] = ..., plague_zone: _Optional[_Union[Field, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatState, _Mapping]]] = ..., open_cards: _Optional[_Iterable[str]] = ..., pile: _Optional[int] = ..., gone: _Optional[_Iterable[_Union[CardCount, _Mapping]]] = ..., scorings: _Optional[_Iterable[_Union[Scoring, _Mapping]]] = ..., secure_due: _Optional[_Iterable[_Union[Field, _Mapping]]] = ..., fresh_roofs: _Optional[_Iterable[_Union[Field, _Mapping]]] = ..., tokens_left: _Optional[int] = ..., ending: _Optional[_Union[Ending, str]] = ...) -> None: ...

class Tower(_message.Message):
    __slots__ = ("field", "stones", "roof")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    STONES_FIELD_NUMBER: _ClassVar[int]
    ROOF_FIELD_NUMBER: _ClassVar[int]
    field: Field
    stones: _containers.RepeatedScalarFieldContainer[int]
    roof: bool
    def __init__(self, field: _Optional[_Union[Field, _Mapping]] = ..., stones: _Optional[_Iterable[int]] = ..., roof: bool = ...) -> None: ...

class SeatState(_message.Message):
    __slots__ = ("known_hand", "unknown_hand", "ruled_out", "stones", "roofs", "score", "tokens")
    KNOWN_HAND_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_HAND_FIELD_NUMBER: _ClassVar[int]
    RULED_OUT_FIELD_NUMBER: _ClassVar[int]
    STONES_FIELD_NUMBER: _ClassVar[int]
    ROOFS_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    known_hand: _containers.RepeatedScalarFieldContainer[str]
    unknown_hand: int
    ruled_out: _containers.RepeatedScalarFieldContainer[int]
    stones: int
    roofs: int
    score: int
    tokens: int
    def __init__(self, known_hand: _Optional[_Iterable[str]] = ..., unknown_hand: _Optional[int] = ..., ruled_out: _Optional[_Iterable[int]] = ..., stones: _Optional[int] = ..., roofs: _Optional[int] = ..., score: _Optional[int] = ..., tokens: _Optional[int] = ...) -> None: ...

class Scoring(_message.Message):
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[SeatScoring]
    def __init__(self, seats: _Optional[_Iterable[_Union[SeatScoring, _Mapping]]] = ...) -> None: ...

class SeatScoring(_message.Message):
    __slots__ = ("points", "towers")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    TOWERS_FIELD_NUMBER: _ClassVar[int]
    points: int
    towers: int
    def __init__(self, points: _Optional[int] = ..., towers: _Optional[int] = ...) -> None: ...

class TuermePrivate(_message.Message):
    __slots__ = ("seat", "hand")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[_Iterable[str]] = ...) -> None: ...

class TuermeEvent(_message.Message):
    __slots__ = ("stones_placed", "plague_broken", "plague_lifted", "fire_raged", "cards_discarded", "token_won", "tower_secured", "securing_declined", "cards_drawn", "cards_turned_up", "towers_scored", "match_ended")
    STONES_PLACED_FIELD_NUMBER: _ClassVar[int]
    PLAGUE_BROKEN_FIELD_NUMBER: _ClassVar[int]
    PLAGUE_LIFTED_FIELD_NUMBER: _ClassVar[int]
    FIRE_RAGED_FIELD_NUMBER: _ClassVar[int]
    CARDS_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    TOKEN_WON_FIELD_NUMBER: _ClassVar[int]
    TOWER_SECURED_FIELD_NUMBER: _ClassVar[int]
    SECURING_DECLINED_FIELD_NUMBER: _ClassVar[int]
    CARDS_DRAWN_FIELD_NUMBER: _ClassVar[int]
    CARDS_TURNED_UP_FIELD_NUMBER: _ClassVar[int]
    TOWERS_SCORED_FIELD_NUMBER: _ClassVar[int]
    MATCH_ENDED_FIELD_NUMBER: _ClassVar[int]
    stones_placed: StonesPlaced
    plague_broken: PlagueBroken
    plague_lifted: PlagueLifted
    fire_raged: FireRaged
    cards_discarded: CardsDiscarded
    token_won: TokenWon
    tower_secured: TowerSecured
    securing_declined: SecuringDeclined
    cards_drawn: CardsDrawn
    cards_turned_up: CardsTurnedUp
    towers_scored: TowersScored
    match_ended: MatchEnded
    def __init__(self, stones_placed: _Optional[_Union[StonesPlaced, _Mapping]] = ..., plague_broken: _Optional[_Union[PlagueBroken, _Mapping]] = ..., plague_lifted: _Optional[_Union[PlagueLifted, _Mapping]] = ..., fire_raged: _Optional[_Union[FireRaged, _Mapping]] = ..., cards_discarded: _Optional[_Union[CardsDiscarded, _Mapping]] = ..., token_won: _Optional[_Union[TokenWon, _Mapping]] = ..., tower_secured: _Optional[_Union[TowerSecured, _Mapping]] = ..., securing_declined: _Optional[_Union[SecuringDeclined, _Mapping]] = ..., cards_drawn: _Optional[_Union[CardsDrawn, _Mapping]] = ..., cards_turned_up: _Optional[_Union[CardsTurnedUp, _Mapping]] = ..., towers_scored: _Optional[_Union[TowersScored, _Mapping]] = ..., match_ended: _Optional[_Union[MatchEnded, _Mapping]] = ...) -> None: ...

class StonesPlaced(_message.Message):
    __slots__ = ("seat", "cards", "fields")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    fields: _containers.RepeatedCompositeFieldContainer[Field]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ..., fields: _Optional[_Iterable[_Union[Field, _Mapping]]] = ...) -> None: ...

class PlagueBroken(_message.Message):
    __slots__ = ("seat", "cards", "zone")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    ZONE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    zone: Field
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ..., zone: _Optional[_Union[Field, _Mapping]] = ...) -> None: ...

class PlagueLifted(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class FireRaged(_message.Message):
    __slots__ = ("seat", "cards", "block", "burnt")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    BLOCK_FIELD_NUMBER: _ClassVar[int]
    BURNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    block: Field
    burnt: _containers.RepeatedCompositeFieldContainer[BurntStone]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ..., block: _Optional[_Union[Field, _Mapping]] = ..., burnt: _Optional[_Iterable[_Union[BurntStone, _Mapping]]] = ...) -> None: ...

class BurntStone(_message.Message):
    __slots__ = ("field", "owner")
    FIELD_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    field: Field
    owner: int
    def __init__(self, field: _Optional[_Union[Field, _Mapping]] = ..., owner: _Optional[int] = ...) -> None: ...

class CardsDiscarded(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class TokenWon(_message.Message):
    __slots__ = ("seat", "field")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    field: Field
    def __init__(self, seat: _Optional[int] = ..., field: _Optional[_Union[Field, _Mapping]] = ...) -> None: ...

class TowerSecured(_message.Message):
    __slots__ = ("seat", "field", "moved_from")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    MOVED_FROM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    field: Field
    moved_from: Field
    def __init__(self, seat: _Optional[int] = ..., field: _Optional[_Union[Field, _Mapping]] = ..., moved_from: _Optional[_Union[Field, _Mapping]] = ...) -> None: ...

class SecuringDeclined(_message.Message):
    __slots__ = ("seat", "field")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    field: Field
    def __init__(self, seat: _Optional[int] = ..., field: _Optional[_Union[Field, _Mapping]] = ...) -> None: ...

class CardsDrawn(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class CardsTurnedUp(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class TowersScored(_message.Message):
    __slots__ = ("number", "scoring")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SCORING_FIELD_NUMBER: _ClassVar[int]
    number: int
    scoring: Scoring
    def __init__(self, number: _Optional[int] = ..., scoring: _Optional[_Union[Scoring, _Mapping]] = ...) -> None: ...

class MatchEnded(_message.Message):
    __slots__ = ("ending",)
    ENDING_FIELD_NUMBER: _ClassVar[int]
    ending: Ending
    def __init__(self, ending: _Optional[_Union[Ending, str]] = ...) -> None: ...
