import io

from arena.ratings import Result
from arena.result_files.entries import Entry, Fault, Played, Unfinished, Unrated
from arena.result_files.sources import file_entries

HEADERS = '[Game "nim"]\n[Match "m"]\n'


def read(text: str) -> list[Entry]:
    return list(file_entries(io.BytesIO(text.encode()), "f"))


def match(result: str, *names: str, more: str = "", move: str = "take-1") -> str:
    seats = "".join(f'[Seat{seat} "{name}"]\n' for seat, name in enumerate(names))
    return f"{HEADERS}{seats}{more}\n1. 0 {move}\n{result}\n\n"


def test_results_of_two_seats_and_of_more() -> None:
    text = match("0-1", "A", "B") + match("#2 1 2", "A", "B", "C", more='[Deal "d"]\n')
    assert read(text) == [
        Played(1, Result("f:1", ("A", "B"), (2, 1)), deal_told=False),
        Played(9, Result("d", ("A", "B", "C"), (2, 1, 2)), deal_told=True),
    ]


def test_matches_without_an_outcome() -> None:
    forfeit = '[Termination "forfeit"]\n[Fault "seat 1, ply 0: start: it is not there"]\n'
    void = '[Termination "void"]\n'
    told = read("% by hand\n\n" + match("*", "A", "B", more=void) + match("*", "A", "B"))
    assert told == [Unfinished(3), Unfinished(12)]
    (entry,) = read(match("*", "A", "B", more=forfeit))
    assert isinstance(entry, Played)
    assert (entry.result.forfeit, entry.result.faulty) == (True, frozenset({1}))


def test_a_match_that_a_debugger_held_up_has_no_result_to_rate() -> None:
    entry, other = read(match("1-0", "A", "B", more='[Unrated "yes"]\n') + match("0-1", "A", "B"))
    assert entry == Unrated(1)
    assert isinstance(other, Played)


def test_two_engines_of_one_name_are_two_players() -> None:
    ids = '[Seat0.Id "one"]\n[Seat1 "bot"]\n[Seat1.Id "two"]\n'
    (entry,) = read(match("1-0", "bot", more=ids))
    assert isinstance(entry, Played)
    assert entry.result.engines == ("bot", "bot (two)")


def test_what_can_not_be_read_is_told_once_with_its_line() -> None:
    text = match("1-0", "A", "B", move="{") + match("1-0", "A", "B") + match("1-0", "A", " ")
    broken, good, nameless = read(text)
    assert isinstance(broken, Fault)
    assert (broken.line, isinstance(good, Played)) == (6, True)
    assert isinstance(nameless, Fault)


def test_long_lines_are_read_as_long_as_a_match_text_allows() -> None:
    (entry,) = read(match("1-0", "A", "B", move="take-1 {%s}" % ("x" * 200_000)))
    assert isinstance(entry, Played)
    (entry,) = read(match("1-0", "A", "B", move="take-1 {%s}" % ("x" * 2_000_000)))
    assert isinstance(entry, Fault)


def test_pgn_may_begin_with_the_same_header() -> None:
    (entry,) = read('[Game "7"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 1-0\n')
    assert entry == Played(1, Result("f:1", ("A", "B"), (1, 2)), deal_told=False)
