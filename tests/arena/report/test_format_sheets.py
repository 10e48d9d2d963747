"""The format of a league in its report."""

from arena.report.format_sheets import format_section
from arena.report.sheet import Kind
from arena.schedule import FormatPicture, FormatTable, History, MatchCount
from arena.schedule.formats import Elimination, RoundRobin
from tests.arena.schedule.formats.simulation import Simulation, field_of


def test_a_bracket_has_a_column_for_each_bot() -> None:
    field = field_of(4)
    simulation = Simulation(Elimination(field, 1, 0, "abcd", double=False), set(field.engines))
    simulation.play()
    section = format_section(simulation.format.picture(simulation.history(), {"a": "Anna"}))
    assert section.lines == ("Single elimination, best of 1 deal.", "Won by Anna.")
    (sheet,) = section.sheets
    assert [column.key for column in sheet.columns] == [
        "stage",
        "bot_seed",
        "score",
        "bot_seed_2",
        "goes_on",
    ]
    assert sheet.records()[-1]["goes_on"] == "Anna"


def test_a_round_robin_needs_one_line() -> None:
    section = format_section(RoundRobin(field_of(3), 2).picture(History(), {}))
    assert section.lines == ("Round robin, 2 deals a pair.",)
    assert section.sheets == ()


def test_columns_of_numbers_are_numbers() -> None:
    table = FormatTable("t", "T", ("n", "x", "word"), ((1, 0.5, "a"), (2, None, "b")))
    picture = FormatPicture("t", "", MatchCount(0, 0), False, (table,))
    (sheet,) = format_section(picture).sheets
    assert [column.kind for column in sheet.columns] == [Kind.COUNT, Kind.NUMBER, Kind.TEXT]
