"""Where the numbers of a report come from."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from arena.league.state import LeagueState
from arena.ledger import LedgerReader
from arena.report.record_reading import Records
from arena.report.sheet import Column, Kind, Sheet
from arena.terminal.durations import format_span

__all__ = ["provenance_sheet", "versions_sheet"]

_SPAN = re.compile(r"(\d+) us")


def provenance_sheet(
    ledger: LedgerReader,
    state: LeagueState,
    records: Records,
    *,
    podesta_version: str,
    command: Sequence[str],
    made_at: datetime,
) -> Sheet:
    """Seed, versions, digests and the command line, a line each."""
    roster = state.roster
    secret = hashlib.sha256(ledger.meta("secret")).hexdigest()
    rows = [
        ("league id", roster.league_id),
        ("ledger", ledger.path.name),
        ("results digest", _results_digest(state)),
        ("made", made_at.isoformat(timespec="seconds")),
        ("podesta", podesta_version),
        ("command line", " ".join(map(_quoted, command))),
        ("seed", _seed_text(roster.terms, secret)),
    ]
    # An option without a text is one that the league does not use.
    rows += [
        (f"term: {name}", _term_text(name, text))
        for name, text in sorted(roster.terms.items())
        if text
    ]
    rows += [("played with", f"{text} ({count} matches)") for text, count in _counted(records)]
    rows += [
        ("isolation", f"{level} ({count} seats)")
        for level, count in records.isolation.most_common()
    ]
    rows += [
        (f"version of {entrant.id}", entrant.version_digest or "unknown")
        for entrant in roster.entrants
    ]
    return Sheet(
        "provenance",
        "Provenance",
        (Column("name", "what"), Column("value", "value")),
        tuple(rows),
        note="The results digest is the same for the same results in the same order.",
    )


def versions_sheet(records: Records, names: Mapping[str, str]) -> Sheet:
    """What the engines called themselves."""
    rows = tuple(
        (names.get(engine, engine), name, version, count)
        for (engine, name, version), count in sorted(records.engine_versions.items())
    )
    return Sheet(
        "versions",
        "What the bots called themselves",
        (
            Column("engine", "bot"),
            Column("name", "name"),
            Column("version", "version"),
            Column("matches", "matches", Kind.COUNT),
        ),
        rows,
    )


def _counted(records: Records) -> list[tuple[str, int]]:
    return sorted(records.environments.items())


def _term_text(name: str, text: str) -> str:
    """A term in the words of league files; ledgers keep it in those of the protocol."""
    if name == "fault_rule":
        return text.removeprefix("FAULT_RULE_").replace("_", "-").lower()
    length = _SPAN.fullmatch(text)
    return format_span(int(length[1])) if length and name in ("grace", "ready_limit") else text


def _seed_text(terms: Mapping[str, str], secret_digest: str) -> str:
    if terms.get("seed", "none") == "none":
        return f"secret, 256 random bits kept in the ledger (SHA-256 {secret_digest[:16]})"
    return f"set in the league file (digest {terms['seed']}): who has it can repeat all deals"


def _results_digest(state: LeagueState) -> str:
    digest = hashlib.sha256()
    for result in state.results:
        digest.update(result.match_id.encode())
        digest.update(bytes(min(place, 255) for place in result.summary.placements))
        digest.update(result.summary.moves_digest)
    return f"sha256:{digest.hexdigest()}"


def _quoted(word: str) -> str:
    safe = word and all(c.isalnum() or c in "-_./=:,+@" for c in word)
    return word if safe else "'" + word.replace("'", "'\\''") + "'"
