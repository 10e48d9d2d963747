"""`podesta league`: the group of commands about leagues."""

from arena.cli.lazy_group import LazyGroup

__all__ = ["league"]

EPILOG = """\
\b
Examples:
  podesta league check league.toml
  podesta league run league.toml
  podesta league show league.toml
  podesta league report league.toml
  podesta league export league.toml --format text --output games.txt
"""

league = LazyGroup(
    name="league",
    help="Play leagues, look at them, and change them.",
    epilog=EPILOG,
    targets={
        "run": "arena.cli.league_run:run",
        "show": "arena.cli.league_show:show",
        "report": "arena.cli.league_report:report",
        "export": "arena.cli.league_export:export",
        "check": "arena.cli.league_check:check",
        "pause": "arena.cli.league_change:pause",
        "resume": "arena.cli.league_change:resume",
        "concurrency": "arena.cli.league_change:concurrency",
        "add": "arena.cli.league_change:add",
        "remove": "arena.cli.league_change:remove",
        "update": "arena.cli.league_change:update",
        "void": "arena.cli.league_change:void",
        "rerun": "arena.cli.league_change:rerun",
        "merge": "arena.cli.league_change:merge",
        "audit": "arena.cli.league_audit:audit",
    },
)
