from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BomarzoData(_message.Message):
    __slots__ = ("cards", "divinities", "reserve", "start_pawns", "most_pawns", "village_length", "village_tracks", "board_tracks", "board_length", "point_spaces", "areas", "points_by_position", "temple_points", "season_tokens", "most_worship_cards", "worship_won", "worship_lost")
    class StartPawnsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: int
        def __init__(self, key: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...
    class TemplePointsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: int
        def __init__(self, key: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...
    class SeasonTokensEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    CARDS_FIELD_NUMBER: _ClassVar[int]
    DIVINITIES_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    START_PAWNS_FIELD_NUMBER: _ClassVar[int]
    MOST_PAWNS_FIELD_NUMBER: _ClassVar[int]
    VILLAGE_LENGTH_FIELD_NUMBER: _ClassVar[int]
    VILLAGE_TRACKS_FIELD_NUMBER: _ClassVar[int]
    BOARD_TRACKS_FIELD_NUMBER: _ClassVar[int]
    BOARD_LENGTH_FIELD_NUMBER: _ClassVar[int]
    POINT_SPACES_FIELD_NUMBER: _ClassVar[int]
    AREAS_FIELD_NUMBER: _ClassVar[int]
    POINTS_BY_POSITION_FIELD_NUMBER: _ClassVar[int]
    TEMPLE_POINTS_FIELD_NUMBER: _ClassVar[int]
    SEASON_TOKENS_FIELD_NUMBER: _ClassVar[int]
    MOST_WORSHIP_CARDS_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_WON_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_LOST_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[Card]
    divinities: _containers.RepeatedCompositeFieldContainer[Divinity]
    reserve: Resources
    start_pawns: _containers.ScalarMap[int, int]
    most_pawns: int
    village_length: int
    village_tracks: _containers.RepeatedCompositeFieldContainer[VillageTrack]
    board_tracks: _containers.RepeatedScalarFieldContainer[str]
    board_length: int
    point_spaces: _containers.RepeatedScalarFieldContainer[int]
    areas: _containers.RepeatedCompositeFieldContainer[HarvestArea]
    points_by_position: _containers.RepeatedCompositeFieldContainer[PositionPoints]
    temple_points: _containers.ScalarMap[int, int]
    season_tokens: _containers.ScalarMap[str, int]
    most_worship_cards: int
    worship_won: int
    worship_lost: int
    def __init__(self, cards: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., divinities: _Optional[_Iterable[_Union[Divinity, _Mapping]]] = ..., reserve: _Optional[_Union[Resources, _Mapping]] = ..., start_pawns: _Optional[_Mapping[int, int]] = ..., most_pawns: _Optional[int] = ..., village_length: _Optional[int] = ..., village_tracks: _Optional[_Iterable[_Union[VillageTrack, _Mapping]]] = ..., board_tracks: _Optional[_Iterable[str]] = ..., board_length: _Optional[int] = ..., point_spaces: _Optional[_Iterable[int]] = ..., areas: _Optional[_Iterable[_Union[HarvestArea, _Mapping]]] = ..., points_by_position: _Optional[_Iterable[_Union[PositionPoints, _Mapping]]] = ..., temple_points: _Optional[_Mapping[int, int]] = ..., season_tokens: _Optional[_Mapping[str, int]] = ..., most_worship_cards: _Optional[int] = ..., worship_won: _Optional[int] = ..., worship_lost: _Optional[int] = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("name", "kinds", "level_1", "temple", "devotion", "level_2", "gain")
    NAME_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    LEVEL_1_FIELD_NUMBER: _ClassVar[int]
    TEMPLE_FIELD_NUMBER: _ClassVar[int]
    DEVOTION_FIELD_NUMBER: _ClassVar[int]
    LEVEL_2_FIELD_NUMBER: _ClassVar[int]
    GAIN_FIELD_NUMBER: _ClassVar[int]
    name: str
    kinds: _containers.RepeatedScalarFieldContainer[str]
    level_1: _containers.RepeatedCompositeFieldContainer[TrackSteps]
    temple: str
    devotion: int
    level_2: _containers.RepeatedCompositeFieldContainer[TrackSteps]
    gain: str
    def __init__(self, name: _Optional[str] = ..., kinds: _Optional[_Iterable[str]] = ..., level_1: _Optional[_Iterable[_Union[TrackSteps, _Mapping]]] = ..., temple: _Optional[str] = ..., devotion: _Optional[int] = ..., level_2: _Optional[_Iterable[_Union[TrackSteps, _Mapping]]] = ..., gain: _Optional[str] = ...) -> None: ...

class TrackSteps(_message.Message):
    __slots__ = ("track", "steps")
    TRACK_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    track: str
    steps: int
    def __init__(self, track: _Optional[str] = ..., steps: _Optional[int] = ...) -> None: ...

class Divinity(_message.Message):
    __slots__ = ("name", "favor", "scores", "active", "moss")
    NAME_FIELD_NUMBER: _ClassVar[int]
    FAVOR_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    MOSS_FIELD_NUMBER: _ClassVar[int]
    name: str
    favor: str
    scores: str
    active: Tribute
    moss: Tribute
    def __init__(self, name: _Optional[str] = ..., favor: _Optional[str] = ..., scores: _Optional[str] = ..., active: _Optional[_Union[Tribute, _Mapping]] = ..., moss: _Optional[_Union[Tribute, _Mapping]] = ...) -> None: ...

class Tribute(_message.Message):
    __slots__ = ("food", "coin", "any")
    FOOD_FIELD_NUMBER: _ClassVar[int]
    COIN_FIELD_NUMBER: _ClassVar[int]
    ANY_FIELD_NUMBER: _ClassVar[int]
    food: int
    coin: int
    any: int
    def __init__(self, food: _Optional[int] = ..., coin: _Optional[int] = ..., any: _Optional[int] = ...) -> None: ...

class Resources(_message.Message):
    __slots__ = ("food", "coin", "wine")
    FOOD_FIELD_NUMBER: _ClassVar[int]
    COIN_FIELD_NUMBER: _ClassVar[int]
    WINE_FIELD_NUMBER: _ClassVar[int]
    food: int
    coin: int
    wine: int
    def __init__(self, food: _Optional[int] = ..., coin: _Optional[int] = ..., wine: _Optional[int] = ...) -> None: ...

class VillageTrack(_message.Message):
    __slots__ = ("name", "symbols")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_FIELD_NUMBER: _ClassVar[int]
    name: str
    symbols: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, name: _Optional[str] = ..., symbols: _Optional[_Iterable[int]] = ...) -> None: ...

class HarvestArea(_message.Message):
    __slots__ = ("name", "gives", "by_order")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GIVES_FIELD_NUMBER: _ClassVar[int]
    BY_ORDER_FIELD_NUMBER: _ClassVar[int]
    name: str
    gives: str
    by_order: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, name: _Optional[str] = ..., gives: _Optional[str] = ..., by_order: _Optional[_Iterable[int]] = ...) -> None: ...

class PositionPoints(_message.Message):
    __slots__ = ("first", "second")
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    first: int
    second: int
    def __init__(self, first: _Optional[int] = ..., second: _Optional[int] = ...) -> None: ...

class BomarzoPublic(_message.Message):
    __slots__ = ("decision", "to_act", "turn", "turn_seat", "season", "start_seat", "first_player", "season_tokens", "reserve", "seats", "divinities", "areas", "claimed", "deck", "discards", "shuffles", "devoted", "worship_takes", "action", "final")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    TURN_SEAT_FIELD_NUMBER: _ClassVar[int]
    SEASON_FIELD_NUMBER: _ClassVar[int]
    START_SEAT_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    SEASON_TOKENS_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DIVINITIES_FIELD_NUMBER: _ClassVar[int]
    AREAS_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    DEVOTED_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_TAKES_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    decision: str
    to_act: int
    turn: int
    turn_seat: int
    season: int
    start_seat: int
    first_player: int
    season_tokens: _containers.RepeatedScalarFieldContainer[str]
    reserve: Resources
    seats: _containers.RepeatedCompositeFieldContainer[SeatState]
    divinities: _containers.RepeatedCompositeFieldContainer[DivinityState]
    areas: _containers.RepeatedCompositeFieldContainer[AreaState]
    claimed: _containers.RepeatedCompositeFieldContainer[TrackSpace]
    deck: int
    discards: _containers.RepeatedScalarFieldContainer[str]
    shuffles: _containers.RepeatedCompositeFieldContainer[Shuffle]
    devoted: _containers.RepeatedCompositeFieldContainer[DevotedCard]
    worship_takes: _containers.RepeatedCompositeFieldContainer[WorshipTake]
    action: Action
    final: FinalCount
    def __init__(self, decision: _Optional[str] = ..., to_act: _Optional[int] = ..., turn: _Optional[int] = ..., turn_seat: _Optional[int] = ..., season: _Optional[int] = ..., start_seat: _Optional[int] = ..., first_player: _Optional[int] = ..., season_tokens: _Optional[_Iterable[str]] = ..., reserve: _Optional[_Union[Resources, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[SeatState, _Mapping]]] = ..., divinities: _Optional[_Iterable[_Union[DivinityState, _Mapping]]] = ..., areas: _Optional[_Iterable[_Union[AreaState, _Mapping]]] = ..., claimed: _Optional[_Iterable[_Union[TrackSpace, _Mapping]]] = ..., deck: _Optional[int] = ..., discards: _Optional[_Iterable[str]] = ..., shuffles: _Optional[_Iterable[_Union[Shuffle, _Mapping]]] = ..., devoted: _Optional[_Iterable[_Union[DevotedCard, _Mapping]]] = ..., worship_takes: _Optional[_Iterable[_Union[WorshipTake, _Mapping]]] = ..., action: _Optional[_Union[Action, _Mapping]] = ..., final: _Optional[_Union[FinalCount, _Mapping]] = ...) -> None: ...

class SeatState(_message.Message):
    __slots__ = ("resources", "village", "pawns", "pawns_left", "placements", "passed", "board", "points", "hand", "hidden_by_shuffle", "played", "kept", "worship_cards")
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    VILLAGE_FIELD_NUMBER: _ClassVar[int]
    PAWNS_FIELD_NUMBER: _ClassVar[int]
    PAWNS_LEFT_FIELD_NUMBER: _ClassVar[int]
    PLACEMENTS_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_BY_SHUFFLE_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_CARDS_FIELD_NUMBER: _ClassVar[int]
    resources: Resources
    village: _containers.RepeatedScalarFieldContainer[int]
    pawns: int
    pawns_left: int
    placements: int
    passed: bool
    board: _containers.RepeatedScalarFieldContainer[int]
    points: int
    hand: int
    hidden_by_shuffle: _containers.RepeatedScalarFieldContainer[int]
    played: _containers.RepeatedCompositeFieldContainer[PlayedCard]
    kept: bool
    worship_cards: int
    def __init__(self, resources: _Optional[_Union[Resources, _Mapping]] = ..., village: _Optional[_Iterable[int]] = ..., pawns: _Optional[int] = ..., pawns_left: _Optional[int] = ..., placements: _Optional[int] = ..., passed: bool = ..., board: _Optional[_Iterable[int]] = ..., points: _Optional[int] = ..., hand: _Optional[int] = ..., hidden_by_shuffle: _Optional[_Iterable[int]] = ..., played: _Optional[_Iterable[_Union[PlayedCard, _Mapping]]] = ..., kept: bool = ..., worship_cards: _Optional[int] = ...) -> None: ...

class PlayedCard(_message.Message):
    __slots__ = ("card", "level", "used")
    CARD_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    card: str
    level: int
    used: bool
    def __init__(self, card: _Optional[str] = ..., level: _Optional[int] = ..., used: bool = ...) -> None: ...

class DivinityState(_message.Message):
    __slots__ = ("name", "moss", "cubes", "pawns")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MOSS_FIELD_NUMBER: _ClassVar[int]
    CUBES_FIELD_NUMBER: _ClassVar[int]
    PAWNS_FIELD_NUMBER: _ClassVar[int]
    name: str
    moss: bool
    cubes: Resources
    pawns: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, name: _Optional[str] = ..., moss: bool = ..., cubes: _Optional[_Union[Resources, _Mapping]] = ..., pawns: _Optional[_Iterable[int]] = ...) -> None: ...

