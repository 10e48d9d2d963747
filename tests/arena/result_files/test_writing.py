import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import Result
from arena.result_files.entries import Played
from arena.result_files.lines import text_lines
from arena.result_files.pgn import read_pgn
from arena.result_files.table import read_table
from arena.result_files.writing import PgnWriter, TableWriter, TwoSeatsError, results_writer

NAMES = (
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda name: name not in ("", "?"))
)
PLACEMENTS = st.sampled_from([(1, 2), (2, 1), (1, 1)])
MATCHES = st.lists(
    st.builds(
        lambda deal, names, placements, told: Played(1, Result(deal, names, placements), told),
        NAMES,
        st.tuples(NAMES, NAMES).filter(lambda pair: pair[0] != pair[1]),
        PLACEMENTS,
        st.booleans(),
    ),
    max_size=5,
)


@given(MATCHES)
def test_what_was_written_is_read_again(matches: list[Played]) -> None:
    for make, read in ((PgnWriter, read_pgn), (TableWriter, read_table)):
        stream = io.StringIO()
        writer = make(stream)
        for match in matches:
            writer.add(match)
        assert writer.matches == len(matches)
        entries = list(read(text_lines(io.BytesIO(stream.getvalue().encode())), "f"))
        again = [entry for entry in entries if isinstance(entry, Played)]
        assert len(again) == len(entries) == len(matches)
        for entry, match in zip(again, matches, strict=True):
            assert entry.result.engines == match.result.engines
            assert entry.result.placements == match.result.placements
            assert entry.deal_told == match.deal_told
            assert entry.result.deal == match.result.deal or not match.deal_told


def test_what_other_programs_can_not_use_is_left_out_and_counted() -> None:
    writer = PgnWriter(io.StringIO())
    forfeit = Result("d", ("a", "b"), (1, 2), forfeit=True, faulty=frozenset({1}))
    writer.add(Played(1, forfeit, True))
    writer.add(Played(1, Result("d", ("a", "a"), (1, 2)), True))
    assert (writer.matches, writer.forfeits, writer.alone) == (0, 1, 1)
    with pytest.raises(TwoSeatsError, match="3 seats"):
        writer.add(Played(1, Result("d", ("a", "b", "c"), (1, 2, 3)), True))


def test_a_file_is_there_whole_or_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "games.PGN"
    with results_writer(file) as writer:
        writer.add(Played(1, Result("d", ("a", "b"), (1, 2)), False))
    before = file.read_text()
    assert before == '[Event "podesta"]\n[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1-0\n\n'
    with pytest.raises(TwoSeatsError), results_writer(file) as writer:
        writer.add(Played(1, Result("d", ("a",), (1,)), False))
    assert file.read_text() == before
    assert list(tmp_path.iterdir()) == [file]
