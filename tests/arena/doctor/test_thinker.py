import subprocess
import sys

import pytest

from arena.doctor.thinker import question

THINKER = (sys.executable, "-m", "arena.doctor.thinker")


def test_each_question_is_answered_with_one_byte() -> None:
    asked = question(1) + question(2_000)
    done = subprocess.run(THINKER, input=asked, capture_output=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == (b"..", b"")


def test_half_a_question_is_none() -> None:
    done = subprocess.run(THINKER, input=b"\1\0", capture_output=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.parametrize("arguments", [(), ("busy",)])
def test_it_ends_with_its_standard_input(arguments: tuple[str, ...]) -> None:
    with subprocess.Popen(
        (*THINKER, *arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        if arguments:
            assert process.stdout.read(1) == b"."
            assert process.poll() is None
        process.stdin.close()
        assert process.wait(timeout=60) == 0
