from podesta.v1 import game_pb2, match_pb2

from arena.terminal.record_text import record_text
from tests.arena.match import sample_match as sample

GOLDEN = """\
[Game "bologna"]
[RulesVersion "1"]
[Match "m1"]
[Deal "d1"]
[Date "2026-01-02T03:04:05Z"]
[TimeControl "1m"]
[Option.city "random"]
[Seat0 "greedy"]
[Seat1 "evil\\\\n[Seat0 \\"forged\\"]"]
[Chance "0 1"]
[Termination "completed"]
[Reason "final scoring"]
[Fault "seat 1, ply 2: crash: the process ended, signal 9"]

1. 0 t5@1:c1 {opening}
2. 1 h2@1:b1-c1 {1.250000s +1.50 -1.50 d6}
3. 0 x} {0.000001s}
1-0 {scores 9-8}

"""


def test_a_record_as_text() -> None:
    record = sample.record(1, 2, faults=(sample.crash(1),))
    record.spec.deal_id = "d1"
    record.spec.engines[1].name = 'evil\n[Seat0 "forged"]'
    record.rules_version = "1"
    record.started_at_us = 1_767_323_045_000_000
    record.game_options["city"] = "random"
    record.chance_draws.extend([0, 1])
    record.decisions.add(seat=0, move="t5@1:c1", decider=match_pb2.DECIDER_OPENING)
    evaluation = game_pb2.Evaluation(values=[1.5, -1.5], depth=6)
    record.decisions.add(seat=1, move="h2@1:b1-c1", charged_us=1_250_000, evaluation=evaluation)
    record.decisions.add(seat=0, move="x}", charged_us=1)
    assert record_text(record) == GOLDEN


def test_a_void_match_ends_with_a_star() -> None:
    record = sample.record(termination=game_pb2.TERMINATION_VOID)
    assert record_text(record).endswith("\n\n*\n\n")