class AreaState(_message.Message):
    __slots__ = ("name", "seats")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    name: str
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, name: _Optional[str] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...

class TrackSpace(_message.Message):
    __slots__ = ("track", "step")
    TRACK_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    track: str
    step: int
    def __init__(self, track: _Optional[str] = ..., step: _Optional[int] = ...) -> None: ...

class Shuffle(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class DevotedCard(_message.Message):
    __slots__ = ("seat", "divinity", "most_by_shuffle")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DIVINITY_FIELD_NUMBER: _ClassVar[int]
    MOST_BY_SHUFFLE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    divinity: str
    most_by_shuffle: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., divinity: _Optional[str] = ..., most_by_shuffle: _Optional[_Iterable[int]] = ...) -> None: ...

class WorshipTake(_message.Message):
    __slots__ = ("seat", "drawn")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    drawn: int
    def __init__(self, seat: _Optional[int] = ..., drawn: _Optional[int] = ...) -> None: ...

class Action(_message.Message):
    __slots__ = ("divinity", "copying", "paid", "virtual_food", "virtual_coin", "declared", "virtual_due", "count", "least_kind", "taking", "worship_extra", "drawn_by_shuffle", "worship_drawn")
    DIVINITY_FIELD_NUMBER: _ClassVar[int]
    COPYING_FIELD_NUMBER: _ClassVar[int]
    PAID_FIELD_NUMBER: _ClassVar[int]
    VIRTUAL_FOOD_FIELD_NUMBER: _ClassVar[int]
    VIRTUAL_COIN_FIELD_NUMBER: _ClassVar[int]
    DECLARED_FIELD_NUMBER: _ClassVar[int]
    VIRTUAL_DUE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    LEAST_KIND_FIELD_NUMBER: _ClassVar[int]
    TAKING_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_EXTRA_FIELD_NUMBER: _ClassVar[int]
    DRAWN_BY_SHUFFLE_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_DRAWN_FIELD_NUMBER: _ClassVar[int]
    divinity: str
    copying: bool
    paid: Resources
    virtual_food: int
    virtual_coin: int
    declared: VirtualResources
    virtual_due: int
    count: int
    least_kind: str
    taking: _containers.RepeatedScalarFieldContainer[str]
    worship_extra: int
    drawn_by_shuffle: _containers.RepeatedScalarFieldContainer[int]
    worship_drawn: int
    def __init__(self, divinity: _Optional[str] = ..., copying: bool = ..., paid: _Optional[_Union[Resources, _Mapping]] = ..., virtual_food: _Optional[int] = ..., virtual_coin: _Optional[int] = ..., declared: _Optional[_Union[VirtualResources, _Mapping]] = ..., virtual_due: _Optional[int] = ..., count: _Optional[int] = ..., least_kind: _Optional[str] = ..., taking: _Optional[_Iterable[str]] = ..., worship_extra: _Optional[int] = ..., drawn_by_shuffle: _Optional[_Iterable[int]] = ..., worship_drawn: _Optional[int] = ...) -> None: ...

