"""The match that somebody means by its number or by the beginning of its id: the same for all."""

from arena.errors import MatchNameError
from arena.ledger.queries import LedgerReader
from arena.ledger.rows import MatchResult

__all__ = ["named_match"]

_ID_LETTERS = 10
_MOST_LISTED = 5


def named_match(ledger: LedgerReader, text: str) -> MatchResult:
    """The one match that counts and is called so. Raises MatchNameError and LedgerError."""
    found = ledger.find_counted(text)
    if not found:
        raise MatchNameError(
            f"no match that counts is called {text!r}; `podesta league show --matches` lists them"
        )
    if len(found) > 1:
        listed = ", ".join(result.match_id[:_ID_LETTERS] for result in found[:_MOST_LISTED])
        raise MatchNameError(f"{len(found)} matches are called {text!r}: {listed}")
    return found[0]
