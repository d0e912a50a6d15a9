"""Error over beam width: curves of one table, how they are drawn and what a test says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from conjunct.choose import ESTIMATES, Chosen
from conjunct.experiments.figures import Curve, Panel, Shown, mark
from conjunct.experiments.findings import Line
from conjunct.experiments.judging import Shape, shape_of, too_few
from conjunct.experiments.long_rows import TrialRows, mean_of, rows_of, standard_error
from conjunct.plots.style import BLUE, VERMILION
from conjunct.types import Floats

# The words for each verdict in the sentence about all tables.
PHRASES = {
    "helps": "helps on",
    "U-shaped": "first helps and then hurts on",
    "hurts": "hurts on",
    "no clear change": "makes no clear change on",
}
AVERAGE_NOTE = (
    "Errors are averages over the classes, weighted by their share of the training rows. A rule "
    "that covers no row of the test half has no error there: it is left out, and the weights of "
    "the other classes are made to sum to one again."
)


class RuleResults(TrialRows):
    """Rules found in the training halves and tested on the other halves: rows of `best_rules`."""

    @property
    def error(self) -> Floats:
        """Error on the test half; not a number where the rule covers no row of it."""
        covered = np.where(self["test_covered"] > 0, self["test_covered"], np.nan)
        return np.asarray(self["test_errors"] / covered)

    def estimate(self, name: str) -> Floats:
        """Return an estimate of `conjunct.choose.ESTIMATES` for every rule."""
        return ESTIMATES[name].error(Chosen(*(self[fact] for fact in Chosen._fields)))

    def layered_choice(self, estimate: str = "layered") -> RuleResults:
        """Return of each trial and class the rule with the lowest estimate; the narrowest if tied.

        By r_w, which is the default, that is the rule that layered search takes.
        """
        order = np.lexsort((self["width"], self.estimate(estimate)))
        _, heads = np.unique(self["class"][order], return_inverse=True)
        groups = np.stack([self["trial"][order], heads], axis=1)
        _, first = np.unique(groups, axis=0, return_index=True)
        return self.take(order[first])

    def over_classes(self, values: Floats) -> Floats:
        """Return the mean over the classes of each trial, weighted by their share.

        Values that are not numbers are left out; a trial without any value has none.
        """
        known = ~np.isnan(values)
        trial, weight = self["trial"][known], self["weight"][known]
        total = np.bincount(trial, weight * values[known], self.n_trials)
        weights = np.bincount(trial, weight, self.n_trials)
        mean: Floats = total / np.where(weights > 0, weights, np.nan)
        return mean


@dataclass(frozen=True, eq=False)
class Curves:
    """Errors on one table, by trial and width.

    `told` is the error in training, or as the search's own heuristic estimates it; `error` that on
    the test half. `chosen_width` and `chosen_error` are means of the rule that layered search
    takes, if any, `blind` is the share of the rules that cover no test row.
    """

    widths: list[int]
    told: Floats
    error: Floats
    chosen_width: float | None = None
    chosen_error: float = np.nan
    blind: float = 0.0

    @cached_property
    def shape(self) -> Shape:
        """What a test says of the error on the test half."""
        return shape_of(self.error)

    @cached_property
    def means(self) -> Floats:
        """Mean error over the trials, by width."""
        return np.array([mean_of(column) for column in self.error.T])

    @cached_property
    def told_means(self) -> Floats:
        """Mean of what was told over the trials, by width."""
        return np.array([mean_of(column) for column in self.told.T])

    @cached_property
    def bars(self) -> Floats:
        """Standard error of `means`; not a number for a single trial."""
        return np.array([standard_error(column) for column in self.error.T])

    @property
    def lowest(self) -> int:
        """Place of the lowest mean error; the narrowest width if tied."""
        return int(np.argmin(np.where(np.isnan(self.means), np.inf, self.means)))

    def ends(self, **more: Any) -> dict[str, Any]:
        """Return the width and error where the curve starts, is lowest and ends, and the test."""
        found, means, shape = dict[str, Any](), self.means, self.shape
        for name, place in (("first", 0), ("lowest", self.lowest), ("last", -1)):
            found |= {f"{name}_width": self.widths[place], f"{name}_error": means[place]}
        tests = {"p_fall": shape.fall, "p_rise": shape.rise, "verdict": shape.verdict}
        return {**found, **more, **tests}

    def rows(self, told: str, **named: object) -> list[Line]:
        """Return a row for each width: what was told, error and standard error."""
        columns = {"width": np.array(self.widths), told: self.told_means, "error": self.means}
        return [{**named, **row} for row in rows_of({**columns, "standard_error": self.bars})]

    def error_curve(self, label: str, color: str) -> Curve:
        """Return the error on unseen rows in per cent, with bars of one standard error."""
        bars = (100 * self.bars).tolist()
        error = None if np.isnan(bars).any() else bars
        return Curve(label, self.widths, (100 * self.means).tolist(), error, color=color)

    def panel(self, title: str, told: str, more: Sequence[Curve] = ()) -> Panel:
        """Draw as the paper does: what was told dotted, error solid, its lowest point, the choice.

        `told` is a label, or the name of an estimate.
        """
        label = f"estimated error ({ESTIMATES[told].label})" if told in ESTIMATES else told
        said = (100 * self.told_means).tolist()
        dotted = Curve(label, self.widths, said, None, "dotted", VERMILION)
        solid = self.error_curve("error on unseen rows (± 1 standard error)", BLUE)
        lowest = self.widths[self.lowest], 100 * float(self.means[self.lowest])
        shown: list[Shown] = [dotted, solid, *more]
        shown.append(mark(*lowest, "circle", "lowest error on unseen rows"))
        if self.chosen_width is not None:
            chosen = self.chosen_width, 100 * self.chosen_error
            shown.append(mark(*chosen, "asterisk", "layered choice: mean width, mean error"))
        return Panel(title, shown, "beam width", "error, %", "widths")


def curves_of(rules: RuleResults, estimate: str) -> Curves:
    """Average the rules of one table over their classes; the search minimised an estimate."""
    by_width, chosen = rules.by("width"), rules.layered_choice()
    widths = by_width.values()
    return Curves(
        list(by_width),
        np.stack([one.over_classes(one.estimate(estimate)) for one in widths], axis=1),
        np.stack([one.over_classes(one.error) for one in widths], axis=1),
        mean_of(chosen.over_classes(chosen["width"].astype(float))),
        mean_of(chosen.over_classes(chosen.error)),
        float(np.mean(rules["test_covered"] == 0)),
    )


def verdicts_text(curves: Mapping[str, Curves]) -> str:
    """Say on how many tables more search helps, hurts, or first helps and then hurts."""
    verdicts = {name: one.shape.verdict for name, one in curves.items()}
    by = {one: [name for name in verdicts if verdicts[name] == one] for one in verdicts.values()}
    parts = [
        f"{phrase} {len(by[verdict])} ({', '.join(by[verdict])})"
        for verdict, phrase in PHRASES.items()
        if verdict in by
    ]
    few = by.get("too few trials", [])
    if not parts:
        return too_few() if few else ""
    judged = f"On unseen rows more search {'; '.join(parts)}; by a test, of {len(curves)} tables."
    return f"{judged} {too_few()} That holds for {', '.join(few)}." if few else judged
