"""The web page: golden, well formed, escaped, and in need of nothing else."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

import conjunct
from conjunct.errors import MissingPackageError
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.output import Report
from conjunct.experiments.page import page_html, write_report

from .made_up import agrees_with_golden, made_up_report

DRAWING = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg"><metadata>made</metadata>
<path id="a" style="fill: #ffffff; stroke: #1b1b1b"/><use href="#a" clip-path="url(#b)"/></svg>
"""
VOID = {"meta", "path", "use", "br", "img", "link"}


class Outline(HTMLParser):
    """Collects what a page holds and whether its tags close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
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
    assert not outline.open
    assert not {"script", "link", "img", "iframe"} & set(outline.tags)
    assert not [value for name, value in outline.attributes if name in ("src", "srcset")]
    assert "@import" not in text
    assert outline.tags.count("svg") == 2
    ids = [value for name, value in outline.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    links = [v for n, v in outline.attributes if n in ("href", "xlink:href") and v is not None]
    assert links
    for link in links:
        if link.startswith("#"):
            assert link[1:] in ids
        else:
            assert (tmp_path / link).is_file()


def test_names_cannot_break_out_of_the_page() -> None:
    bad = "<script>alert('&\"')</script>"
    grid = Grid("g", bad, (bad, bad), ((bad, bad),), (), (), (bad,))
    picture = Picture("p", bad, lambda _: None, (4.0, 3.0), bad, bad)
    report = made_up_report()
    study = replace(report.study, title=bad, source=bad)
    text = page_html([Report(study, report.results, Findings((bad,), (grid,), (picture,)))], {})
    assert "<script" not in text
    assert not Outline(text).open


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


def test_without_jinja2_everything_but_the_page_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'conjunct\[report\]'"):
        write_report(tmp_path, [made_up_report()])
    assert (tmp_path / "layered" / "report.md").is_file()
    assert not (tmp_path / "index.html").exists()
