"""One match: the authoritative game, its clocks, its seats and its record."""
