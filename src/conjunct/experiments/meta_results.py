"""Accuracy and theory size of every heuristic over the tables of a run, and Tables 2 and 3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from conjunct.experiments.cells import cell
from conjunct.experiments.findings import Grid, Line, grid
from conjunct.experiments.long_rows import by_key, with_trials
from conjunct.experiments.meta_heuristics import (
    CLASSIC,
    COMPARED,
    COVERAGE,
    FINAL,
    NETWORK_COVERAGE,
    WITH_LENGTH,
    learned_heuristic,
)
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results
from conjunct.metalearning.recipes import RECIPES
from conjunct.types import Floats

PAPER = paper("janssen2007")
_IN_BRACKETS = "Published numbers in brackets; they are means over 30 tables that are not listed."


@dataclass(frozen=True, eq=False)
class HeuristicComparison:
    """All trials of a run.

    Parameters
    ----------
    trials : mapping of str to mapping
        For each table and heuristic the numbers of all trials.
    misses : mapping of str to float
        For each learned heuristic the mean absolute error of its predictions, over all rules that
        were met on these tables.
    """

    trials: Mapping[str, Mapping[str, Mapping[str, Floats]]]
    misses: Mapping[str, float]

    def accuracies(self, heuristic: str) -> list[Floats]:
        """Return the accuracy in percent, table by table and trial by trial."""
        return [100 * (1 - one[heuristic]["error"]) for one in self.trials.values()]

    def by_table(self, heuristic: str) -> tuple[Floats, Floats]:
        """Return accuracy in percent and conditions on each table, means over its trials."""
        tables = [one[heuristic] for one in self.trials.values()]
        accuracy = np.array([100 * (1 - one["error"].mean()) for one in tables])
        return accuracy, np.array([one["conditions"].mean() for one in tables])

    def of(self, heuristic: str) -> tuple[float, float]:
        """Return accuracy and conditions, means over the tables."""
        accuracy, conditions = self.by_table(heuristic)
        return float(accuracy.mean()), float(conditions.mean())

    def best(self, heuristics: Sequence[str]) -> str:
        """Return that of some heuristics which has the highest mean accuracy."""
        return max(heuristics, key=lambda name: self.of(name)[0])

    def pairs_as_published(self) -> tuple[int, int]:
        """Return how many pairs of classic heuristics come out in the published order, of all."""
        pairs = list(combinations(published_order(), 2))
        right = [self.of(one)[0] > self.of(other)[0] for one, other in pairs]
        return sum(right), len(pairs)

    def duel(self, heuristic: str, rival: str) -> tuple[int, int]:
        """Return on how many tables one heuristic is more accurate than another, and less."""
        difference = np.round(self.by_table(heuristic)[0] - self.by_table(rival)[0], 9)
        return int(np.sum(difference > 0)), int(np.sum(difference < 0))


def published_order() -> list[str]:
    """Return the classic heuristics by falling published accuracy.

    Examples
    --------
    >>> published_order()
    ['correlation', 'laplace', 'precision', 'wra', 'accuracy']
    """
    return sorted(CLASSIC, key=lambda name: -PAPER["table_3"][name][0])


def compared(results: Results) -> HeuristicComparison | None:
    """Return the trials of a run, None if it has none."""
    tables = [facts.name for facts in with_trials(results)]
    if not tables:
        return None
    every = by_key((trial for name in tables for trial in results.rows[name]), "heuristic")
    misses = {}
    for name, numbers in every.items():
        known = ~np.isnan(numbers["miss"])
        if known.any():
            rules = numbers["met"][known]
            misses[name] = float(sum(rules * numbers["miss"][known]) / sum(rules))
    trials = {name: by_key(results.rows[name], "heuristic") for name in tables}
    return HeuristicComparison(trials, misses)


def meta_grids(found: HeuristicComparison) -> tuple[Grid, ...]:
    """Return Tables 2 and 3, sections 5.3 and 3, and all tables."""
    grids = (_table_2(found), _table_3(found), _final_grid(found), _length_grid(found))
    return (*grids, _by_table_grid(found))


def _row(found: HeuristicComparison, name: str) -> dict[str, float | str | None]:
    accuracy, conditions = found.of(name)
    error = found.misses.get(name)
    numbers = {"mean_absolute_error": error, "accuracy": accuracy, "conditions": conditions}
    return {"heuristic": name, **numbers, "_learner": RECIPES[name].learner}


def _beside(name: str, digits: int, row: Line) -> str:
    """Write a number, and the published one in brackets if there is one."""
    known = f"published_{name}".replace("mean_absolute_", "")
    template = f"{{{name}:.{digits}f}}"
    if row.get(known) is not None:
        template += f" ({{{known}:.{digits}f}})"
    return cell(template, row)


def _predicting_grid(
    name: str, title: str, rows: Sequence[dict[str, float | str | None]], notes: tuple[str, ...]
) -> Grid:
    """Return heuristics with the error of their prediction, accuracy and conditions."""
    digits = {"mean_absolute_error": 2, "accuracy": 2, "conditions": 1}
    texts = [{f"_{what}": _beside(what, n, row) for what, n in digits.items()} for row in rows]
    shown = {
        "heuristic": "{heuristic}",
        "learner": "{_learner}",
        "MAE": "{_mean_absolute_error}",
        "accuracy %": "{_accuracy}",
        "conditions": "{_conditions}",
    }
    return grid(
        name, title, shown, [row | own for row, own in zip(rows, texts, strict=True)], notes
    )


def _table_2(found: HeuristicComparison) -> Grid:
    theirs = ("published_error", "published_accuracy", "published_conditions")
    rows = [
        _row(found, name) | dict(zip(theirs, known, strict=True))
        for name, known in PAPER["table_2"].items()
    ]
    return _predicting_grid(
        "table-2",
        "Table 2: heuristics that predict the precision of a rule on unseen rows",
        rows,
        (
            _IN_BRACKETS,
            "MAE: mean absolute error of the predicted precision, over the rules that were met on "
            "these tables in this run. The published one is by cross-validation over the examples; "
            "the study meta-examples has ours.",
        ),
    )


def _final_grid(found: HeuristicComparison) -> Grid:
    theirs = ("published_accuracy", "published_conditions")
    rows = [
        _row(found, name)
        | dict(zip(theirs, PAPER["section_5_3"].get(name, (None, None)), strict=True))
        for name in FINAL
    ]
    return _predicting_grid(
        "final-rule",
        "Section 5.3: heuristics that predict the precision of the final rule",
        rows,
        (
            _IN_BRACKETS,
            f"final-linear-4 has the four features with the largest influence only, here "
            f"{', '.join(learned_heuristic('final-linear-4').features)}; learned takes logarithms "
            "of counts and is the one that the package ships.",
        ),
    )


def _table_3(found: HeuristicComparison) -> Grid:
    """Return the classic heuristics with measured and with predicted coverage."""
    ways = ("", "_predicted", "_predicted_by_network")
    names = [f"{what}{how}" for how in ways for what in ("accuracy", "conditions")]
    rows = []
    for three in zip(CLASSIC, COVERAGE, NETWORK_COVERAGE, strict=True):
        numbers = [number for one in three for number in found.of(one)]
        row = {"heuristic": three[0], **dict(zip(names, numbers, strict=True))}
        known = zip(names[:4], PAPER["table_3"][three[0]], strict=True)
        row |= {f"published_{name}": number for name, number in known}
        rows.append(row | {f"_{n}": _beside(n, 2 - at % 2, row) for at, n in enumerate(names)})
    kinds = ("p, n", "p̂, n̂ linear", "p̂, n̂ network")
    heads = [f"{what} ({of})" for of in kinds for what in ("accuracy %", "conditions")]
    return grid(
        "table-3",
        "Table 3: classic heuristics with measured and with predicted coverage",
        {"heuristic": "{heuristic}"}
        | {head: f"{{_{name}}}" for head, name in zip(heads, names, strict=True)},
        rows,
        (
            _IN_BRACKETS,
            "Predicted coverage comes from a linear regression each for p and n, or from a network "
            "of one node each, and is kept between 0 and P or N. The paper does not say which of "
            "the two its numbers are for.",
            f"Published: {PAPER['table_3_text']}",
        ),
    )


def _length_grid(found: HeuristicComparison) -> Grid:
    """Return heuristics without and with the length of the rule as an input."""
    rows = []
    for one in (name for pair in WITH_LENGTH.items() for name in pair):
        reads = "length" in learned_heuristic(one).features
        dropped = "dropped by AIC" if one in WITH_LENGTH.values() else "no"
        row = _row(found, one)
        said = {"heuristic": row.pop("heuristic"), "reads_length": int(reads)}
        rows.append(said | row | {"_reads": "yes" if reads else dropped})
    return grid(
        "length",
        "Section 3: the length of the rule as a ninth feature",
        {
            "heuristic": "{heuristic}",
            "reads the length": "{_reads}",
            "MAE": "{mean_absolute_error:.2f}",
            "accuracy %": "{accuracy:.2f}",
            "conditions": "{conditions:.1f}",
        },
        rows,
        (f"Published: {PAPER['length_text']}",),
    )


def _by_table_grid(found: HeuristicComparison) -> Grid:
    """Return accuracy and conditions of the classic and the shipped heuristics on every table."""
    numbers = {name: found.by_table(name) for name in COMPARED}
    rows, data = [], []
    for place, table in enumerate(found.trials):
        row: dict[str, float | str] = {"table": table}
        for name, (accuracy, conditions) in numbers.items():
            row |= {name: accuracy[place], f"{name} size": conditions[place]}
            own = {"accuracy": accuracy[place], "conditions": conditions[place]}
            data.append({"table": table, "heuristic": name, **own})
        rows.append(row)
    shown = {name: f"{{{name}:.1f}} ({{{name} size:.0f}})" for name in (*CLASSIC, "learned")}
    return grid(
        "by-table",
        "Accuracy in percent, conditions in brackets",
        {"table": "{table}", **shown},
        rows,
        ("The file has all heuristics.",),
        data=data,
    )
