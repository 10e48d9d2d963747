"""The first step of the command."""

import subprocess
import sys

INTERRUPTED_IMPORT = """
import sys
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "arena.cli.main":
            raise KeyboardInterrupt
        return None
sys.meta_path.insert(0, Interrupts())
from arena.cli.entry import main
main()
"""

TAKEN_FOR_AN_ERROR = """
import os, signal, sys
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            try:
                os.kill(os.getpid(), signal.SIGINT)
                for _ in range(1000):
                    pass
            except KeyboardInterrupt:
                raise RuntimeError("something went wrong in an import") from None
        return None
sys.meta_path.insert(0, Interrupts())
from arena.cli.entry import main
main()
"""


def test_an_interruption_is_not_taken_for_an_error_of_what_is_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TAKEN_FOR_AN_ERROR], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def test_an_interruption_while_the_command_is_imported_needs_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


def test_it_imports_nothing_else_before() -> None:
    listing = "import arena.cli.entry, sys; print(*sorted(m for m in sys.modules if 'arena' in m))"
    done = subprocess.run(
        [sys.executable, "-c", listing], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["arena", "arena.cli", "arena.cli.entry"]
