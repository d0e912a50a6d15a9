"""The study `meta`: learned and classic heuristics on tables that nothing was learned from."""

from __future__ import annotations

from functools import partial

from conjunct.experiments.findings import Findings, Picture
from conjunct.experiments.isometric_bend import bend_of
from conjunct.experiments.judging import LEAST, too_few
from conjunct.experiments.margin import margin_over_seeds, margin_over_tables
from conjunct.experiments.meta_figure import (
    PUBLISHED_SHOWN,
    SHOWN,
    draw_isometrics,
    draw_outcomes,
)
from conjunct.experiments.meta_grids import (
    by_table_grid,
    final_grid,
    length_grid,
    table_2,
    table_3,
)
from conjunct.experiments.meta_heuristics import (
    CLASSIC,
    LEARNED,
    compared_heuristic,
    heuristics_digest,
    learned_heuristic,
)
from conjunct.experiments.meta_results import HeuristicComparison, compared, published_order
from conjunct.experiments.meta_tables import EVALUATION_TABLES
from conjunct.experiments.meta_trials import compare_heuristics
from conjunct.experiments.published.janssen2007 import (
    CORRELATION_TEXT,
    FIGURE_1_SPACE,
    FIGURE_1_TEXT,
    FOLDS,
    FORMULA,
    PAPER,
)
from conjunct.experiments.study import Results, Study
from conjunct.model.notation import count_text
from conjunct.types import Floats


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
        summary=(*_order(found), *_best(found), *_formulas()),
        grids=(
            *(table_2(found), table_3(found), final_grid(found)),
            *(length_grid(found), by_table_grid(found)),
        ),
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


def _best(found: HeuristicComparison) -> list[str]:
    classic, learned = found.best(CLASSIC), "learned"
    duel = found.duel(learned, classic)
    others = [name for name in LEARNED if name != learned]
    return [
        f"Shipped: {_listed(found, [learned])}. Best classic one: {_listed(found, [classic])}. "
        f"Best of the other learned ones: {_listed(found, [found.best(others)])}.",
        f"Shipped against {classic}: more accurate on {duel.wins} tables, less on {duel.losses}. "
        f"{_margin_text(found.differences(learned, classic))}",
    ]


def _margin_text(differences: list[Floats]) -> str:
    """Say how large the difference is, and whether the tables can tell it from nothing."""
    margin = margin_over_tables(differences)
    if margin is None or len(differences) < LEAST:
        return too_few("tables")
    clear = "clear" if margin.is_clear else "not clear"
    text = f"Over the tables {margin}: the sign is {clear}."
    seeds = margin_over_seeds(differences)
    return text if seeds is None else f"{text} Over the seeds, on these tables, {seeds}."


def _listed(found: HeuristicComparison, names: list[str]) -> str:
    outcomes = [(name, found.of(name)) for name in names]
    return ", ".join(
        f"{name} {one.accuracy:.2f} % ({one.conditions:.1f})" for name, one in outcomes
    )


def _formulas() -> list[str]:
    linear, shipped = (learned_heuristic(name) for name in ("precision-linear", "learned"))
    assert linear.training is not None
    return [
        f"precision-linear in this run, learned from {linear.training.examples:,} rules of "
        f"{len(linear.training.tables)} other tables: {linear.formula()}.",
        f"Published (section 5.1): {FORMULA}.",
        f"Shipped: {shipped.formula()}, where σ is the logistic function.",
    ]


def _figure_1() -> Picture:
    positives, negatives = FIGURE_1_SPACE
    return Picture(
        name="figure-1",
        title=f"Figure 1: learned heuristics over {negatives} x {positives} rows",
        draw=draw_isometrics,
        size=(12.0, 4.6),
        published=f"{FIGURE_1_TEXT} {CORRELATION_TEXT}",
        found=f"{_bends()} Positives go up, negatives to the right; height and colour are the "
        "score, the lines on the floor join equal scores.",
    )


def _bends() -> str:
    """Say how the isometrics of Figure 1 bend, and those of correlation."""
    bends = {name: bend_of(compared_heuristic(name), *FIGURE_1_SPACE) for name in SHOWN}
    by_letter = (
        f"({letter}) {bend.curvature:+.2f} ({bend.to_negatives:.0%})".replace("-", "−")
        for letter, bend in zip("abc", bends.values(), strict=True)
    )
    known = bend_of(compared_heuristic("correlation"), *FIGURE_1_SPACE)
    agrees = all(bends[name].curvature > 0 for name in PUBLISHED_SHOWN)
    return (
        "Mean curvature of the lines above the diagonal, positive towards the N-axis, and in "
        f"brackets the share of counts where they bend that way: {', '.join(by_letter)}; "
        f"correlation {known.curvature:+.2f} ({known.to_negatives:.0%}); precision and WRA are "
        f"straight. (a) and (b) {'both bend' if agrees else 'do not both bend'} as published."
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
    seconds=500.0,
    run=compare_heuristics,
    findings=findings,
    settings={"folds": FOLDS, "heuristics": heuristics_digest()},
)
