"""The study `poe-curves`: what choosing the best of m hypotheses does, Figures 2 and 3.

Nothing is learned: all follows from the number of rows n and the number of errors e. For a table
these are its rows and those outside its most frequent class, the errors of the rule without
conditions.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from scipy.special import betainc, gammaln, xlog1py, xlogy

from conjunct.choose.poe import poe_error
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.experiments.figures import draw_panels
from conjunct.experiments.findings import Findings, Picture, grid, wide_grid
from conjunct.experiments.panels import Curve, Panel
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results, Row, Study, Trial
from conjunct.plots.style import COLORS, INK
from conjunct.types import Floats

PAPER = paper("domingos1998")
POWERS = (1, 2, 5, 10, 100, 1000)
"""Of B; the copy of the paper at hand does not say which its figures show."""

MAGNIFIED = 5
"""Times b is drawn too high, as in the paper."""


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
    """Draw the curves of every n and e, and hold the formula against the paper's two numbers."""
    samples = [trials[0] for trials in results.rows.values() if trials]
    if not samples:
        return Findings(summary=("There is no trial yet.",))
    names = ("n", "e", "m", "published")
    examples = [dict(zip(names, one, strict=True)) for one in PAPER["section_2"]]
    for one in examples:
        one["expected"] = float(poe_error(one["n"], one["e"], one["m"]))
    first, second = examples
    section_2 = grid(
        "section-2",
        "Expected error of the best of m hypotheses: the example of section 2",
        {
            "m": "{m}",
            "rows n": "{n}",
            "errors e": "{e}",
            "expected error": "{expected:.4f}",
            "published": "({published})",
        },
        examples,
    )
    expected = wide_grid(
        "expected",
        "Expected error of the best of m hypotheses",
        "rows and errors",
        "m",
        {"n = {n}, e = {e}": "{expected:.4f}"},
        [row for rows in samples for row in rows],
        ("Uniform prior, independent hypotheses (equation 8).",),
        head="m = {:,}",
    )
    return Findings(
        summary=(
            f"One hypothesis with {first['e']} errors in {first['n']} rows has an expected error "
            f"of {first['expected']:.4f} (published {first['published']}), the better of two with "
            f"{second['e']} errors one of {second['expected']:.4f} (published "
            f"{second['published']}): fewer errors, yet expected to err more.",
        ),
        grids=(section_2, expected),
        pictures=tuple(_picture(int(one[0]["n"] or 0), int(one[0]["e"] or 0)) for one in samples),
    )


def _picture(n: int, e: int) -> Picture:
    halfway = [_crossing(n, e, m) for m in (POWERS[0], POWERS[-1])]
    figure = PAPER["figures"].get(str(n)) if 2 * e == n else None
    rates = np.linspace(0.0, 1.0, 501)
    curves = [
        Curve(
            f"{MAGNIFIED} b",
            rates.tolist(),
            (MAGNIFIED * exactly(e, n, rates)).tolist(),
            style="dashed",
            color=INK,
            dots=False,
        )
    ]
    for m, color in zip(POWERS, COLORS, strict=False):
        label = "B" if m == 1 else f"B to the power of {m:,}"
        height = (more_errors(e, n, rates) ** m).tolist()
        curves.append(Curve(label, rates.tolist(), height, color=color, dots=False))
    panel = Panel("", curves, (), "true error ε", "probability", "linear")
    return Picture(
        f"curves-{n}-{e}",
        f"{f'{figure}: ' if figure else ''}b and powers of B for n = {n}, e = {e}",
        partial(draw_panels, panels=[panel], columns=1),
        (6.4, 4.0),
        PAPER["figure_2_text"] if figure else "",
        f"B reaches one half at an error of {halfway[0]:.3f}, its power of {POWERS[-1]:,} at "
        f"{halfway[1]:.3f}.",
    )


def _crossing(n: int, e: int, m: int) -> float:
    """Return the error at which B to the power of m is one half."""
    rates = np.linspace(0.0, 1.0, 10_001)
    return float(np.interp(0.5, more_errors(e, n, rates) ** m, rates))


STUDY = Study(
    name="poe-curves",
    title="The best of m hypotheses: b and powers of B (Figures 2 and 3)",
    source=f"{PAPER['paper']}, section 2",
    tables=tuple(f"half-wrong-{n}" for n in PAPER["figures"]),
    trials=1,
    seconds=0.01,
    run=expected_errors,
    findings=findings,
)
