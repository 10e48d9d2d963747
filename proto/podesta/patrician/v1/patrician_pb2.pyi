from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Portrait(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PORTRAIT_UNSPECIFIED: _ClassVar[Portrait]
    PORTRAIT_RED_HAT: _ClassVar[Portrait]
    PORTRAIT_LADY: _ClassVar[Portrait]
    PORTRAIT_BEARD: _ClassVar[Portrait]

class Special(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPECIAL_UNSPECIFIED: _ClassVar[Special]
    SPECIAL_ANY: _ClassVar[Special]
    SPECIAL_MOVE: _ClassVar[Special]

class MarkerSide(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MARKER_SIDE_UNSPECIFIED: _ClassVar[MarkerSide]
    MARKER_SIDE_TRADER: _ClassVar[MarkerSide]
    MARKER_SIDE_BANDIT: _ClassVar[MarkerSide]
PORTRAIT_UNSPECIFIED: Portrait
PORTRAIT_RED_HAT: Portrait
PORTRAIT_LADY: Portrait
PORTRAIT_BEARD: Portrait
SPECIAL_UNSPECIFIED: Special
SPECIAL_ANY: Special
SPECIAL_MOVE: Special
MARKER_SIDE_UNSPECIFIED: MarkerSide
MARKER_SIDE_TRADER: MarkerSide
MARKER_SIDE_BANDIT: MarkerSide

class PatricianData(_message.Message):
    __slots__ = ("cities", "cards", "signposts", "signposts_five_seats", "markers_by_seats", "markers_by_city", "minor_delegates", "major_delegate", "set_size", "set_points")
    class MarkersBySeatsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: int
        def __init__(self, key: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...
    CITIES_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    SIGNPOSTS_FIELD_NUMBER: _ClassVar[int]
    SIGNPOSTS_FIVE_SEATS_FIELD_NUMBER: _ClassVar[int]
    MARKERS_BY_SEATS_FIELD_NUMBER: _ClassVar[int]
    MARKERS_BY_CITY_FIELD_NUMBER: _ClassVar[int]
    MINOR_DELEGATES_FIELD_NUMBER: _ClassVar[int]
    MAJOR_DELEGATE_FIELD_NUMBER: _ClassVar[int]
    SET_SIZE_FIELD_NUMBER: _ClassVar[int]
    SET_POINTS_FIELD_NUMBER: _ClassVar[int]
    cities: _containers.RepeatedCompositeFieldContainer[City]
    cards: _containers.RepeatedCompositeFieldContainer[Card]
    signposts: _containers.RepeatedCompositeFieldContainer[Signpost]
    signposts_five_seats: _containers.RepeatedCompositeFieldContainer[Signpost]
    markers_by_seats: _containers.ScalarMap[int, int]
    markers_by_city: int
    minor_delegates: _containers.RepeatedCompositeFieldContainer[MinorDelegate]
    major_delegate: MajorDelegate
    set_size: int
    set_points: int
    def __init__(self, cities: _Optional[_Iterable[_Union[City, _Mapping]]] = ..., cards: _Optional[_Iterable[_Union[Card, _Mapping]]] = ..., signposts: _Optional[_Iterable[_Union[Signpost, _Mapping]]] = ..., signposts_five_seats: _Optional[_Iterable[_Union[Signpost, _Mapping]]] = ..., markers_by_seats: _Optional[_Mapping[int, int]] = ..., markers_by_city: _Optional[int] = ..., minor_delegates: _Optional[_Iterable[_Union[MinorDelegate, _Mapping]]] = ..., major_delegate: _Optional[_Union[MajorDelegate, _Mapping]] = ..., set_size: _Optional[int] = ..., set_points: _Optional[int] = ...) -> None: ...

class City(_message.Message):
    __slots__ = ("name", "capacity", "higher", "lower", "five_seats_only")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CAPACITY_FIELD_NUMBER: _ClassVar[int]
    HIGHER_FIELD_NUMBER: _ClassVar[int]
    LOWER_FIELD_NUMBER: _ClassVar[int]
    FIVE_SEATS_ONLY_FIELD_NUMBER: _ClassVar[int]
    name: str
    capacity: int
    higher: int
    lower: int
    five_seats_only: bool
    def __init__(self, name: _Optional[str] = ..., capacity: _Optional[int] = ..., higher: _Optional[int] = ..., lower: _Optional[int] = ..., five_seats_only: bool = ...) -> None: ...

class Card(_message.Message):
    __slots__ = ("name", "city", "crests", "portraits", "special", "star")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    CRESTS_FIELD_NUMBER: _ClassVar[int]
    PORTRAITS_FIELD_NUMBER: _ClassVar[int]
    SPECIAL_FIELD_NUMBER: _ClassVar[int]
    STAR_FIELD_NUMBER: _ClassVar[int]
    name: str
    city: str
    crests: int
    portraits: _containers.RepeatedScalarFieldContainer[Portrait]
    special: Special
    star: bool
    def __init__(self, name: _Optional[str] = ..., city: _Optional[str] = ..., crests: _Optional[int] = ..., portraits: _Optional[_Iterable[_Union[Portrait, str]]] = ..., special: _Optional[_Union[Special, str]] = ..., star: bool = ...) -> None: ...

class Signpost(_message.Message):
    __slots__ = ("city", "other_city")
    CITY_FIELD_NUMBER: _ClassVar[int]
    OTHER_CITY_FIELD_NUMBER: _ClassVar[int]
    city: str
    other_city: str
    def __init__(self, city: _Optional[str] = ..., other_city: _Optional[str] = ...) -> None: ...

class MinorDelegate(_message.Message):
    __slots__ = ("name", "token", "tie_city")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    TIE_CITY_FIELD_NUMBER: _ClassVar[int]
    name: str
    token: int
    tie_city: str
    def __init__(self, name: _Optional[str] = ..., token: _Optional[int] = ..., tie_city: _Optional[str] = ...) -> None: ...

class MajorDelegate(_message.Message):
    __slots__ = ("name", "cities", "tie_city")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    TIE_CITY_FIELD_NUMBER: _ClassVar[int]
    name: str
    cities: _containers.RepeatedScalarFieldContainer[str]
    tie_city: str
    def __init__(self, name: _Optional[str] = ..., cities: _Optional[_Iterable[str]] = ..., tie_city: _Optional[str] = ...) -> None: ...

class PatricianPublic(_message.Message):
    __slots__ = ("decision", "to_act", "turn", "turn_seat", "start_seat", "cities", "seats", "pile", "architetto", "markers", "played", "emptied", "final")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    TURN_SEAT_FIELD_NUMBER: _ClassVar[int]
    START_SEAT_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    ARCHITETTO_FIELD_NUMBER: _ClassVar[int]
    MARKERS_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    EMPTIED_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    decision: str
    to_act: int
    turn: int
    turn_seat: int
    start_seat: int
    cities: _containers.RepeatedCompositeFieldContainer[CityState]
    seats: _containers.RepeatedCompositeFieldContainer[SeatState]
    pile: int
    architetto: ArchitettoState
    markers: _containers.RepeatedCompositeFieldContainer[Marker]
    played: str
    emptied: str
    final: FinalScores
    def __init__(self, decision: _Optional[str] = ..., to_act: _Optional[int] = ..., turn: _Optional[int] = ..., turn_seat: _Optional[int] = ..., start_seat: _Optional[int] = ..., cities: _Optional[_Iterable[_Union[CityState, _Mapping]]] = ..., seats: _Optional[_Iterable[_Union[SeatState, _Mapping]]] = ..., pile: _Optional[int] = ..., architetto: _Optional[_Union[ArchitettoState, _Mapping]] = ..., markers: _Optional[_Iterable[_Union[Marker, _Mapping]]] = ..., played: _Optional[str] = ..., emptied: _Optional[str] = ..., final: _Optional[_Union[FinalScores, _Mapping]] = ...) -> None: ...

class CityState(_message.Message):
    __slots__ = ("name", "face_up", "site_1", "site_2", "higher_owner", "lower_owner")
    NAME_FIELD_NUMBER: _ClassVar[int]
    FACE_UP_FIELD_NUMBER: _ClassVar[int]
    SITE_1_FIELD_NUMBER: _ClassVar[int]
    SITE_2_FIELD_NUMBER: _ClassVar[int]
    HIGHER_OWNER_FIELD_NUMBER: _ClassVar[int]
    LOWER_OWNER_FIELD_NUMBER: _ClassVar[int]
    name: str
    face_up: str
    site_1: _containers.RepeatedScalarFieldContainer[int]
    site_2: _containers.RepeatedScalarFieldContainer[int]
    higher_owner: int
    lower_owner: int
    def __init__(self, name: _Optional[str] = ..., face_up: _Optional[str] = ..., site_1: _Optional[_Iterable[int]] = ..., site_2: _Optional[_Iterable[int]] = ..., higher_owner: _Optional[int] = ..., lower_owner: _Optional[int] = ...) -> None: ...

class SeatState(_message.Message):
    __slots__ = ("known_hand", "unknown_hand", "played", "prestige", "bonus", "markers")
    KNOWN_HAND_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_HAND_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    MARKERS_FIELD_NUMBER: _ClassVar[int]
    known_hand: _containers.RepeatedScalarFieldContainer[str]
    unknown_hand: int
    played: _containers.RepeatedScalarFieldContainer[str]
    prestige: int
    bonus: int
    markers: int
    def __init__(self, known_hand: _Optional[_Iterable[str]] = ..., unknown_hand: _Optional[int] = ..., played: _Optional[_Iterable[str]] = ..., prestige: _Optional[int] = ..., bonus: _Optional[int] = ..., markers: _Optional[int] = ...) -> None: ...

class ArchitettoState(_message.Message):
    __slots__ = ("discards", "unknown_cards", "floors_due", "prestige", "bonus")
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_CARDS_FIELD_NUMBER: _ClassVar[int]
    FLOORS_DUE_FIELD_NUMBER: _ClassVar[int]
    PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    discards: _containers.RepeatedScalarFieldContainer[str]
    unknown_cards: int
    floors_due: int
    prestige: int
    bonus: int
    def __init__(self, discards: _Optional[_Iterable[str]] = ..., unknown_cards: _Optional[int] = ..., floors_due: _Optional[int] = ..., prestige: _Optional[int] = ..., bonus: _Optional[int] = ...) -> None: ...

class Marker(_message.Message):
    __slots__ = ("signpost", "side")
    SIGNPOST_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    signpost: Signpost
    side: MarkerSide
    def __init__(self, signpost: _Optional[_Union[Signpost, _Mapping]] = ..., side: _Optional[_Union[MarkerSide, str]] = ...) -> None: ...

class FinalScores(_message.Message):
    __slots__ = ("owners",)
    OWNERS_FIELD_NUMBER: _ClassVar[int]
    owners: _containers.RepeatedCompositeFieldContainer[FinalScore]
    def __init__(self, owners: _Optional[_Iterable[_Union[FinalScore, _Mapping]]] = ...) -> None: ...

class FinalScore(_message.Message):
    __slots__ = ("prestige", "portraits", "sets", "bonus", "total", "floors", "delegates")
    PRESTIGE_FIELD_NUMBER: _ClassVar[int]
    PORTRAITS_FIELD_NUMBER: _ClassVar[int]
    SETS_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    FLOORS_FIELD_NUMBER: _ClassVar[int]
    DELEGATES_FIELD_NUMBER: _ClassVar[int]
    prestige: int
    portraits: _containers.RepeatedScalarFieldContainer[int]
    sets: int
    bonus: int
    total: int
    floors: int
    delegates: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, prestige: _Optional[int] = ..., portraits: _Optional[_Iterable[int]] = ..., sets: _Optional[int] = ..., bonus: _Optional[int] = ..., total: _Optional[int] = ..., floors: _Optional[int] = ..., delegates: _Optional[_Iterable[str]] = ...) -> None: ...

class PatricianPrivate(_message.Message):
    __slots__ = ("seat", "unknown_hand")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_HAND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    unknown_hand: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., unknown_hand: _Optional[_Iterable[str]] = ...) -> None: ...

class PatricianEvent(_message.Message):
    __slots__ = ("card_played", "floors_placed", "city_scored", "card_taken", "floor_moved", "passed", "card_turned_up", "marker_placed", "architetto_revealed", "final")
    CARD_PLAYED_FIELD_NUMBER: _ClassVar[int]
    FLOORS_PLACED_FIELD_NUMBER: _ClassVar[int]
    CITY_SCORED_FIELD_NUMBER: _ClassVar[int]
    CARD_TAKEN_FIELD_NUMBER: _ClassVar[int]
    FLOOR_MOVED_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    CARD_TURNED_UP_FIELD_NUMBER: _ClassVar[int]
    MARKER_PLACED_FIELD_NUMBER: _ClassVar[int]
    ARCHITETTO_REVEALED_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    card_played: CardPlayed
    floors_placed: FloorsPlaced
    city_scored: CityScored
    card_taken: CardTaken
    floor_moved: FloorMoved
    passed: Passed
    card_turned_up: CardTurnedUp
    marker_placed: MarkerPlaced
    architetto_revealed: ArchitettoRevealed
    final: FinalScores
    def __init__(self, card_played: _Optional[_Union[CardPlayed, _Mapping]] = ..., floors_placed: _Optional[_Union[FloorsPlaced, _Mapping]] = ..., city_scored: _Optional[_Union[CityScored, _Mapping]] = ..., card_taken: _Optional[_Union[CardTaken, _Mapping]] = ..., floor_moved: _Optional[_Union[FloorMoved, _Mapping]] = ..., passed: _Optional[_Union[Passed, _Mapping]] = ..., card_turned_up: _Optional[_Union[CardTurnedUp, _Mapping]] = ..., marker_placed: _Optional[_Union[MarkerPlaced, _Mapping]] = ..., architetto_revealed: _Optional[_Union[ArchitettoRevealed, _Mapping]] = ..., final: _Optional[_Union[FinalScores, _Mapping]] = ...) -> None: ...

class CardPlayed(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: str
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...

class FloorsPlaced(_message.Message):
    __slots__ = ("owner", "city", "sites")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    SITES_FIELD_NUMBER: _ClassVar[int]
    owner: int
    city: str
    sites: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, owner: _Optional[int] = ..., city: _Optional[str] = ..., sites: _Optional[_Iterable[int]] = ...) -> None: ...

class CityScored(_message.Message):
    __slots__ = ("city", "higher_owner", "lower_owner", "bonus")
    CITY_FIELD_NUMBER: _ClassVar[int]
    HIGHER_OWNER_FIELD_NUMBER: _ClassVar[int]
    LOWER_OWNER_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    city: str
    higher_owner: int
    lower_owner: int
    bonus: int
    def __init__(self, city: _Optional[str] = ..., higher_owner: _Optional[int] = ..., lower_owner: _Optional[int] = ..., bonus: _Optional[int] = ...) -> None: ...

class CardTaken(_message.Message):
    __slots__ = ("seat", "city", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    city: str
    card: str
    def __init__(self, seat: _Optional[int] = ..., city: _Optional[str] = ..., card: _Optional[str] = ...) -> None: ...

class FloorMoved(_message.Message):
    __slots__ = ("seat", "owner", "city", "from_site")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    FROM_SITE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    owner: int
    city: str
    from_site: int
    def __init__(self, seat: _Optional[int] = ..., owner: _Optional[int] = ..., city: _Optional[str] = ..., from_site: _Optional[int] = ...) -> None: ...

class Passed(_message.Message):
    __slots__ = ("seat", "decision")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision: str
    def __init__(self, seat: _Optional[int] = ..., decision: _Optional[str] = ...) -> None: ...

class CardTurnedUp(_message.Message):
    __slots__ = ("city", "card")
    CITY_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    city: str
    card: str
    def __init__(self, city: _Optional[str] = ..., card: _Optional[str] = ...) -> None: ...

class MarkerPlaced(_message.Message):
    __slots__ = ("seat", "marker")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MARKER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    marker: Marker
    def __init__(self, seat: _Optional[int] = ..., marker: _Optional[_Union[Marker, _Mapping]] = ...) -> None: ...

class ArchitettoRevealed(_message.Message):
    __slots__ = ("card", "set_aside")
    CARD_FIELD_NUMBER: _ClassVar[int]
    SET_ASIDE_FIELD_NUMBER: _ClassVar[int]
    card: str
    set_aside: bool
    def __init__(self, card: _Optional[str] = ..., set_aside: bool = ...) -> None: ...
