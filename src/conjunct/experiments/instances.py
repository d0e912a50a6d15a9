"""Does more search find better rows to retain? Models of equal size over beam width, section 5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from conjunct.experiments.curves import p_text, percent, stand_in_notes, title_of
from conjunct.experiments.figures import draw_panels, panels_size
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.judging import too_few
from conjunct.experiments.panels import Curve, Mark, Panel
from conjunct.experiments.published import quinlan1995 as paper
from conjunct.experiments.retained_rows import retain_rows
from conjunct.experiments.rule_results import standard_error
from conjunct.experiments.shape import TEST_NOTE, Shape, Verdict, never_rises, shape_of
from conjunct.experiments.single_rules import MAX_WIDTH
from conjunct.experiments.study import Results, Row, Study, TableFacts
from conjunct.plots.style import BLUE, VERMILION
from conjunct.types import Floats

HARMS: tuple[Verdict, ...] = ("hurts", "U-shaped")

SIZE_NOTE = (
    "The paper does not say how many rows are retained. Unless the setting n_items says otherwise "
    "it is 10 here, or one for each class if that is more."
)
DISTANCE_NOTE = (
    "Similar: Euclidean distance, numbers scaled by their range in the training half, categories "
    "equal or not, missing cells different from everything (vote: a value of their own). The rows "
    "of the training half are shuffled, so that equal subsets are decided by chance."
)


@dataclass(frozen=True, eq=False)
class ItemCurves:
    """Errors on one table, by trial and width.

    Parameters
    ----------
    facts : TableFacts
        Of the table.
    n_items : int
        Rows retained.
    widths : list of int
        From the narrowest to the widest.
    training, test : ndarray, (trials, widths)
        Share of wrong rows in the half that was searched, and in the other.
    """

    facts: TableFacts
    n_items: int
    widths: list[int]
    training: Floats
    test: Floats

    @property
    def shape(self) -> Shape:
        """What a test says of the error on unseen rows."""
        return shape_of(self.test)

    @property
    def lowest(self) -> int:
        """Place of the lowest mean error on unseen rows; the narrowest width if tied."""
        return int(self.test.mean(axis=0).argmin())

    @property
    def ends_high(self) -> bool:
        """Whether the widest beam's error is above the lowest by more than its standard error."""
        means = self.test.mean(axis=0)
        return bool(means[-1] - means[self.lowest] > standard_error(self.test[:, -1]))


def findings(results: Results) -> Findings:
    """Turn the errors of all trials into curves and verdicts."""
    curves = [
        _curves(facts, trials)
        for facts in results.tables
        if (trials := [trial for trial in results.rows.get(facts.name, ()) if trial])
    ]
    if not curves:
        return Findings(("No trial is there yet.",))
    summary = (_training_text(curves), _test_text(curves))
    return Findings(summary, (_verdict_grid(curves), _curve_grid(curves)), (_figure(curves),))


def _curves(facts: TableFacts, trials: list[list[Row]]) -> ItemCurves:
    first = trials[0]
    return ItemCurves(
        facts,
        int(first[0]["items"] or 0),
        [int(row["width"] or 0) for row in first],
        np.array([[row["training_error"] for row in trial] for trial in trials], float),
        np.array([[row["test_error"] for row in trial] for trial in trials], float),
    )


def _training_text(curves: list[ItemCurves]) -> str:
    means = [one.training.mean(axis=0) for one in curves]
    lower = sum(bool(one[-1] < one[0]) for one in means)
    steady = sum(never_rises(one) for one in means)
    return (
        f"On the rows that are searched the widest beam errs less than width 1 on {lower} of "
        f"{len(curves)} tables; on {steady} the mean error never rises from one width to the next."
    )


def _test_text(curves: list[ItemCurves]) -> str:
    harmed = [one.facts.name for one in curves if one.shape.verdict in HARMS]
    judged = [one for one in curves if one.shape.verdict != "too few trials"]
    by_test = (
        f"On unseen rows more search hurts in the end on {len(harmed)} of {len(judged)} tables"
        f"{_listed(harmed)}, by a test."
        if judged
        else too_few()
    )
    by_eye = [one.facts.name for one in curves if one.ends_high]
    return (
        f"{by_test} By eye, the widest beam is more than its standard error "
        f"above the lowest point, on {len(by_eye)}{_listed(by_eye)}. The paper, which tells of no "
        f"test, has {paper.SECTION_5_DOMAINS} of {len(paper.TABLES)}."
    )


