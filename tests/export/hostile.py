"""Models and tables with names and values that are hard to write down."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from conjunct.data.table import Column, Kind, Table
from conjunct.model import (
    Condition,
    Node,
    Rule,
    RuleList,
    Rules,
    RuleSet,
    ScoreCard,
    ScoredRule,
    SearchRecord,
    Tree,
)
from conjunct.model.threshold import Threshold

RECORD = SearchRecord("beam", 5, 48, 2, 7, 12, 2)
NAMES = (
    *("", " ", "a b", "select", "order", "'", '"', "`", "[x]", "x'; DROP TABLE rows; --", "/* */"),
    *(
        "a\nb",
        "tab\t",
        "größe",
        "数",
        "🙂",
        "%s",
        "{0}",
        ":name",
        "$1",
        "?",
        "\\",
        "\\n",
        "prediction",
    ),
    *("score", "p_yes", "rule", "rule_1", "cells", "held", "-- x", "=1+1", "row", "a.b", "class"),
)
TEXTS = (*NAMES, "yes", "no", "NULL", "NaN", "true", "1", "0.1", "-", "]]>", "<a&b>", "x" * 200)
CUTS = (-1.5, 0.0, -0.0, 0.1, 2.0, 7.25, 44.65, 0.30000000000000004, 1 / 3, 1e308, -1e308, 5e-324)
LABELS = ("yes", "no", "maybe", "it's", "", "a\nb", "; DROP TABLE rows", "Yes", "1")

letters = st.characters(exclude_categories=["Cs", "Cc"])
names = st.sampled_from(NAMES) | st.text(letters, max_size=5)
texts = st.sampled_from(TEXTS) | st.text(letters, max_size=5)
cuts = st.sampled_from(CUTS) | st.floats(allow_nan=False, allow_infinity=False)
labels: st.SearchStrategy[list[Any]] = st.one_of(
    st.lists(st.sampled_from(LABELS), min_size=1, max_size=4, unique=True),
    st.lists(st.integers(-(10**12), 10**12), min_size=1, max_size=3, unique=True),
    st.lists(st.sampled_from([0.5, -1.5, 1e300, 0.1]), min_size=1, max_size=3, unique=True),
    st.just([False, True]),
    st.just([1, "1"]),
)
counts = st.integers(0, 2) | st.integers(0, 10**6)
whole_points = st.integers(-3, 3).map(float)
decimal_points = st.integers(-400, 400).map(lambda one: one / 100)
large_points = st.integers(-(10**9), 10**9).map(float)


@st.composite
def kinds_of_columns(draw: st.DrawFn, name: st.SearchStrategy[str] = names) -> dict[str, Kind]:
    """Draw two to four names, which no database takes for each other, with their kinds."""
    drawn = draw(st.lists(name, min_size=2, max_size=4, unique_by=_folded))
    drawn_kinds = [draw(st.sampled_from(["numeric", "nominal"])) for _ in drawn]
    return dict(zip(drawn, drawn_kinds, strict=True))


def _folded(name: str) -> str:
    return name.casefold().strip()


def conditions(kinds: dict[str, Kind], values: list[str], numbers: list[float]) -> Any:
    """Draw conditions on the columns; some on a category that no table has."""
    on = []
    for name, kind in kinds.items():
        on.append(st.builds(Condition, st.just(name), st.sampled_from(["=", "!="]), st.none()))
        if kind == "numeric":
            cut = st.sampled_from(numbers)
            on.append(st.builds(Condition, st.just(name), st.sampled_from(["<=", ">"]), cut))
        else:
            value = st.sampled_from(values)
            on.append(st.builds(Condition, st.just(name), st.sampled_from(["=", "!="]), value))
    return st.one_of(on)


@st.composite
def models(
    draw: st.DrawFn,
    forms: tuple[str, ...],
    name: st.SearchStrategy[str] = names,
    text: st.SearchStrategy[str] = texts,
    number: st.SearchStrategy[float] = cuts,
    near: bool = True,
) -> tuple[Rules, Table]:
    """Draw a model of one of the forms, and a table for it, perhaps with the nearest numbers."""
    kinds = draw(kinds_of_columns(name))
    values = draw(st.lists(text, min_size=2, max_size=5, unique_by=_folded))
    numbers = draw(st.lists(number, min_size=1, max_size=4))
    condition = conditions(kinds, values, numbers)
    classes = tuple(draw(labels))
    form = draw(st.sampled_from(forms))
    facts = {"missing": draw(st.sampled_from(["fails", "value"])), "target": draw(texts)}
    if form == "tree":
        rules: Rules = draw(trees(condition, classes, kinds, facts))
    elif form == "card":
        rules = draw(cards(condition, classes, kinds, facts))
    else:
        rules = draw(theories(form, condition, classes, kinds, facts))
    return rules, draw(rows(kinds, values, numbers, near))


@st.composite
def theories(
    draw: st.DrawFn, form: str, condition: Any, classes: Any, kinds: Any, facts: Any
) -> Any:
    head = st.integers(0, len(classes) - 1)
    by_class = st.tuples(*[counts] * len(classes))
    body = st.lists(condition, max_size=3).map(tuple)
    rules = draw(st.lists(st.builds(Rule, body, head, by_class, st.just(RECORD)), max_size=4))
    kind = {"list": RuleList, "set": RuleSet}[form]
    more = {"reached": draw(st.booleans())} if form == "list" else {}
    default, class_counts = draw(head), draw(by_class)
    return kind(tuple(rules), classes, default, class_counts, kinds, **facts, **more)


@st.composite
def cards(draw: st.DrawFn, condition: Any, classes: Any, kinds: Any, facts: Any) -> ScoreCard:
    n_classes = len(classes)
    one = draw(st.sampled_from([whole_points, whole_points, decimal_points, large_points]))
    by_class: Any = st.tuples(*[one] * n_classes)
    if n_classes == 2:
        place = draw(st.integers(0, 1))
        by_class = one.map(lambda given: (0.0, given) if place else (given, 0.0))
    body = st.lists(condition, max_size=2).map(tuple)
    rules = []
    for given in draw(st.lists(by_class, max_size=5)):
        heads = [at for at, own in enumerate(given) if given.count(own) == 1]
        heads = [at for at in heads if given[at] in (min(given), max(given))]
        if heads or n_classes == 1:
            head = draw(st.sampled_from(heads or [0]))
            by_rows = draw(st.tuples(*[counts] * n_classes))
            rules.append(ScoredRule(draw(body), head, by_rows, RECORD, points=given))
    card = ScoreCard.of(
        *(rules, classes, draw(st.tuples(*[counts] * n_classes)), kinds),
        base=draw(by_class),
        unit=draw(st.sampled_from([1.0, 10.0, 0.37, 28.8539, 1e7])),
        **facts,
    )
    if n_classes == 2 and draw(st.booleans()):
        points = draw(st.sampled_from([0.0, 1.0, -2.5, 3.01]))
        return replace(card, threshold=Threshold(points, "precision", 0.5, 0.95, 300))
    if n_classes == 2 and draw(st.booleans()):
        scale = draw(st.sampled_from([(600, 50, 20), (0, 1, 1), (500.5, 0.1, 33.3)]))
        return card.scaled(scale, good=draw(st.sampled_from(classes)))
    return card


@st.composite
def trees(draw: st.DrawFn, condition: Any, classes: Any, kinds: Any, facts: Any) -> Tree:
    """Draw a tree whose branches may overlap, and whose nodes stand in any order."""
    by_class = st.tuples(*[counts] * len(classes))
    head = st.integers(0, len(classes) - 1)
    nodes: list[Node] = []
    n_made = 1
    while len(nodes) < n_made:
        splits = n_made < 9 and draw(st.booleans())
        node = Node(draw(by_class), draw(head))
        if splits:
            first = draw(condition)
            n_branches = draw(st.integers(2, 3))
            same = condition.filter(lambda one, of=first.attribute: one.attribute == of)
            branches = (first, *(draw(same) for _ in range(n_branches - 1)))
            children = tuple(range(n_made, n_made + n_branches))
            usual = draw(st.integers(0, n_branches - 1))
            node = replace(node, branches=branches, children=children, usual=usual)
            n_made += n_branches
        nodes.append(node)
    return Tree.of(nodes, classes, kinds, **facts)


@st.composite
def rows(
    draw: st.DrawFn, kinds: dict[str, Kind], values: list[str], numbers: list[float], near: bool
) -> Table:
    """Draw rows around the cuts, with missing cells and new categories everywhere."""
    n_rows = draw(st.integers(1, 12))
    around = [other for one in numbers for other in (_around(one) if near else [one, one + 1])]
    columns = []
    for name, kind in kinds.items():
        if kind == "numeric":
            cells: Any = st.sampled_from([*around, np.nan, -0.0, 1e300])
            drawn = draw(st.lists(cells, min_size=n_rows, max_size=n_rows))
            columns.append(Column(name, kind, np.array(drawn, dtype=np.float64)))
        else:
            levels = (*values, "never seen", "Never Seen")
            code = st.integers(-1, len(levels) - 1)
            drawn = draw(st.lists(code, min_size=n_rows, max_size=n_rows))
            columns.append(Column(name, kind, np.array(drawn, dtype=np.int32), levels))
    return Table(tuple(columns), n_rows=n_rows)


def _around(number: float) -> list[float]:
    near = [number, math.nextafter(number, -math.inf), math.nextafter(number, math.inf)]
    return [one for one in near if math.isfinite(one)]
