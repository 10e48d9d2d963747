import copy
from collections.abc import Callable

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.errors import RecordError
from referee.games import RecordedChance, game_names, load_game
from referee.record_file import decode_record, encode_record
from referee.replay import replay, verify
from tests.referee.played_record import play_record, tiny_spec
from tests.referee.tiny_game import GAME, load_tiny

TIMEOUT = game_pb2.FAULT_KIND_TIMEOUT
CRASH = game_pb2.FAULT_KIND_CRASH


@pytest.fixture(scope="module")
def good() -> record_pb2.MatchRecord:
    return play_record(tiny_spec())


def find(record: record_pb2.MatchRecord) -> str:
    return "\n".join(verify(record, load=load_tiny))


def first_by(record: record_pb2.MatchRecord, decider: match_pb2.Decider) -> int:
    return next(i for i, d in enumerate(record.decisions) if d.decider == decider)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(
    "control",
    ["none", "10s/move", "5m", "1m+1s", "2s+3x1s", "2/2s", "3s d1s", "3s b1s", "1m max300ms"],
)
def test_a_faithful_record_of_every_time_control_verifies(seats: int, control: str) -> None:
    record = play_record(tiny_spec(seats, time_control=control), think_us=350_000)
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert len(record.decisions) > 10
    assert verify(record, load=load_tiny) == []


@settings(max_examples=25, deadline=None)
@given(
    seed=st.binary(min_size=32, max_size=32),
    seats=st.sampled_from([2, 3]),
    rule=st.sampled_from([match_pb2.FAULT_RULE_STAND_IN, match_pb2.FAULT_RULE_END]),
    plies=st.dictionaries(st.integers(0, 15), st.sampled_from([TIMEOUT, CRASH]), max_size=3),
    resigns_at=st.none() | st.integers(0, 15),
)
def test_every_record_that_is_made_verifies(
    seed: bytes,
    seats: int,
    rule: match_pb2.FaultRule,
    plies: dict[int, game_pb2.FaultKind],
    resigns_at: int | None,
) -> None:
    spec = tiny_spec(seats, seed=seed, fault_rule=rule)
    record = play_record(spec, faults=plies, resigns_at=resigns_at)
    assert verify(record, load=load_tiny) == []


def test_replay_gives_every_position(good: record_pb2.MatchRecord) -> None:
    steps = list(replay(good, load=load_tiny))
    assert [step.ply for step in steps] == list(range(len(good.decisions) + 1))
    assert steps[0].decision is None
    assert steps[0].state.digest() == good.initial_digest
    for step in steps[1:]:
        assert step.decision is not None
        assert step.state.digest() == step.decision.digest
        assert step.events
    outcome = steps[-1].state.outcome()
    assert outcome is not None
    assert [s.score for s in outcome.seats] == [s.score for s in good.outcome.seats]


def test_a_step_belongs_to_its_reader(good: record_pb2.MatchRecord) -> None:
    steps = replay(good, load=load_tiny)
    first = next(steps)
    first.state.apply(GAME.parse_move("2"), RecordedChance([5, 5]))  # spoils this copy only
    assert next(steps).state.digest() == good.decisions[0].digest


def test_replay_needs_no_generator(
    good: record_pb2.MatchRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object) -> None:
        raise AssertionError("a replay asked a generator")

    monkeypatch.setattr("referee.games.chance.SeededChance.draw", forbidden)
    assert find(good) == ""


Flip = Callable[[record_pb2.MatchRecord], object]


def decision_of_engine(record: record_pb2.MatchRecord) -> record_pb2.DecisionRecord:
    return record.decisions[first_by(record, match_pb2.DECIDER_ENGINE)]


def set_to(path: str, value: object) -> Flip:
    """Set a field of the record; `decision` is the first one that an engine made."""

    def flip(record: record_pb2.MatchRecord) -> None:
        *way, last = path.split(".")
        place: object = record
        for name in way:
            place = decision_of_engine(record) if name == "decision" else getattr(place, name)
        setattr(place, last, value)

    return flip


