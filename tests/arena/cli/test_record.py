"""`podesta record`: a league as text, and the text as records that verify."""

import json
from pathlib import Path

from podesta.v1 import match_pb2, record_pb2

from arena.league.runner import run_league
from arena.league.stopping import StopRequest
from arena.ledger import LedgerReader
from referee.games import load_game
from referee.record_file import decode_record, read_record, write_record
from tests.arena.cli.command_line import podesta
from tests.arena.league.scripted_matches import Fakes, make_league
from tests.arena.report.played_matches import play_league, played


def _charged_too_little(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
    record = played(spec)
    for decision in record.decisions:
        decision.raw_us += 50
    return record


def test_a_league_goes_through_text(tmp_path: Path) -> None:
    league = play_league(tmp_path, "bologna", _charged_too_little, deals=2)
    texts, records = tmp_path / "games.txt", tmp_path / "records"
    assert podesta("record", "text", league.ledger, "-o", texts).returncode == 0
    done = podesta("record", "from-text", texts, "-o", records)
    # That clocks are wrong is said, and the records are written.
    assert done.returncode == 1
    assert done.stdout == f"4 records written to {records}, 4 differ\n"
    with LedgerReader.open(league.ledger) as ledger:
        kept = [decode_record(content) for _, content in ledger.records()]
    written = [read_record(path) for path in sorted(records.iterdir())]
    assert [r.decisions for r in written] == [r.decisions for r in kept]
    assert [r.outcome for r in written] == [r.outcome for r in kept]
    again = podesta("record", "text", *sorted(records.iterdir()))
    assert again.stdout == texts.read_text()


def test_what_is_wrong_is_told_and_the_rest_is_written(tmp_path: Path) -> None:
    league = play_league(tmp_path, "bologna", deals=1)
    texts, records = tmp_path / "games.txt", tmp_path / "records"
    podesta("record", "text", league.ledger, "-o", texts)
    lines = texts.read_text().splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("1. "))
    lines[first] = "1. 0 nonsense"
    texts.write_text("\n".join(lines))
    done = podesta("record", "from-text", texts, "-o", records)
    assert done.returncode == 2
    assert f"{texts}: line {first + 1}, column 6: " in done.stderr
    assert len(list(records.iterdir())) == 1


def test_one_match_into_one_file(tmp_path: Path) -> None:
    league = play_league(tmp_path, "bologna", deals=1)
    texts = tmp_path / "games.txt"
    podesta("record", "text", league.ledger, "-o", texts)
    done = podesta("record", "from-text", texts, "-o", tmp_path / "one.record")
    assert done.returncode == 2
    assert "holds one match" in done.stderr


def test_cards_of_open_deals_stay_hidden(tmp_path: Path) -> None:
    stop = StopRequest()

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        stop.request()
        return played(spec)

    rules = load_game("patrician")
    league = make_league(
        tmp_path,
        "ab",
        game="patrician",
        game_options=rules.parse_options({}, 2),
        hidden=True,
        time_control="10s",
        opening_plies=0,
    )
    run_league(league, executor=Fakes(answer), stop=stop)
    done = podesta("record", "text", league.ledger)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "1 matches are held back" in done.stderr


def test_a_match_that_a_debugger_held_up_stays_unrated(tmp_path: Path) -> None:
    league = play_league(tmp_path, "bologna", deals=1)
    with LedgerReader.open(league.ledger) as ledger:
        first, second = (decode_record(content) for _, content in ledger.records())
    first.unrated = True
    for name, each in (("1.record", first), ("2.record", second)):
        write_record(tmp_path / name, each)
    text = podesta("record", "text", tmp_path / "1.record", tmp_path / "2.record").stdout
    (tmp_path / "games.txt").write_text(text)
    podesta("record", "from-text", tmp_path / "games.txt", "-o", tmp_path / "back")
    again = [read_record(path).unrated for path in sorted((tmp_path / "back").iterdir())]
    assert again == [True, False]
    rated = podesta("ratings", tmp_path / "games.txt")
    assert "1 matches, 1 deals, 1 unrated left out" in rated.stdout
    told = json.loads(podesta("ratings", tmp_path / "games.txt", "--json").stdout)
    assert (told["matches"], told["unrated"], told["unfinished"]) == (1, 1, 0)
