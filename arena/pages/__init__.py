"""Matches as pages: replays that a browser plays from a file, without a network."""
