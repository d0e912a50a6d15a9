"""The study `poe`: CN2 against CN2 with process-oriented evaluation, Table 1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from statistics import median

from conjunct.evaluate import sign_test
from conjunct.experiments.findings import Findings, Picture
from conjunct.experiments.poe_figure import SHOWN, draw_savings
from conjunct.experiments.poe_readings import QUESTIONS, VIEWS, by_reading_grid, question_grid
from conjunct.experiments.poe_results import MEASURES, TableEndings, gather, over_tables, tally
from conjunct.experiments.poe_table_1 import KINDS, table_1
from conjunct.experiments.poe_trials import RATES, PoeLearner, Reading, compare_endings
from conjunct.experiments.published.domingos1998 import (
    LISTED,
    LOWER_ERROR,
    PAPER,
    SIMPLER,
    TABLE_1_TEXT,
    TABLES,
    TRIALS,
)
from conjunct.experiments.study import Results, Study
from conjunct.model.notation import count_text

FORMS: dict[Reading, int] = {"m_estimate": 15, "product": 14, "dependent": 12}
"""The default reading by different equations of the paper."""

FAR = 3.0
"""Points between our error of plain CN2 and the published one beyond which a table is named."""

CN2 = PoeLearner(False, None)

OWN: Reading = "combinations"
"""Our own account of what was tried."""


def findings(results: Results) -> Findings:
    """Turn trials into Table 1 and into a comparison of the readings of POE.

    Parameters
    ----------
    results : Results
        Of any number of trials; tables without a trial are left out.
    """
    tables = gather(results)
    if not tables:
        return Findings(summary=("There is no trial yet.",))
    return Findings(
        summary=tuple(_summary(tables)),
        grids=(
            *(table_1(ordered, tables) for ordered in KINDS),
            *(question_grid(question, tables) for question in QUESTIONS),
            *(by_reading_grid(view, tables) for view in VIEWS),
        ),
        pictures=(_picture(tables),),
    )


def _summary(tables: Sequence[TableEndings]) -> list[str]:
    sentences = [
        sentence
        for ordered in KINDS
        for sentence in (_kind_sentence(tables, ordered), _forms_sentence(tables, ordered))
    ]
    known = [table for table in tables if table.published]
    if not known:
        return sentences
    worse = len(TABLES) - LOWER_ERROR
    return [
        *sentences,
        f"Published: lower error on {LOWER_ERROR} of {len(TABLES)} and simpler on {SIMPLER}. The "
        f"paper calls that significant at the 4 % level; the two-tailed sign test of "
        f"{LOWER_ERROR} against {worse} gives p = {sign_test(LOWER_ERROR, worse):.2f}.",
        *_difference_sentence(known),
        *_deviation_sentence(known),
    ]


def _kind_sentence(tables: Sequence[TableEndings], ordered: bool) -> str:
    readings = []
    for reading in (*RATES, OWN):
        errors = tally(tables, "error", ordered, reading)
        sizes = tally(tables, "conditions", ordered, reading)
        readings.append(
            f"{errors.better} (higher on {errors.worse}, {errors.p_text}, simpler on "
            f"{sizes.better}) with the reading {reading}"
        )
    return (
        f"With {KINDS[ordered]} rules, CN2-POE has a lower error than CN2 on this many of "
        f"{count_text(len(tables), 'table')}: {'; '.join(readings)}."
    )


def _forms_sentence(tables: Sequence[TableEndings], ordered: bool) -> str:
    """Say what each equation comes to on average over the tables."""
    parts = []
    for reading, equation in FORMS.items():
        error, size = (
            over_tables(tables, measure, PoeLearner(ordered, reading)) for measure in MEASURES
        )
        parts.append(f"{error:.2f} % and {size:.1f} by equation {equation}")
    return (
        f"Average error and size of the {KINDS[ordered]} rules with the reading {RATES[0]}: "
        f"{', '.join(parts)}."
    )


def _difference_sentence(known: Sequence[TableEndings]) -> list[str]:
    """Say in one sentence where the run and the paper differ; nothing for some of its tables."""
    if len(known) < len(TABLES):
        return []
    kinds = [
        f"{errors.better} tables (simpler on {sizes.better}) with {kind} rules"
        for ordered, kind in KINDS.items()
        for errors, sizes in [(tally(known, one, ordered, RATES[0]) for one in MEASURES)]
        if (errors.better, sizes.better) != (LOWER_ERROR, SIMPLER)
    ]
    far = [
        f"{table.facts.name} ({ours:.1f}, not {theirs:.1f})"
        for table in known
        if table.published
        for ours, theirs in [(table.spread("error", CN2).mean, table.published.error.mean)]
        if abs(ours - theirs) > FAR
    ]
    parts = [f"CN2-POE errs less than CN2 on {' and on '.join(kinds)}"] * bool(kinds)
    if far:
        parts.append(f"unordered CN2 itself is over {FAR:g} points off on {', '.join(far)}")
    return [f"This differs from the paper: {'; '.join(parts)}."] if parts else []


def _deviation_sentence(known: Sequence[TableEndings]) -> list[str]:
    """Compare the spread of our errors with what the paper prints after its ±."""
    ratios = [
        table.spread("error", CN2).deviation / table.published.error.deviation
        for table in known
        if table.published and table.n_trials > 1
    ]
    if not ratios:
        return []
    return [
        f"The standard deviation of CN2's error over our trials is {median(ratios):.1f} times the "
        f"published one (median over the tables); a standard deviation of the average of "
        f"{TRIALS} trials would be {math.sqrt(TRIALS):.1f} times smaller than that of one."
    ]


def _picture(tables: Sequence[TableEndings]) -> Picture:
    both = [
        f"{_better_in_both(tables, ordered, reading)} with {kind} rules (reading {reading})"
        for ordered, kind in KINDS.items()
        for reading in SHOWN
    ]
    key = ", ".join(f"{number} {table.facts.name}" for number, table in enumerate(tables, start=1))
    return Picture(
        name="savings",
        title="Errors saved by CN2-POE against the size of its theories",
        draw=partial(draw_savings, tables=tables),
        size=(10.0, 5.4),
        published=TABLE_1_TEXT if any(table.published for table in tables) else "",
        found=f"Up and to the left is better. Of {count_text(len(tables), 'table')}, both error "
        f"and size are lower on {', '.join(both)}. Tables: {key}.",
    )


def _better_in_both(tables: Sequence[TableEndings], ordered: bool, reading: Reading) -> int:
    return sum(
        float(table.saved(ordered, reading).mean()) > 0
        and (table.size_ratio(ordered, reading) or math.inf) < 1
        for table in tables
    )


STUDY = Study(
    name="poe",
    title="CN2 with and without process-oriented evaluation (Table 1)",
    source=f"{PAPER}, section 4, Table 1",
    tables=TABLES,
    trials=TRIALS,
    seconds=27.0,
    run=compare_endings,
    findings=findings,
    listed=LISTED,
)
