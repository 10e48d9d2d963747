"""A short match as events and as a record, made by hand for the views."""

from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.time_control import parse_time_control

S = 1_000_000
EVIL = "evil\x1b[2J\nbot [bold]"


def clocks(*remaining_us: int) -> list[game_pb2.SeatClock]:
    return [game_pb2.SeatClock(remaining_us=us) for us in remaining_us]


def started(names: tuple[str, ...] = ("greedy", EVIL)) -> match_pb2.MatchEvent:
    return match_pb2.MatchEvent(
        match_id="m1",
        started=match_pb2.MatchStarted(
            game="bologna", names=names, clocks=clocks(*(60 * S for _ in names))
        ),
    )


def asked(seat: int, ply: int) -> match_pb2.MatchEvent:
    return match_pb2.MatchEvent(
        match_id="m1",
        asked=match_pb2.DecisionAsked(seat=seat, ply=ply, kind="building", limit_us=60 * S),
    )


def moved(
    seat: int,
    ply: int,
    text: str = "t5@1:0,3",
    *,
    decider: match_pb2.Decider = match_pb2.DECIDER_ENGINE,
    evaluation: game_pb2.Evaluation | None = None,
) -> match_pb2.MatchEvent:
    return match_pb2.MatchEvent(
        match_id="m1",
        move=match_pb2.MoveMade(
            seat=seat,
            ply=ply,
            kind="building",
            text=text,
            charged_us=1_250_000,
            clocks=clocks(58_750_000, 60 * S),
            decider=decider,
            evaluation=evaluation,
        ),
    )


def thought(seat: int, *values: float) -> match_pb2.MatchEvent:
    evaluation = game_pb2.Evaluation(values=values, depth=3, nodes=12_345)
    return match_pb2.MatchEvent(
        match_id="m1", thought=match_pb2.Thought(seat=seat, evaluation=evaluation)
    )


def crash(seat: int) -> game_pb2.Fault:
    return game_pb2.Fault(
        seat=seat, kind=game_pb2.FAULT_KIND_CRASH, ply=2, detail="the process ended", signal=9
    )


def outcome(*placements: int) -> game_pb2.Outcome:
    return game_pb2.Outcome(
        seats=[
            game_pb2.SeatOutcome(placement=placement, score=10 - placement)
            for placement in placements
        ],
        reason="final scoring",
    )


def record(
    *placements: int,
    ids: tuple[str, ...] = ("greedy", "evil"),
    termination: game_pb2.Termination = game_pb2.TERMINATION_COMPLETED,
    faults: tuple[game_pb2.Fault, ...] = (),
) -> record_pb2.MatchRecord:
    """A record without decisions; without placements it has no outcome."""
    return record_pb2.MatchRecord(
        spec=match_pb2.MatchSpec(
            match_id="m1",
            game="bologna",
            engines=[match_pb2.EngineSpec(id=engine, name=engine) for engine in ids],
            time_control="1m",
        ),
        time_control=parse_time_control("1m").to_proto(),
        outcome=outcome(*placements) if placements else None,
        termination=termination,
        faults=faults,
        reason="final scoring" if placements else "",
    )
