"""Which programs run an event loop, and how each is asked to end.

`asyncio.run` cancels gRPC's own tasks where a second request to end breaks into the first: see
`referee.orderly_end`, which is what a program with a server runs in.
"""

import ast

from tests.house.source_tree import ROOT, python_sources

RUNNING = {
    "referee/orderly_end.py": "is what the others run in",
    "referee/command_line.py": "worker and debug: SIGINT is ignored, SIGTERM is an event",
    "arena/lobby/__main__.py": "SIGINT is ignored, SIGTERM is an event",
    "referee/launcher/tcp_relay.py": "has no gRPC",
    "engines/kit/serve.py": "an engine: has no server",
}


def runs_a_loop(source: str) -> bool:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="asyncio"), attr="run" | "Runner"):
                return True
            case ast.ImportFrom(module="asyncio", names=names):
                return bool({name.name for name in names} & {"run", "Runner"})
            case ast.Attribute(attr="run_until_complete"):
                return True
    return False


def test_programs_with_servers_end_in_order() -> None:
    sources = [path for path in python_sources() if path.parts[0] != "tests"]
    found = {str(path) for path in sources if runs_a_loop((ROOT / path).read_text("utf-8"))}
    assert found == set(RUNNING)


def test_ways_to_run_a_loop_are_seen() -> None:
    for source in (
        "import asyncio\nasyncio.run(main())",
        "with asyncio.Runner() as runner: pass",
        "from asyncio import run",
        "loop.run_until_complete(main())",
    ):
        assert runs_a_loop(source), source
    assert not runs_a_loop("run_in_order(main())\nsubprocess.run(words)")
