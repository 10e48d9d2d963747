import json
import signal
from pathlib import Path

import grpc
from podesta.v1 import rules_pb2, rules_pb2_grpc

from tests.arena.cli.command_line import podesta, start, stop, wait_for_line

CITY = ("--city", "AAAAAA")


def test_legal_moves_are_a_line_each() -> None:
    plain = podesta("rules", "legal", "bologna", *CITY)
    as_json = podesta("rules", "legal", "bologna", *CITY, "--json")
    assert plain.returncode == as_json.returncode == 0
    answer = json.loads(as_json.stdout)
    assert plain.stdout.splitlines() == answer["moves"]
    assert answer["to_act"] == 0
    assert answer["kind"] == "building"


def test_moves_lead_on() -> None:
    moves = podesta("rules", "legal", "bologna", *CITY).stdout.splitlines()
    first = moves[0]
    after = podesta("rules", "legal", "bologna", *CITY, first, "--json")
    assert json.loads(after.stdout)["kind"] == "landmark"
    applied = podesta("rules", "apply", "bologna", *CITY, first)
    assert applied.returncode == 0
    assert "seat 0 is to act: landmark" in applied.stdout


def test_validate_says_why_not() -> None:
    legal = podesta("rules", "validate", "bologna", *CITY, "t2@1:c1")
    assert (legal.returncode, legal.stdout) == (0, "legal\n")
    inner = podesta("rules", "validate", "bologna", *CITY, "t2@1:c3")
    assert inner.returncode == 1
    assert inner.stdout.startswith("illegal: ")
    unreadable = podesta("rules", "validate", "bologna", *CITY, "\x1b[2Jx", "--json")
    assert unreadable.returncode == 1
    assert json.loads(unreadable.stdout)["legal"] is False
    assert "\x1b" not in unreadable.stdout


def test_a_position_that_can_not_be() -> None:
    wrong = podesta("rules", "show", "bologna", *CITY, "nonsense")
    assert wrong.returncode == 2
    assert "moves[0]" in wrong.stderr
    assert "--deal TEXT" in podesta("rules", "show", "bologna").stderr
    assert podesta("rules", "apply", "bologna", *CITY).returncode == 2
    assert "exclude" in podesta("rules", "show", "bologna", "--deal", "1", "--draws", "1").stderr
    assert "whole numbers" in podesta("rules", "show", "bologna", "--draws", "a").stderr


def test_show_draws_the_board() -> None:
    done = podesta("rules", "show", "bologna", "--draws", "0,1,1,0,0,1")
    assert done.returncode == 0
    for side in ("S3A", "S4B", "M3B", "M4A", "L3A", "L4B"):
        assert side in done.stdout


def test_perft_counts_and_divides() -> None:
    moves = podesta("rules", "legal", "bologna", *CITY).stdout.splitlines()
    counted = podesta("rules", "perft", "bologna", *CITY)
    assert counted.stdout == f"{len(moves)}\n"
    divided = podesta("rules", "perft", "bologna", *CITY, "--depth", "2", "--divide")
    *lines, total = divided.stdout.splitlines()
    assert sorted(line.split()[0] for line in lines) == sorted(moves)
    assert sum(int(line.split()[1]) for line in lines) == int(total)
    as_json = podesta("rules", "perft", "bologna", *CITY, "--depth", "2", "--json")
    assert json.loads(as_json.stdout)["nodes"] == total


def test_the_same_answers_over_grpc(tmp_path: Path) -> None:
    moves = podesta("rules", "legal", "bologna", *CITY).stdout.splitlines()
    with start("rules", "--serve", f"unix:{tmp_path}/rules") as process:
        address = wait_for_line(process, "rules are served at").split()[-1]
        with grpc.insecure_channel(address) as channel:
            stub = rules_pb2_grpc.RulesServiceStub(channel)  # type: ignore[no-untyped-call]
            position = rules_pb2.Position(game="bologna", game_options={"city": "AAAAAA"})
            answer = stub.LegalMoves(rules_pb2.LegalMovesRequest(position=position))
        assert list(answer.moves) == moves
        status, out, _ = stop(process, signal.SIGINT)
        assert (status, out) == (0, "stopped\n")


def test_an_address_that_is_taken_is_told(tmp_path: Path) -> None:
    done = podesta("rules", "--serve", f"unix:{tmp_path}/{'deep' * 40}")
    assert done.returncode == 2
    assert "can't listen" in done.stderr
    assert "Traceback" not in done.stderr
