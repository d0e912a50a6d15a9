"""The study `optimisers`: gradient descent, conjugate gradients and Newton on weighted rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.optimiser_figure import draw_ways
from conjunct.experiments.optimiser_results import NEAR, Ways, gather
from conjunct.experiments.optimiser_trials import (
    CASES,
    DIGITS,
    FAR,
    IN_DIGITS,
    ITERATIONS,
    ONE_WEIGHT,
    SPREAD,
    descend,
)
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
    "Parabola: the quadratic function that fits the loss in mixed units at its minimum, started at "
    f"0. With {DIGITS} digits in place of 16 there are no more steps than weights.",
    "One weight: Newton's method in one dimension for the intercept alone, whose minimum is the "
    f"log odds of the class, started at 0 and, far, at {max(ONE_WEIGHT.values()):g}.",
    "Line searches are exact: they end where the slope along the direction is 0.",
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
        summary=(
            *(_sentence(ways, case) for case in dict.fromkeys(one.case for one in ways)),
            *_steps_sentences(ways),
        ),
        grids=(_grid(ways), *_one_weight_grids(ways)),
        pictures=tuple(
            _picture([one for one in ways if one.facts.name == name and one.case in CASES])
            for name in names
        ),
    )


def _steps_sentences(ways: Sequence[Ways]) -> list[str]:
    """Say whether n steps are enough for n weights, with hardly any rounding and with the usual."""
    digits = [one for one in ways if one.optimiser == IN_DIGITS]
    if not digits:
        return []
    worst = max(float(way.gap[-1]) for one in digits for way in one.ways)
    usual = [o for o in ways if (o.case, o.optimiser) == ("parabola", "conjugate gradient")]
    steps = [one.iterations for one in usual if math.isfinite(one.iterations)]
    needed = f"they need {_range(steps)} steps" if steps else "they do not get there"
    enough = "are enough" if worst <= NEAR else "are not enough"
    return [
        "The slides say that conjugate gradients are exact after n steps on a quadratic function "
        f"of n weights, but for rounding. With {DIGITS} digits n steps {enough} for "
        f"{_range([one.n_rules + 1 for one in digits])} weights: the largest gap after them is "
        f"{worst:.0e}. With 16 digits, in units as mixed as these, {needed} to get within {NEAR:g}."
    ]


def _one_weight_grids(ways: Sequence[Ways]) -> list[Grid]:
    """Return the gap after each step of Newton's method in one dimension."""
    own = [one for one in ways if one.case in ONE_WEIGHT]
    if not own:
        return []
    longest = max(len(one.ways[0].gap) for one in own)
    lines, data = [], []
    for one in own:
        gaps = one.ways[0].gap.tolist()
        cells = [f"{gap:.1e}" for gap in gaps] + [""] * (longest - len(gaps))
        lines.append((f"{one.facts.name}, {one.case}", *cells))
        data += [(one.facts.name, one.case, step, gap) for step, gap in enumerate(gaps)]
    return [
        Grid(
            name="one-weight",
            title="Newton's method in one dimension: loss above the minimum after each step",
            columns=("table, start", *(str(step) for step in range(longest))),
            lines=tuple(lines),
            data_columns=("table", "case", "step", "gap"),
            data=tuple(data),
            notes=("Near the minimum each step doubles the number of right digits.",),
        )
    ]


def _sentence(ways: Sequence[Ways], case: str) -> str:
    here = [one for one in ways if one.case == case]
    parts = []
    for optimiser in dict.fromkeys(one.optimiser for one in here):
        own = [one for one in here if one.optimiser == optimiser]
        arrived, n_trials = sum(one.arrived for one in own), sum(len(one.ways) for one in own)
        known = [one.iterations for one in own if math.isfinite(one.iterations)]
        noun = "iteration" if known and _range(known) == "1" else "iterations"
        steps = f", after {_range(known)} {noun}" if known else ""
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
        size=(13.0, 6.0),
        published=OPTIMISERS_TEXT,
        found=f"A line a trial. In most trials these get within {NEAR:g} of the minimum. {said}.",
    )


STUDY = Study(
    name="optimisers",
    title="Gradient descent, conjugate gradients and Newton's method on weighted rules",
    source=f"{SLIDES}, second part",
    tables=("vote", "hepatitis", "credit-a"),
    trials=5,
    seconds=3.7,
    run=descend,
    findings=findings,
    settings={"iterations": ITERATIONS},
)
