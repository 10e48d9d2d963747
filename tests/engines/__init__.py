"""The tests of the players."""
