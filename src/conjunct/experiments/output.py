"""What studies found, as text and files: Markdown, CSV, SVG, PNG, and one web page with it all."""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import conjunct
from conjunct.errors import DataError, MissingPackageError
from conjunct.experiments.figures import save_picture
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.study import Results, Study
from conjunct.experiments.tables import stand_in_notes
from conjunct.files import write_text
from conjunct.plots.style import INK, PAPER, matplotlib_missing

_GAP = "  "


class Report(NamedTuple):
    """A study, the results that are there so far, and what they say."""

    study: Study
    results: Results
    findings: Findings


def as_text(report: Report) -> str:
    """Return title, summary and tables for a terminal; tables are never broken, sentences are."""
    study, results, findings = report
    blocks = [f"{study.name}: {study.title}"]
    blocks.append("\n".join(map(_filled, (*findings.summary, *run_facts(results)))))
    for grid in findings.grids:
        blocks.append("\n".join([grid.title, *_table_lines(grid), *map(_filled, grid.notes)]))
    for picture in findings.pictures:
        blocks.append(f"{picture.title}\n{_filled(picture.found)}")
    return "\n\n".join(blocks) + "\n"


def as_markdown(grid: Grid) -> str:
    """Return a table in Markdown: title, cells between pipes, and notes as a list."""
    rule = [":---", *("---:" for _ in grid.columns[1:])]
    lines = [f"**{_plain(grid.title)}**", "", _pipes(map(_plain, grid.columns)), _pipes(rule)]
    lines += [_pipes(map(_plain, line)) for line in grid.lines]
    if grid.notes:
        lines += ["", *(f"- {_plain(note)}" for note in grid.notes)]
    return "\n".join(lines)


def as_csv(grid: Grid) -> str:
    """Return the numbers behind a table as CSV; nothing is written where there is no number."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([grid.data_columns, *grid.data])
    return text.getvalue()


def write_study(report: Report, folder: Path) -> list[Path]:
    """Write tables, figures and one page of Markdown into a folder of the study; return the paths.

    Without matplotlib there are no figures, and the page says so.
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
    for table in results.tables:
        sentences += stand_in_notes([table])
        sentences += [f"{table.name}: {note.rstrip('.')}." for note in table.notes]
    if results.absent:
        sentences.append(f"Not found, so not in this run: {', '.join(results.absent)}.")
    return sentences


def _trials_text(results: Results) -> str:
    if results.missing:
        counts = ", ".join(f"{name} {count}" for name, count in results.missing.items())
        return f"a partial run: of {results.trials} trials a table there are so far {counts}"
    names = [table.name for table in results.tables]
    each = names[0] if len(names) == 1 else f"each of {len(names)} tables"
    return f"{results.trials} trial{'s' * (results.trials != 1)} of {each}"


def _table_lines(grid: Grid) -> list[str]:
    lines = [grid.columns, *grid.lines]
    first, *others = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = _GAP.join("-" * width for width in (first, *others))
    written = [
        _GAP.join([line[0].ljust(first), *map(str.rjust, line[1:], others)]).rstrip()
        for line in lines
    ]
    return [written[0], rule, *written[1:]]


def _filled(text: str) -> str:
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def _markdown_page(report: Report, paths: list[Path]) -> str:
    study, results, findings = report
    blocks = [f"# {_plain(study.title)}", _plain(study.source)]
    blocks.append("\n".join(f"- {_plain(t)}" for t in (*findings.summary, *run_facts(results))))
    blocks += [f"{as_markdown(grid)}\n\n[Numbers]({grid.name}.csv)" for grid in findings.grids]
    drawn = {path.name for path in paths}
    for one in findings.pictures:
        image = f"![{_plain(one.title)}]({one.name}.svg)"
        shown = image if f"{one.name}.svg" in drawn else not_drawn(one)
        blocks += [f"**{_plain(one.title)}**", shown]
        blocks += [f"The paper: {_plain(one.published)}"] if one.published else []
        blocks += [f"This run: {_plain(one.found)}"] if one.found else []
    return "\n\n".join(blocks) + "\n"


def not_drawn(picture: Picture) -> str:
    """Return the sentence that stands where a figure would be."""
    return str(matplotlib_missing(f"drawing {picture.name}"))


def _pipes(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """Escape what Markdown would read as layout."""
    escaped = re.sub(r"([\\|*<`])", r"\\\1", " ".join(text.split()))
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", escaped)


# One web page with everything that studies found; it needs no network and no script.

TITLE = "Published studies, run again with Conjunct"


def write_report(folder: Path, reports: Sequence[Report]) -> Path:
    """Write the files of each study and ``index.html``, which shows all of them in this order.

    Without jinja2 a `MissingPackageError` is raised when all files but the page are written.
    """
    written = [path for report in reports for path in write_study(report, folder)]
    drawings = {
        f"{path.parent.name}/{path.stem}": path.read_text(encoding="utf-8")
        for path in written
        if path.suffix == ".svg"
    }
    return write_text(folder / "index.html", page_html(reports, drawings))


def page_html(reports: Sequence[Report], drawings: Mapping[str, str]) -> str:
    """Return the page as text, with drawings (SVG by ``study/picture``) or words in their place."""
    try:
        from jinja2 import Environment, PackageLoader
        from markupsafe import Markup
    except ImportError:
        raise MissingPackageError.named("jinja2", "report", "the page of all studies") from None
    shown = {}
    for study, picture in ((one.study, each) for one in reports for each in one.findings.pictures):
        key, label = f"{study.name}/{picture.name}", f"{picture.title}. {picture.found}"
        if key in drawings:
            shown[key] = Markup(_inlined(drawings[key], key.replace("/", "-"), label))
    loader = PackageLoader("conjunct.experiments", "")
    blanks: Any = {"trim_blocks": True, "lstrip_blocks": True, "keep_trailing_newline": True}
    template = Environment(loader=loader, autoescape=True, **blanks).get_template("page.html")
    style = files("conjunct.experiments").joinpath("page.css").read_text(encoding="utf-8")
    called = {"facts_grid": facts_grid, "run_facts": run_facts, "not_drawn": not_drawn}
    facts = {"title": TITLE, "style": Markup(style), "version": conjunct.__version__}
    return template.render(reports=reports, drawings=shown, **called, **facts).lstrip()


def _inlined(drawing: str, prefix: str, label: str) -> str:
    """Make an SVG document part of the page, with unique ids and the colour of the page's text."""
    svg = drawing[drawing.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{prefix}-', svg)
    svg = svg.replace('href="#', f'href="#{prefix}-').replace("url(#", f"url(#{prefix}-")
    svg = svg.replace(INK, "currentColor").replace(PAPER, "none")
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)


def facts_grid(results: Results) -> Grid:
    """List the tables that were used, with sizes and trials."""
    heads = ("table", "published as", "rows", "attributes", "classes", "trials")
    lines = []
    for table in results.tables:
        done = len(results.rows.get(table.name, ()))
        counts = (table.n_rows, table.n_attributes, table.n_classes, done)
        name = f"{table.name} †" if table.stands_in_for else table.name
        lines.append((name, table.published_as, *(f"{count:,}" for count in counts)))
    return Grid("tables", "Tables of this run", heads, tuple(lines), (), ())
