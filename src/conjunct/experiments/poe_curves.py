"""The study `poe-curves`: what choosing the best of m hypotheses does, Figures 2 and 3.

Nothing is learned: all follows from the number of rows n and the number of errors e. For a table
these are its rows and those outside its most frequent class, the errors of the rule without
conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import betainc, gammaln, xlog1py, xlogy

from conjunct.choose.poe import poe_error
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.experiments.figures import draw_legend
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.published.domingos1998 import (
    FIGURE_2_TEXT,
    FIGURES,
    PAPER,
    SECTION_2,
)
from conjunct.experiments.study import Results, Row, Study, Trial
from conjunct.plots.style import COLORS, INK
from conjunct.types import Floats

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POWERS = (1, 2, 5, 10, 100, 1000)
"""Of B; the copy of the paper at hand does not say which its figures show."""

MAGNIFIED = 5
"""Times b is drawn too high, as in the paper."""

Sample = tuple[int, int]
"""Rows and errors."""


def more_errors(e: int, n: int, rate: Floats) -> Floats:
    """Return B(e|n, ε), the probability of more than e errors in n rows (equation 2).

    Examples
    --------
    >>> more_errors(0, 2, np.array([0.5])).tolist()  # 1 - 0.5 ** 2
    [0.75]
    """
    tail: Floats = np.asarray(betainc(e + 1, n - e, rate))
    return tail


def exactly(e: int, n: int, rate: Floats) -> Floats:
    """Return b(e|n, ε), the probability of e errors in n rows (equation 1).

    Examples
    --------
    >>> exactly(1, 2, np.array([0.5])).round(12).tolist()
    [0.5]
    """
    choices = gammaln(n + 1) - gammaln(e + 1) - gammaln(n - e + 1)
    probability: Floats = np.exp(choices + xlogy(e, rate) + xlog1py(n - e, -rate))
    return probability


def expected_errors(table: Table, trial: Trial) -> list[Row]:
    """Return the expected error of the best of m hypotheses for several m.

    Parameters
    ----------
    table : Table
        Its rows and its rows outside the most frequent class are n and e.
    trial : Trial
        Not used: nothing is random.

    Examples
    --------
    >>> from conjunct.experiments.made_tables import made_table
    >>> rows = expected_errors(made_table("half-wrong-50"), Trial("half-wrong-50", 0, 0))
    >>> [round(row["expected"], 3) for row in rows if row["m"] in (1, 10)]
    [0.5, 0.605]
    """
    if table.target is None:
        raise DataError(f"{trial.table} has no target; read it with one to count errors")
    n = table.n_rows
    e = n - int(np.bincount(table.target.values).max())
    expected = poe_error(n, e, POWERS).tolist()
    return [
        {"n": n, "e": e, "m": m, "expected": error}
        for m, error in zip(POWERS, expected, strict=True)
    ]


def findings(results: Results) -> Findings:
    """Draw the curves of every n and e, and hold the formula against the paper's two numbers.

    Parameters
    ----------
    results : Results
        All trials of a table are the same.
    """
    rows = [trials[0] for trials in results.rows.values() if trials]
    if not rows:
        return Findings(summary=("There is no trial yet.",))
    return Findings(
        summary=(_sentence(),),
        grids=(_section_2(), _expected_grid(rows)),
        pictures=tuple(_picture((int(one[0]["n"] or 0), int(one[0]["e"] or 0))) for one in rows),
    )


def _ours() -> list[float]:
    return [float(poe_error(one.n, one.e, one.m)) for one in SECTION_2]


def _sentence() -> str:
    first, second = SECTION_2
    single, better = _ours()
    return (
        f"One hypothesis with {first.e} errors in {first.n} rows has an expected error of "
        f"{single:.4f} (published {first.expected}), the better of two with {second.e} errors one "
        f"of {better:.4f} (published {second.expected}): fewer errors, yet expected to err more."
    )


def _section_2() -> Grid:
    data = tuple((*example, ours) for example, ours in zip(SECTION_2, _ours(), strict=True))
    return Grid(
        name="section-2",
        title="Expected error of the best of m hypotheses: the example of section 2",
        columns=("m", "rows n", "errors e", "expected error", "published"),
        lines=tuple(
            (str(m), str(n), str(e), f"{ours:.4f}", f"({theirs})") for n, e, m, theirs, ours in data
        ),
        data_columns=("n", "e", "m", "published", "expected"),
        data=data,
    )


def _expected_grid(samples: Sequence[Sequence[Row]]) -> Grid:
    return Grid(
        name="expected",
        title="Expected error of the best of m hypotheses",
        columns=("rows and errors", *(f"m = {m:,}" for m in POWERS)),
        lines=tuple(
            (f"n = {rows[0]['n']}, e = {rows[0]['e']}", *(f"{row['expected']:.4f}" for row in rows))
            for rows in samples
        ),
        data_columns=("n", "e", "m", "expected"),
        data=tuple(
            (row["n"], row["e"], row["m"], row["expected"]) for rows in samples for row in rows
        ),
        notes=("Uniform prior, independent hypotheses (equation 8).",),
    )


def _picture(sample: Sample) -> Picture:
    n, e = sample
    halfway = [_crossing(sample, m) for m in (POWERS[0], POWERS[-1])]
    figure = FIGURES.get(n) if 2 * e == n else None
    return Picture(
        name=f"curves-{n}-{e}",
        title=f"{f'{figure}: ' if figure else ''}b and powers of B for n = {n}, e = {e}",
        draw=partial(_draw, sample=sample),
        size=(6.4, 4.0),
        published=FIGURE_2_TEXT if figure else "",
        found=f"B reaches one half at an error of {halfway[0]:.3f}, its power of {POWERS[-1]:,} at "
        f"{halfway[1]:.3f}.",
    )


def _crossing(sample: Sample, m: int) -> float:
    """Return the error at which B to the power of m is one half."""
    n, e = sample
    rates = np.linspace(0.0, 1.0, 10_001)
    return float(np.interp(0.5, more_errors(e, n, rates) ** m, rates))


def _draw(figure: Figure, sample: Sample) -> None:
    n, e = sample
    rates = np.linspace(0.0, 1.0, 501)
    axes = figure.subplots()
    axes.plot(rates, MAGNIFIED * exactly(e, n, rates), "--", color=INK, label=f"{MAGNIFIED} b")
    for m, color in zip(POWERS, COLORS, strict=False):
        label = "B" if m == 1 else f"B to the power of {m:,}"
        axes.plot(rates, more_errors(e, n, rates) ** m, color=color, label=label)
    axes.set_xlabel("true error ε")
    axes.set_ylabel("probability")
    axes.spines[["top", "right"]].set_visible(False)
    draw_legend(figure)


STUDY = Study(
    name="poe-curves",
    title="The best of m hypotheses: b and powers of B (Figures 2 and 3)",
    source=f"{PAPER}, section 2",
    tables=tuple(f"half-wrong-{n}" for n in FIGURES),
    trials=1,
    seconds=0.01,
    run=expected_errors,
    findings=findings,
)