class VirtualResources(_message.Message):
    __slots__ = ("food", "coin")
    FOOD_FIELD_NUMBER: _ClassVar[int]
    COIN_FIELD_NUMBER: _ClassVar[int]
    food: int
    coin: int
    def __init__(self, food: _Optional[int] = ..., coin: _Optional[int] = ...) -> None: ...

class FinalCount(_message.Message):
    __slots__ = ("divinities", "seats", "devoted", "worship")
    DIVINITIES_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DEVOTED_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_FIELD_NUMBER: _ClassVar[int]
    divinities: _containers.RepeatedCompositeFieldContainer[DivinityCount]
    seats: _containers.RepeatedCompositeFieldContainer[SeatCount]
    devoted: _containers.RepeatedScalarFieldContainer[str]
    worship: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, divinities: _Optional[_Iterable[_Union[DivinityCount, _Mapping]]] = ..., seats: _Optional[_Iterable[_Union[SeatCount, _Mapping]]] = ..., devoted: _Optional[_Iterable[str]] = ..., worship: _Optional[_Iterable[str]] = ...) -> None: ...

class DivinityCount(_message.Message):
    __slots__ = ("divinity", "devotion", "values", "points")
    DIVINITY_FIELD_NUMBER: _ClassVar[int]
    DEVOTION_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    divinity: str
    devotion: int
    values: _containers.RepeatedScalarFieldContainer[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, divinity: _Optional[str] = ..., devotion: _Optional[int] = ..., values: _Optional[_Iterable[int]] = ..., points: _Optional[_Iterable[int]] = ...) -> None: ...

