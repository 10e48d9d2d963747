"""The geometry of the board."""

from referee.games.tuerme.fields import (
    BASILICA,
    BLOCK_MASK,
    BLOCKS,
    BLOCKS_AT,
    CROSS,
    FIELD_NAMES,
    FIELDS,
    NOWHERE,
    fields_in,
    place,
    rays,
)


def test_fields_are_numbered_row_by_row() -> None:
    assert [place(f) for f in (0, 6, 7, 48)] == [(2, 2), (2, 8), (3, 2), (8, 8)]
    assert place(BASILICA) == (5, 5)
    assert FIELD_NAMES[1] == "2,3"


def test_rays_end_at_the_edge() -> None:
    assert rays(0) == ((), (1, 2, 3), (7, 14, 21), ())
    assert rays(17) == ((10, 3), (18, 19, 20), (24, 31, 38), (16, 15, 14))


def test_masks_and_fields_are_inverse() -> None:
    assert list(fields_in(0)) == []
    assert list(fields_in(1 << 48 | 1 << 3 | 1)) == [0, 3, 48]
    for f in FIELDS:
        assert set(fields_in(CROSS[f])) == {f, *(g for ray in rays(f) for g in ray)}


def test_there_are_36_blocks_of_four_fields() -> None:
    assert len(BLOCKS) == 36
    assert BLOCK_MASK[NOWHERE] == 0
    for f in FIELDS:
        assert set(fields_in(BLOCK_MASK[f])) == set(BLOCKS.get(f, ()))
        assert set(BLOCKS_AT[f]) == {corner for corner, block in BLOCKS.items() if f in block}
    assert [len(BLOCKS_AT[f]) for f in (0, 3, 24, 48)] == [1, 2, 4, 1]
