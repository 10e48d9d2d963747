"""docs/adding-a-game.md, done word for word."""