class SeatCount(_message.Message):
    __slots__ = ("track_points", "divinity_points", "temple_points", "worship_points", "total")
    TRACK_POINTS_FIELD_NUMBER: _ClassVar[int]
    DIVINITY_POINTS_FIELD_NUMBER: _ClassVar[int]
    TEMPLE_POINTS_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_POINTS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    track_points: int
    divinity_points: int
    temple_points: int
    worship_points: int
    total: int
    def __init__(self, track_points: _Optional[int] = ..., divinity_points: _Optional[int] = ..., temple_points: _Optional[int] = ..., worship_points: _Optional[int] = ..., total: _Optional[int] = ...) -> None: ...

class BomarzoPrivate(_message.Message):
    __slots__ = ("seat", "hand", "kept", "drawn", "devoted", "worship", "worship_drawn")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    DEVOTED_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_DRAWN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    hand: _containers.RepeatedScalarFieldContainer[str]
    kept: str
    drawn: _containers.RepeatedScalarFieldContainer[str]
    devoted: _containers.RepeatedScalarFieldContainer[str]
    worship: _containers.RepeatedCompositeFieldContainer[SeenWorship]
    worship_drawn: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., hand: _Optional[_Iterable[str]] = ..., kept: _Optional[str] = ..., drawn: _Optional[_Iterable[str]] = ..., devoted: _Optional[_Iterable[str]] = ..., worship: _Optional[_Iterable[_Union[SeenWorship, _Mapping]]] = ..., worship_drawn: _Optional[_Iterable[str]] = ...) -> None: ...

