"""Looking at processes that are there."""

import os
import subprocess
import sys

from referee.accounting.process_look import look_at


def test_a_process_sees_itself() -> None:
    before = look_at(os.getpid())
    assert before is not None
    held = bytearray(30 << 20)
    while (now := look_at(os.getpid())) is not None and now.own_us == before.own_us:
        sum(range(10_000))
    assert now is not None
    assert (now.pid, now.started) == (before.pid, before.started)
    assert now.rss_bytes > 20 << 20
    assert now.high_bytes >= max(now.rss_bytes, len(held))
    assert now.threads >= 1


def test_children_count_once_they_were_waited_for() -> None:
    before = look_at(os.getpid())
    subprocess.run([sys.executable, "-S", "-c", "sum(range(3_000_000))"], check=True)
    after = look_at(os.getpid())
    assert before is not None
    assert after is not None
    assert after.waited_us > before.waited_us


def test_an_ended_process_that_nobody_waited_for_holds_nothing() -> None:
    process = subprocess.Popen([sys.executable, "-S", "-c", "sum(range(3_000_000))"])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    ended = look_at(process.pid)
    assert ended is not None
    assert ended.own_us > 0
    assert (ended.rss_bytes, ended.high_bytes) == (0, 0)
    process.wait()
    assert look_at(process.pid) is None
