"""One web page with everything that studies found; it needs no network and no script."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import conjunct
from conjunct.errors import MissingPackageError
from conjunct.experiments.findings import Grid
from conjunct.experiments.output import Report, not_drawn, run_facts, write_study
from conjunct.experiments.study import Results
from conjunct.files import write_text
from conjunct.plots.style import INK, PAPER

TITLE = "Published studies, run again with Conjunct"


def write_report(folder: Path, reports: Sequence[Report]) -> Path:
    """Write the files of each study and ``index.html``, which shows all of them in this order.

    Without jinja2 a `MissingPackageError` is raised when all files but the page are written.
    """
    written = [write_study(report, folder) for report in reports]
    drawings = {
        path.parent.name + "/" + path.stem: path.read_text(encoding="utf-8")
        for paths in written
        for path in paths
        if path.suffix == ".svg"
    }
    return write_text(folder / "index.html", page_html(reports, drawings))


def page_html(reports: Sequence[Report], drawings: Mapping[str, str]) -> str:
    """Return the page as text.

    Drawings are SVG documents by ``study/picture``; a figure that is not there is named in words.
    """
    try:
        from jinja2 import Environment, PackageLoader
        from markupsafe import Markup
    except ImportError:
        raise MissingPackageError.named("jinja2", "report", "the page of all studies") from None
    shown = {}
    for study, _, findings in reports:
        for picture in findings.pictures:
            key = f"{study.name}/{picture.name}"
            if key in drawings:
                label = f"{picture.title}. {picture.found}"
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
