"""The referee as a program: one match, a worker of a league, or the rules as a service.

Modules that load gRPC are imported inside the commands: after the cores are chosen, so that gRPC's
threads keep to them.
"""

import asyncio
import json
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.launcher.process_tree import become_subreaper, go_on_without_parent

if TYPE_CHECKING:
    from podesta.v1 import match_pb2, record_pb2

__all__ = ["main"]

OK, USAGE, FAULT, FORFEIT, VOID, STORAGE, INTERRUPTED = 0, 2, 3, 4, 5, 6, 130

_PLAY_HELP = """\b
Examples:
  python -m referee play match.json
  python -m referee play match.json --record match.podesta --events none

\b
Exit status: 0 played; 2 the spec can't be used; 3 an engine's fault decided;
4 an engine never started; 5 void; 6 the record can't be written;
130 interrupted.
"""
_WORKER_HELP = """\b
Example:
  python -m referee worker --connect ipc:///run/arena --slot 0 --cpus 1

\b
Exit status: 0 asked to go, or the arena is gone; 2 wrong usage.
"""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Referee matches between engines."""
    logging.basicConfig(format="referee: %(message)s", level=logging.WARNING)


@main.command(epilog=_PLAY_HELP)
@click.argument("spec", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the record of the match to this file.",
)
@click.option(
    "--events",
    type=click.Choice(["none", "matches", "moves"]),
    default="moves",
    show_default=True,
    help="What is told on stdout, one JSON object a line.",
)
def play(spec: Path, record: Path | None, events: str) -> None:
    """Referee one match; SPEC is a file with a MatchSpec, as JSON or as protobuf bytes."""
    from referee.errors import SpecError, UserError
    from referee.orderly_end import run_in_order
    from referee.record_file import write_record
    from referee.spec_file import read_spec

    become_subreaper()
    try:
        ended = run_in_order(_play(read_spec(spec), events))
    except SpecError as error:
        for problem in error.problems:
            click.echo(f"{spec}: {problem}", err=True)
        sys.exit(USAGE)
    except UserError as error:
        click.echo(str(error), err=True)
        sys.exit(USAGE)
    if record is not None:
        try:
            write_record(record, ended)
        except OSError as error:
            click.echo(f"{record}: {error.strerror or error}", err=True)
            sys.exit(STORAGE)
    sys.exit(_status(ended))


async def _play(spec: "match_pb2.MatchSpec", events: str) -> "record_pb2.MatchRecord":
    from referee.hosts import EngineHosts
    from referee.launcher.confined import ConfinedLauncher
    from referee.launcher.plain import PlainLauncher
    from referee.play import play_match, void_record
    from referee.spectators import EventLevel

    level = EventLevel[events.upper()]
    launcher = ConfinedLauncher(PlainLauncher(adopts_orphans=True))
    async with EngineHosts(launcher, announce=_announce) as hosts:
        try:
            return await play_match(spec, hosts=hosts, sink=_print_event, level=level)
        except asyncio.CancelledError:
            return void_record(spec, "interrupted")


def _announce(engine: "match_pb2.EngineSpec", address: str, token: str) -> None:
    _print({"awaited": {"engine": engine.id, "address": address, "token": token}})


def _print_event(event: "match_pb2.MatchEvent") -> None:
    from google.protobuf.json_format import MessageToDict

    _print(MessageToDict(event, preserving_proto_field_name=True))


def _print(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def _status(record: "record_pb2.MatchRecord") -> int:
    from podesta.v1 import game_pb2

    if record.termination == game_pb2.TERMINATION_VOID:
        return INTERRUPTED if record.reason == "interrupted" else VOID
    return {game_pb2.TERMINATION_FAULT: FAULT, game_pb2.TERMINATION_FORFEIT: FORFEIT}.get(
        record.termination, OK
    )


@main.command(epilog=_WORKER_HELP)
@click.option("--connect", required=True, metavar="ENDPOINT", help="Where the arena listens.")
@click.option("--slot", required=True, type=click.IntRange(min=0), help="Which slot this is.")
@click.option("--cpus", default="", metavar="0,1", help="Cores for this process and its engines.")
@click.option(
    "--seat-cpus", default="", metavar="2,3", help="A core for the engine of each seat, in turn."
)
@click.option(
    "--events",
    type=click.Choice(["none", "matches", "moves"]),
    default="matches",
    show_default=True,
    help="What is told of matches while they are played.",
)
@click.option(
    "--remote",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that tells how engines from far away are seated.",
)
def worker(
    connect: str, slot: int, cpus: str, seat_cpus: str, events: str, remote: Path | None
) -> None:
    """Referee matches of a league, one after another, until the arena is gone."""
    if cpus:
        _pin(cpus)
    become_subreaper()
    go_on_without_parent()
    asyncio.run(_work(connect, slot, events, remote, _cores(seat_cpus, "--seat-cpus")))


async def _work(
    endpoint: str, slot: int, events: str, remote: Path | None, seat_cpus: list[int]
) -> None:
    from referee.errors import AddressError
    from referee.hosts import EngineHosts
    from referee.launcher.confined import ConfinedLauncher
    from referee.launcher.plain import PlainLauncher
    from referee.remote_seats import read_remote_seats
    from referee.spectators import EventLevel
    from referee.worker import Worker
    from referee.worker_secret import take_secret

    try:
        far = read_remote_seats(remote) if remote is not None else None
    except AddressError as error:
        raise click.BadParameter(str(error), param_hint="--remote") from None
    launcher = ConfinedLauncher(PlainLauncher(adopts_orphans=True))
    hosts = EngineHosts(launcher, remote=far, seat_cpus=seat_cpus)
    level = EventLevel[events.upper()]
    await Worker(endpoint, slot, level, hosts=hosts, secret=take_secret()).run()


def _pin(cpus: str) -> None:
    try:
        os.sched_setaffinity(0, _cores(cpus, "--cpus"))
    except (OSError, AttributeError) as error:
        raise click.BadParameter(f"{cpus!r}: {error}", param_hint="--cpus") from None


def _cores(text: str, option: str) -> list[int]:
    """Numbers of cores of this machine; whether we may use them is seen when they are used."""
    try:
        cores = [int(cpu) for cpu in text.split(",") if text]
        if not all(0 <= cpu < (os.cpu_count() or 1) for cpu in cores):
            raise ValueError(f"the cores here are 0 to {(os.cpu_count() or 1) - 1}")
    except ValueError as error:
        raise click.BadParameter(f"{text!r}: {error}", param_hint=option) from None
    return cores


@main.command()
@click.option("--descriptor", required=True, type=int, help="Of the socket pair's inherited end.")
def debug(descriptor: int) -> None:
    """Play one match for a debugger, which is told every message and may hold the match up."""
    import signal
    import socket

    from referee.debugged_match import debug_match

    # ctrl-C goes to all processes of a terminal; what it means is the debugger's to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    become_subreaper()
    go_on_without_parent()
    try:
        connection = socket.socket(fileno=descriptor)
    except OSError as error:
        raise click.BadParameter(f"{descriptor}: {error}", param_hint="--descriptor") from None
    asyncio.run(debug_match(connection))


@main.command()
@click.option(
    "--serve",
    "address",
    default="127.0.0.1:0",
    show_default=True,
    metavar="ADDRESS",
    help="host:port or unix:path to listen on.",
)
def rules(address: str) -> None:
    """Answer questions about the rules of every game, over gRPC."""
    from referee.errors import AddressError
    from referee.orderly_end import run_in_order
    from referee.rules_server import serve_rules

    try:
        run_in_order(serve_rules(address, listening=lambda bound: _print({"listening": bound})))
    except AddressError as error:
        raise click.BadParameter(str(error), param_hint="--serve") from None
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
