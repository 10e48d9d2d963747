"""A person plays referee: from a script, and on a terminal."""

import contextlib
import io
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import match_pb2

from arena.debug.console_words import COMMANDS, ConsoleError, find_command, help_text
from arena.debug.hand_console import _COMMANDS, HandConsole
from arena.debug.hand_position import HandPosition
from arena.debug.hand_referee import HandReferee
from arena.debug.hand_setup import SETUP_COMMANDS
from arena.debug.hand_talk import HandTalk
from arena.debug.loop_thread import LoopThread
from arena.debug.transcript import read_transcript
from arena.match.match_specs import deal_seed
from arena.terminal.console import make_console
from referee.errors import RequestError
from referee.games import game_names, load_game
from referee.time_control import parse_time_control
from tests.arena.cli.command_line import Terminal, environment, podesta

NO_LOOP = LoopThread()
"""Never entered: no bot runs in it."""
CONSOLE = ("debug", "console", "bologna", "random", "--deal", "by-hand", "--city", "ABBAAB")


def obeyed(
    monkeypatch: pytest.MonkeyPatch, script: str, *words: str | Path
) -> tuple[int, dict[str, list[str]], str]:
    """The status, what each command printed, by the command, and all of it."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(script))
    done = podesta(*words)
    told: dict[str, list[str]] = {"": []}
    command = ""
    for line in done.stdout.splitlines():
        if line.startswith("referee> "):
            command = line.removeprefix("referee> ")
            if command in told:
                command += " (again)"
            told[command] = []
        else:
            told[command].append(line)
    return done.returncode, told, done.stdout


def test_every_command_is_there_and_explained() -> None:
    assert set(COMMANDS) == set(_COMMANDS) | set(SETUP_COMMANDS) | {"quit"}
    assert not set(_COMMANDS) & set(SETUP_COMMANDS)
    for name in COMMANDS:
        assert any(line.startswith(name) for line in help_text().splitlines())
    assert find_command("whe") == "where"
    for word, complaint in (("re", "begins"), ("asc", "did you mean 'ask'"), ("zz", "lists them")):
        with pytest.raises(ConsoleError, match=complaint):
            find_command(word)


def test_a_position_is_set_up_asked_and_played_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = (
        "# a comment\n\nask\nnew\nask\naccept\nwhere\nlegal councilman\nundo\nwhere\nreset\n"
        f"seat 1\nnew\nrandom 2\ngo 2\nsave {tmp_path / 'said'}\nraw\nhistory\nhelp ask\nquit\n"
        "go\n"
    )
    status, told, _ = obeyed(monkeypatch, script, *CONSOLE)
    assert status == 1  # `ask` before `new`
    assert told["ask"] == ["ask: no match has begun: say `new` first"]
    asked, answered, judged = told["ask (again)"]
    assert "<- decide     #1 ply 0 building; 1033 legal;" in asked
    assert "-> move       #1 [" in answered
    assert judged.startswith("legal: ")
    assert told["accept"][0].startswith("ply 1: ")
    assert told["where"][2] == f"moves: {judged.split()[1].rstrip(',')}"
    assert "ply 0: the bot is to act, building, 1033 legal" in told["where (again)"]
    assert "<- match_over void (ended by hand)" in told["new (again)"][0]
    assert "you are seat 1 of 0 by hand 0, 1 random" in told["new (again)"][1]
    assert sum("-> move" in line for line in told["go 2"]) == 2
    transcript = read_transcript(tmp_path / "said")
    assert transcript.header.seat == 1
    assert told[f"save {tmp_path / 'said'}"] == [
        f"{len(transcript.messages)} messages in {tmp_path / 'said'}"
    ]
    assert any('"move": {' in line for line in told["raw"])
    assert "go" not in told  # behind `quit`
    played = podesta("debug", "play-back", tmp_path / "said", "random")
    assert played.returncode == 0, played.stdout


def test_odd_things_are_said_and_what_comes_back_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    script = (
        "new\nask id=7\nask id=7 match=other\nprinted\nrestart\nnew\nask\nagain\naccept\n"
        "reject illegal_move retry why\nover\nobserve\nbytes ff 00\nhear 60s\nobserve\nrestart\n"
        'send {"goodbye": {"reason": "x"}}\nhear 61s\nsend {"no": 1}\nsend\nbytes zz\nask id=x\n'
        "restart\nbot-option depth=3\nbot-option seed=4\n"
    )
    status, told, _ = obeyed(monkeypatch, script, *CONSOLE)
    assert status == 1
    assert "#7 ply 0" in told["ask id=7"][0]
    assert told["ask id=7"][2].startswith("legal: ")
    # The kit does not know that match, and says so.
    assert (
        "the bot is gone: the process ended with exit status 1"
        in (told["ask id=7 match=other"][-1])
    )
    assert any("match other" in line for line in told["printed"])
    assert told["again"][-1].startswith("legal: ")
    assert told["accept"][0].startswith("ply 1: ")
    said, answered, *_ = told["reject illegal_move retry why"]
    assert "<- rejected   #1 illegal move: why;" in said
    assert "may answer again" in said
    assert "-> move" in answered
    assert "match_over void (ended by hand)" in told["over"][0]
    assert "<- observe" in told["observe"][0]
    assert "2 bytes that are no message: ff 00" in told["bytes ff 00"][0]
    assert told["hear 60s"][-1].startswith("the bot is gone: ")
    assert told["observe (again)"][-1].startswith("the bot is gone: ")
    assert "<- goodbye    x" in told['send {"goodbye": {"reason": "x"}}'][0]
    assert told["hear 61s"][-1] == "the bot is gone: the process ended with exit status 0"
    assert told['send {"no": 1}'][0].startswith("send: ")
    assert told["send"][-1].startswith("send: expected JSON")
    assert told["bytes zz"][-1].startswith("bytes: ")
    assert told["ask id=x"] == ["'x' is no whole number"]
    assert "depth" in told["bot-option depth=3"][-1]
    assert "<- goodbye" in told["bot-option seed=4"][0]  # and nothing before it


def test_games_and_seats_are_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    script = (
        "game tuerme 4\nseat 9\nseat 3\nnew\ngo\nshow\nshow all\nshow 9\ngame chess\n"
        "game bomarzo 9\noption sammel=true\noption no=1\ndeal other\ntime 10s/move\ntime x\n"
        "where\nplay nonsense\n"
    )
    status, told, text = obeyed(monkeypatch, script, *CONSOLE)
    assert status == 1
    assert told["game tuerme 4"][0].startswith("tuerme, 4 seats, deal 'by-hand' sammel=false")
    assert told["seat 9"] == ["seat: there are seats 0 to 3"]
    assert "tuerme 1m+1s; you are seat 3" in told["new"][0]
    assert any(line.startswith("legal: ") for line in told["go"])
    assert told["show"] != told["show all"]  # its own hand
    assert told["show 9"] == ["show: there are seats 0 to 3"]
    assert told["game chess"] == [f"game: expected one of {', '.join(game_names())}"]
    assert told["game bomarzo 9"][0].startswith("game: ")
    assert "sammel=true" in told["option sammel=true"][0]
    assert told["option no=1"][0].startswith("option: ")
    assert "deal 'other' sammel=true" in told["deal other"][0]
    assert told["time x"][0].startswith("time: ")
    assert "time control 10s/move" in "\n".join(told["where"])
    assert told["play nonsense"][0].startswith("play: ")
    assert "Traceback" not in text


def test_a_bot_that_does_not_start_can_be_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = "{python} -c 'raise SystemExit(3)'"
    words = ("debug", "console", "bologna", broken)
    status, told, _ = obeyed(monkeypatch, "new\nwhere\nrestart\n", *words)
    assert status == 1
    assert told[""][0].startswith("the bot did not start: the process ended with exit status 3")
    assert told["new"] == ["the bot does not run: `restart` starts it"]
    assert told["restart"][0].startswith("the bot did not start: ")


def test_the_line_editor_completes_and_remembers(tmp_path: Path) -> None:
    env = environment(XDG_STATE_HOME=str(tmp_path))
    with Terminal(*CONSOLE, env=env) as terminal:
        place = terminal.expect("referee> ")
        terminal.press("whe\t\n")
        place = terminal.expect("the bot sits in seat 0", place)
        place = terminal.expect("referee> ", place)
        terminal.press("play t6@1:b\t\n")
        place = terminal.expect("ply 1:", place)
        # Before the prompt nobody reads single keys, and the end of the input would be lost.
        terminal.expect("referee> ", place)
        terminal.press("\x04")
        assert terminal.wait() == 0
    history = (tmp_path / "podesta" / "console-history").read_text()
    assert "where" in history
    assert "play t6@1:b5" in history


WORDS = st.one_of(
    st.sampled_from(
        ["bologna", "bomarzo", "2", "9", "-1", "all", "id=1", "limit=5s", "wait=x", "retry", "pass",
         "t6@1:c1", "draw 1 2", "extra food", "sammel=true", "=", "{}", '"', "\\", "1m+1s", "none"]
    ),
    st.text(max_size=6),
)  # fmt: skip


@given(
    st.lists(st.tuples(st.sampled_from(sorted(COMMANDS)), st.lists(WORDS, max_size=3)), max_size=6)
)
@settings(max_examples=150, deadline=None)
def test_any_words_are_obeyed_or_refused(lines: list[tuple[str, list[str]]]) -> None:
    """No words end the console, whatever is set up; without a bot, speaking is refused."""
    position = HandPosition(load_game("bologna"), {}, 2, deal_seed("fuzz"))
    referee = HandReferee(position, 0, parse_time_control("1m+1s"))
    shown = make_console(io.StringIO())
    talk = HandTalk(NO_LOOP, match_pb2.EngineSpec(), shown)
    hand = HandConsole(referee, "fuzz", talk, shown)
    for name, words in lines:
        # A file of that name, and as many random moves as a number says, would be made.
        if name in ("save", "restart") or any(len(word) > 2 and word.isdecimal() for word in words):
            continue
        with contextlib.suppress(ConsoleError):
            hand.obey(" ".join([name, *words]))


@pytest.mark.parametrize("name", game_names())
def test_moves_are_taken_back_as_if_they_had_not_been(name: str) -> None:
    game = load_game(name)
    seats = game.default_seats
    position = HandPosition(game, {}, seats, deal_seed("by hand"))
    digests = [position.state.digest()]
    for _ in range(6):
        position.play_at_random()
        digests.append(position.state.digest())
    told = [position.take_events(seat) for seat in range(seats)]
    assert any(told)
    assert [position.take_events(seat) for seat in range(seats)] == [[]] * seats
    for count, ply in ((2, 4), (4, 0)):
        position.undo(count)
        assert position.state.digest() == digests[ply]
        assert [position.pending(seat) for seat in range(seats)] == [0] * seats
    with pytest.raises(RequestError, match="only 0 moves"):
        position.undo(1)
