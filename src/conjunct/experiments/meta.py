"""The study `meta`: learned and classic heuristics on tables that nothing was learned from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from conjunct.experiments.figures import draw_points
from conjunct.experiments.findings import Findings, Picture
from conjunct.experiments.isometric_bend import bend_of
from conjunct.experiments.judging import LEAST, too_few
from conjunct.experiments.margin import margin_over_seeds, margin_over_tables
from conjunct.experiments.meta_heuristics import (
    CLASSIC,
    COVERAGE,
    FINAL,
    LEARNED,
    NETWORK_COVERAGE,
    compared_heuristic,
    heuristics_digest,
    learned_heuristic,
)
from conjunct.experiments.meta_results import (
    PAPER,
    HeuristicComparison,
    compared,
    meta_grids,
    published_order,
)
from conjunct.experiments.meta_tables import EVALUATION_TABLES
from conjunct.experiments.meta_trials import compare_heuristics
from conjunct.experiments.panels import Dots, PointPanel
from conjunct.experiments.study import Results, Study
from conjunct.model.notation import count_text
from conjunct.plots import CoverageSpaceDisplay
from conjunct.plots.style import BLUE, GREY, ORANGE, SKY, VERMILION
from conjunct.types import Floats

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SHOWN = {
    "final-linear-4": "(a) linear regression, final rule",
    "final-mlp-1": "(b) network of one node, final rule",
    "learned": "(c) as shipped",
}
"""Heuristics of our Figure 1; the paper shows the first two."""

SPACE: tuple[int, int] = tuple(PAPER["figure_1_space"])
GROUPS = (
    ("classic", CLASSIC, BLUE, "o"),
    ("coverage predicted by a line", COVERAGE, GREY, "s"),
    ("coverage predicted by a network", NETWORK_COVERAGE, SKY, "v"),
    ("learned: precision of the rule", tuple(PAPER["table_2"]), ORANGE, "^"),
    ("learned: precision of the final rule", FINAL, VERMILION, "D"),
)
"""Label, heuristics, colour and marker."""

_LEAST = 2
"""Conditions below which no point is drawn."""


def findings(results: Results) -> Findings:
    """Turn trials into Tables 2 and 3, section 5.3 and Figure 1."""
    found = compared(results)
    if found is None:
        return Findings(summary=("There is no trial yet.",))
    return Findings(
        summary=(*_order(found), *_best(found), *_formulas()),
        grids=meta_grids(found),
        pictures=(_figure_1(), _outcomes(found)),
    )


def _order(found: HeuristicComparison) -> list[str]:
    right, pairs = found.pairs_as_published()
    order = sorted(CLASSIC, key=lambda name: -found.of(name)[0])
    return [
        f"Classic heuristics by mean accuracy over {count_text(len(found.trials), 'table')}: "
        f"{_listed(found, order)}.",
        f"Published order: {', '.join(published_order())}; {right} of {pairs} pairs come out in "
        "that order.",
    ]


def _best(found: HeuristicComparison) -> list[str]:
    classic, learned = found.best(CLASSIC), "learned"
    wins, losses = found.duel(learned, classic)
    others = [name for name in LEARNED if name != learned]
    pairs = zip(found.accuracies(learned), found.accuracies(classic), strict=True)
    return [
        f"Shipped: {_listed(found, [learned])}. Best classic one: {_listed(found, [classic])}. "
        f"Best of the other learned ones: {_listed(found, [found.best(others)])}.",
        f"Shipped against {classic}: more accurate on {wins} tables, less on {losses}. "
        f"{_margin_text([ours - theirs for ours, theirs in pairs])}",
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


def _listed(found: HeuristicComparison, names: Sequence[str]) -> str:
    outcomes = [(name, *found.of(name)) for name in names]
    return ", ".join(f"{name} {right:.2f} % ({size:.1f})" for name, right, size in outcomes)


def _formulas() -> list[str]:
    linear, shipped = (learned_heuristic(name) for name in ("precision-linear", "learned"))
    assert linear.training is not None
    return [
        f"precision-linear in this run, learned from {linear.training.examples:,} rules of "
        f"{len(linear.training.tables)} other tables: {linear.formula()}.",
        f"Published (section 5.1): {PAPER['formula']}.",
        f"Shipped: {shipped.formula()}, where σ is the logistic function.",
    ]


def _figure_1() -> Picture:
    """Draw surfaces and isometrics of learned heuristics, and say how the isometrics bend."""
    bends = {name: bend_of(compared_heuristic(name), *SPACE) for name in (*SHOWN, "correlation")}
    by_letter = (
        f"({letter}) {bends[name].curvature:+.2f} ({bends[name].to_negatives:.0%})"
        for letter, name in zip("abc", SHOWN, strict=True)
    )
    known = bends["correlation"]
    agrees = all(bends[name].curvature > 0 for name in list(SHOWN)[:2])
    return Picture(
        "figure-1",
        f"Figure 1: learned heuristics over {SPACE[1]} x {SPACE[0]} rows",
        draw_isometrics,
        (12.0, 4.6),
        f"{PAPER['figure_1_text']} {PAPER['correlation_text']}",
        "Mean curvature of the lines above the diagonal, positive towards the N-axis, and in "
        "brackets the share of counts where they bend that way: "
        f"{', '.join(by_letter).replace('-', '−')}; "
        f"correlation {known.curvature:+.2f} ({known.to_negatives:.0%}); precision and WRA are "
        f"straight. (a) and (b) {'both bend' if agrees else 'do not both bend'} as published. "
        "Positives go up, negatives to the right; height and colour are the score, the lines on "
        "the floor join equal scores.",
    )


def draw_isometrics(figure: Figure) -> None:
    """Draw surfaces and isometrics of learned heuristics side by side."""
    for place, (name, title) in enumerate(SHOWN.items(), start=1):
        axes: Any = figure.add_subplot(1, len(SHOWN), place, projection="3d")
        CoverageSpaceDisplay.from_heuristic(learned_heuristic(name), *SPACE, kind="both", ax=axes)
        axes.set_title(title)


def _outcomes(found: HeuristicComparison) -> Picture:
    points = []
    for label, names, color, marker in GROUPS:
        accuracies, sizes = zip(*(found.of(name) for name in names), strict=True)
        texts = [name.split(", ")[0] for name in names]
        x = [max(size, _LEAST) for size in sizes]
        points.append(Dots(label, x, accuracies, color, marker, 6.0, names=texts))
    panel = PointPanel(
        points,
        x_label="conditions, mean over the tables (logarithmic)",
        y_label="accuracy in percent, mean over the tables",
        x_scale="log",
        x_ticks=(5, 10, 20, 50, 100, 200),
    )
    return Picture(
        "outcomes",
        "Accuracy against size of the theories",
        partial(draw_points, panels=[panel]),
        (8.0, 5.2),
        "“In terms of theory complexity it seems that about 50 conditions in average are "
        "necessary to obtain an accurate classifier.”",
        f"Up and to the left is better. The most accurate learned heuristic is "
        f"{found.best(LEARNED)}.",
    )


STUDY = Study(
    name="meta",
    title="Learned heuristics against classic ones (Tables 2 and 3)",
    source=f"{PAPER['paper']}, section 5",
    tables=EVALUATION_TABLES,
    trials=1,
    seconds=500.0,
    run=compare_heuristics,
    findings=findings,
    settings={"folds": PAPER["folds"], "heuristics": heuristics_digest()},
)
