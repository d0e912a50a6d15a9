"""The smallest change flips the class, and no smaller one does: looked for by brute force."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.export.agreement import rows_of
from tests.export.learned import LEARNERS, capped, spoilt

from conjunct import read_table
from conjunct.data.table import Column, Table
from conjunct.model import Condition, Rule, RuleList, Rules
from conjunct.report import document
from conjunct.report.rendering import render

from .browser import Browser
from .made_up import MODELS, RECORD, ROWS, card

_ASKED = (
    "return arguments[0].map((row) => conjunct.smallestChange(row, arguments[1], arguments[2]))"
)
CASES = {
    "iris": ("card", "tree"),
    "labor": ("threshold",),
    "zoo": ("cn2",),
    "heart-c": ("layered",),
}
MOST_BRUTE = 40_000
"""Rows that brute force looks at for each row of a test."""


class Brute:
    """Tries every value that a column has, and those next to the cuts."""

    def __init__(self, rules: Rules, found: dict[str, Any], table: Table) -> None:
        self.rules, self.controls = rules, found["controls"]
        self.values = [
            self._values(control, table.column(control["name"])) for control in self.controls
        ]

    @staticmethod
    def _values(control: dict[str, Any], column: Column) -> list[Any]:
        if control["kind"] == "nominal":
            return [text for text, _ in control["choices"]]
        seen = np.unique(column.values[~np.isnan(column.values)]).tolist()
        return sorted({*seen, *control["cuts"], *control["above"]})

    def heads(self, rows: list[list[Any]]) -> list[int]:
        columns = []
        for at, control in enumerate(self.controls):
            cells = [row[at] for row in rows]
            if control["kind"] == "numeric":
                numbers = [np.nan if one is None else one for one in cells]
                columns.append(Column(control["name"], "numeric", np.array(numbers, dtype=float)))
                continue
            levels = tuple(dict.fromkeys(one for one in cells if one is not None))
            codes = [-1 if one is None else levels.index(one) for one in cells]
            columns.append(Column(control["name"], "nominal", np.array(codes, np.int32), levels))
        return self.rules.decide(Table(tuple(columns), n_rows=len(rows))).tolist()

    def size(self, at: int, cell: Any, value: Any) -> float:
        control = self.controls[at]
        if cell is None or control["kind"] == "nominal":
            return 1.0
        return abs(value - cell) / (control["high"] - control["low"])

    def smallest(self, row: list[Any], n_columns: int, locked: list[int]) -> float | None:
        """Return the size of the smallest change of `n_columns` columns; None without one."""
        now = self.heads([row])[0]
        free = [at for at in range(len(row)) if at not in locked]
        trials, sizes = [], []
        for places in combinations(free, n_columns):
            choices = [[one for one in self.values[at] if one != row[at]] for at in places]
            for values in product(*choices):
                trial = list(row)
                for at, value in zip(places, values, strict=True):
                    trial[at] = value
                trials.append(trial)
                sizes.append(sum(self.size(at, row[at], trial[at]) for at in places))
            if len(trials) > MOST_BRUTE:
                pytest.fail("too many ways to try them all; choose a smaller case")
        if not trials:
            return None
        flipped = [
            size for size, head in zip(sizes, self.heads(trials), strict=True) if head != now
        ]
        return min(flipped, default=None)


def check(
    rules: Rules, table: Any, rows: list[list[Any]], browser: Browser, locked: list[int]
) -> int:
    """Compare with brute force; return how many changes were found."""
    found = document(rules, table)
    brute = Brute(rules, found, table)
    browser.open(render(found))
    n_found = 0
    for row, change in zip(rows, browser.run(_ASKED, rows, locked, None), strict=True):
        if change["changes"] is None:
            assert all(brute.smallest(row, n, locked) is None for n in range(1, 3))
            continue
        n_found += 1
        changed = list(row)
        for one in change["changes"]:
            assert one["at"] not in locked
            changed[one["at"]] = one["value"]
        now, then = brute.heads([row, changed])
        assert then == change["to"] != now
        n_columns = len(change["changes"])
        assert all(brute.smallest(row, n, locked) is None for n in range(1, n_columns))
        smallest = brute.smallest(row, n_columns, locked)
        assert smallest is not None
        assert change["size"] == pytest.approx(smallest, abs=1e-12)
    return n_found


def unlike(missing: Any) -> RuleList:
    """Return a model whose decision depends on a category that no rule names."""
    rule = Rule((Condition("city", "!=", "Köln"),), 0, (5, 1), RECORD)
    return RuleList((rule,), ("bad", "good"), 1, (5, 9), {"city": "nominal"}, missing=missing)


CASES_BY_HAND = {
    **MODELS,
    "card, missing is a value": lambda: card(missing="value"),
    "differs": lambda: unlike("fails"),
    "differs, missing is a value": lambda: unlike("value"),
}


@pytest.mark.parametrize("kind", CASES_BY_HAND)
@pytest.mark.parametrize("locked", [[], [0]])
def test_made_up_models(kind: str, locked: list[int], browser: Browser) -> None:
    rules = CASES_BY_HAND[kind]()
    table = read_table({name: cells for name, cells in ROWS.items() if name != "status"})
    names = [one["name"] for one in document(rules)["controls"]]
    rows = [list(row) for row in rows_of(table, names)]
    assert check(rules, table, rows, browser, locked) > 0 or locked


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_learned_models(name: str, tables: Path, browser: Browser) -> None:
    path = tables / f"{name}.arff"
    for learner in CASES[name]:
        learnable = capped(path, 100)
        rules = LEARNERS[learner](learnable)
        names = [one["name"] for one in document(rules)["controls"]]
        rows = [list(row) for row in rows_of(spoilt(learnable), names)][:12]
        rows = [[None if cell == "never seen before" else cell for cell in row] for row in rows]
        assert check(rules, learnable, rows, browser, []) > 3


def test_a_search_that_would_take_too_long_says_how_far_it_went(browser: Browser) -> None:
    """Each of 30 columns has 16 cuts, and a class that none of them gives is asked for."""
    names = [f"x{number}" for number in range(30)]
    rules = tuple(
        Rule((Condition(name, ">", float(cut)),), 0, (5, 1, 1), RECORD)
        for name in names
        for cut in range(16)
    )
    model = RuleList(rules, ("a", "b", "c"), 1, (5, 9, 1), dict.fromkeys(names, "numeric"))
    browser.open(render(document(model)))
    found = browser.run(_ASKED, [[-1.0] * 30], [], 2)[0]
    assert found == {"changes": None, "upTo": 1, "all": False}
