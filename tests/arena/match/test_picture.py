from podesta.v1 import game_pb2, match_pb2

from arena.match.picture import MatchPicture
from tests.arena.match import sample_match as sample


def _after(*events: match_pb2.MatchEvent, now_us: int = 7) -> MatchPicture:
    picture = MatchPicture()
    for event in events:
        picture = picture.after(event, now_us)
    return picture


def test_a_start_tells_names_and_clocks() -> None:
    picture = _after(sample.started())
    assert picture.match_id == "m1"
    assert picture.game == "bologna"
    assert picture.names == ("greedy", sample.EVIL)
    assert [clock.remaining_us for clock in picture.clocks] == [60_000_000, 60_000_000]
    assert picture.asked is None


def test_a_question_stays_open_until_its_move() -> None:
    picture = _after(sample.started(), sample.asked(1, 3))
    assert picture.asked is not None
    assert (picture.asked.seat, picture.asked.kind, picture.asked.at_us) == (1, "building", 7)
    assert picture.ply == 3
    picture = picture.after(sample.moved(1, 3), 9)
    assert picture.asked is None
    assert picture.ply == 4
    assert picture.used_us == (0, 1_250_000)


def test_a_thought_and_the_evaluation_of_a_move_are_kept_by_seat() -> None:
    final = game_pb2.Evaluation(values=[2.0, -2.0])
    picture = _after(sample.started(), sample.thought(0, 1.0, -1.0), sample.thought(1, 0.0))
    assert picture.evaluations[0] is not None
    assert picture.evaluations[0].depth == 3
    picture = picture.after(sample.moved(0, 0, evaluation=final), 9)
    assert picture.evaluations[0] == final
    assert picture.evaluations[1] is not None


def test_only_the_last_moves_are_kept() -> None:
    picture = MatchPicture(kept_moves=3)
    for ply in range(10):
        picture = picture.after(sample.moved(0, ply), 0)
    assert [move.ply for move in picture.moves] == [7, 8, 9]


def test_a_watcher_who_comes_late_sees_what_there_is() -> None:
    picture = _after(sample.moved(0, 8), sample.thought(1, 0.5))
    assert picture.ply == 9
    assert picture.names == ()
    assert picture.evaluations == ()


def test_faults_and_the_end() -> None:
    fault = match_pb2.MatchEvent(match_id="m1", fault=sample.crash(1))
    ended = match_pb2.MatchEvent(
        match_id="m1",
        ended=match_pb2.MatchEnded(
            outcome=sample.outcome(1, 2), termination=game_pb2.TERMINATION_FAULT
        ),
    )
    picture = _after(sample.started(), sample.asked(1, 2), fault, ended)
    assert [fault.seat for fault in picture.faults] == [1]
    assert picture.ended is not None
    assert picture.asked is None


def test_an_event_that_is_not_known_changes_nothing() -> None:
    picture = _after(sample.started())
    assert picture.after(match_pb2.MatchEvent(match_id="m1"), 99) == picture
