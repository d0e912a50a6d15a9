"""Tables 2 and 3 of Janssen & Fürnkranz (2007) as a run gives them, the published ones beside."""

from __future__ import annotations

from conjunct.experiments.findings import Grid
from conjunct.experiments.meta_heuristics import (
    CLASSIC,
    COMPARED,
    COVERAGE,
    FINAL,
    NETWORK_COVERAGE,
    WITH_LENGTH,
    learned_heuristic,
)
from conjunct.experiments.meta_results import HeuristicComparison
from conjunct.experiments.published.janssen2007 import (
    LENGTH_TEXT,
    SECTION_5_3,
    TABLE_2,
    TABLE_3,
    TABLE_3_TEXT,
    HeuristicOutcome,
)
from conjunct.metalearning.recipes import RECIPES

Line = tuple[str | int | float | None, ...]

_IN_BRACKETS = "Published numbers in brackets; they are means over 30 tables that are not listed."


def table_2(found: HeuristicComparison) -> Grid:
    """Return heuristics that predict precision: error of the prediction, accuracy, conditions."""
    lines, data = [], []
    for name, known in TABLE_2.items():
        ours, error = found.of(name), found.misses.get(name)
        lines.append((*_named(name), _beside(error, known.error, 2), *_cells(ours, known.outcome)))
        data.append((name, error, *ours, known.error, *known.outcome))
    return Grid(
        name="table-2",
        title="Table 2: heuristics that predict the precision of a rule on unseen rows",
        columns=("heuristic", "learner", "MAE", "accuracy %", "conditions"),
        lines=tuple(lines),
        data_columns=(
            *("heuristic", "mean_absolute_error", "accuracy", "conditions"),
            *("published_error", "published_accuracy", "published_conditions"),
        ),
        data=tuple(data),
        notes=(
            _IN_BRACKETS,
            "MAE: mean absolute error of the predicted precision, over the rules that were met on "
            "these tables in this run. The published one is by cross-validation over the examples; "
            "the study meta-examples has ours.",
        ),
    )


def table_3(found: HeuristicComparison) -> Grid:
    """Return the classic heuristics with measured and with predicted coverage."""
    lines, data = [], []
    for name, by_line, by_network in zip(CLASSIC, COVERAGE, NETWORK_COVERAGE, strict=True):
        measured, first, second = (found.of(one) for one in (name, by_line, by_network))
        known = TABLE_3[name]
        cells = (*_cells(measured, known[0]), *_cells(first, known[1]), *_cells(second, None))
        lines.append((name, *cells))
        data.append((name, *measured, *first, *second, *known[0], *known[1]))
    ways = ("", "_predicted", "_predicted_by_network")
    names = [f"{what}{how}" for how in ways for what in ("accuracy", "conditions")]
    kinds = ("p, n", "p̂, n̂ linear", "p̂, n̂ network")
    heads = (f"{what} ({of})" for of in kinds for what in ("accuracy %", "conditions"))
    return Grid(
        name="table-3",
        title="Table 3: classic heuristics with measured and with predicted coverage",
        columns=("heuristic", *heads),
        lines=tuple(lines),
        data_columns=("heuristic", *names, *(f"published_{name}" for name in names[:4])),
        data=tuple(data),
        notes=(
            _IN_BRACKETS,
            "Predicted coverage comes from a linear regression each for p and n, or from a network "
            "of one node each, and is kept between 0 and P or N. The paper does not say which of "
            "the two its numbers are for.",
            f"Published: {TABLE_3_TEXT}",
        ),
    )


def final_grid(found: HeuristicComparison) -> Grid:
    """Return heuristics that predict the precision of the final rule, the shipped one included."""
    lines, data = [], []
    for name in FINAL:
        ours, error, known = found.of(name), found.misses.get(name), SECTION_5_3.get(name)
        lines.append((*_named(name), _beside(error, None, 2), *_cells(ours, known)))
        data.append((name, error, *ours, *(known or (None, None))))
    return Grid(
        name="final-rule",
        title="Section 5.3: heuristics that predict the precision of the final rule",
        columns=("heuristic", "learner", "MAE", "accuracy %", "conditions"),
        lines=tuple(lines),
        data_columns=(
            *("heuristic", "mean_absolute_error", "accuracy", "conditions"),
            *("published_accuracy", "published_conditions"),
        ),
        data=tuple(data),
        notes=(
            _IN_BRACKETS,
            f"final-linear-4 has the four features with the largest influence only, here "
            f"{', '.join(learned_heuristic('final-linear-4').features)}; learned takes logarithms "
            "of counts and is the one that the package ships.",
        ),
    )


def length_grid(found: HeuristicComparison) -> Grid:
    """Return heuristics without and with the length of the rule as an input."""
    lines, data = [], []
    for name, other in WITH_LENGTH.items():
        for one in (name, other):
            ours, error = found.of(one), found.misses.get(one)
            reads = "length" in learned_heuristic(one).features
            said = "yes" if reads else "dropped by AIC" if one == other else "no"
            lines.append((one, said, _beside(error, None, 2), *_cells(ours, None)))
            data.append((one, int(reads), error, *ours))
    return Grid(
        name="length",
        title="Section 3: the length of the rule as a ninth feature",
        columns=("heuristic", "reads the length", "MAE", "accuracy %", "conditions"),
        lines=tuple(lines),
        data_columns=(
            *("heuristic", "reads_length", "mean_absolute_error"),
            *("accuracy", "conditions"),
        ),
        data=tuple(data),
        notes=(f"Published: {LENGTH_TEXT}",),
    )


def by_table_grid(found: HeuristicComparison) -> Grid:
    """Return accuracy and conditions of the classic and the shipped heuristics on every table."""
    shown = (*CLASSIC, "learned")
    lines, data = [], []
    for place, table in enumerate(found.tables):
        accuracy, conditions = found.accuracy[place], found.conditions[place]
        cells = (
            f"{accuracy[COMPARED.index(name)]:.1f} ({conditions[COMPARED.index(name)]:.0f})"
            for name in shown
        )
        lines.append((table, *cells))
        for name, right, size in zip(COMPARED, accuracy.tolist(), conditions.tolist(), strict=True):
            data.append((table, name, right, size))
    return Grid(
        name="by-table",
        title="Accuracy in percent, conditions in brackets",
        columns=("table", *shown),
        lines=tuple(lines),
        data_columns=("table", "heuristic", "accuracy", "conditions"),
        data=tuple(data),
        notes=("The file has all heuristics.",),
    )


def _named(name: str) -> tuple[str, str]:
    return name, RECIPES[name].learner


def _cells(ours: HeuristicOutcome, known: HeuristicOutcome | None) -> tuple[str, str]:
    theirs = known or (None, None)
    return _beside(ours.accuracy, theirs[0], 2), _beside(ours.conditions, theirs[1], 1)


def _beside(ours: float | None, known: float | None, digits: int) -> str:
    first = "–" if ours is None else f"{ours:.{digits}f}"
    return first if known is None else f"{first} ({known:.{digits}f})"
