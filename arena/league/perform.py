"""Doing to a league what people ask for: one transaction an act, and a line in the audit."""

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

from arena.config import League
from arena.errors import ActRefusedError, ConfigError, MatchNameError
from arena.league.act import (
    Act,
    AddEngine,
    Merge,
    RemoveEngine,
    Rerun,
    UpdateEngine,
    VoidMatch,
)
from arena.league.amendments import (
    KEY,
    AddedEngine,
    Amendments,
    amended,
    comeback_command,
    engine_of,
)
from arena.league.merge import merge_ledger
from arena.league.plan_note import note_plan, plan_note_of
from arena.league.roster import Entrant, Roster
from arena.league.roster_changes import former_identity, note_former
from arena.league.state import LeagueState
from arena.ledger import AuditLine, Ledger, LedgerReader, named_match

__all__ = ["audit_line", "perform"]

_NOT_NOW = "nothing is to be played for that: not all its engines take part as they did then"


def audit_line(act: Act, subject: str, detail: str) -> AuditLine:
    """The line of an act: who did it, when and why."""
    return AuditLine(act.at_us, act.user, act.act, subject, act.reason, detail)


def perform(ledger: Ledger, act: Act, league: League | None = None) -> str:
    """Do it; returns what came of it, for people.

    `league` is the league as its file has it; only acts about engines need it. Nothing may be
    running. Raises ActRefusedError, ConfigError and LedgerError; nothing is changed then.
    """
    match act:
        case VoidMatch():
            return _void(ledger, act)
        case Rerun():
            return _rerun(ledger, act)
        case AddEngine() | RemoveEngine() | UpdateEngine():
            if league is None:
                raise ActRefusedError(f"{act.act} needs the league file, not only its ledger")
            if isinstance(act, AddEngine):
                return _add(ledger, act, league)
            if isinstance(act, RemoveEngine):
                return _remove(ledger, act, league)
            return _update(ledger, act, league)
        case Merge():
            return _merge(ledger, act)
        case _:
            raise ActRefusedError(f"no run is using this ledger: {act.act} is for one that runs")


# --- results --------------------------------------------------------------------------------------


def _void(ledger: Ledger, act: VoidMatch) -> str:
    try:
        match_id = named_match(ledger, act.match).match_id
    except MatchNameError as error:
        raise ActRefusedError(str(error)) from error
    _check_undecided(ledger, [match_id])
    detail = f"match {match_id} counts no more and is to be played again"
    if match_id in _unplanned(ledger):
        detail = f"match {match_id} is taken back; {_NOT_NOW}"
    ledger.void_results([match_id], _cause(act, "voided"), audit_line(act, match_id, detail))
    return detail


def _rerun(ledger: Ledger, act: Rerun) -> str:
    deals = ledger.find_in_deal(act.deal)
    if not deals:
        raise ActRefusedError(f"no deal with a match that counts is called {act.deal!r}")
    if len(deals) > 1:
        listed = ", ".join(deal_id[:10] for deal_id in list(deals)[:5])
        raise ActRefusedError(f"{len(deals)} deals are called {act.deal!r}: {listed}")
    ((deal_id, matches),) = deals.items()
    _check_undecided(ledger, matches)
    anew = ", dealt anew" if Roster.of_ledger(ledger).hidden else ""
    detail = f"{len(matches)} matches of deal {deal_id} are to be played again{anew}"
    if _unplanned(ledger).issuperset(matches):
        detail = f"{len(matches)} matches of deal {deal_id} are taken back; {_NOT_NOW}"
    ledger.void_results(matches, _cause(act, "its deal is rerun"), audit_line(act, deal_id, detail))
    return detail


def _unplanned(ledger: LedgerReader) -> frozenset[str]:
    """The ids of matches in the ledger that do not belong to the plan."""
    roster = Roster.of_ledger(ledger)
    note = plan_note_of(ledger, roster)
    return LeagueState.of(ledger, roster).strangers if note is None else note.strangers


def _cause(act: Act, what: str) -> str:
    return f"{what} by {act.user}" + (f": {act.reason}" if act.reason else "")


def _check_undecided(ledger: LedgerReader, match_ids: list[str]) -> None:
    """Where results decide who meets next, what was decided stands."""
    if not Roster.of_ledger(ledger).format.adaptive:
        return
    state = LeagueState.of(ledger)
    for row, table in zip(state.pairings, state.tables, strict=True):
        if row.closing is None or table is None:
            continue
        for match_id in match_ids:
            if match_id in table.match_ids:
                raise ActRefusedError(
                    f"match {match_id} has decided who met next; in this format results stand "
                    "once their pairing is over"
                )


# --- engines --------------------------------------------------------------------------------------


def _add(ledger: Ledger, act: AddEngine, league: League) -> str:
    before = Amendments.of(ledger)
    added = AddedEngine(
        table=act.table, directory=act.directory, file_of_its_own=act.file_of_its_own
    )
    engine = engine_of(added, Path(act.directory))
    there = {entry.id for entry in amended(league, before).engines}
    if engine.id in there:
        raise ActRefusedError(
            f"engine {engine.id!r} takes part already; a changed program is taken with "
            f"podesta league update, another engine needs another id"
        )
    if engine.id in before.removed:
        raise ActRefusedError(
            f"the league file has an engine {engine.id!r}, which was removed: "
            f"{comeback_command(league.file, engine.id)} lets it take part again; another engine "
            "needs another id"
        )
    after = before.model_copy(update={"added": {**before.added, engine.id: added}})
    return _amend(ledger, act, league, after, engine.id, lambda _: f"{engine.id} takes part")


