"""The study `meta`: learned and classic heuristics on tables that nothing was learned from."""

from __future__ import annotations

from functools import partial

from conjunct.experiments.findings import Findings, Picture
from conjunct.experiments.meta_figure import draw_isometrics, draw_outcomes
from conjunct.experiments.meta_grids import by_table_grid, final_grid, table_2, table_3
from conjunct.experiments.meta_heuristics import (
    CLASSIC,
    LEARNED,
    heuristics_digest,
    learned_heuristic,
)
from conjunct.experiments.meta_results import HeuristicComparison, compared, published_order
from conjunct.experiments.meta_tables import EVALUATION_TABLES
from conjunct.experiments.meta_trials import compare_heuristics
from conjunct.experiments.published.janssen2007 import (
    FIGURE_1_SPACE,
    FIGURE_1_TEXT,
    FOLDS,
    FORMULA,
    PAPER,
)
from conjunct.experiments.study import Results, Study
from conjunct.model.notation import count_text


def findings(results: Results) -> Findings:
    """Turn trials into Tables 2 and 3, section 5.3 and Figure 1.

    Parameters
    ----------
    results : Results
        Of any number of trials; tables without a trial are left out.
    """
    found = compared(results)
    if found is None:
        return Findings(summary=("There is no trial yet.",))
    return Findings(
        summary=(*_order(found), _best(found), *_formulas()),
        grids=(table_2(found), table_3(found), final_grid(found), by_table_grid(found)),
        pictures=(_figure_1(), _outcomes(found)),
    )


def _order(found: HeuristicComparison) -> list[str]:
    right, pairs = found.pairs_as_published()
    return [
        f"Classic heuristics by mean accuracy over {count_text(len(found.tables), 'table')}: "
        f"{_listed(found, found.order())}.",
        f"Published order: {', '.join(published_order())}; {right} of {pairs} pairs come out in "
        "that order.",
    ]


def _best(found: HeuristicComparison) -> str:
    classic, learned = found.best(CLASSIC), "learned"
    ours, theirs, duel = found.of(learned), found.of(classic), found.duel(learned, classic)
    others = [name for name in LEARNED if name != learned]
    return (
        f"The shipped learned heuristic has {ours.accuracy:.2f} % with {ours.conditions:.1f} "
        f"conditions, the best classic one, {classic}, {theirs.accuracy:.2f} % with "
        f"{theirs.conditions:.1f}: {ours.accuracy - theirs.accuracy:+.2f} points, better on "
        f"{duel.wins} tables and worse on {duel.losses} (sign test p = {duel.p_value:.3f}). "
        f"Of the other learned ones the best is {_listed(found, [found.best(others)])}."
    )


def _listed(found: HeuristicComparison, names: list[str]) -> str:
    outcomes = [(name, found.of(name)) for name in names]
    return ", ".join(
        f"{name} {one.accuracy:.2f} % ({one.conditions:.1f})" for name, one in outcomes
    )


def _formulas() -> list[str]:
    return [
        f"Learned by linear regression: {learned_heuristic('precision-linear').formula()}.",
        f"Published (section 5.1): {FORMULA}.",
        f"As shipped: {learned_heuristic('learned').formula()}, where σ is the logistic function.",
    ]


def _figure_1() -> Picture:
    positives, negatives = FIGURE_1_SPACE
    return Picture(
        name="figure-1",
        title=f"Figure 1: learned heuristics over {negatives} x {positives} rows",
        draw=draw_isometrics,
        size=(12.0, 4.6),
        published=FIGURE_1_TEXT,
        found="Positives go up, negatives to the right; height and colour are the score, the lines "
        "on the floor join equal scores.",
    )


def _outcomes(found: HeuristicComparison) -> Picture:
    best = found.best(LEARNED)
    return Picture(
        name="outcomes",
        title="Accuracy against size of the theories",
        draw=partial(draw_outcomes, found=found),
        size=(8.0, 5.2),
        published="“In terms of theory complexity it seems that about 50 conditions in average are "
        "necessary to obtain an accurate classifier.”",
        found=f"Up and to the left is better. The most accurate learned heuristic is {best}.",
    )


STUDY = Study(
    name="meta",
    title="Learned heuristics against classic ones (Tables 2 and 3)",
    source=f"{PAPER}, section 5",
    tables=EVALUATION_TABLES,
    trials=1,
    seconds=350.0,
    run=compare_heuristics,
    findings=findings,
    settings={"folds": FOLDS, "heuristics": heuristics_digest()},
)
