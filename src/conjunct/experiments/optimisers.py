"""The study `optimisers`: gradient descent, conjugate gradients and Newton on weighted rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from conjunct.experiments.descent import OPTIMISERS
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.optimiser_figure import draw_ways
from conjunct.experiments.optimiser_results import NEAR, Ways, gather
from conjunct.experiments.optimiser_trials import CASES, FAR, ITERATIONS, SPREAD, descend
from conjunct.experiments.published.weld import OPTIMISERS_TEXT, SLIDES
from conjunct.experiments.study import Results, Study
from conjunct.model.notation import count_text

_NOTES = (
    "The regularised logistic loss of the most frequent class against all others, over the rules "
    "of greedy search and an intercept; penalty as in scikit-learn's LogisticRegression with "
    "C = 1.",
    f"Equal units: started at 0. Mixed units: the same loss and the same minimum, each weight in a "
    f"unit of its own between {10**-SPREAD:g} and {10**SPREAD:g}. Far start: equal units, "
    f"started at random weights with a standard deviation of {FAR:g}.",
    f"There: the loss is, and stays, at most {NEAR:g} above the lowest that any of them finds. "
    "Iterations, processor seconds and gap at the end are medians over the trials.",
)


def findings(results: Results) -> Findings:
    """Turn ways down into a table of arrivals and a figure for every table.

    Parameters
    ----------
    results : Results
        Of any number of trials; tables without a trial are left out.
    """
    ways = gather(results)
    if not ways:
        return Findings(summary=("There is no trial yet.",))
    names = dict.fromkeys(one.facts.name for one in ways)
    return Findings(
        summary=tuple(_sentence(ways, case) for case in CASES),
        grids=(_grid(ways),),
        pictures=tuple(_picture([o for o in ways if o.facts.name == name]) for name in names),
    )


def _sentence(ways: Sequence[Ways], case: str) -> str:
    here = [one for one in ways if one.case == case]
    n_trials = sum(len(one.ways) for one in here) // len(OPTIMISERS)
    parts = []
    for optimiser in OPTIMISERS:
        own = [one for one in here if one.optimiser == optimiser]
        arrived = sum(one.arrived for one in own)
        known = [one.iterations for one in own if math.isfinite(one.iterations)]
        steps = f", after {_range(known)} iterations" if known else ""
        parts.append(f"{optimiser} gets there in {arrived} of {n_trials} trials{steps}")
    conditions = _range([one.condition for one in here])
    return f"{case.capitalize()} (condition number {conditions}): {'; '.join(parts)}."


def _range(values: Sequence[float]) -> str:
    low, high = f"{min(values):,.0f}", f"{max(values):,.0f}"
    return low if low == high else f"{low} to {high}"


def _grid(ways: Sequence[Ways]) -> Grid:
    lines, data = [], []
    for one in ways:
        there = math.isfinite(one.iterations)
        lines.append(
            (
                f"{one.facts.name}, {one.case}, {one.optimiser}",
                f"{one.condition:,.0f}",
                f"{one.arrived} of {len(one.ways)}",
                f"{one.iterations:.0f}" if there else "–",
                f"{one.seconds:.4f}" if there else "–",
                f"{one.last_gap:.1e}",
            )
        )
        data.append(
            (
                *(one.facts.name, one.n_rules, one.case, one.optimiser, one.condition),
                *(len(one.ways), one.arrived),
                one.iterations if there else None,
                one.seconds if there else None,
                one.last_gap,
            )
        )
    return Grid(
        name="arrivals",
        title="How fast each optimiser gets to the minimum",
        columns=(
            *("table, case, optimiser", "condition number", "trials there"),
            *("iterations", "seconds", "gap at the end"),
        ),
        lines=tuple(lines),
        data_columns=(
            *("table", "rules", "case", "optimiser", "condition_number", "trials"),
            *("trials_there", "iterations", "seconds", "gap_at_the_end"),
        ),
        data=tuple(data),
        notes=_NOTES,
    )


def _picture(ways: Sequence[Ways]) -> Picture:
    facts, n_rules = ways[0].facts, ways[0].n_rules
    there = {
        case: [o.optimiser for o in ways if o.case == case and math.isfinite(o.iterations)]
        for case in CASES
    }
    said = "; ".join(f"{case}: {', '.join(names) or 'none'}" for case, names in there.items())
    return Picture(
        name=f"ways-{facts.name}",
        title=f"Three ways down the same loss: {facts.name}, {count_text(n_rules, 'rule')}",
        draw=partial(draw_ways, ways=ways),
        size=(10.0, 6.0),
        published=OPTIMISERS_TEXT,
        found=f"A line a trial. In most trials these get within {NEAR:g} of the minimum. {said}.",
    )


STUDY = Study(
    name="optimisers",
    title="Gradient descent, conjugate gradients and Newton's method on weighted rules",
    source=f"{SLIDES}, second part",
    tables=("vote", "hepatitis", "credit-a"),
    trials=5,
    seconds=3.0,
    run=descend,
    findings=findings,
    settings={"iterations": ITERATIONS},
)
