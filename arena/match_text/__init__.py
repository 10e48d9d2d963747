"""Matches as text like PGN, written and read again; docs/match-text.md tells the form."""

from arena.match_text.filling import fill_in
from arena.match_text.reading import MatchTextError, TextMatch, read_matches
from arena.match_text.writing import match_text

__all__ = ["MatchTextError", "TextMatch", "fill_in", "match_text", "read_matches"]
