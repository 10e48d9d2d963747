import pytest
from hypothesis import given
from hypothesis import strategies as st
from podesta.v1 import engine_pb2, game_pb2, match_pb2

from referee.games.wire import LengthDelimited


@given(st.integers(0, 300_000) | st.sampled_from([0, 127, 128, 16_383, 16_384, 2_097_152]))
def test_the_prefix_of_a_text_is_the_one_that_protobuf_writes(size_bytes: int) -> None:
    text = "x" * size_bytes
    written = engine_pb2.Ready(match_id=text).SerializeToString()
    made = LengthDelimited(engine_pb2.Ready, "match_id").prefix(size_bytes) + text.encode()
    assert engine_pb2.Ready.FromString(made).match_id == text
    assert made == written or not size_bytes  # an empty text is not written at all


def test_fields_that_are_not_there_or_have_long_tags_are_refused() -> None:
    with pytest.raises(KeyError):
        LengthDelimited(game_pb2.Observation, "nothing")
    with pytest.raises(ValueError, match="longer tag"):
        LengthDelimited(match_pb2.MatchSpec, "reveal_seed")
