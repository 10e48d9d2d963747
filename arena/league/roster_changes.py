"""What has changed in a league since its last run, where no command did it: told, and audited."""

import json
import shlex
import time
from collections.abc import Callable
from pathlib import Path

from arena.errors import LedgerUnreadableError
from arena.league.roster import Roster
from arena.ledger import AuditLine, Ledger, LedgerReader

__all__ = ["former_identity", "note_changes", "note_former", "roster_changes"]

_KEY = "former"


def roster_changes(before: Roster, after: Roster, file: Path) -> list[tuple[str, str]]:
    """By engine id, what is another: one line for people each.

    `file` is the league's; the command in a line can be typed as it stands there.
    """
    old = {entrant.id: entrant for entrant in before.entrants}
    new = {entrant.id: entrant for entrant in after.entrants}
    lines = [(engine, f"{engine} is new in the league file") for engine in new if engine not in old]
    lines += [
        (engine, f"{engine} is in the league file no more: its matches do not count")
        for engine in old
        if engine not in new
    ]
    for engine in sorted(old.keys() & new.keys()):
        if old[engine].identity == new[engine].identity:
            continue
        what = "a new version"
        if old[engine].version_digest == new[engine].version_digest:
            what = "started in another way"
        lines.append(
            (
                engine,
                f"{engine} is {what}: its matches so far do not count any more (podesta league "
                f"update {shlex.quote(str(file))} {shlex.quote(engine)} --keep-matches lets them)",
            )
        )
    return lines


def note_changes(
    ledger: Ledger,
    after: Roster,
    file: Path,
    *,
    now_us: Callable[[], int] = lambda: time.time_ns() // 1000,
) -> list[str]:
    """Write a line into the audit for each change since the last run; returns them.

    `file` is the league's.
    """
    try:
        before = Roster.of_ledger(ledger)
    except LedgerUnreadableError:
        return []
    changes = roster_changes(before, after, file)
    note_former(ledger, before, after)
    for engine, text in changes:
        ledger.audit(AuditLine(now_us(), "league file", "change", engine, "", text))
    return [text for _, text in changes]


def note_former(ledger: Ledger, before: Roster, after: Roster) -> None:
    """Keep by which identity engines played before, so that it can be gone on with."""
    now = {entrant.id: entrant.identity for entrant in after.entrants}
    former = _former(ledger)
    changed = {e.id: e.identity for e in before.entrants if now.get(e.id) not in (None, e.identity)}
    if changed:
        ledger.set_meta(_KEY, json.dumps(former | changed).encode())


def former_identity(ledger: LedgerReader, engine_id: str) -> str | None:
    """By which identity an engine played before its present version, where it did."""
    return _former(ledger).get(engine_id)


def _former(ledger: LedgerReader) -> dict[str, str]:
    content = ledger.find_meta(_KEY)
    try:
        told: object = {} if content is None else json.loads(content)
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise LedgerUnreadableError(f"{ledger.path}: former versions of its engines can't be read")
    return {str(engine): str(identity) for engine, identity in told.items()}
