"""Who forks: what was forked beside threads may find a lock held for ever.

gRPC has threads that Python does not know of; its objects, freed in a forked process, wait for them
without end.
"""

import ast

from tests.house.source_tree import ROOT, python_sources

ALONE = {
    "arena/report/forked_work.py": "looks whether anybody else has threads",
    "referee/launcher/tcp_relay.py": "runs in the sandbox, without threads and without gRPC",
    "referee/launcher/walled_start.py": "runs in the keeper, which has one thread and no gRPC",
}
FORKING = {"fork", "forkpty", "preexec_fn", "get_context", "ProcessPoolExecutor"}


def forks(source: str) -> set[str]:
    """The words in it by which a process is forked and goes on with Python."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.keyword):
            found.add(node.arg or "")
        elif isinstance(node, ast.alias):
            found.add(node.name.rpartition(".")[2])
    return found & FORKING


def test_only_those_fork_who_have_no_threads() -> None:
    sources = [path for path in python_sources() if path.parts[0] != "tests"]
    found = {str(path) for path in sources if forks((ROOT / path).read_text(encoding="utf-8"))}
    assert found == set(ALONE)


def test_ways_to_fork_are_seen() -> None:
    for source in (
        "import os\nos.fork()",
        "from os import fork",
        "subprocess.run(words, preexec_fn=f)",
        "multiprocessing.get_context('fork')",
        "from concurrent.futures import ProcessPoolExecutor",
    ):
        assert forks(source), source
    assert not forks("subprocess.run(words, start_new_session=True)")
