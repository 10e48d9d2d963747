import pytest
from podesta.v1 import engine_pb2, game_pb2

from referee.answer_reading import LONGEST_MOVE_TEXT, read_answer
from referee.errors import EngineFault
from tests.referee.tiny_game import GAME, TinyState

ILLEGAL, UNREADABLE = game_pb2.FAULT_KIND_ILLEGAL_MOVE, game_pb2.FAULT_KIND_UNREADABLE_MOVE


def read(answer: engine_pb2.Move) -> str:
    state = TinyState(20, (0, 0))
    return str(read_answer(answer, GAME, state, state.legal_count()))


def test_text_and_index_name_the_same_moves() -> None:
    assert [read(engine_pb2.Move(text=text)) for text in ("1", "2")] == ["1", "2"]
    assert [read(engine_pb2.Move(index=index)) for index in (0, 1)] == ["1", "2"]


@pytest.mark.parametrize(
    ("answer", "kind", "detail"),
    [
        (engine_pb2.Move(), UNREADABLE, "a move with neither text nor index"),
        (engine_pb2.Move(text=""), UNREADABLE, "'' is none of"),
        (engine_pb2.Move(text="jump"), UNREADABLE, "'jump' is none of"),
        (engine_pb2.Move(text="1" * (LONGEST_MOVE_TEXT + 1)), UNREADABLE, "1001 characters"),
        (engine_pb2.Move(text="keep"), ILLEGAL, "keep is no answer to roll"),
        (engine_pb2.Move(index=2), ILLEGAL, "index 2, but there are 2 legal moves"),
        (engine_pb2.Move(index=2**32 - 1), ILLEGAL, "there are 2 legal moves"),
    ],
)
def test_what_names_no_legal_move_is_a_fault(
    answer: engine_pb2.Move, kind: int, detail: str
) -> None:
    with pytest.raises(EngineFault, match=detail) as raised:
        read(answer)
    assert raised.value.kind == kind
