"""A match as text and back: exact both ways, and whatever is wrong is told with its place."""

import hashlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.match_text import MatchTextError, TextMatch, fill_in, match_text, read_matches
from referee.record_builder import RECORD_FORMAT
from referee.replay import verify
from referee.time_control import parse_time_control
from tests.arena.match import sample_match as sample
from tests.arena.report.played_matches import played

GOLDEN = """\
[Game "bologna"]
[RulesVersion "1"]
[Match "m1"]
[Deal "d1"]
[Date "2026-01-02T03:04:05.000000Z"]
[Duration "0:00:00.000000"]
[TimeControl "1m"]
[Option.city "random"]
[Seat0 "greedy"]
[Seat0.Id "greedy-id"]
[Seat1 "evil\\n[Seat0 \\"forged\\"]"]
[Chance "0 1"]
[Termination "completed"]
[Reason "final scoring"]
[Fault "seat 1, ply 2: crash, signal 9: the process ended"]

1. 0 t5@1:c1 {[%by opening]}
2. 1 h2@1:b1-c1 {[%clk 0:00:58.750000] [%emt 0:00:01.250000] [%eval 1.5 -1.5,6] a \\} b}
3. 0 "x}" {[%emt 0:00:00.000001]}
1-0 {[%scores 9 8]}

"""


def golden_record() -> record_pb2.MatchRecord:
    record = record_pb2.MatchRecord(
        format=RECORD_FORMAT,
        spec=match_pb2.MatchSpec(
            match_id="m1",
            deal_id="d1",
            attempt=1,
            game="bologna",
            game_options={"city": "random"},
            time_control="1m",
            engines=[
                match_pb2.EngineSpec(id="greedy-id", name="greedy"),
                match_pb2.EngineSpec(name='evil\n[Seat0 "forged"]'),
            ],
        ),
        rules_version="1",
        started_at_us=1_767_323_045_000_000,
        game_options={"city": "random"},
        chance_draws=[0, 1],
        termination=game_pb2.TERMINATION_COMPLETED,
        reason="final scoring",
        outcome=game_pb2.Outcome(
            seats=[
                game_pb2.SeatOutcome(placement=1, score=9),
                game_pb2.SeatOutcome(placement=2, score=8),
            ],
            reason="final scoring",
        ),
        faults=[sample.crash(1)],
    )
    record.seats.add(engine_id="greedy-id")
    record.seats.add()
    record.decisions.add(seat=0, move="t5@1:c1", decider=match_pb2.DECIDER_OPENING)
    record.decisions.add(
        seat=1,
        move="h2@1:b1-c1",
        charged_us=1_250_000,
        raw_us=1_250_000,
        remaining_us=58_750_000,
        decider=match_pb2.DECIDER_ENGINE,
        evaluation=game_pb2.Evaluation(values=[1.5, -1.5], depth=6, comment="a } b"),
    )
    record.decisions.add(
        seat=0, move="x}", charged_us=1, raw_us=1, decider=match_pb2.DECIDER_ENGINE
    )
    return record


def one(text: str) -> TextMatch:
    (made,) = read_matches(text.splitlines(keepends=True))
    assert isinstance(made, TextMatch), made
    return made


def test_the_text_of_a_record_and_the_record_of_the_text() -> None:
    record = golden_record()
    assert match_text(record) == GOLDEN
    assert one(GOLDEN).record == record
    assert match_text(one(GOLDEN).record) == GOLDEN


def carried(record: record_pb2.MatchRecord) -> record_pb2.MatchRecord:
    """The record without what a text does not carry: docs/match-text.md lists it."""
    kept = record_pb2.MatchRecord()
    kept.CopyFrom(record)
    kept.ClearField("environment")
    kept.ClearField("lag_counts")
    spec = kept.spec
    for field in (
        "seed", "nonce", "ready_limit_us", "reveal_seed", "fresh_engines", "off_move",
        "game_options",
    ):  # fmt: skip
        spec.ClearField(field)
    spec.game_options.update(kept.game_options)
    for engine in spec.engines:
        told = match_pb2.EngineSpec(
            id=engine.id, name=engine.name, version_digest=engine.version_digest
        )
        engine.CopyFrom(told)
    for seat in kept.seats:
        told_seat = record_pb2.SeatRecord(
            engine_id=seat.engine_id,
            name=seat.name,
            version=seat.version,
            author=seat.author,
            version_digest=seat.version_digest,
        )
        seat.CopyFrom(told_seat)
    return kept


