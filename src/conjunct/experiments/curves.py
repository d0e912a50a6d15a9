"""Error over beam width: curves of one table, how they are drawn and what a test says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from conjunct.choose import ESTIMATES
from conjunct.experiments.findings import Line
from conjunct.experiments.judging import too_few
from conjunct.experiments.long_rows import mean_of, standard_error
from conjunct.experiments.panels import Curve, Mark, Panel
from conjunct.experiments.rule_results import RuleResults
from conjunct.experiments.shape import Shape, Verdict, shape_of
from conjunct.plots.style import BLUE, VERMILION
from conjunct.types import Floats

PHRASES: dict[Verdict, str] = {
    "helps": "helps on",
    "U-shaped": "first helps and then hurts on",
    "hurts": "hurts on",
    "no clear change": "makes no clear change on",
}
"""How a sentence on all tables puts each verdict."""

AVERAGE_NOTE = (
    "Errors are averages over the classes, weighted by their share of the training rows. A rule "
    "that covers no row of the test half has no error there: it is left out, and the weights of "
    "the other classes are made to sum to one again."
)
UNSEEN = "error on unseen rows (± 1 standard error)"


@dataclass(frozen=True, eq=False)
class Curves:
    """Errors on one table, by trial and width.

    Parameters
    ----------
    widths : list of int
        From the narrowest to the widest.
    told : ndarray, (trials, widths)
        Error in training, or as the search's own heuristic estimates it.
    error : ndarray, (trials, widths)
        Error on the test half.
    chosen_width, chosen_error : float
        Means of the rule that layered search takes: the lowest r_w of all widths, class by class.
    blind : float
        Share of the rules that cover no test row.
    """

    widths: list[int]
    told: Floats
    error: Floats
    chosen_width: float = np.nan
    chosen_error: float = np.nan
    blind: float = 0.0

    @property
    def shape(self) -> Shape:
        """What a test says of the error on the test half."""
        return shape_of(self.error)

    @property
    def means(self) -> Floats:
        """Mean error over the trials, by width."""
        return np.array([mean_of(column) for column in self.error.T])

    @property
    def told_means(self) -> Floats:
        """Mean of what was told over the trials, by width."""
        return np.array([mean_of(column) for column in self.told.T])

    @property
    def bars(self) -> Floats:
        """Standard error of `means`; not a number for a single trial."""
        return np.array([standard_error(column) for column in self.error.T])

    @property
    def lowest(self) -> int:
        """Place of the lowest mean error; the narrowest width if tied."""
        return int(np.argmin(np.where(np.isnan(self.means), np.inf, self.means)))

    def ends(self) -> dict[str, float]:
        """Return the width and error where the curve starts, is lowest and ends, and the test."""
        places = {"first": 0, "lowest": self.lowest, "last": -1}
        means = self.means
        found = {
            f"{name}_{what}": numbers[place]
            for name, place in places.items()
            for what, numbers in (("width", self.widths), ("error", means))
        }
        return {**found, "p_fall": self.shape.fall, "p_rise": self.shape.rise}

    def rows(self, told: str, **named: object) -> list[Line]:
        """Return a row for each width: what was told, error and standard error."""
        columns = (self.widths, self.told_means, self.means, self.bars)
        return [
            {**named, "width": width, told: said, "error": error, "standard_error": bar}
            for width, said, error, bar in zip(*columns, strict=True)
        ]


def curves_of(rules: RuleResults, estimate: str) -> Curves:
    """Average the rules of one table over their classes.

    Parameters
    ----------
    rules : RuleResults
        Of all widths.
    estimate : str
        Name in `conjunct.choose.ESTIMATES` of what the search minimised.
    """
    by_width = [rules.take(rules.width == width) for width in rules.widths]
    chosen = rules.layered_choice()
    return Curves(
        rules.widths,
        np.stack([one.over_classes(one.estimate(estimate)) for one in by_width], axis=1),
        np.stack([one.over_classes(one.error) for one in by_width], axis=1),
        mean_of(chosen.over_classes(chosen.width.astype(float))),
        mean_of(chosen.over_classes(chosen.error)),
        float(np.mean(rules.test_covered == 0)),
    )


def verdicts_text(curves: Mapping[str, Curves]) -> str:
    """Say on how many tables more search helps, hurts, or first helps and then hurts."""
    verdicts = {name: one.shape.verdict for name, one in curves.items()}
    parts = []
    for verdict, phrase in PHRASES.items():
        names = [name for name, one in verdicts.items() if one == verdict]
        if names:
            parts.append(f"{phrase} {len(names)} ({', '.join(names)})")
    few = [name for name, one in verdicts.items() if one == "too few trials"]
    if not parts:
        return too_few() if few else ""
    judged = f"On unseen rows more search {'; '.join(parts)}; by a test, of {len(curves)} tables."
    return f"{judged} {too_few()} That holds for {', '.join(few)}." if few else judged


def panel_of(
    title: str, curves: Curves, told: str, more: Sequence[Curve] = (), *, chosen: bool = True
) -> Panel:
    """Draw as the paper does: what was told dotted, error solid, its lowest point, the choice.

    Parameters
    ----------
    title : str
        Above the panel.
    curves : Curves
        Of one table.
    told : str
        Label of what was told, or the name of an estimate.
    more : sequence of Curve
        Drawn too.
    chosen : bool
        Whether to mark what layered search chooses.
    """
    label = f"estimated error ({ESTIMATES[told].label})" if told in ESTIMATES else told
    said = (100 * curves.told_means).tolist()
    lowest = curves.widths[curves.lowest], 100 * float(curves.means[curves.lowest])
    marks = [Mark(*lowest, "circle", "lowest error on unseen rows")]
    if chosen:
        where = curves.chosen_width, 100 * curves.chosen_error
        marks.append(Mark(*where, "asterisk", "layered choice: mean width, mean error"))
    dotted = Curve(label, curves.widths, said, None, "dotted", VERMILION)
    solid = error_curve(UNSEEN, curves, BLUE)
    return Panel(title, (dotted, solid, *more), marks, y_label="error, %")


def error_curve(label: str, curves: Curves, color: str) -> Curve:
    """Return the error on unseen rows in per cent, with bars of one standard error."""
    bars = (100 * curves.bars).tolist()
    error = None if np.isnan(bars).any() else bars
    return Curve(label, curves.widths, (100 * curves.means).tolist(), error, color=color)