FLIPS: list[tuple[str, Flip, str]] = [
    ("rules", set_to("rules_version", "0"), "version '0' of the rules"),
    ("unknown game", set_to("spec.game", "chess"), "no game called 'chess'"),
    ("bad option", lambda r: r.spec.game_options.update(goal="0"), "goal '0'"),
    ("option", lambda r: r.game_options.update(goal="26"), "'goal': '25'} is right"),
    ("goal", lambda r: (r.spec.game_options.update(goal="24"),), "digest"),
    ("initial digest", set_to("initial_digest", b"x" * 16), "set-up has another digest"),
    ("no initial digest", set_to("initial_digest", b""), "no initial digest"),
    ("draw", lambda r: r.chance_draws.__setitem__(0, (r.chance_draws[0] + 1) % 4), "digest"),
    ("draw out of bounds", lambda r: r.chance_draws.__setitem__(0, 4), "not below 4"),
    ("draw too many", lambda r: r.chance_draws.append(1), "1 chance draws"),
    ("draw too few", lambda r: r.chance_draws.pop(), "chance draws"),
    ("no draws", lambda r: r.ClearField("chance_draws"), "the set-up: 0 chance draws are too few"),
    ("seat", lambda r: setattr(r.decisions[3], "seat", r.decisions[3].seat ^ 1), "was to act"),
    ("kind", lambda r: setattr(r.decisions[0], "kind", 1), "'roll' was asked"),
    ("kind unknown", set_to("decision.kind", 99), "of kind None"),
    ("kinds", lambda r: r.kinds.__setitem__(0, "bid"), "of kind 'bid'"),
    ("legal count", set_to("decision.legal_count", 3), "3 legal moves recorded, there are 2"),
    ("digest", set_to("decision.digest", b"x" * 16), "another digest"),
    ("unreadable", set_to("decision.move", "pass"), "'pass' is none of"),
    ("illegal", lambda r: setattr(r.decisions[0], "move", "keep"), "'keep' is not legal"),
    ("raw", set_to("decision.raw_us", 12_345_678), "charged"),
    ("raw none", set_to("decision.raw_us", 0), "at least 1"),
    ("raw negative", set_to("decision.raw_us", -5), "at least 1"),
    ("flag", set_to("decision.raw_us", 99_000_000), "the flag fell"),
    ("charged", set_to("decision.charged_us", 1), "charged 1 us"),
    ("remaining", set_to("decision.remaining_us", 5), "remaining 5 us"),
    ("no remaining", lambda r: decision_of_engine(r).ClearField("remaining_us"), "absent"),
    ("queue", set_to("decision.queue_us", 10**9), "queue_us 1000000000"),
    ("lag counts", lambda r: r.lag_counts.extend([0, 0, 0, 1]), "lags of more than max_lag_us 0"),
    ("arrival queue", set_to("decision.arrival_queue_us", -1), "arrival_queue_us -1"),
    ("opening time", lambda r: setattr(r.decisions[0], "raw_us", 5), "the referee decided"),
    ("late opening", set_to("decision.decider", match_pb2.DECIDER_OPENING), "the referee opened"),
    ("stand-in", set_to("decision.decider", match_pb2.DECIDER_STAND_IN), "without need"),
    ("no decider", set_to("decision.decider", match_pb2.DECIDER_UNSPECIFIED), "who decided"),
    ("control", set_to("spec.time_control", "2m"), "which was to be played"),
    ("bad control", set_to("spec.time_control", "soon"), "time control 'soon'"),
    ("recorded control", set_to("time_control.bank_us", 1), "which was to be played"),
    ("score", lambda r: setattr(r.outcome.seats[0], "score", 99), "the outcome is"),
    ("placement", lambda r: setattr(r.outcome.seats[0], "placement", 7), "the outcome is"),
    ("tiebreak", lambda r: r.outcome.seats[0].tiebreaks.append(1), "the outcome is"),
    ("outcome reason", set_to("outcome.reason", "luck"), "the outcome is"),
    ("no outcome", lambda r: r.ClearField("outcome"), "the outcome is absent"),
    ("reason", set_to("reason", "luck"), "the reason is 'luck'"),
    ("termination", set_to("termination", game_pb2.TERMINATION_FAULT), "the termination"),
    ("forfeit", set_to("termination", game_pb2.TERMINATION_FORFEIT), "a forfeit with decisions"),
    ("void", set_to("termination", game_pb2.TERMINATION_VOID), "a void match with an outcome"),
    ("last decision gone", lambda r: r.decisions.pop(), "the match is not over"),
    ("decision doubled", lambda r: r.decisions.add().CopyFrom(r.decisions[-1]), "was over"),
    (
        "engine",
        lambda r: setattr(r.seats[0], "engine_id", "z"),
        "'z' recorded",
    ),
    ("engine version", lambda r: setattr(r.seats[1], "version_digest", ""), "another version"),
    ("seats", lambda r: r.seats.pop(), "2 engines in the spec, 1 seats"),
    ("fault seat", lambda r: r.faults.add(seat=7, kind=TIMEOUT, forgiven=True), "no seat 7"),
    ("fault kind", lambda r: r.faults.add(seat=1, forgiven=True), "no known kind"),
    (
        "fault ply",
        lambda r: r.faults.add(seat=1, kind=TIMEOUT, ply=999, forgiven=True),
        "after 999 decisions",
    ),
    ("forgiven", lambda r: r.faults.add(seat=1, kind=TIMEOUT, forgiven=True), "only 0 retries"),
    (
        "fault",
        lambda r: r.faults.add(seat=1, kind=TIMEOUT, ply=5),
        "decision 5: the match was over",
    ),
    ("resignation", lambda r: r.resignations.add(seat=0, ply=4), "decision 4: the match was over"),
    ("resignation seat", lambda r: r.resignations.add(seat=9, ply=4), "no seat 9"),
]


