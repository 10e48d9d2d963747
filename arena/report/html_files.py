"""A report as files for a browser: one file, or a folder with a page for every match."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.ledger import LedgerReader, MatchResult
from arena.pages.match_page import match_page
from arena.pages.replay_payload import ReplayPayload, SharedData
from arena.report.chart_process import ChartProcess
from arena.report.html_page import html_page, narrow_key
from arena.report.replays import ReplayProblem, choose_replays, each_replay, replays_sheet
from arena.report.report import Report
from arena.report.writing import write_whole

__all__ = ["HtmlFiles", "html_report"]

INDEX = "index.html"
MATCHES = "matches"


@dataclass(frozen=True, slots=True)
class HtmlFiles:
    """What was written: the report, how many replays, and what was wrong with some."""

    path: Path
    replays: int
    problems: tuple[ReplayProblem, ...]


def html_report(
    ledger: LedgerReader,
    report: Report,
    results: Sequence[MatchResult],
    names: Mapping[str, str],
    path: Path,
    *,
    folder: bool,
    most_replays: int,
    wanted: Sequence[int] = (),
    advance: Callable[[], None] = lambda: None,
) -> HtmlFiles:
    """Write the report to `path`, a file, or with `folder` a directory.

    `results` are those that may be told. `advance` is called for every replay. Raises OSError.
    """
    chosen = choose_replays(results, most_replays, wanted)
    shared = SharedData()
    embedded: list[ReplayPayload] = []
    problems: list[ReplayProblem] = []
    shown: dict[int, str] = {}
    links: dict[int, str] = {}
    if folder:
        (path / MATCHES).mkdir(parents=True, exist_ok=True)
    charts = [chart for section in report.sections for chart in section.charts]
    specs = {chart.key: chart.spec for chart in charts}
    specs |= {narrow_key(chart): chart.narrow for chart in charts if chart.narrow is not None}
    with ChartProcess(list(specs.values())) as process:
        for made in each_replay(ledger, chosen, shared):
            advance()
            if isinstance(made, ReplayProblem):
                problems.append(made)
                shown[made.number] = made.text
                continue
            if made.problems:
                problems.append(ReplayProblem(made.number, made.problems[0]))
                shown[made.number] = made.problems[0]
            if folder:
                name = f"match-{made.number}.html"
                page = match_page(made, shared, back=f"../{INDEX}#replays")
                write_whole(path / MATCHES / name, page.encode())
                links[made.number] = f"{MATCHES}/{name}"
            else:
                embedded.append(made)
                links[made.number] = f"#match={made.number}"
        drawn = process.drawings()
    drawings = dict(zip(specs, drawn, strict=True))
    page = html_page(
        report,
        names=names,
        drawings=drawings,
        replays=replays_sheet(chosen, names, shown),
        links=links,
        payloads=embedded,
        shared=shared,
        replay_lines=_replay_lines(len(links), len(results), problems),
    )
    file = path / INDEX if folder else path
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, page.encode())
    return HtmlFiles(file, len(links), tuple(problems))


def _replay_lines(shown: int, available: int, problems: Sequence[ReplayProblem]) -> tuple[str, ...]:
    if not available:
        return ("No match can be shown yet.",)
    lines = [f"{shown:,} of {available:,} matches can be opened here."]
    if shown < available:
        lines.append(
            "Matches with faults come first, the others are evenly spread; the option "
            "--replays makes it more, --match MATCH adds one."
        )
    if problems:
        lines.append(
            f"{len(problems):,} do not replay to what they say; the first is match "
            f"{problems[0].number}: {problems[0].text}."
        )
    return tuple(lines)