def spec_of(game: str) -> match_pb2.MatchSpec:
    return match_pb2.MatchSpec(
        match_id=f"a match of {game}",
        attempt=1,
        game=game,
        engines=[match_pb2.EngineSpec(id="a", name="A"), match_pb2.EngineSpec(id="b", name="B")],
        time_control="10s",
        seed=hashlib.sha256(game.encode()).digest(),
        nonce=bytes(32),
    )


@pytest.mark.parametrize("game", ["bologna", "patrician", "bomarzo", "tuerme"])
def test_real_matches_of_every_game(game: str) -> None:
    record = played(spec_of(game))
    text = match_text(record)
    made = one(text)
    fill_in(made)
    assert made.record == carried(record)
    assert match_text(made.record) == text
    assert verify(made.record) == [
        line for line in verify(record) if "digest" not in line or "engine" not in line
    ]


@st.composite
def records(draw: st.DrawFn) -> record_pb2.MatchRecord:
    """Records with every field that a text carries, and hostile texts in them."""
    words = st.text(max_size=12)
    times = st.integers(0, 10**12)
    seats = draw(st.integers(1, 4))
    control = draw(st.sampled_from(["10s", "1m+1s", "none"]))
    record = record_pb2.MatchRecord(
        format=RECORD_FORMAT,
        rules_version=draw(words),
        started_at_us=draw(st.integers(0, 4 * 10**15)),
        duration_us=draw(times),
        max_lag_us=draw(times),
        initial_digest=draw(st.binary(max_size=4)),
        chance_draws=draw(st.lists(st.integers(0, 2**32 - 1), max_size=4)),
        termination=draw(st.sampled_from(game_pb2.Termination.keys()[1:])),
        reason=draw(words),
        notes=draw(st.lists(words, max_size=2)),
        unrated=draw(st.booleans()),
        game_options=draw(st.dictionaries(words, words, max_size=2)),
    )
    spec = record.spec
    spec.match_id, spec.league_id, spec.deal_id, spec.game = (draw(words) for _ in range(4))
    spec.attempt, spec.opening_plies, spec.retries = draw(st.integers(1, 9)), 3, draw(st.just(2))
    spec.time_control = control
    spec.game_options.update(record.game_options)
    spec.fault_rule = draw(
        st.sampled_from([match_pb2.FAULT_RULE_UNSPECIFIED, match_pb2.FAULT_RULE_END])
    )
    if draw(st.booleans()):
        spec.grace_us = draw(times)
    for _ in range(seats):
        engine_id, name, version = draw(words), draw(words), draw(words)
        spec.engines.add(id=engine_id, name=draw(words), version_digest=version)
        record.seats.add(
            engine_id=engine_id, name=name, author=draw(words), version=draw(words),
            version_digest=version,
        )  # fmt: skip
    number = st.floats(allow_nan=False)
    for _ in range(draw(st.integers(0, 4))):
        decision = record.decisions.add(
            seat=draw(st.integers(0, seats - 1)),
            move=draw(words),
            decider=draw(st.sampled_from([0, 1, 2, 3])),
            charged_us=draw(times),
            raw_us=draw(times),
            queue_us=draw(times),
            arrival_queue_us=draw(times),
        )
        if draw(st.booleans()):
            decision.remaining_us = draw(st.integers(-(10**9), 10**12))
            decision.engine_us = draw(times)
        if draw(st.booleans()):
            told = decision.evaluation
            told.SetInParent()
            told.values.extend(draw(st.lists(number, max_size=3)))
            told.line.extend(draw(st.lists(st.text(min_size=1, max_size=6), max_size=3)))
            told.comment = draw(words)
            if draw(st.booleans()):
                told.depth, told.nodes = draw(st.integers(0, 99)), draw(st.integers(0, 2**64 - 1))
    for _ in range(draw(st.integers(0, 2))):
        fault = record.faults.add(
            seat=draw(st.integers(0, 9)),
            ply=draw(st.integers(0, 99)),
            kind=draw(st.integers(0, 12)),
            detail=draw(words),
            forgiven=draw(st.booleans()),
        )
        if draw(st.booleans()):
            fault.exit_status, fault.signal, fault.overrun_us = -7, 9, draw(times)
    if draw(st.booleans()):
        record.resignations.add(seat=0, ply=3, faults_before=1)
    if draw(st.booleans()):
        record.outcome.reason = draw(st.text(min_size=1, max_size=5))
        for _ in range(seats):
            record.outcome.seats.add(
                placement=draw(st.integers(1, 4)),
                score=draw(st.integers(-(2**63) + 1, 2**63 - 1)),
                tiebreaks=draw(st.lists(st.integers(-9, 9), max_size=2)),
            )
        if not record.reason:
            record.reason = "why"
    return record


