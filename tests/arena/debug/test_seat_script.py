"""From a stream to what was asked and how it was answered."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import engine_pb2, game_pb2, transcript_pb2

from arena.debug.seat_script import AnswerKind, Question, Telling, seat_script
from arena.errors import TranscriptError
from tests.arena.debug.streams import answered, asked, closed, decide, move, new_match

ILLEGAL = game_pb2.FAULT_KIND_ILLEGAL_MOVE


def rejected(at_us: int, number: int, *, retry: bool) -> transcript_pb2.TranscriptMessage:
    return asked(
        at_us,
        rejected=engine_pb2.Rejected(
            match_id="m1", decision_id=number, kind=ILLEGAL, reason="no", may_retry=retry
        ),
    )


OVER = asked(90_000, match_over=engine_pb2.MatchOver(match_id="m1"))


def questions(*messages: transcript_pb2.TranscriptMessage) -> list[Question]:
    script = seat_script([new_match(), *messages], 0)
    return [step for step in script if isinstance(step, Question)]


def test_steps_stand_in_their_order() -> None:
    observe = asked(5, observe=engine_pb2.Observe(match_id="m1", ply=1))
    welcome = asked(0, welcome=engine_pb2.Welcome())
    script = seat_script(
        [welcome, new_match(), observe, decide(10, 1, 2), move(30, 1, "a"), OVER], 0
    )
    assert [step.kind if isinstance(step, Telling) else step.decide.ply for step in script] == [
        "new_match", "observe", 2, "match_over",
    ]  # fmt: skip


def test_answers_are_found() -> None:
    first, second = questions(
        decide(10, 1, 2),
        answered(20, log=engine_pb2.Log(text="hm")),
        move(30, 1, "a"),
        decide(40, 2, 4),
        answered(55, resign=engine_pb2.Resign(match_id="m1")),
        OVER,
    )
    ((answer,), (given_up,)) = ([one.answer for one in q.tries] for q in (first, second))
    assert (answer.kind, answer.text, answer.took_us) == (AnswerKind.MOVE, "a", 20)
    assert (given_up.kind, given_up.took_us, given_up.wrong) == (AnswerKind.RESIGNED, 15, False)


def test_a_second_try_belongs_to_the_same_question() -> None:
    (question,) = questions(
        decide(10, 1, 2), move(30, 1, "x"), rejected(35, 1, retry=True), move(50, 1, "a"), OVER
    )
    bad, good = question.tries
    assert (bad.answer.text, bad.answer.fault, bad.answer.detail) == ("x", ILLEGAL, "no")
    assert bad.rejected is not None
    assert bad.rejected.rejected.may_retry
    assert (good.answer.text, good.answer.wrong, good.rejected) == ("a", False, None)


@pytest.mark.parametrize(
    ("rest", "kind"),
    [
        ((closed(40),), AnswerKind.CRASHED),
        ((OVER,), AnswerKind.SILENT),
        ((), AnswerKind.SILENT),
        ((move(30, 7, "of another decision"), OVER), AnswerKind.SILENT),
    ],
)
def test_no_answer_is_an_answer_too(
    rest: tuple[transcript_pb2.TranscriptMessage, ...], kind: AnswerKind
) -> None:
    (question,) = questions(decide(10, 1, 2), *rest)
    (attempt,) = question.tries
    assert (attempt.answer.kind, attempt.answer.wrong) == (kind, True)


def test_no_second_answer_after_a_retry_is_told() -> None:
    (question,) = questions(
        decide(10, 1, 2), move(30, 1, "x"), rejected(35, 1, retry=True), closed(50)
    )
    assert [one.answer.kind for one in question.tries] == [AnswerKind.MOVE, AnswerKind.CRASHED]


def test_a_transcript_without_a_match_is_refused() -> None:
    with pytest.raises(TranscriptError, match="holds no match"):
        seat_script([asked(0, welcome=engine_pb2.Welcome())], 0)


def test_what_the_referee_never_said_is_refused() -> None:
    nonsense = transcript_pb2.TranscriptMessage(to_engine=b"\xff", size_bytes=1)
    with pytest.raises(TranscriptError, match="that is none"):
        seat_script([new_match(), nonsense], 0)


@given(
    st.lists(
        st.sampled_from(
            [
                new_match(), decide(10, 1, 2), decide(20, 2, 3), move(30, 1, "a"), move(40, 2, "b"),
                rejected(45, 1, retry=True), rejected(46, 2, retry=False), closed(50), OVER,
                answered(60, resign=engine_pb2.Resign(match_id="m1")),
                answered(61, ready=engine_pb2.Ready(match_id="m1")),
            ]
        ),
        max_size=12,
    )
)  # fmt: skip
@settings(max_examples=300, deadline=None)
def test_every_question_has_an_answer(
    stream: list[transcript_pb2.TranscriptMessage],
) -> None:
    script = seat_script([new_match(), *stream], 0)
    for step in script:
        if isinstance(step, Question):
            assert step.tries
            *earlier, last = step.tries
            # A stream may hold what no referee says: two answers before the first is judged.
            assert all(one.answer.kind is AnswerKind.MOVE for one in earlier)
            assert last.rejected is None or not last.rejected.rejected.may_retry
            assert all(one.answer.wrong for one in step.tries if one.rejected is not None)


def test_of_two_answers_the_later_is_the_rejected_one() -> None:
    """A second answer is a fault of its own, told right behind it."""
    (question,) = questions(
        decide(10, 2, 3), move(30, 2, "b"), move(40, 2, "b"), rejected(46, 2, retry=False)
    )
    assert [one.rejected is None for one in question.tries] == [True, False]
