from engines.kit.back_off import BackOff


def test_waits_double_up_to_a_limit() -> None:
    tries = BackOff(1, 10, lambda: 1.0)
    assert [tries.failed_s() for _ in range(6)] == [1, 2, 4, 8, 10, 10]
    tries.succeeded()
    assert tries.failed_s() == 1


def test_chance_takes_at_most_half() -> None:
    assert BackOff(1, 10, lambda: 0.0).failed_s() == 0.5


def test_it_never_overflows() -> None:
    tries = BackOff(1, 10)
    assert all(0 < tries.failed_s() <= 10 for _ in range(2_000))