@pytest.mark.parametrize(("flip", "found"), [f[1:] for f in FLIPS], ids=[f[0] for f in FLIPS])
def test_a_flipped_field_is_found(good: record_pb2.MatchRecord, flip: Flip, found: str) -> None:
    record = copy.deepcopy(good)
    flip(record)
    assert record != good
    assert found in find(record)


def test_faults_out_of_order_are_found() -> None:
    record = play_record(tiny_spec(3), faults={5: TIMEOUT, 9: CRASH})
    assert len(record.faults) == 2
    first = game_pb2.Fault()
    first.CopyFrom(record.faults[0])
    del record.faults[0]
    record.faults.append(first)
    assert "after 5 decisions, but the one before it after 9" in find(record)


def test_a_resignation_at_another_place_among_the_faults_is_found() -> None:
    record = play_record(tiny_spec(3), faults={5: TIMEOUT}, resigns_at=9)
    assert len(record.resignations) == len(record.faults) == 1
    assert find(record) == ""
    record.resignations[0].faults_before = 0
    assert "resignation 0: not between the faults" in find(record)
    record.resignations[0].faults_before = 2
    assert "resignation 0: after 2 faults, but there are 1" in find(record)


def test_engine_that_plays_on_after_its_fault_is_found() -> None:
    record = play_record(tiny_spec(3), faults={5: TIMEOUT})
    index = first_by(record, match_pb2.DECIDER_STAND_IN)
    assert index == 5
    record.decisions[index].decider = match_pb2.DECIDER_ENGINE
    assert f"the engine decided, though seat {record.decisions[5].seat} had failed" in find(record)


def test_replay_stops_at_a_move_against_the_rules(good: record_pb2.MatchRecord) -> None:
    record = copy.deepcopy(good)
    record.decisions[4].move = "no such"
    steps = replay(record, load=load_tiny)
    assert [next(steps).ply for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(RecordError, match="decision 4"):
        next(steps)


def test_many_problems_are_summed_up(good: record_pb2.MatchRecord) -> None:
    record = copy.deepcopy(good)
    for decision in record.decisions:
        decision.digest = b""
        decision.legal_count = 77
    problems = verify(record, load=load_tiny)
    assert len(problems) == 51
    assert problems[-1].startswith("and ")


def test_void_and_forfeit_records_verify() -> None:
    void_record = play_record(tiny_spec(), void_at=6)
    assert len(void_record.decisions) == 6
    assert find(void_record) == ""

    spec = tiny_spec()
    forfeit = record_pb2.MatchRecord(
        format=1,
        spec=spec,
        rules_version=GAME.rules_version,
        game_options=spec.game_options,
        seats=[
            record_pb2.SeatRecord(engine_id=e.id, version_digest=e.version_digest)
            for e in spec.engines
        ],
        time_control=play_record(spec).time_control,
        faults=[game_pb2.Fault(seat=1, kind=game_pb2.FAULT_KIND_START)],
        termination=game_pb2.TERMINATION_FORFEIT,
        reason="seat 1 did not start",
    )
    assert find(forfeit) == ""
    assert list(replay(forfeit, load=load_tiny)) == []
    del forfeit.faults[:]
    assert "nobody failed" in find(forfeit)


def test_the_registry_is_asked_by_default() -> None:
    record = play_record(tiny_spec(game="no-such-game"))
    assert "there is no game called 'no-such-game'" in "\n".join(verify(record))


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in game_names() for seats in load_game(name).seats]
)
def test_records_of_every_game_verify(name: str, seats: int) -> None:
    game = load_game(name)
    spec = tiny_spec(seats, game=name, game_options={}, opening_plies=4)
    record = play_record(spec, game=game)
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert verify(decode_record(encode_record(record))) == []
    assert record.ByteSize() <= 300 * len(record.decisions)
    last = record.decisions[-1]
    last.move, last.digest = record.decisions[0].move, record.decisions[0].digest
    assert verify(record)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=4))
def test_any_record_is_verified_without_a_crash(changes: list[tuple[int, int]]) -> None:
    raw = bytearray(play_record(tiny_spec(3), faults={5: TIMEOUT}).SerializeToString())
    for place, value in changes:
        raw[place % len(raw)] = value
    try:
        record = record_pb2.MatchRecord.FromString(bytes(raw))
    except DecodeError:
        return
    problems = verify(record, load=load_tiny)
    try:
        steps = list(replay(record, load=load_tiny))
    except RecordError:
        assert problems
    else:
        assert len(steps) in (0, len(record.decisions) + 1)