class SeenWorship(_message.Message):
    __slots__ = ("held", "put_back")
    HELD_FIELD_NUMBER: _ClassVar[int]
    PUT_BACK_FIELD_NUMBER: _ClassVar[int]
    held: str
    put_back: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, held: _Optional[str] = ..., put_back: _Optional[_Iterable[str]] = ...) -> None: ...

class BomarzoEvent(_message.Message):
    __slots__ = ("extra_taken", "card_kept", "deal_discarded", "village_advanced", "season_began", "produced", "answered", "cards_drawn", "reshuffled", "card_discarded", "harvested", "invoked", "declared", "paid", "overpaid", "raised", "copied", "taken", "developed", "board_advanced", "cards_announced", "card_devoted", "passed", "worship_begun", "given", "worship_drawn", "worship_held", "season_ended", "final", "secret")
    EXTRA_TAKEN_FIELD_NUMBER: _ClassVar[int]
    CARD_KEPT_FIELD_NUMBER: _ClassVar[int]
    DEAL_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    VILLAGE_ADVANCED_FIELD_NUMBER: _ClassVar[int]
    SEASON_BEGAN_FIELD_NUMBER: _ClassVar[int]
    PRODUCED_FIELD_NUMBER: _ClassVar[int]
    ANSWERED_FIELD_NUMBER: _ClassVar[int]
    CARDS_DRAWN_FIELD_NUMBER: _ClassVar[int]
    RESHUFFLED_FIELD_NUMBER: _ClassVar[int]
    CARD_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    HARVESTED_FIELD_NUMBER: _ClassVar[int]
    INVOKED_FIELD_NUMBER: _ClassVar[int]
    DECLARED_FIELD_NUMBER: _ClassVar[int]
    PAID_FIELD_NUMBER: _ClassVar[int]
    OVERPAID_FIELD_NUMBER: _ClassVar[int]
    RAISED_FIELD_NUMBER: _ClassVar[int]
    COPIED_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    DEVELOPED_FIELD_NUMBER: _ClassVar[int]
    BOARD_ADVANCED_FIELD_NUMBER: _ClassVar[int]
    CARDS_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    CARD_DEVOTED_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_BEGUN_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_DRAWN_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_HELD_FIELD_NUMBER: _ClassVar[int]
    SEASON_ENDED_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    extra_taken: ExtraTaken
    card_kept: CardKept
    deal_discarded: DealDiscarded
    village_advanced: VillageAdvanced
    season_began: SeasonBegan
    produced: Produced
    answered: Answered
    cards_drawn: CardsDrawn
    reshuffled: Reshuffled
    card_discarded: CardDiscarded
    harvested: Harvested
    invoked: Invoked
    declared: Declared
    paid: Paid
    overpaid: Overpaid
    raised: Raised
    copied: Copied
    taken: Taken
    developed: Developed
    board_advanced: BoardAdvanced
    cards_announced: CardsAnnounced
    card_devoted: CardDevoted
    passed: Passed
    worship_begun: WorshipBegun
    given: Given
    worship_drawn: WorshipDrawn
    worship_held: WorshipHeld
    season_ended: SeasonEnded
    final: FinalCount
    secret: Secret
    def __init__(self, extra_taken: _Optional[_Union[ExtraTaken, _Mapping]] = ..., card_kept: _Optional[_Union[CardKept, _Mapping]] = ..., deal_discarded: _Optional[_Union[DealDiscarded, _Mapping]] = ..., village_advanced: _Optional[_Union[VillageAdvanced, _Mapping]] = ..., season_began: _Optional[_Union[SeasonBegan, _Mapping]] = ..., produced: _Optional[_Union[Produced, _Mapping]] = ..., answered: _Optional[_Union[Answered, _Mapping]] = ..., cards_drawn: _Optional[_Union[CardsDrawn, _Mapping]] = ..., reshuffled: _Optional[_Union[Reshuffled, _Mapping]] = ..., card_discarded: _Optional[_Union[CardDiscarded, _Mapping]] = ..., harvested: _Optional[_Union[Harvested, _Mapping]] = ..., invoked: _Optional[_Union[Invoked, _Mapping]] = ..., declared: _Optional[_Union[Declared, _Mapping]] = ..., paid: _Optional[_Union[Paid, _Mapping]] = ..., overpaid: _Optional[_Union[Overpaid, _Mapping]] = ..., raised: _Optional[_Union[Raised, _Mapping]] = ..., copied: _Optional[_Union[Copied, _Mapping]] = ..., taken: _Optional[_Union[Taken, _Mapping]] = ..., developed: _Optional[_Union[Developed, _Mapping]] = ..., board_advanced: _Optional[_Union[BoardAdvanced, _Mapping]] = ..., cards_announced: _Optional[_Union[CardsAnnounced, _Mapping]] = ..., card_devoted: _Optional[_Union[CardDevoted, _Mapping]] = ..., passed: _Optional[_Union[Passed, _Mapping]] = ..., worship_begun: _Optional[_Union[WorshipBegun, _Mapping]] = ..., given: _Optional[_Union[Given, _Mapping]] = ..., worship_drawn: _Optional[_Union[WorshipDrawn, _Mapping]] = ..., worship_held: _Optional[_Union[WorshipHeld, _Mapping]] = ..., season_ended: _Optional[_Union[SeasonEnded, _Mapping]] = ..., final: _Optional[_Union[FinalCount, _Mapping]] = ..., secret: _Optional[_Union[Secret, _Mapping]] = ...) -> None: ...

