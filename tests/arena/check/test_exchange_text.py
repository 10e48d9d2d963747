"""What was said, as people and machines read it."""

import json

from podesta.v1 import engine_pb2, game_pb2

from arena.check.exchange import MOST_KEPT_BYTES, Exchange
from arena.check.exchange_text import exchange_fields, exchange_lines
from referee.time_source import FakeTimeSource


def small_exchange() -> Exchange:
    time = FakeTimeSource(5_000_000)
    exchange = Exchange(time)
    exchange.note("the process was started")
    time.jump(1_500_000)
    hello = engine_pb2.Hello(protocol_version=1, name="a\u202eb", games=["bologna"])
    exchange.heard(engine_pb2.PlayRequest(hello=hello).SerializeToString(), time.now_us())
    decide = engine_pb2.Decide(
        match_id="m", decision_id=1, legal_moves=[f"move-{n}" for n in range(9)], legal_count=9
    )
    decide.observation.public.type_url = "type.googleapis.com/podesta.bologna.v1.BolognaPublic"
    exchange.said(engine_pb2.PlayResponse(decide=decide))
    move = engine_pb2.Move(match_id="m", decision_id=1, index=4)
    exchange.heard(engine_pb2.PlayRequest(move=move).SerializeToString(), time.now_us())
    exchange.heard(b"\xff\xff", time.now_us())
    exchange.heard(b"", time.now_us())
    return exchange


def test_a_line_a_message() -> None:
    assert exchange_lines(small_exchange()) == [
        "   0.000000 -- the process was started",
        '   1.500000 -> hello {"protocol_version": 1, "name": "a\\u202eb", "games": ["bologna"]}',
        '   1.500000 <- decide {"match_id": "m", "decision_id": "1", "observation": {"public": '
        '{"@type": "podesta.bologna.v1.BolognaPublic"}}, "legal_moves": ["move-0", "move-1", '
        '"move-2", "move-3", "... 5 more"], "legal_count": 9}',
        '   1.500000 -> move {"match_id": "m", "decision_id": "1", "index": 4}  = move-4',
        "   1.500000 -> bad_bytes 2 bytes that are no message: ff ff",
        "   1.500000 -> nothing 0 bytes",
    ]


def test_for_machines_nothing_is_shortened() -> None:
    fields = exchange_fields(small_exchange())
    assert fields[0] == {"at_us": 0, "from": "note", "note": "the process was started"}
    assert len(fields[2]["message"]["decide"]["legal_moves"]) == 9
    assert fields[4] == {"at_us": 1_500_000, "from": "engine", "bytes": "ffff", "size_bytes": 2}
    assert json.loads(json.dumps(fields)) == fields


def test_a_long_exchange_keeps_its_beginning_and_its_end() -> None:
    exchange = Exchange(FakeTimeSource())
    for number in range(1_000):
        exchange.note(f"note {number}")
    lines = exchange_lines(exchange)
    assert len(lines) < 500
    assert lines[0].endswith("note 0")
    assert lines[-1].endswith("note 999")
    [gap] = [line for line in lines if "..." in line]
    kept = len(lines) - 1
    assert gap.strip() == f"... {1_000 - kept} more ..."
    few = exchange_lines(exchange, 9)
    assert [line.rpartition("-- ")[2].strip() for line in few] == [
        "note 0",
        "note 1",
        "note 2",
        "... 991 more ...",
        *(f"note {number}" for number in range(994, 1_000)),
    ]
    assert {"left_out": 1_000 - kept} in exchange_fields(exchange)


def test_what_an_engine_sends_does_not_fill_our_memory() -> None:
    exchange = Exchange(FakeTimeSource())
    log = engine_pb2.Log(text="x" * 1_000_000)
    data = engine_pb2.PlayRequest(log=log).SerializeToString()
    for _ in range(5):
        exchange.heard(data, 0)
    assert sum(len(said.data) for said in exchange.first) == 5 * MOST_KEPT_BYTES
    assert exchange_lines(exchange)[0] == f"   0.000000 -> {len(data)} bytes"
    exchange.note("n" * 10_000)
    assert len(exchange_lines(exchange)[-1]) < 1_100
    assert exchange_fields(exchange)[0]["size_bytes"] == len(data)


def test_a_position_that_is_cut_deep_says_so() -> None:
    exchange = Exchange(FakeTimeSource())
    over = engine_pb2.MatchOver(match_id="m" * 200)
    over.outcome.seats.add(placement=1, tiebreaks=[1, 2])
    over.termination = game_pb2.TERMINATION_COMPLETED
    exchange.said(engine_pb2.PlayResponse(match_over=over))
    [line] = exchange_lines(exchange)
    assert "... 120 more characters" in line
    assert '"seats": [{"placement": 1, ' in line
