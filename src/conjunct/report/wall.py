"""The rules as on a poster: a table of short texts, and sentences below it."""

from __future__ import annotations

import re
from typing import Any

from conjunct.model import Rules, ScoreCard, Tree
from conjunct.model.notation import count_text, name_text
from conjunct.model.printed.card_sheet import card_sheet
from conjunct.model.printed.cells import default_cells, head_text, number_cells, number_headings
from conjunct.model.printed.footer import footer_lines, size_text
from conjunct.model.printed.rules import NO_RULES
from conjunct.model.printed.tree_text import tree_about

MOST_LEAVES = 300
"""Largest number of leaves of a tree that is drawn; a larger picture could not be read."""
_ONE_LINE = 100_000
"""Line width at which no line is broken, in characters."""
_NOT_DRAWN = "No picture: the tree has {:,} leaves, and only trees of up to {} are drawn."


def wall_data(rules: Rules) -> dict[str, Any]:
    """Return the title, headings, lines, scores and sentences.

    Returns
    -------
    wall : dict
        A line is a rule, given by its position, or a text, with one cell for each heading.
        ``picture`` is the SVG of a tree, otherwise empty.
    """
    if isinstance(rules, ScoreCard):
        return _card(rules)
    rows = count_text(sum(rules.class_counts), "row")
    return {
        "title": f"{rules.KIND.capitalize()} for {name_text(rules.target)}, learned from {rows}.",
        **_lines(rules),
        "scores": [],
        "said": _said(rules),
        "picture": _picture(rules) if isinstance(rules, Tree) and _is_drawn(rules) else "",
    }


def _card(card: ScoreCard) -> dict[str, Any]:
    sheet = card_sheet(card)
    lines = [
        {
            "rule": int(line.number) - 1 if line.number else None,
            "text": "" if line.number else " ".join(line.body),
            "cells": list(line.cells),
        }
        for line in sheet.lines
    ]
    return {
        "title": sheet.title,
        "headings": list(sheet.headings),
        "lines": lines,
        "scores": [list(line) for line in sheet.scores],
        "said": list(sheet.said),
        "picture": "",
    }


def _lines(rules: Rules) -> dict[str, Any]:
    headings = number_headings(rules)
    unprinted = set(rules.unprinted)
    lines: list[dict[str, Any]] = [
        {
            "rule": place,
            "text": "",
            "cells": [head_text(rules, rule), *number_cells(rule, headings)],
        }
        for place, rule in enumerate(rules)
        if place not in unprinted
    ]
    if not isinstance(rules, Tree):
        label, ours, of_all = default_cells(rules)
        blank = [""] * (len(headings) - 1)
        lines.append({"rule": None, "text": f"otherwise ({ours} {of_all})"})
        lines[-1]["cells"] = [label, *blank, ""]
    return {"headings": ["class", *headings], "lines": lines}


def _said(rules: Rules) -> list[str]:
    if not len(rules):
        return [NO_RULES]
    if isinstance(rules, Tree):
        drawn = [] if _is_drawn(rules) else [_NOT_DRAWN.format(len(rules), MOST_LEAVES)]
        return [*footer_lines(rules, tree_about(rules), _ONE_LINE), *drawn]
    return footer_lines(rules, f"{size_text(rules)} {rules.combination}", _ONE_LINE)


def _is_drawn(tree: Tree) -> bool:
    return len(tree) <= MOST_LEAVES


def _picture(tree: Tree) -> str:
    """Return the picture without style attributes, which the page's policy forbids."""
    return re.sub(r' style="[^"]*"', "", tree.to_svg(), count=1)
