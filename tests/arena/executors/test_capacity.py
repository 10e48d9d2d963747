"""What a machine allows is known before the first match."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import CapacityError
from arena.executors.capacity import (
    Capacity,
    Needs,
    check_capacity,
    is_scarce,
    needs,
    read_capacity,
)
from arena.executors.local import LocalExecutor


def test_without_bounds_everything_fits() -> None:
    assert check_capacity(1000, 6, Capacity(None, None)) == needs(1000, 6)


@pytest.mark.parametrize(
    "capacity",
    [Capacity(descriptors=needs(7, 2).descriptors, tasks=None), Capacity(None, needs(7, 2).tasks)],
)
def test_too_many_are_refused_with_the_number_that_fits(capacity: Capacity) -> None:
    assert check_capacity(7, 2, capacity)
    with pytest.raises(CapacityError, match="set concurrency to 7 or raise the limits"):
        check_capacity(8, 2, capacity)


@pytest.mark.parametrize(
    ("descriptors", "tasks", "scarce"),
    [(None, None, False), (128, 118, False), (127, None, True), (None, 117, True)],
)
def test_more_than_three_quarters_are_told(
    descriptors: int | None, tasks: int | None, scarce: bool
) -> None:
    assert is_scarce(Needs(96, 88), Capacity(descriptors, tasks)) == scarce


def test_where_not_even_one_fits_it_says_so() -> None:
    with pytest.raises(CapacityError, match="even one is too many"):
        check_capacity(2, 2, Capacity(10, 10))


def test_this_machine_allows_one_match() -> None:
    assert check_capacity(1, 2, read_capacity())


def test_the_soft_limit_of_descriptors_is_raised_where_it_may_be() -> None:
    script = (
        "import resource\n"
        "from arena.executors.capacity import read_capacity\n"
        "_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))\n"
        "print(read_capacity().descriptors, read_capacity(300).descriptors)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert done.stdout.split() == ["100", "300"]


def test_an_executor_refuses_what_does_not_fit_and_starts_nothing() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    too_many = 10_000_000 if hard == resource.RLIM_INFINITY else hard
    executor = LocalExecutor(too_many, 2, command=("/bin/false",))
    if hard == resource.RLIM_INFINITY:
        pytest.skip("this machine sets no limit")
    with pytest.raises(CapacityError), executor:
        raise AssertionError("it was entered")