class ExtraTaken(_message.Message):
    __slots__ = ("seat", "resource")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    resource: str
    def __init__(self, seat: _Optional[int] = ..., resource: _Optional[str] = ...) -> None: ...

class CardKept(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class DealDiscarded(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[str]] = ...) -> None: ...

class VillageAdvanced(_message.Message):
    __slots__ = ("seat", "tracks", "pawns")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TRACKS_FIELD_NUMBER: _ClassVar[int]
    PAWNS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tracks: _containers.RepeatedScalarFieldContainer[str]
    pawns: int
    def __init__(self, seat: _Optional[int] = ..., tracks: _Optional[_Iterable[str]] = ..., pawns: _Optional[int] = ...) -> None: ...

class SeasonBegan(_message.Message):
    __slots__ = ("season", "first_player", "token")
    SEASON_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    season: int
    first_player: int
    token: str
    def __init__(self, season: _Optional[int] = ..., first_player: _Optional[int] = ..., token: _Optional[str] = ...) -> None: ...

class Produced(_message.Message):
    __slots__ = ("seat", "resources", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    resources: Resources
    cards: int
    def __init__(self, seat: _Optional[int] = ..., resources: _Optional[_Union[Resources, _Mapping]] = ..., cards: _Optional[int] = ...) -> None: ...

class Answered(_message.Message):
    __slots__ = ("seat", "decision", "yes")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    YES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision: str
    yes: bool
    def __init__(self, seat: _Optional[int] = ..., decision: _Optional[str] = ..., yes: bool = ...) -> None: ...

class CardsDrawn(_message.Message):
    __slots__ = ("seat", "count")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    count: int
    def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class Reshuffled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class CardDiscarded(_message.Message):
    __slots__ = ("seat", "card", "reason")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: str
    reason: str
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class Harvested(_message.Message):
    __slots__ = ("seat", "area", "gained")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AREA_FIELD_NUMBER: _ClassVar[int]
    GAINED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    area: str
    gained: Resources
    def __init__(self, seat: _Optional[int] = ..., area: _Optional[str] = ..., gained: _Optional[_Union[Resources, _Mapping]] = ...) -> None: ...

class Invoked(_message.Message):
    __slots__ = ("seat", "divinity", "repetition")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DIVINITY_FIELD_NUMBER: _ClassVar[int]
    REPETITION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    divinity: str
    repetition: bool
    def __init__(self, seat: _Optional[int] = ..., divinity: _Optional[str] = ..., repetition: bool = ...) -> None: ...

class Declared(_message.Message):
    __slots__ = ("seat", "resources")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    resources: VirtualResources
    def __init__(self, seat: _Optional[int] = ..., resources: _Optional[_Union[VirtualResources, _Mapping]] = ...) -> None: ...

class Paid(_message.Message):
    __slots__ = ("seat", "divinity", "resources", "virtual", "exchange")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DIVINITY_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    VIRTUAL_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    divinity: str
    resources: Resources
    virtual: VirtualResources
    exchange: bool
    def __init__(self, seat: _Optional[int] = ..., divinity: _Optional[str] = ..., resources: _Optional[_Union[Resources, _Mapping]] = ..., virtual: _Optional[_Union[VirtualResources, _Mapping]] = ..., exchange: bool = ...) -> None: ...

class Overpaid(_message.Message):
    __slots__ = ("seat", "divinity", "resource")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DIVINITY_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    divinity: str
    resource: str
    def __init__(self, seat: _Optional[int] = ..., divinity: _Optional[str] = ..., resource: _Optional[str] = ...) -> None: ...

class Raised(_message.Message):
    __slots__ = ("seat", "divinity", "added")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DIVINITY_FIELD_NUMBER: _ClassVar[int]
    ADDED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    divinity: str
    added: Resources
    def __init__(self, seat: _Optional[int] = ..., divinity: _Optional[str] = ..., added: _Optional[_Union[Resources, _Mapping]] = ...) -> None: ...

class Copied(_message.Message):
    __slots__ = ("seat", "divinity", "resources", "virtual")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DIVINITY_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    VIRTUAL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    divinity: str
    resources: Resources
    virtual: int
    def __init__(self, seat: _Optional[int] = ..., divinity: _Optional[str] = ..., resources: _Optional[_Union[Resources, _Mapping]] = ..., virtual: _Optional[int] = ...) -> None: ...

class Taken(_message.Message):
    __slots__ = ("seat", "divinity", "resources")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DIVINITY_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    divinity: str
    resources: Resources
    def __init__(self, seat: _Optional[int] = ..., divinity: _Optional[str] = ..., resources: _Optional[_Union[Resources, _Mapping]] = ...) -> None: ...

class Developed(_message.Message):
    __slots__ = ("seat", "card", "level")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: str
    level: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., level: _Optional[int] = ...) -> None: ...

