"""What a study found, as files and text: plain text, Markdown, CSV, SVG and PNG."""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from conjunct.errors import DataError, MissingPackageError
from conjunct.experiments.figures import save_picture
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.study import Results, Study, TableFacts
from conjunct.files import write_text
from conjunct.plots.style import matplotlib_missing

_WIDTH = 100
_GAP = "  "


class Report(NamedTuple):
    """A study, the results that are there so far, and what they say."""

    study: Study
    results: Results
    findings: Findings


def as_text(report: Report) -> str:
    """Return title, summary and tables for a terminal; tables are never broken, sentences are.

    Parameters
    ----------
    report : Report
        Of one study.
    """
    study, results, findings = report
    blocks = [f"{study.name}: {study.title}"]
    blocks.append("\n".join(_filled(text) for text in (*findings.summary, *run_facts(results))))
    for grid in findings.grids:
        blocks.append("\n".join([grid.title, *_table_lines(grid), *map(_filled, grid.notes)]))
    for picture in findings.pictures:
        blocks.append(f"{picture.title}\n{_filled(picture.found)}")
    return "\n\n".join(blocks) + "\n"


def as_markdown(grid: Grid) -> str:
    r"""Return a table in Markdown: title, cells between pipes, and notes as a list.

    Examples
    --------
    >>> grid = Grid("t", "Errors", ("table", "GS|LS"), (("vote", "5.6*"),), (), ())
    >>> print(as_markdown(grid))
    **Errors**
    <BLANKLINE>
    | table | GS\|LS |
    | :--- | ---: |
    | vote | 5.6\* |
    """
    rule = [":---", *("---:" for _ in grid.columns[1:])]
    lines = [f"**{_plain(grid.title)}**", "", _pipes(map(_plain, grid.columns)), _pipes(rule)]
    lines += [_pipes(map(_plain, line)) for line in grid.lines]
    if grid.notes:
        lines += ["", *(f"- {_plain(note)}" for note in grid.notes)]
    return "\n".join(lines)


def as_csv(grid: Grid) -> str:
    r"""Return the numbers behind a table as CSV; nothing is written where there is no number.

    Examples
    --------
    >>> grid = Grid("t", "Errors", (), (), ("table", "ours", "published"), (("iris", 4.5, None),))
    >>> as_csv(grid)
    'table,ours,published\niris,4.5,\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(grid.data_columns)
    writer.writerows(grid.data)
    return text.getvalue()


def write_study(report: Report, folder: Path) -> list[Path]:
    """Write the tables, the figures and one page of Markdown with all of them.

    Each file takes the place of an older one in one step. Without matplotlib there are no figures,
    and the page says so.

    Parameters
    ----------
    report : Report
        Of one study.
    folder : Path
        Gets a folder with the name of the study.

    Returns
    -------
    paths : list of Path
        What was written.
    """
    home = folder / report.study.name
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"cannot make the folder {home}: {error.strerror}") from None
    paths = []
    for grid in report.findings.grids:
        paths.append(write_text(home / f"{grid.name}.md", as_markdown(grid) + "\n"))
        paths.append(write_text(home / f"{grid.name}.csv", as_csv(grid)))
    for picture in report.findings.pictures:
        try:
            paths.extend(save_picture(picture, home))
        except MissingPackageError:
            continue
    paths.append(write_text(home / "report.md", _markdown_page(report, paths)))
    return paths


def run_facts(results: Results) -> list[str]:
    """Return sentences on a run: seed, trials, settings, stand-ins, what differs or is absent."""
    sentences = [f"Seed {results.seed}; {_trials_text(results)}."]
    if results.settings:
        settings = (f"{name} {value}" for name, value in results.settings.items())
        sentences.append(f"Settings: {', '.join(settings)}.")
    sentences += [sentence for table in results.tables for sentence in _table_facts(table)]
    if results.absent:
        sentences.append(f"Not found, so not in this run: {', '.join(results.absent)}.")
    return sentences


def missing_trials(results: Results) -> dict[str, int]:
    """Return how many trials there are of each table that does not have all of them yet.

    Examples
    --------
    >>> missing_trials(Results(tables=(), rows={}, trials=500, waiting=("vote",)))
    {'vote': 0}
    """
    done = {table.name: len(results.rows.get(table.name, ())) for table in results.tables}
    done.update(dict.fromkeys(results.waiting, 0))
    return {name: count for name, count in done.items() if count < results.trials}


def _trials_text(results: Results) -> str:
    missing = missing_trials(results)
    if missing:
        counts = ", ".join(f"{name} {count}" for name, count in missing.items())
        return f"a partial run: of {results.trials} trials a table there are so far {counts}"
    word = "trial" if results.trials == 1 else "trials"
    names = [table.name for table in results.tables]
    each = names[0] if len(names) == 1 else f"each of {len(names)} tables"
    return f"{results.trials} {word} of {each}"


def _table_facts(table: TableFacts) -> Iterator[str]:
    if table.stands_in_for:
        yield f"{table.name} stands in for {table.stands_in_for}."
    for note in table.notes:
        yield f"{table.name}: {note.rstrip('.')}."


def _table_lines(grid: Grid) -> list[str]:
    """Set the first column to the left and the others to the right, under their headings."""
    lines = [grid.columns, *grid.lines]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    written = []
    for line in lines:
        first, *others = (
            cell.rjust(width) if position else cell.ljust(width)
            for position, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        written.append(_GAP.join([first, *others]).rstrip())
    written.insert(1, _GAP.join("-" * width for width in widths))
    return written


def _filled(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _markdown_page(report: Report, paths: list[Path]) -> str:
    study, results, findings = report
    blocks = [f"# {_plain(study.title)}", _plain(study.source)]
    blocks.append("\n".join(f"- {_plain(t)}" for t in (*findings.summary, *run_facts(results))))
    blocks += [f"{as_markdown(grid)}\n\n[Numbers]({grid.name}.csv)" for grid in findings.grids]
    drawn = {path.name for path in paths}
    blocks += [_markdown_picture(picture, drawn) for picture in findings.pictures]
    return "\n\n".join(blocks) + "\n"


def _markdown_picture(picture: Picture, drawn: set[str]) -> str:
    image = f"![{_plain(picture.title)}]({picture.name}.svg)"
    if f"{picture.name}.svg" not in drawn:
        image = not_drawn(picture)
    said = [f"The paper: {_plain(picture.published)}"] if picture.published else []
    shown = [f"This run: {_plain(picture.found)}"] if picture.found else []
    return "\n\n".join([f"**{_plain(picture.title)}**", image, *said, *shown])


def not_drawn(picture: Picture) -> str:
    """Return the sentence that stands where a figure would be."""
    return str(matplotlib_missing(f"drawing {picture.name}"))


def _pipes(cells: Iterator[str] | map[str] | list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """Escape what Markdown would read as layout."""
    escaped = re.sub(r"([\\|*<`])", r"\\\1", " ".join(text.split()))
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", escaped)
