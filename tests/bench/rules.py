"""What the rules of each game cost: a decision is all legal moves known, one chosen, applied."""

import time
from random import Random

import chess

from referee.games import SeededChance, load_game

__all__ = ["chess_us", "clone_us", "decision_us", "texts_us"]

_TURNS = 12


def decision_us(name: str, seats: int, playouts: int) -> float:
    """Microseconds a decision in uniformly random playouts, deals not counted."""
    game = load_game(name)
    options = game.parse_options({}, seats)
    random = Random(1).random
    chance = SeededChance(b"bench")
    decisions = 0
    spent = 0.0
    for number in range(playouts + 2):
        state = game.initial_state(options, seats, SeededChance(b"%d" % number))
        if number == 2:  # The first two fill caches.
            decisions, spent = 0, 0.0
        began = time.perf_counter()
        while state.to_act is not None:
            state.apply(state.legal_move(int(random() * state.legal_count())), chance)
            decisions += 1
        spent += time.perf_counter() - began
    return spent / decisions * 1e6


def _middle(name: str, seats: int) -> object:
    game = load_game(name)
    state = game.initial_state(game.parse_options({}, seats), seats, SeededChance(b"middle"))
    random = Random(2)
    chance = SeededChance(b"middle of the game")
    for _ in range(_TURNS):
        state.apply(state.legal_move(random.randrange(state.legal_count())), chance)
    return state


def _time_us(state: object, method: str, rounds: int) -> float:
    call = getattr(state, method)
    call()
    began = time.perf_counter()
    for _ in range(rounds):
        call()
    return (time.perf_counter() - began) / rounds * 1e6


def clone_us(name: str, seats: int) -> float:
    """Microseconds to copy a position in the middle of a match."""
    return _time_us(_middle(name, seats), "clone", 5_000)


def texts_us(name: str, seats: int) -> float:
    """Microseconds to write all legal moves of a position in the middle of a match."""
    return _time_us(_middle(name, seats), "legal_texts", 2_000)


def chess_us(games: int) -> float:
    """python-chess in the same way: all legal moves listed, one chosen, pushed."""
    random = Random(1)
    decisions = 0
    began = time.perf_counter()
    for _ in range(games):
        board = chess.Board()
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
            decisions += 1
    return (time.perf_counter() - began) / decisions * 1e6
