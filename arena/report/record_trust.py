"""Whether the records that a report reads are true: some in every step, all in what is cheap.

That a record says what its ledger noted covers its moves and its result, but neither times nor
positions. Verifying takes several milliseconds a match, too much for ten thousand of them.
"""

from collections.abc import Sequence
from contextlib import closing

from podesta.v1 import match_pb2, record_pb2

from arena.report.forked_work import each_forked
from referee.errors import RecordError
from referee.games import load_game
from referee.record_file import decode_record
from referee.replay import verify

__all__ = ["MOST_VERIFIED", "false_times", "verify_contents"]

MOST_VERIFIED = 100
"""Most records that are verified in every step."""


def verify_contents(contents: Sequence[bytes]) -> list[str]:
    """For each encoded record what is wrong with it; empty where nothing is, or none can tell.

    None can tell of a game or a version of its rules that this podesta does not have, nor of what
    is no record at all.
    """
    with closing(each_forked(_verified, contents)) as each:
        return list(each)


def _verified(content: bytes) -> str:
    try:
        record = decode_record(content)
        rules_version = load_game(record.spec.game).rules_version
    except (RecordError, KeyError):
        return ""
    problems = verify(record) if rules_version == record.rules_version else []
    if not problems:
        return ""
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return f"it does not verify: {problems[0]}{more}"


def false_times(record: record_pb2.MatchRecord) -> str:
    """What is wrong with the charged times, as far as it shows without the rules; empty if nothing.

    All time is charged but for a free delay. What a clock has left also depends on whose turn it
    was, which only a replay tells.
    """
    free_us = record.time_control.delay_us if record.time_control.bank_us else 0
    for ply, decision in enumerate(record.decisions):
        raw_us, charged_us = decision.raw_us, decision.charged_us
        if decision.decider != match_pb2.DECIDER_ENGINE:
            if raw_us or charged_us:
                return f"decision {ply}: time is counted, though the referee decided"
        elif not max(0, raw_us - free_us) <= charged_us <= raw_us:
            return f"decision {ply}: charged {charged_us} us of {raw_us} us"
    return ""
