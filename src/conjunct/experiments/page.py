"""One web page with everything that studies found; it needs no network and no script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

import conjunct
from conjunct.experiments.findings import Grid, Picture
from conjunct.experiments.output import Report, missing_trials, not_drawn, run_facts, write_study
from conjunct.experiments.study import Results, TableFacts
from conjunct.files import write_text
from conjunct.plots.style import INK, PAPER

_TITLE = "Published studies, run again with Conjunct"
_WIDE = 8.0
"""Inches from which on a figure takes the whole width and its texts stand below it."""


def write_report(folder: Path, reports: Sequence[Report]) -> Path:
    """Write the files of each study and ``index.html``, which shows all of them.

    Parameters
    ----------
    folder : Path
        Made if it is not there.
    reports : sequence of Report
        One a study, in the order to show them.

    Returns
    -------
    page : Path
    """
    written = [write_study(report, folder) for report in reports]
    drawings = {
        path.parent.name + "/" + path.stem: path.read_text(encoding="utf-8")
        for paths in written
        for path in paths
        if path.suffix == ".svg"
    }
    return write_text(folder / "index.html", page_html(reports, drawings))


def page_html(reports: Sequence[Report], drawings: dict[str, str]) -> str:
    """Return the page as text.

    Parameters
    ----------
    reports : sequence of Report
        One a study.
    drawings : mapping of str to str
        SVG documents by ``study/picture``; a figure that is not there is named in words.
    """
    style = files("conjunct.experiments").joinpath("page.css").read_text(encoding="utf-8")
    links = "".join(
        f'<li><a href="#{escape(report.study.name)}">{escape(report.study.title)}</a></li>'
        for report in reports
    )
    contents = f'<nav aria-label="Studies"><ul>{links}</ul></nav>' if len(reports) > 1 else ""
    body = "\n".join(_study_html(report, drawings) for report in reports)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{_TITLE}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<header><h1>{_TITLE}</h1>\n"
        f"<p>Conjunct {escape(conjunct.__version__)}. Published numbers stand in brackets or in "
        "columns of their own; all others are of this run.</p>\n"
        f"{contents}</header>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _study_html(report: Report, drawings: dict[str, str]) -> str:
    study, results, findings = report
    parts = [
        f'<section id="{escape(study.name)}" aria-labelledby="{escape(study.name)}-title">',
        f'<h2 id="{escape(study.name)}-title">{escape(study.title)}</h2>',
        f'<p class="source">{escape(study.source)}</p>',
        _partial_html(results),
        "".join(f"<p>{escape(sentence)}</p>" for sentence in findings.summary),
        *(_picture_html(study.name, picture, drawings) for picture in findings.pictures),
        *(_grid_html(study.name, grid) for grid in findings.grids),
        _facts_html(results),
        "</section>",
    ]
    return "\n".join(part for part in parts if part)


def _partial_html(results: Results) -> str:
    if not missing_trials(results):
        return ""
    return f'<p class="partial" role="note">{escape(run_facts(results)[0])}</p>'


def _picture_html(study: str, picture: Picture, drawings: dict[str, str]) -> str:
    drawing = drawings.get(f"{study}/{picture.name}")
    shape = "wide" if picture.size[0] >= _WIDE else "narrow"
    label = f"{picture.title}. {picture.found}"
    shown = (
        f'<p class="partial">{escape(not_drawn(picture))}</p>'
        if drawing is None
        else _inlined(drawing, f"{study}-{picture.name}", label)
    )
    texts = _said("The paper says", picture.published) + _said("This run shows", picture.found)
    home = f"{escape(study)}/{escape(picture.name)}"
    files_text = (
        f'<p class="files"><a href="{home}.svg">SVG</a> <a href="{home}.png">PNG</a></p>'
        if drawing is not None
        else ""
    )
    return (
        f'<figure class="{shape}">\n<div class="scroll" tabindex="0" role="region" '
        f'aria-label="{escape(picture.title)}">{shown}</div>\n'
        f"<figcaption><h3>{escape(picture.title)}</h3>"
        f'<div class="texts">{texts}</div>{files_text}</figcaption>\n</figure>'
    )


def _said(heading: str, text: str) -> str:
    return f"<div><h4>{heading}</h4><p>{escape(text)}</p></div>" if text else ""


def _inlined(drawing: str, prefix: str, label: str) -> str:
    """Make an SVG document part of the page: its ids unlike others, its ink the page's text."""
    svg = drawing[drawing.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{prefix}-', svg)
    svg = svg.replace('href="#', f'href="#{prefix}-').replace("url(#", f"url(#{prefix}-")
    svg = svg.replace(INK, "currentColor").replace(PAPER, "none")
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)


def _grid_html(study: str, grid: Grid) -> str:
    home = f"{escape(study)}/{escape(grid.name)}"
    return (
        f"{_table_html(grid)}\n{_list_html(grid.notes)}\n"
        f'<p class="files"><a href="{home}.csv">CSV</a> <a href="{home}.md">Markdown</a></p>'
    )


def _table_html(grid: Grid) -> str:
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in grid.columns)
    lines = "\n".join(_line_html(line) for line in grid.lines)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(grid.title)}">\n'
        f"<table>\n<caption>{escape(grid.title)}</caption>\n"
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>\n</div>"
    )


def _list_html(sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f'<ul class="notes">{items}</ul>' if items else ""


def _line_html(line: Sequence[str]) -> str:
    first, *others = line
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in others)
    return f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'


def _facts_html(results: Results) -> str:
    """List the tables that were used, with sizes, trials and what readers must know of them."""
    grid = Grid(
        name="tables",
        title="Tables of this run",
        columns=("table", "published as", "rows", "attributes", "classes", "trials"),
        lines=tuple(_facts_line(table, results) for table in results.tables),
        data_columns=(),
        data=(),
    )
    return f"{_table_html(grid)}\n{_list_html(run_facts(results))}"


def _facts_line(table: TableFacts, results: Results) -> tuple[str, ...]:
    counts = (table.n_rows, table.n_attributes, table.n_classes)
    name = f"{table.name} †" if table.stands_in_for else table.name
    done = len(results.rows.get(table.name, ()))
    return (name, table.published_as, *(f"{count:,}" for count in counts), f"{done:,}")