def _listed(names: list[str]) -> str:
    return f" ({', '.join(names)})" if names else ""


def _verdict_grid(curves: list[ItemCurves]) -> Grid:
    lines, data = [], []
    for one in curves:
        means, shape = one.test.mean(axis=0), one.shape
        lowest = one.widths[one.lowest], float(means[one.lowest])
        lines.append(
            (
                title_of(one.facts),
                str(one.n_items),
                percent(means[0]),
                f"{percent(lowest[1])} (w = {lowest[0]})",
                percent(means[-1]),
                p_text(shape.fall),
                p_text(shape.rise),
                shape.verdict,
            )
        )
        data.append(
            (
                *(one.facts.name, len(one.test), one.n_items, one.widths[0], float(means[0])),
                *(*lowest, one.widths[-1], float(means[-1]), *shape[1:], shape.verdict),
            )
        )
    widest = max(one.widths[-1] for one in curves)
    return Grid(
        "verdicts",
        "Does more search help? Error of retained rows on unseen rows, %",
        (
            *("table", "retained", "w = 1", "lowest", f"w = {widest}"),
            *("p, fall", "p, rise", "more search"),
        ),
        tuple(lines),
        (
            *("table", "trials", "items", "first_width", "first_error", "lowest_width"),
            *("lowest_error", "last_width", "last_error", "p_fall", "p_rise", "verdict"),
        ),
        tuple(data),
        (SIZE_NOTE, DISTANCE_NOTE, TEST_NOTE, *stand_in_notes([one.facts for one in curves])),
    )


def _curve_grid(curves: list[ItemCurves]) -> Grid:
    lines: list[tuple[str, ...]] = []
    data: list[tuple[str | int | float | None, ...]] = []
    for one in curves:
        training, test = one.training.mean(axis=0), one.test.mean(axis=0)
        lines.append((f"{title_of(one.facts)}, training", *map(percent, training)))
        lines.append((f"{title_of(one.facts)}, unseen rows", *map(percent, test)))
        bars: Sequence[float | None] = _bars(one.test) or [None] * len(one.widths)
        for width, *values in zip(one.widths, training.tolist(), test.tolist(), bars, strict=True):
            data.append((one.facts.name, width, one.n_items, *values))
    widths = max((one.widths for one in curves), key=len)
    return Grid(
        "curves",
        "Error of retained rows in training and on unseen rows, %, by beam width",
        ("table", *map(str, widths)),
        tuple(lines),
        ("table", "width", "items", "training_error", "error", "standard_error"),
        tuple(data),
        (SIZE_NOTE, *stand_in_notes([one.facts for one in curves])),
    )


def _figure(curves: list[ItemCurves]) -> Picture:
    panels = [_panel(one) for one in curves]
    return Picture(
        "retained-items",
        "Section 5: m retained rows, effects of varying beam width",
        partial(draw_panels, panels=panels, columns=4),
        panels_size(len(panels), 4),
        paper.SECTION_5,
        f"{_training_text(curves)} {_test_text(curves)}",
    )


def _panel(one: ItemCurves) -> Panel:
    training, test = 100 * one.training.mean(axis=0), 100 * one.test.mean(axis=0)
    bars = _bars(100 * one.test)
    lowest = one.widths[one.lowest], float(test[one.lowest])
    return Panel(
        title=f"{title_of(one.facts)}, m = {one.n_items}",
        curves=(
            Curve("training error", one.widths, training.tolist(), None, "dotted", VERMILION),
            Curve(
                "error on unseen rows (± 1 standard error)",
                one.widths,
                test.tolist(),
                bars,
                color=BLUE,
            ),
        ),
        marks=(Mark(*lowest, "circle", "lowest error on unseen rows"),),
        y_label="error, %",
    )


def _bars(errors: Floats) -> list[float] | None:
    """Return the standard error of the mean by width, None for a single trial."""
    return None if len(errors) < 2 else [float(standard_error(column)) for column in errors.T]


STUDY = Study(
    name="instances",
    title="More search for rows to retain, at equal complexity (section 5)",
    source=f"{paper.PAPER}, section 5",
    tables=paper.TABLES,
    trials=100,
    seconds=6.4,
    run=retain_rows,
    findings=findings,
    settings={"max_width": MAX_WIDTH, "n_items": 0},
    listed=paper.LISTED,
)