class BoardAdvanced(_message.Message):
    __slots__ = ("seat", "track", "steps", "points")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    track: str
    steps: int
    points: int
    def __init__(self, seat: _Optional[int] = ..., track: _Optional[str] = ..., steps: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...

class CardsAnnounced(_message.Message):
    __slots__ = ("seat", "count")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    count: int
    def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class CardDevoted(_message.Message):
    __slots__ = ("seat", "divinity")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DIVINITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    divinity: str
    def __init__(self, seat: _Optional[int] = ..., divinity: _Optional[str] = ...) -> None: ...

class Passed(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class WorshipBegun(_message.Message):
    __slots__ = ("seat", "extra")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    seat: int
    extra: int
    def __init__(self, seat: _Optional[int] = ..., extra: _Optional[int] = ...) -> None: ...

class Given(_message.Message):
    __slots__ = ("seat", "resource")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    resource: str
    def __init__(self, seat: _Optional[int] = ..., resource: _Optional[str] = ...) -> None: ...

class WorshipDrawn(_message.Message):
    __slots__ = ("seat", "count")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    count: int
    def __init__(self, seat: _Optional[int] = ..., count: _Optional[int] = ...) -> None: ...

class WorshipHeld(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class SeasonEnded(_message.Message):
    __slots__ = ("season", "moss")
    SEASON_FIELD_NUMBER: _ClassVar[int]
    MOSS_FIELD_NUMBER: _ClassVar[int]
    season: int
    moss: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, season: _Optional[int] = ..., moss: _Optional[_Iterable[str]] = ...) -> None: ...

class Secret(_message.Message):
    __slots__ = ("cards", "worship")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    WORSHIP_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    worship: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ..., worship: _Optional[_Iterable[str]] = ...) -> None: ...
