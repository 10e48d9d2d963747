"""`python -m tests.bench.big_ledger --matches N --output FILE`: what a long league leaves.

Up to a few thousand matches are played by the rules, with random moves. Beyond that, some hundred
are, and the others are copies of them with their own ids, times and deals: what costs time when a
ledger is read is all there, and a million take minutes instead of hours. The same arguments make
the same ledger, but for the time at which it was made.
"""

import argparse
import hashlib
import random
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from podesta.v1 import match_pb2, record_pb2

from arena.league.agenda import Agenda
from arena.league.identity import deal_seed, match_nonce
from arena.league.plan import PlannedMatch, plan_league
from arena.league.plan_note import note_plan
from arena.league.roster import Entrant, Roster
from arena.ledger import AttemptState, EndedTry, Ledger, summarize
from referee.games import load_game
from referee.record_file import encode_record
from tests.arena.report.played_matches import STARTED_AT_US, played

__all__ = ["build_big_ledger"]

DECISIONS = 30
_MOST_PLAYED = 2_000
_TEMPLATES = 200
_TIMES = 5
_BATCH = 5_000
_SECRET = hashlib.sha256(b"big ledger").digest()


def _roster(game: str, engines: int, seats: int, matches: int) -> Roster:
    rules = load_game(game)
    options = rules.parse_options({}, seats)
    tables = engines * (engines - 1) // 2 if seats == 2 else engines
    terms = {"game": game, "seats": str(seats), "time": "10s"}
    return Roster(
        league_id="big",
        name=f"{matches:,} matches",
        game=game,
        hidden=not rules.perfect_information,
        trust=False,
        seats=seats,
        deals=-(-matches // (tables * seats)),
        time_control="10s",
        anchor=None,
        terms=terms | {f"options.{name}": text for name, text in options.items()},
        entrants=tuple(
            Entrant(
                id=f"bot-{number:02}",
                name=f"Bot {number:02}",
                owner="",
                version_digest="1" * 16,
                identity=f"identity-{number:02}",
            )
            for number in range(engines)
        ),
    )


def _spec(roster: Roster, match: PlannedMatch) -> match_pb2.MatchSpec:
    return match_pb2.MatchSpec(
        match_id=match.match_id,
        league_id=roster.league_id,
        deal_id=match.deal_id,
        attempt=1,
        game=roster.game,
        engines=[
            match_pb2.EngineSpec(id=engine, name=engine, command=["/bin/bot", engine])
            for engine in match.engines
        ],
        time_control=roster.time_control,
        seed=deal_seed(_SECRET, match.deal_id, 1),
        nonce=match_nonce(_SECRET, match.match_id, 1),
    )


def _templates(roster: Roster, matches: Sequence[PlannedMatch]) -> list[record_pb2.MatchRecord]:
    made = []
    for match in matches:
        record = played(_spec(roster, match))
        for decision in record.decisions:
            decision.evaluation.comment = ""
        made.append(record)
    return made


def _variants(templates: Sequence[record_pb2.MatchRecord], draw: random.Random) -> list[bytes]:
    """Each template a few times, cut to the same length and with other times, as bytes."""
    variants = []
    for template in templates:
        for _ in range(_TIMES):
            record = record_pb2.MatchRecord()
            record.CopyFrom(template)
            record.ClearField("spec")
            del record.decisions[DECISIONS:]
            for decision in record.decisions:
                decision.charged_us = int(draw.lognormvariate(9.0, 1.0))
                decision.raw_us = decision.charged_us
            record.duration_us = sum(decision.raw_us for decision in record.decisions)
            variants.append(record.SerializeToString())
    return variants


def _copy(
    variant: bytes, roster: Roster, match: PlannedMatch, draw: random.Random
) -> record_pb2.MatchRecord:
    record = record_pb2.MatchRecord.FromString(variant)
    record.spec.CopyFrom(_spec(roster, match))
    for seat, engine in enumerate(match.engines):
        record.seats[seat].engine_id = engine
    # Deals and matches are told apart by it; that it is no position's digest only a replay sees.
    record.initial_digest = hashlib.sha256(match.deal_id.encode()).digest()[:16]
    # The better bot wins more often, as its number says.
    strength = [2.0 ** (int(engine[4:]) / 5) for engine in match.engines]
    order = sorted(range(len(strength)), key=lambda s: -strength[s] * draw.expovariate(1.0))
    for place, seat in enumerate(order, 1):
        record.outcome.seats[seat].placement = place
    return record


def _batches(roster: Roster, first: int, end: int) -> Iterator[list[EndedTry]]:
    """Matches from number `first` to before number `end`, some thousand at a time."""
    planned = (match for table in plan_league(roster) for match in table.matches)
    chosen = list(islice(planned, end))
    copied = end > _MOST_PLAYED
    templates = _templates(roster, chosen[: _TEMPLATES if copied else end])
    variants = _variants(templates, random.Random(20261129)) if copied else []
    for start in range(first, end, _BATCH):
        draw = random.Random(start)
        batch = []
        for number in range(start, min(start + _BATCH, end)):
            match = chosen[number]
            if copied:
                record = _copy(variants[number % len(variants)], roster, match, draw)
            else:
                record = templates[number]
            batch.append(_try(match, record, STARTED_AT_US + number * 1_000_000))
        yield batch


def _try(match: PlannedMatch, record: record_pb2.MatchRecord, started_at_us: int) -> EndedTry:
    return EndedTry(
        match_id=match.match_id,
        attempt=1,
        deal_id=match.deal_id,
        engines=match.engines,
        state=AttemptState.COUNTED,
        cause="",
        forgiven=False,
        started_at_us=started_at_us,
        ended_at_us=started_at_us + record.duration_us,
        summary=summarize(record),
        content=encode_record(record),
    )


def build_big_ledger(
    path: Path,
    matches: int,
    *,
    game: str = "bologna",
    engines: int = 20,
    seats: int = 2,
    at_once: int | None = None,
) -> int:
    """Make a ledger of that many matches that count; returns how many it has now.

    The last round may be left unfinished. With `at_once` no more are added in one call: the next
    one goes on.
    """
    roster = _roster(game, engines, seats, matches)
    with Ledger.open_for_run(path, roster.terms, _SECRET) as ledger:
        ledger.set_meta(*roster.to_meta())
        first = sum(1 for _ in ledger.each_row())
        end = matches if at_once is None else min(matches, first + at_once)
        for batch in _batches(roster, first, end):
            ledger.adopt(batch)
        note_plan(ledger, roster, Agenda(plan_league(roster), hidden=roster.hidden), ())
    return end


def main() -> None:
    """Make one, and say how long that took."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--matches", type=int, default=1_000_000)
    arguments.add_argument("--output", type=Path, required=True)
    arguments.add_argument("--game", default="bologna")
    arguments.add_argument("--engines", type=int, default=20)
    arguments.add_argument("--seats", type=int, default=2)
    arguments.add_argument("--at-once", type=int, help="add no more; the next call goes on")
    told = vars(arguments.parse_args())
    began = time.monotonic()
    path = told.pop("output")
    made = build_big_ledger(path, **told)
    size_mb = path.stat().st_size / 1e6
    print(f"{made:,} matches, {size_mb:,.0f} MB, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
