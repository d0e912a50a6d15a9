"""Error over beam width: curves of one table, and how they are drawn. Figures 1 and 2."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from conjunct.choose import ESTIMATES
from conjunct.experiments.panels import Curve, Mark, Panel
from conjunct.experiments.rule_results import RuleResults, mean_of, standard_error
from conjunct.experiments.shape import Shape, shape_of
from conjunct.experiments.study import Results, TableFacts
from conjunct.plots.style import BLUE, VERMILION
from conjunct.types import Floats


@dataclass(frozen=True, eq=False)
class Curves:
    """Averages over the classes of one table, by trial and width.

    Parameters
    ----------
    widths : list of int
        From the narrowest to the widest.
    promised : ndarray, (trials, widths)
        Error that the search's own heuristic estimates for the best rule.
    error : ndarray, (trials, widths)
        Error of these rules on the test half.
    chosen_width, chosen_error : ndarray, (trials,)
        Of the rule that layered search takes: the lowest r_w of all widths, class by class.
    blind : float
        Share of the rules that cover no test row.
    """

    widths: list[int]
    promised: Floats
    error: Floats
    chosen_width: Floats
    chosen_error: Floats
    blind: float

    @property
    def shape(self) -> Shape:
        """What a test says of the error on the test half."""
        return shape_of(self.error)

    @property
    def means(self) -> Floats:
        """Mean error over the trials, by width."""
        return np.array([mean_of(column) for column in self.error.T])

    @property
    def promised_means(self) -> Floats:
        """Mean estimated error over the trials, by width."""
        return np.array([mean_of(column) for column in self.promised.T])

    @property
    def standard_errors(self) -> Floats:
        """Standard error of `means`."""
        return np.array([standard_error(column) for column in self.error.T])

    @property
    def lowest(self) -> int:
        """Place of the lowest mean error; the narrowest width if tied."""
        return int(np.argmin(np.where(np.isnan(self.means), np.inf, self.means)))


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
        chosen.over_classes(chosen.width.astype(float)),
        chosen.over_classes(chosen.error),
        float(np.mean(rules.test_covered == 0)),
    )


def panel_of(title: str, curves: Curves, estimate: str) -> Panel:
    """Draw as the paper does: estimate dotted, error solid, its lowest point, layered choice."""
    return Panel(
        title=title,
        curves=(
            Curve(
                f"estimated error ({ESTIMATES[estimate].label})",
                curves.widths,
                (100 * curves.promised_means).tolist(),
                style="dotted",
                color=VERMILION,
            ),
            error_curve("error on unseen rows (± 1 standard error)", curves, BLUE),
        ),
        marks=(
            Mark(
                curves.widths[curves.lowest],
                100 * float(curves.means[curves.lowest]),
                "circle",
                "lowest error on unseen rows",
            ),
            Mark(
                mean_of(curves.chosen_width),
                100 * mean_of(curves.chosen_error),
                "asterisk",
                "layered choice: mean width, mean error",
            ),
        ),
        y_label="error, %",
    )


def error_curve(label: str, curves: Curves, color: str) -> Curve:
    """Return the error on unseen rows in per cent, with bars of one standard error."""
    bars = (100 * curves.standard_errors).tolist()
    return Curve(
        label,
        curves.widths,
        (100 * curves.means).tolist(),
        error=None if np.isnan(bars).any() else bars,
        color=color,
    )


def title_of(table: TableFacts) -> str:
    """Name a table, and the table of the paper that it stands in for."""
    return table.name if table.stands_in_for is None else f"{table.name} (for {table.published_as})"


def stand_in_notes(tables: Sequence[TableFacts]) -> tuple[str, ...]:
    """Say in a sentence each which tables stand in for one that is not public."""
    return tuple(
        f"{table.name} stands in for {table.stands_in_for}."
        for table in tables
        if table.stands_in_for is not None
    )


def tables_with_rules(results: Results) -> list[TableFacts]:
    """Return the tables in which a trial has found a rule, in the order of the study."""
    return [table for table in results.tables if any(results.rows.get(table.name, ()))]


def number_or_none(value: float) -> float | None:
    """Return a number for a file, None where there is none."""
    return None if math.isnan(value) else float(value)


def percent(share: float, digits: int = 1) -> str:
    """Write a share in per cent, nothing where it is not a number.

    Examples
    --------
    >>> percent(0.2081), percent(float("nan"))
    ('20.8', '')
    """
    return "" if math.isnan(share) else f"{100 * share:.{digits}f}"


def p_text(p: float) -> str:
    """Write a p-value, very small ones only as such.

    Examples
    --------
    >>> p_text(0.0312), p_text(1e-9)
    ('0.031', '<0.001')
    """
    return "<0.001" if p < 0.001 else f"{p:.3f}"
