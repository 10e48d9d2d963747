"""Replays playouts given as JSON on stdin; prints all digests: for another process."""

import json
import sys

from referee.games import RecordedChance, load_game


def digests(
    name: str, seats: int, given: dict[str, str], draws: list[int], texts: list[str]
) -> list[str]:
    """The digest before the first move and after each one."""
    game = load_game(name)
    chance = RecordedChance(draws)
    state = game.initial_state(game.parse_options(given, seats), seats, chance)
    found = [state.digest().hex()]
    for text in texts:
        state.apply(game.parse_move(text), chance)
        found.append(state.digest().hex())
    assert chance.unused == 0
    return found


if __name__ == "__main__":
    json.dump([digests(**job) for job in json.load(sys.stdin)], sys.stdout)
