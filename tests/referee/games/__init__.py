"""The rules of every game, and what all games have in common."""