@settings(max_examples=70, deadline=None)
@given(st.lists(records(), min_size=1, max_size=3))
def test_whatever_a_record_holds_is_read_back(made: list[record_pb2.MatchRecord]) -> None:
    text = "".join(map(match_text, made))
    again = list(read_matches(text.splitlines(keepends=True)))
    assert all(isinstance(each, TextMatch) for each in again), again
    assert [each.record for each in again if isinstance(each, TextMatch)] == made
    assert "".join(match_text(each.record) for each in again) == text  # type: ignore[union-attr]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_text_is_read_or_refused_with_its_place(data: Any) -> None:
    lines = GOLDEN.splitlines(keepends=True)
    text = GOLDEN + GOLDEN
    place = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(place, min(place + 20, len(text))))
    damaged = text[:place] + data.draw(st.text(max_size=8)) + text[end:]
    for made in read_matches(damaged.splitlines(keepends=True)):
        if isinstance(made, MatchTextError):
            assert 1 <= made.line <= 2 * len(lines) + 9
            assert made.column >= 1
        else:
            assert isinstance(match_text(made.record), str)


def problems(text: str) -> Iterator[str]:
    for made in read_matches(text.splitlines(keepends=True)):
        yield str(made) if isinstance(made, MatchTextError) else "a match"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[Match ", "[Mach ", "line 3, column 2: there is no header 'Mach'; did you mean 'Match'?"),
        ('[Match "m1"]', '[Match "m1]', 'line 3, column 1: a header reads: [Name "value"]'),
        ('"1m"', '"\\x9"', "line 7, column 15: \\x needs hexadecimal digits"),
        ("2026-01", "2026-13", "line 5, column 8: '2026-13-02T03:04:05.000000Z' is no time such"),
        ('[Termination "completed"]', '[Unrated "no"]', "line 13, column 11: 'no' is not yes"),
        ('"completed"', '"complete"', "did you mean 'completed'?"),
        ("[Seat1 ", "[Seat2 ", "line 11, column 9: seats come in order: Seat1 is the next"),
        ("crash,", "crush,", "did you mean 'crash'?"),
        ("2. 1", "3. 1", "line 18, column 1: decision 2 is the next"),
        ("2. 1", "2. 7", "line 18, column 4: there is no seat 7"),
        ("[%clk ", "[%clock ", "line 18, column 18: [%clock] is not known; did you mean [%clk]?"),
        ("58.750000", "58,75", "'0:00:58,75' is no time such as"),
        ("a \\} b}", "a } b}", "a comment ends here, but the line does not"),
        ("1-0 {[%scores 9 8]}", "1-0 {[%scores 9]}", "line 20, column 6: 1 scores of 2 seats"),
        ("1-0 {[%scores 9 8]}", "#1 2 3", "line 20, column 1: 3 placements of 2 seats"),
        ("1-0 {[%scores 9 8]}", "won by red", "is neither a decision (1. 0 move) nor a result"),
        ("1-0 {[%scores 9 8]}", "", "the match before has no result"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, told: str) -> None:
    assert old in GOLDEN
    found = list(problems(GOLDEN.replace(old, new) + GOLDEN))
    assert told in found[0], found
    assert found[-1] == "a match", "the next match is read on"


def test_a_text_that_ends_too_early() -> None:
    assert list(problems(GOLDEN.replace("1-0 {[%scores 9 8]}", ""))) == [
        "line 21, column 1: the text ends before the result of the match"
    ]


@pytest.mark.parametrize(
    ("found", "new", "told"),
    [
        ("1. ", "1. 1 x9@9:z9", "seat 0 is to act, not 1"),
        ("1. ", "1. 0 x9@9:z9", "column 6: "),
        ("[Option", '[Option.ciyt "x"]', "Option: "),
        ("[Game", '[Game "chess"]', "no game called 'chess'"),
        ("[TimeControl", '[TimeControl "soon"]', "TimeControl: "),
        ("[Position", '[Position "00"]', "begins with another position"),
        ("[Chance", '[Chance "1"]', "the set-up: "),
    ],
)
def test_moves_against_the_rules_are_told_with_their_place(found: str, new: str, told: str) -> None:
    lines = match_text(played(spec_of("bologna"))).splitlines()
    lines[next(at for at, line in enumerate(lines) if line.startswith(found))] = new
    (made,) = read_matches(lines)
    assert isinstance(made, TextMatch), made
    with pytest.raises(MatchTextError, match=told):
        fill_in(made)


def test_hand_written_texts_need_little() -> None:
    text = """\
; from the club evening
[Game "bologna"]
[Match "club 7"]
[Date "2026-05-01T19:00:00+02:00"]
[TimeControl "none"]
[Seat0 "Anna"]
[Seat1 "Bert"]
[Termination "resignation"]
[Resignation "0 0 0"]

0-1
"""
    made = one(text)
    assert [engine.name for engine in made.record.spec.engines] == ["Anna", "Bert"]
    assert made.record.time_control == record_pb2.MatchRecord().time_control
    assert parse_time_control("none").to_proto() != made.record.time_control
    assert made.record.outcome.seats[1].placement == 1


@pytest.mark.parametrize("game", ["bologna", "patrician", "bomarzo", "tuerme"])
def test_a_text_by_hand_needs_game_match_seats_chance_moves_and_result(game: str) -> None:
    record = played(spec_of(game))
    needed = re.compile(r"(?!\[)|\[(Game|Match|Seat\d+|Chance) ")
    lines = [line for line in match_text(record).splitlines() if needed.match(line)]
    made = one("\n".join(re.sub(r" \{.*\}$", "", line) for line in lines) + "\n")
    fill_in(made)
    assert made.record.spec.time_control == "none"
    assert made.record.time_control == parse_time_control("none").to_proto()
    assert [d.digest for d in made.record.decisions] == [d.digest for d in record.decisions]
    unknown, *others = verify(made.record)
    assert unknown == "times unknown: no decision tells its time, so clocks can't be verified"
    assert all(re.match("the (termination|reason|outcome) is", line) for line in others)
    assert len(others) <= 3


@pytest.mark.parametrize("control", ["none", "5s+10ms"])
def test_a_text_by_hand_that_tells_all_but_times_lacks_times_alone(control: str) -> None:
    text = match_text(played(spec_of("bologna")))
    text = re.sub(r"(?m)^(\d.*[^}]) \{\[%(?!scores).*\}$", r"\1", text)
    made = one(re.sub('TimeControl ".*"', f'TimeControl "{control}"', text))
    fill_in(made)
    (told,) = verify(made.record)
    assert told.startswith("times unknown: ")


@pytest.mark.parametrize(
    "comment",
    [
        "{my own comment}",
        "{[%clk 0:00:58.750000] [%emt 0:00:01.250000] my own comment}",
        "{[%nodes 0] my own comment}",
        "{[%pv a b]}",
        "{[%eval]}",
        "{[%eval ,3] my own comment}",
        "{[%eval 1.5 -1.5] my own comment}",
    ],
)
def test_a_comment_by_hand_comes_back_as_it_was(comment: str) -> None:
    text = GOLDEN.replace('3. 0 "x}" {[%emt 0:00:00.000001]}', f'3. 0 "x}}" {comment}')
    assert comment in text
    made = one(text)
    assert made.record.decisions[2].HasField("evaluation")
    assert match_text(made.record) == text
