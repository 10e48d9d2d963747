"""What all tests start from."""

import signal

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
