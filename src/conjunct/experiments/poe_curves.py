"""The study `poe-curves`: what choosing the best of m hypotheses does, Figures 2 and 3.

Nothing is learned: all follows from the number of rows n and the number of errors e. For a table
these are its rows and those outside its most frequent class, the errors of the rule without
conditions.
"""

from __future__ import annotations

import numpy as np
from scipy.stats import binom

from conjunct.choose.poe import poe_error
from conjunct.data import Table
from conjunct.experiments.figures import Curve, Panel, drawing
from conjunct.experiments.findings import Findings, Picture, words_of
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import paper, target_of
from conjunct.experiments.trial import Row, Trial
from conjunct.plots.style import COLORS, INK

WORDS, PAPER = words_of("poe-curves"), paper("domingos1998")
POWERS = (1, 2, 5, 10, 100, 1000)
"""Of B; the copy of the paper at hand does not say which its figures show."""

MAGNIFIED = 5  # times b is drawn too high, as in the paper


def expected_errors(table: Table, trial: Trial) -> list[Row]:
    """Return the expected error of the best of m hypotheses for several m; nothing is random."""
    n = table.n_rows
    e = n - int(np.bincount(target_of(table).values).max())
    expected = poe_error(n, e, POWERS).tolist()
    return [
        {"n": n, "e": e, "m": m, "expected": error}
        for m, error in zip(POWERS, expected, strict=True)
    ]


def findings(results: Results) -> Findings:
    """Draw the curves of every n and e, and hold the formula against the paper's two numbers."""
    samples = [trials[0] for trials in results.rows.values() if trials]
    examples = [
        {"n": n, "e": e, "m": m, "published": published, "expected": float(poe_error(n, e, m))}
        for n, e, m, published in PAPER["section_2"]
    ]
    first, second = examples
    better = {f"better_{name}": value for name, value in second.items()}
    rows = [row for rows in samples for row in rows]
    return Findings(
        (WORDS.say("section_2", {**first, **better}),),
        (WORDS.grid("section-2", examples), WORDS.grid("expected", rows)),
        tuple(_picture(int(one[0]["n"] or 0), int(one[0]["e"] or 0)) for one in samples),
    )


def _picture(n: int, e: int) -> Picture:
    """Draw b and powers of B over the true error (equations 1 and 2).

    b is the probability of e errors in n rows, B that of more than e errors.
    """
    figure = PAPER["figures"].get(str(n)) if 2 * e == n else None
    rates = np.linspace(0.0, 1.0, 501)
    x, b = rates.tolist(), np.asarray(MAGNIFIED * binom.pmf(e, n, rates)).tolist()
    lines = [Curve(f"{MAGNIFIED} b", x, b, style="dashed", color=INK, dots=False)]
    for m, color in zip(POWERS, COLORS, strict=False):
        label = "B" if m == 1 else f"B to the power of {m:,}"
        height = np.asarray(binom.sf(e, n, rates) ** m).tolist()
        lines.append(Curve(label, x, height, color=color, dots=False))
    panel = Panel("", lines, "true error ε", "probability")
    halfway = {"first": _crossing(n, e, POWERS[0]), "last": _crossing(n, e, POWERS[-1])}
    text = {"figure": f"{figure}: ", "text": PAPER["figure_2_text"]}
    said = text if figure else dict.fromkeys(text, "")
    facts = {"n": n, "e": e, "power": POWERS[-1], **halfway, **said}
    return WORDS.picture("curves", drawing([panel], 1, (6.4, 4.0)), facts, f"curves-{n}-{e}")


def _crossing(n: int, e: int, m: int) -> float:
    """Return the error at which B to the power of m is one half."""
    rates = np.linspace(0.0, 1.0, 10_001)
    return float(np.interp(0.5, binom.sf(e, n, rates) ** m, rates))


STUDY = make_study("poe-curves", expected_errors, findings)
