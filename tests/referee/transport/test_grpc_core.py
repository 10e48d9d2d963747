"""The slower event engine stays off, whatever of the referee is imported first."""

import os
import pkgutil
import subprocess
import sys

import referee
from referee.transport.grpc_core import EXPERIMENTS, EXPERIMENTS_VARIABLE

_PROGRAM = """
import importlib, os, sys
at_import = []
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "grpc":
            at_import.append(os.environ.get("GRPC_EXPERIMENTS"))
sys.meta_path.insert(0, Watch())
importlib.import_module(sys.argv[1])
import grpc
print(at_import)
"""


def imported_with(module: str, **environment: str) -> str:
    clean = {k: v for k, v in os.environ.items() if k != EXPERIMENTS_VARIABLE}
    return subprocess.run(
        (sys.executable, "-c", _PROGRAM, module),
        check=True,
        capture_output=True,
        text=True,
        env={**clean, **environment},
    ).stdout.strip()


def test_both_parts_of_the_event_engine_are_off() -> None:
    assert EXPERIMENTS == "-event_engine_client,-event_engine_listener"


def test_it_is_chosen_before_grpc_is_imported() -> None:
    for module in ("referee.play", "referee.worker", "referee.transport.engine_server"):
        assert imported_with(module) == repr([EXPERIMENTS])


def test_importing_any_module_of_the_referee_comes_after_the_choice() -> None:
    # The package itself chooses, and no module can be imported before its package.
    names = [module.name for module in pkgutil.iter_modules(referee.__path__)]
    assert "play" in names
    assert imported_with("referee") == repr([EXPERIMENTS])


def test_a_user_who_chose_has_the_last_word() -> None:
    assert imported_with("referee", GRPC_EXPERIMENTS="mine") == "['mine']"
