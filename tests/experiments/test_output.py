"""Text, Markdown, CSV and files of a study; and the web page, which needs nothing else."""

from __future__ import annotations

import csv
import io
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import conjunct
from conjunct.errors import DataError
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.output import (
    Report,
    as_csv,
    as_markdown,
    page_html,
    run_facts,
    write_report,
    write_study,
)
from conjunct.experiments.study import Results

from .made_up import agrees_with_golden, facts, made_up_report, made_up_results

WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=12)


def grid_of(*cells: str) -> Grid:
    columns = tuple(f"c{position}" for position in range(len(cells)))
    return Grid("g", "A title", columns, (cells,), columns, (cells,))


def test_the_markdown_of_every_table_is_the_golden_one() -> None:
    grids = made_up_report().findings.grids
    assert agrees_with_golden("layered.md", "\n\n".join(map(as_markdown, grids)) + "\n")


@given(st.lists(WORDS, min_size=1, max_size=4))
def test_a_csv_file_gives_back_its_cells(cells: list[str]) -> None:
    lines = list(csv.reader(io.StringIO(as_csv(grid_of(*cells)), newline="")))
    assert lines[1] == cells


def test_a_partial_run_says_which_tables_are_short() -> None:
    results = replace(made_up_results(), trials=20, waiting=("glass",))
    assert results.missing == {"promoters": 16, "kr-vs-kp": 16, "glass": 0}
    assert run_facts(results)[0] == (
        "Seed 3; a partial run: of 20 trials a table there are so far promoters 16, kr-vs-kp 16, "
        "glass 0."
    )


def test_stand_ins_notes_and_absent_tables_are_named() -> None:
    tables = (facts("kr-vs-kp"), replace(facts("loans"), notes=("made up",)))
    results = Results(tables, {"kr-vs-kp": [[]], "loans": [[]]}, 1, ("vote", "glass"))
    assert run_facts(results) == [
        "Seed 0; 1 trial of each of 2 tables.",
        "kr-vs-kp stands in for chess endgame.",
        "loans: made up.",
        "Not found, so not in this run: vote, glass.",
    ]


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    report = made_up_report()
    with pytest.raises(DataError, match="taken"):
        write_study(Report(report.study, report.results, Findings(())), tmp_path / "taken")


DRAWING = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg"><metadata>made</metadata>
<path id="a" style="fill: #ffffff; stroke: #1b1b1b"/><use href="#a" clip-path="url(#b)"/></svg>
"""
VOID = {"meta", "path", "use", "br", "img", "link"}


class Outline(HTMLParser):
    """Collects what a page holds and checks that its tags close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_the_golden_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conjunct, "__version__", "1.2.3")
    text = page_html([made_up_report()], {"layered/contrast": DRAWING})
    text = re.sub(r"<style>.*</style>", "<style>…</style>", text, flags=re.DOTALL)
    assert agrees_with_golden("index.html", text)


def test_the_page_is_well_formed_loads_nothing_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    report = made_up_report()
    other = report._replace(study=replace(report.study, name="second"))
    text = write_report(tmp_path, [report, other]).read_text(encoding="utf-8")
    outline = Outline(text)
    assert not {"script", "link", "img", "iframe"} & set(outline.tags)
    assert not [value for name, value in outline.attributes if name in ("src", "srcset")]
    assert "@import" not in text
    assert outline.tags.count("svg") == 2
    ids = [value for name, value in outline.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    links = [str(v) for n, v in outline.attributes if n in ("href", "xlink:href")]
    assert links
    for link in links:
        assert link[1:] in ids if link.startswith("#") else (tmp_path / link).is_file()


def test_names_cannot_break_out_of_the_page() -> None:
    bad = "<script>alert('&\"')</script>"
    grid = Grid("g", bad, (bad, bad), ((bad, bad),), (), (), (bad,))
    picture = Picture("p", bad, lambda _: None, (4.0, 3.0), bad, bad)
    report = made_up_report()
    study = replace(report.study, title=bad, source=bad)
    text = page_html([Report(study, report.results, Findings((bad,), (grid,), (picture,)))], {})
    assert "script" not in Outline(text).tags


def test_without_matplotlib_both_pages_say_what_to_install_in_place_of_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    text = write_report(tmp_path, [made_up_report()]).read_text(encoding="utf-8")
    assert "pip install &#39;conjunct[plots]&#39;" in text
    assert "contrast.svg" not in text
    paths = list((tmp_path / "layered").iterdir())
    assert {path.suffix for path in paths} == {".md", ".csv"}
    report = (tmp_path / "layered" / "report.md").read_text(encoding="utf-8")
    assert "pip install 'conjunct[plots]'" in report
