from arena.lobby.refusals import Refusals, host_of


def test_calls_are_counted_a_minute_and_host() -> None:
    now = [0.0]
    refusals = Refusals(lambda: now[0])
    assert [refusals.count("a") for _ in range(3)] == [1, 2, 3]
    assert refusals.count("b") == 1
    now[0] = 59.0
    assert refusals.count("a") == 4
    now[0] = 60.0
    assert refusals.count("a") == 1
    assert refusals.total == 6


def test_many_hosts_take_little_room() -> None:
    refusals = Refusals(lambda: 0.0)
    for number in range(20_000):
        refusals.count(f"host-{number}")
    assert len(refusals._hosts) <= 4_096
    assert refusals.count("host-19999") == 2


def test_hosts_of_peers() -> None:
    assert host_of("ipv4:10.0.0.7:51234") == "ipv4:10.0.0.7"
    assert host_of("ipv6:%5B::1%5D:51234") == "ipv6:[::1]"
    assert host_of("unix:") == "unix"
