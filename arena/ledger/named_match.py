"""The match that somebody means by its number or by the beginning of its id: the same for all."""

from arena.errors import MatchNameError
from arena.ledger.queries import LedgerReader
from arena.ledger.rows import AttemptState, MatchResult

__all__ = ["named_match"]

_ID_LETTERS = 10
_MOST_LISTED = 5
# Ids begin with digits too. A number that is not there must never mean the match whose id happens
# to begin so: that one would be voided instead.
_NUMBER_ONLY = 7
"""Digits up to which a text is a number and never the beginning of an id."""
_MOST_DIGITS = 9


def named_match(ledger: LedgerReader, text: str) -> MatchResult:
    """The one match that counts and is called so. Raises MatchNameError and LedgerError."""
    found: list[MatchResult] = []
    if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS:
        found = ledger.find_by_number(int(text))
        if not found and len(text) <= _NUMBER_ONLY:
            raise MatchNameError(_why_none(ledger, int(text)))
    found = found or ledger.find_by_id(text)
    if not found:
        raise MatchNameError(
            f"no match that counts is called {text!r}; `podesta league show --matches` lists them"
        )
    if len(found) > 1:
        listed = ", ".join(result.match_id[:_ID_LETTERS] for result in found[:_MOST_LISTED])
        raise MatchNameError(f"{len(found)} matches are called {text!r}: {listed}")
    return found[0]


def _why_none(ledger: LedgerReader, number: int) -> str:
    ended = ledger.find_try(number)
    if ended is None:
        last = ledger.last_number()
        return f"no match {number}; " + (f"matches go to {last}" if last else "no match counts yet")
    cause = f": {ended.cause}" if ended.cause else ""
    if ended.taken_back or ended.state is AttemptState.SUPERSEDED:
        return f"match {number} counts no more{cause}"
    return f"match {number} came to nothing and does not count{cause}"
