# mypy: ignore-errors
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class KuhnData(_message.Message):
    __slots__ = ("ante", "bet", "cards", "hands")
    ANTE_FIELD_NUMBER: _ClassVar[int]
    BET_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    ante: int
    bet: int
    cards: int
    hands: int
    def __init__(self, ante: _Optional[int] = ..., bet: _Optional[int] = ..., cards: _Optional[int] = ..., hands: _Optional[int] = ...) -> None: ...

class KuhnPublic(_message.Message):
    __slots__ = ("decision", "to_act", "turn", "hand", "betting", "chips", "shown")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    BETTING_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    decision: str
    to_act: int
    turn: int
    hand: int
    betting: _containers.RepeatedScalarFieldContainer[str]
    chips: _containers.RepeatedScalarFieldContainer[int]
    shown: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, decision: _Optional[str] = ..., to_act: _Optional[int] = ..., turn: _Optional[int] = ..., hand: _Optional[int] = ..., betting: _Optional[_Iterable[str]] = ..., chips: _Optional[_Iterable[int]] = ..., shown: _Optional[_Iterable[int]] = ...) -> None: ...

class KuhnPrivate(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class KuhnEvent(_message.Message):
    __slots__ = ("moved", "shown", "settled", "dealt")
    MOVED_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    SETTLED_FIELD_NUMBER: _ClassVar[int]
    DEALT_FIELD_NUMBER: _ClassVar[int]
    moved: Moved
    shown: Shown
    settled: Settled
    dealt: Dealt
    def __init__(self, moved: _Optional[_Union[Moved, _Mapping]] = ..., shown: _Optional[_Union[Shown, _Mapping]] = ..., settled: _Optional[_Union[Settled, _Mapping]] = ..., dealt: _Optional[_Union[Dealt, _Mapping]] = ...) -> None: ...

class Moved(_message.Message):
    __slots__ = ("seat", "move")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    move: str
    def __init__(self, seat: _Optional[int] = ..., move: _Optional[str] = ...) -> None: ...

class Shown(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Settled(_message.Message):
    __slots__ = ("winner", "chips")
    WINNER_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    winner: int
    chips: int
    def __init__(self, winner: _Optional[int] = ..., chips: _Optional[int] = ...) -> None: ...

class Dealt(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...
