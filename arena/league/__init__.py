"""Leagues: what is to be played, in which order, and what became of it."""
