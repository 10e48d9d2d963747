"""What all tests start from."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from referee.launcher.process_tree import is_subreaper

# Tables are as wide as what they are written to, not as the terminal that the tests run on.
for _name in ("COLUMNS", "LINES"):
    os.environ.pop(_name, None)

# Whoever runs the tests in the background may have had ctrl-C and hang-ups ignored for them, and
# programs that we start would inherit that: podesta leaves alone what was ignored before it, so
# that tests of these signals would wait for ever.
for _number, _handler in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGHUP, signal.SIG_DFL),
    (signal.SIGTERM, signal.SIG_DFL),
):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, _handler)


# The same examples each time, so that a suite that was green stays so; others with a number of
# examples for the fuzzers, see tests/fuzz/bounds.py. How long one takes is this machine's affair.
settings.register_profile(
    "podesta",
    derandomize="PODESTA_FUZZ_EXAMPLES" not in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("podesta")


@pytest.fixture(autouse=True)
def _orphans_are_not_ours() -> Iterator[None]:
    """No test leaves this process a subreaper: others would find the dead of all of them here."""
    yield
    assert not is_subreaper()