def _remove(ledger: Ledger, act: RemoveEngine, league: League) -> str:
    before = Amendments.of(ledger)
    _known(amended(league, before), act.engine)
    added = {key: engine for key, engine in before.added.items() if key != act.engine}
    in_file = act.engine in {engine.id for engine in league.engines}
    after = before.model_copy(
        update={
            "added": added,
            "removed": before.removed | ({act.engine} if in_file else set()),
        }
    )
    detail = f"{act.engine} takes part no more; its matches stay in the ledger and do not count"
    return _amend(ledger, act, league, after, act.engine, lambda _: detail)


def _update(ledger: Ledger, act: UpdateEngine, league: League) -> str:
    before = Amendments.of(ledger)
    back = act.engine in before.removed and act.engine not in before.added
    if back:
        # What was removed comes back by being taken as it is now.
        before = before.model_copy(update={"removed": before.removed - {act.engine}})
    _known(amended(league, before), act.engine)
    known = {e.id: e for e in Roster.of_ledger(ledger).entrants}.get(act.engine)
    plain = _entrant(league, before.model_copy(update={"kept": {}}), ledger, act.engine)
    kept = {new: old for new, old in before.kept.items() if new != plain.identity}
    if act.keep:
        if known is None:
            raise ActRefusedError(f"{act.engine} has no matches to keep: it never took part")
        old = known.identity
        if old == plain.identity:  # a run has seen the new version already
            old = former_identity(ledger, act.engine) or old
        kept[plain.identity] = old
    after = before.model_copy(update={"kept": kept})
    version = plain.version_digest[:10] or "unknown"
    if back:
        return _amend(
            ledger, act, league, after, act.engine, lambda s: _return_text(s, act.engine, version)
        )
    same = known is not None and known.version_digest == plain.version_digest
    what = "has the version that it had" if same else "is a new version"
    matches = "its matches so far count" if act.keep else "only matches of this version count"
    detail = f"{act.engine} {what} ({version}); {matches}"
    return _amend(ledger, act, league, after, act.engine, lambda _: detail)


def _return_text(state: LeagueState, engine: str, version: str) -> str:
    """What is told of an engine that was removed and takes part again.

    What version it had is forgotten by then; whether its old matches count is known.
    """
    count = sum(engine in result.engines for result in state.results)
    matches = f"{count:,} of its matches so far" if count else "none of its matches so far"
    verb = "counts" if count == 1 or not count else "count"
    return f"{engine} takes part again ({version}); {matches} {verb}"


def _known(league: League, engine_id: str) -> None:
    ids = [engine.id for engine in league.engines]
    if engine_id not in ids:
        close = get_close_matches(engine_id, ids, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(ids)}"
        raise ActRefusedError(f"no engine {engine_id!r} takes part; {hint}")


def _entrant(
    league: League, amendments: Amendments, ledger: LedgerReader, engine_id: str
) -> Entrant:
    played = amended(league, amendments)
    return Roster.of_league(played, _secret(ledger), amendments.kept).entrant(engine_id)


def _secret(ledger: LedgerReader) -> bytes:
    """What the ids of a league are made with."""
    return ledger.meta("secret")


def _amend(
    ledger: Ledger,
    act: Act,
    league: League,
    after: Amendments,
    engine_id: str,
    tell: Callable[[LeagueState], str],
) -> str:
    """Let the league differ from its file so; `tell` says what came of it, by its new state."""
    played = amended(league, after)
    if len(played.engines) < max(played.seats, 2):
        raise ActRefusedError(
            f"{len(played.engines)} engines would be left, and a table has {played.seats} seats"
        )
    former = Roster.of_ledger(ledger)
    roster = Roster.of_league(played, _secret(ledger), after.kept)
    # How engines are kept apart is settled by a run: what is known of the last one stays.
    roster = roster.model_copy(update={"isolation": former.isolation})
    try:
        roster.make_format()
        state = LeagueState.of(ledger, roster)
    except ValueError as error:
        raise ActRefusedError(f"then the league makes no schedule: {error}") from None
    detail = tell(state)
    ledger.set_audited(KEY, after.model_dump_json().encode(), audit_line(act, engine_id, detail))
    note_former(ledger, former, roster)
    ledger.set_meta(*roster.to_meta())
    if not roster.format.adaptive:
        note_plan(ledger, roster, state.agenda, state.strangers)
    totals = state.totals
    return f"{detail}; {totals.played:,} of {totals.planned:,} matches are played"


# --- ledgers --------------------------------------------------------------------------------------


def _merge(ledger: Ledger, act: Merge) -> str:
    told, taken = [], []
    for path in act.ledgers:
        try:
            with LedgerReader.open(Path(path)) as other:
                made = merge_ledger(ledger, other)
        except ConfigError as error:
            raise ActRefusedError(str(error)) from error
        detail = made.text()
        ledger.audit(audit_line(act, path, detail))
        told.append(f"{path}: {detail}")
        taken += made.counted
    roster = Roster.of_ledger(ledger)
    state = LeagueState.of(ledger, roster)
    if not roster.format.adaptive:
        note_plan(ledger, roster, state.agenda, state.strangers)
    foreign = sum(not state.agenda.is_planned(match_id) for match_id in taken)
    if foreign:
        told.append(
            f"{foreign:,} of these results do not count: they are of matches that are not planned "
            "here; engines of other versions or options, engines that do not take part, or more "
            "deals"
        )
    return "\n".join(told)
