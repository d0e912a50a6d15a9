"""Do the bounds that rules promise hold? Our own study, on rows whose chances are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
from scipy.stats import binomtest

from conjunct.experiments.certify_trials import (
    COVERS,
    DEPTHS,
    DOUBT,
    EXHAUSTIVE,
    FRESH,
    HELD_OUT,
    KNOWN_PREFIX,
    LEARNERS,
    MAX_RULES,
    SLACK_DEPTHS,
    THRESHOLDS,
    bounds_and_truth,
)
from conjunct.experiments.curves import number_or_none, percent, tables_with_rules
from conjunct.experiments.findings import Findings, Grid
from conjunct.experiments.judging import LEAST, judged_p, too_few
from conjunct.experiments.study import Results, Row, Study

PERMUTED = ("iris", "hayes-roth", "lymph", "spect", "breast-cancer")
"""Small tables whose classes are permuted."""

SLACK_BARS = dict(zip(COVERS, (8.0, 2.5), strict=True))
"""Points that a median bound may lie above the truth, by least cover."""

Key: TypeAlias = tuple[str, str, int, int]
"""Table, learner, conditions at most, least cover."""


class Cell(NamedTuple):
    """Runs of one learner on one table.

    Parameters
    ----------
    runs : int
        Their number.
    broken, tried_broken : int
        Runs with a bound below the truth: with the bound that is printed, and with the one that
        divides the doubt by the candidates tried.
    slack : float
        Median of bound minus truth.
    """

    runs: int
    broken: int
    tried_broken: int
    slack: float

    @property
    def p_value(self) -> float:
        """Chance of as many broken runs if at most 5 % of all runs were broken."""
        return float(binomtest(self.broken, self.runs, DOUBT, "greater").pvalue)

    @property
    def tried_fails(self) -> bool:
        """Whether a test says that the bound by the candidates tried fails too often."""
        return bool(binomtest(self.tried_broken, self.runs, DOUBT, "greater").pvalue < DOUBT)


def findings(results: Results) -> Findings:
    """Say in how many runs a bound is below the truth."""
    tables = [table.name for table in tables_with_rules(results)]
    cells = {
        (table, *key): cell
        for table in tables
        for key, cell in cells_of(results.rows[table]).items()
    }
    if not cells:
        return Findings(("No trial has found a rule yet.",))
    tables = [table for table in tables if any(key[0] == table and not key[3] for key in cells)]
    grids = [_grid(cells, tables), _tried_grid(cells, tables), _others(cells), _slack_grid(cells)]
    return Findings(_summary(cells), tuple(grid for grid in grids if grid.lines))


def cells_of(trials: list[list[Row]]) -> dict[tuple[str, int, int], Cell]:
    """Count the runs of one table, by learner, depth and least cover."""
    found: dict[tuple[str, int, int], list[Row]] = {}
    for row in (row for trial in trials for row in trial):
        key = str(row["learner"]), int(row["depth"] or 0), int(row["cover"] or 0)
        found.setdefault(key, []).append(row)
    return {
        key: Cell(
            len(rows),
            sum(int(row["broken"] or 0) for row in rows),
            sum(int(row["tried_broken"] or 0) for row in rows),
            float(np.nanmedian(slack))
            if np.isfinite(slack := np.array([row["slack"] for row in rows], float)).any()
            else np.nan,
        )
        for key, rows in found.items()
    }


def _summary(cells: Mapping[Key, Cell]) -> tuple[str, ...]:
    """Say how often bounds are broken in the worst cell; no more than that."""
    if min(cell.runs for cell in cells.values()) < LEAST:
        return (too_few("runs"),)
    worst = max(cells, key=lambda key: cells[key].broken / cells[key].runs)
    cell = cells[worst]
    lists = {key: one for key, one in cells.items() if key[1] in LEARNERS}
    failing = [key for key, one in lists.items() if one.tried_fails]
    most = max((one.tried_broken / one.runs for one in lists.values()), default=0.0)
    holds = sum(one.broken <= DOUBT * one.runs for one in cells.values())
    return (
        f"A bound is below the truth in at most 5 % of the runs in {holds} of {len(cells)} cells; "
        f"at worst in {percent(cell.broken / cell.runs)} % ({worst[1]} on {worst[0]}, p = "
        f"{judged_p(cell.p_value, cell.runs)}).",
        "The wrong bound, divided by the candidates tried, fails by a test in "
        f"{len(failing)} of {len(lists)} cells, in up to {percent(most)} % of the runs.",
    )


RUNS_NOTE = (
    "Per cent of the runs in which any printed bound is below the truth; 5 % are allowed. The "
    "p-value is that of the worst cell by an exact binomial test: a small one says that more than "
    "5 % are broken."
)
TRUTH_NOTE = (
    "Noise and known chances are drawn anew in every run; the classes of the other tables are "
    "permuted. The truth is the mean chance of the covered training rows to contradict the rule."
)
LIMITS_NOTE = (
    f"Lists have the first {MAX_RULES} rules, those of the exhaustive search the first one, which "
    "keeps a run short. Cards have all."
)


def _names(cells: Mapping[Key, Cell]) -> list[tuple[str, int]]:
    wanted = [
        (name, depth)
        for name in LEARNERS
        for depth in (DEPTHS[:1] if name == EXHAUSTIVE else DEPTHS)
    ]
    there = {(key[1], key[2]) for key in cells if not key[3]}
    return [one for one in wanted if one in there]


def _grid(cells: Mapping[Key, Cell], tables: list[str]) -> Grid:
    lines = []
    for name, depth in _names(cells):
        row = {table: cells.get((table, name, depth, 0)) for table in tables}
        shares = [percent(one.broken / one.runs) if one else "–" for one in row.values()]
        worst = min((one for one in row.values() if one), key=lambda one: one.p_value)
        lines.append((f"{name}, depth {depth}", *shares, judged_p(worst.p_value, worst.runs)))
    return Grid(
        "certify",
        "Runs with a bound below the truth, %",
        ("rules", *tables, "p"),
        tuple(lines),
        ("table", "learner", "depth", "cover", "runs", "broken", "broken by tried", "slack"),
        tuple((*key, *cell[:3], number_or_none(cell.slack)) for key, cell in cells.items()),
        (RUNS_NOTE, TRUTH_NOTE, LIMITS_NOTE),
    )


def _tried_grid(cells: Mapping[Key, Cell], tables: list[str]) -> Grid:
    lines = []
    for name, depth in _names(cells):
        row = [cells.get((table, name, depth, 0)) for table in tables]
        shares = [
            percent(one.tried_broken / one.runs) + ("*" if one.tried_fails else "") if one else "–"
            for one in row
        ]
        lines.append((f"{name}, depth {depth}", *shares))
    return Grid(
        "tried",
        "The same with a wrong bound, which divides the doubt by the candidates tried, %",
        ("rules", *tables),
        tuple(lines),
        ("table", "learner", "depth", "runs", "broken"),
        tuple((*key[:3], one.runs, one.tried_broken) for key, one in cells.items() if not key[3]),
        ("*: more than 5 %, by an exact binomial test. It must fail, and is nowhere printed.",),
    )


def _others(cells: Mapping[Key, Cell]) -> Grid:
    names = (HELD_OUT, *THRESHOLDS)
    those = {key: cell for key, cell in cells.items() if key[1] in names}
    return Grid(
        "held-out",
        "Promises by rows held out",
        ("promise", "table", "runs", "broken, %", "p"),
        tuple(
            (
                *(key[1], key[0], f"{cell.runs:,}", percent(cell.broken / cell.runs)),
                judged_p(cell.p_value, cell.runs),
            )
            for key, cell in those.items()
        ),
        ("table", "promise", "runs", "broken"),
        tuple((*key[:2], cell.runs, cell.broken) for key, cell in those.items()),
        (
            f"The truth is that of {FRESH:,} fresh rows. The thresholds are chosen on a fixed "
            f"score by {FRESH // 40} rows held out, for rates just below those at a threshold.",
        ),
    )


def _slack_grid(cells: Mapping[Key, Cell]) -> Grid:
    those = {key: cell for key, cell in cells.items() if key[3]}
    lines = []
    for name in dict.fromkeys(key[1] for key in those):
        for depth in SLACK_DEPTHS:
            row = [_median(those, name, depth, cover) for cover in COVERS]
            lines.append((f"{name}, depth {depth}", *(percent(one) for one in row)))
    bars = (f"{bar:g}" for bar in SLACK_BARS.values())
    return Grid(
        "slack",
        "Median of bound minus truth, points",
        ("rules", *(f"{cover:,} rows or more" for cover in COVERS)),
        (*lines, ("asked for", *bars)) if lines else (),
        ("table", "learner", "depth", "cover", "runs", "slack"),
        tuple((*key, cell.runs, number_or_none(cell.slack)) for key, cell in those.items()),
        (
            "Rules must cover as many rows. What is asked for is about what an even share among "
            "1,500 conditions gives a rule of one condition at an error of 20 %.",
        ),
    )


def _median(those: Mapping[Key, Cell], name: str, depth: int, cover: int) -> float:
    found = [cell.slack for key, cell in those.items() if key[1:] == (name, depth, cover)]
    return float(np.nanmedian(found)) if np.isfinite(found).any() else np.nan


STUDY = Study(
    name="certify",
    title="Do the bounds that rules promise hold where the truth is known?",
    source="Our own study: the yardstick of bounds",
    tables=("noise-200", f"{KNOWN_PREFIX}200", *PERMUTED, f"{KNOWN_PREFIX}20000"),
    trials=1000,
    seconds=2.4,
    run=bounds_and_truth,
    findings=findings,
)
