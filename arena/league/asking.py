"""Having an act done: by oneself where no run has the ledger, else by the run."""

import time
from collections.abc import Callable
from pathlib import Path

from arena.config import League
from arena.errors import ActRefusedError, LedgerBusyError
from arena.league.act import Act, act_to_json
from arena.league.perform import perform
from arena.league.request_desk import RUN_ENDED
from arena.ledger import Ledger, LedgerReader
from arena.ledger.requests import post_request

__all__ = ["have_done"]

_LOOK_S = 0.1
_LOOKS_A_TRY = 20


def have_done(
    path: Path,
    act: Act,
    league: League | None,
    *,
    waiting: Callable[[], None] = lambda: None,
    alone: Callable[[], None] = lambda: None,
    sleep: Callable[[float], None] = time.sleep,
) -> str:
    """Do it, or have the running league do it and wait for that; returns what came of it.

    `waiting` is called once, when a run was asked; `alone` when it is done without one. Raises
    ActRefusedError, ConfigError and LedgerError.
    """
    number: int | None = None
    while True:
        try:
            with Ledger.open_for_upkeep(path) as ledger:
                if number is not None:
                    ledger.answer_request(number, RUN_ENDED, done=False)
                    answer = _answer(ledger, number)
                    if answer is not None:
                        return answer
                told = perform(ledger, act, league)
                alone()
                return told
        except LedgerBusyError:
            if number is None:
                number = post_request(path, act.user, act.at_us, act_to_json(act))
                waiting()
        with LedgerReader.open(path) as reader:
            for _ in range(_LOOKS_A_TRY):
                answer = _answer(reader, number)
                if answer is not None:
                    return answer
                sleep(_LOOK_S)


def _answer(ledger: LedgerReader, number: int) -> str | None:
    """The answer, None while there is none. Raises ActRefusedError."""
    (request, *_) = ledger.requests(after=number - 1)
    if request.state == "done":
        return request.answer
    if request.state == "refused" and request.answer != RUN_ENDED:
        raise ActRefusedError(request.answer)
    return None
