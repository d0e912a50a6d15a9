"""The page as text: one file, a policy that fits it, small."""

from __future__ import annotations

import gzip
import json
import re
import sys
from base64 import b64decode, b64encode
from hashlib import sha256
from html import unescape
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from tests.export.learned import LEARNERS, capped

from conjunct import RuleTreeClassifier, load_model
from conjunct.data import read_table
from conjunct.errors import MissingPackageError
from conjunct.report import ModelReport, page
from conjunct.report.rendering import EDITING, SCRIPTS

from .made_up import MODELS, ROWS, card, grown


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("rows", [None, ROWS])
def test_a_page_names_nothing_outside(kind: str, rows: object) -> None:
    html = page(MODELS[kind](), rows)
    without_names = html.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(
        r"https?://|//[a-z]|@import|url\(", re.sub(r"\n\s*//.*", "", without_names)
    )
    markup = re.sub(r"<(script|style)[^>]*>.*?</\1>", "", html, flags=re.DOTALL)
    assert not re.search(r"<[^>]* (style|src|on\w+)=", markup)


def test_the_policy_allows_exactly_the_script_and_the_style() -> None:
    html = page(card())
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert found is not None
    policy = unescape(found[1])
    for tag, directive in (("script", "script-src"), ("style", "style-src")):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", html, flags=re.DOTALL)
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}';" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_the_same_model_gives_the_same_page() -> None:
    assert page(card(), ROWS) == page(load_model(card().to_json()), ROWS)


def test_every_script_is_part_of_the_page() -> None:
    there = {one.name for one in files("conjunct.report").joinpath("scripts").iterdir()}
    assert {f"{name}.js" for name in (*SCRIPTS, *EDITING, "start")} == {
        name for name in there if name.endswith(".js")
    }


def test_scripts_are_small_files() -> None:
    for one in files("conjunct.report").joinpath("scripts").iterdir():
        assert len(one.read_text(encoding="utf-8").splitlines()) < 200, one.name


def test_a_page_is_saved_whole(tmp_path: Path) -> None:
    report = ModelReport.of(card())
    report.save(tmp_path / "card.html")
    assert (tmp_path / "card.html").read_text(encoding="utf-8") == report.html()


def test_a_notebook_shows_the_page_in_a_frame_of_its_own() -> None:
    report = ModelReport.of(card(), height=500)
    shown = report._repr_html_()
    assert shown.startswith('<iframe sandbox="allow-scripts" ')
    assert "height:500px" in shown
    editing = ModelReport.of(card(), ROWS, editing=True)._repr_html_()
    assert editing.startswith('<iframe sandbox="allow-scripts allow-downloads" ')
    found = re.search(r'srcdoc="([^"]*)"', shown)
    assert found is not None
    assert unescape(found[1]) == report.html()


@pytest.mark.parametrize(
    ("name", "learner"),
    [("heart-c", "card"), ("zoo", "cn2"), ("audiology", "tree"), ("vote", "layered")],
)
def test_a_page_without_rows_is_small(name: str, learner: str, tables: Path) -> None:
    rules = LEARNERS[learner](capped(tables / f"{name}.arff", 120))
    assert len(page(rules).encode()) < 200_000


LARGE = {"letter": "class", "adult": "class", "soybean": "class", "nursery": "class"}


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_a_page_about_a_large_tree_is_small(name: str, tables: Path) -> None:
    table = read_table(tables / f"{name}.arff", target=LARGE[name])
    if name in ("letter", "adult"):
        table = table.take(np.arange(3_000))
    tree = RuleTreeClassifier(promises=False, pruning=None).fit_table(table).rules_
    html = page(tree)
    assert len(tree) > 100
    assert len(html.encode()) < 200_000


def test_long_parts_of_a_large_page_are_compressed() -> None:
    tree, _ = grown(280)
    assert len(tree) > 280
    html = page(tree)
    assert len(html.encode()) < 200_000
    packed = re.search(r'<script type="text/plain" id="packed">([^<]*)</script>', html)
    assert packed is not None
    parts = json.loads(gzip.decompress(b64decode(packed[1])))
    assert "<svg" in "".join(parts["parts"]) or "No picture" in html
    assert "Only the first 300 of" in parts["parts"][0]
    assert 'id="data"' not in html
    assert 'id="packed"' not in page(card())


def test_a_page_with_many_rows_can_be_mailed() -> None:
    random = np.random.default_rng(0)
    table = {"income": random.random(12_000), "city": ["Köln", "Bonn"] * 6_000}
    html = page(card(), {**table, "status": ["bad", "good"] * 6_000})
    assert len(html.encode()) < 3_000_000
    assert "The first 10,000 of 12,000 rows." in html


def test_without_jinja2_there_is_the_document_and_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.delitem(sys.modules, "conjunct.report.rendering")
    report = ModelReport.of(card())
    assert report.document["title"] == "status: score card"
    with pytest.raises(MissingPackageError, match=r"pip install 'conjunct\[report\]'"):
        report.html()
