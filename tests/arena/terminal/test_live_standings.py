import pytest

from arena.ratings import Anchor, Result
from arena.ratings.ladder import Ladder
from arena.terminal import live_standings
from arena.terminal.live_standings import LiveStandings


def won(winner: str, loser: str, deal: str = "d") -> Result:
    return Result(deal, (winner, loser), (1, 2))


class Clock:
    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


def test_ratings_wait_but_the_ladder_never_does() -> None:
    clock = Clock()
    live = LiveStandings(("a", "b"), None, clock)
    live.add("m1", won("a", "b"))
    first = live.current()
    assert first is not None
    before = live.ladder()
    live.add("m2", won("a", "b", "e"))
    assert live.current() is first
    assert live.ladder()["a"] > before["a"] > 0.0
    clock.now += 1_000_000
    again = live.current()
    assert again is not None
    assert again.rows[0].matches == 2


def test_the_ladder_is_that_of_the_matches_that_count() -> None:
    live = LiveStandings(("a", "b", "c"), None, Clock())
    live.add("m1", won("a", "b", "d1"))
    live.add("m2", won("b", "c", "d2"))
    live.ladder()
    live.add("m1", won("b", "a", "d1"))
    assert live.ladder() == Ladder([won("b", "c"), won("b", "a")]).elo()
    live.drop_deal("d2")
    assert live.ladder() == Ladder([won("b", "a")]).elo()


def test_the_ladder_has_the_zero_of_the_anchor_once_that_has_played() -> None:
    live = LiveStandings(("a", "b", "c"), Anchor("c", 100.0), Clock())
    live.add("m1", won("a", "b"))
    assert sum(live.ladder().values()) == pytest.approx(0.0)
    live.add("m2", won("a", "c"))
    assert live.ladder()["c"] == pytest.approx(100.0)


def test_a_ladder_built_anew_begins_with_the_last_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_standings, "MOST_CLIMBED", 3)
    live = LiveStandings(("a", "b"), None, Clock())
    for number in range(10):
        live.add(f"m{number}", won("a", "b") if number < 7 else won("b", "a"))
    assert live.ladder() == Ladder([won("b", "a")] * 3).elo()


def test_before_the_first_match_there_is_no_ladder() -> None:
    assert LiveStandings(("a", "b"), None, Clock()).ladder() == {}
