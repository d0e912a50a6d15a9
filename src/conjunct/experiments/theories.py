"""One trial with whole theories: several searches on one half of a table, tested on the other.

Quinlan & Cameron-Jones (1995), section 4; and the better criterion that section 6 asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from conjunct.choose import CRITERIA
from conjunct.choose.criteria import PATIENCE
from conjunct.data import Table
from conjunct.estimators import LayeredRuleClassifier
from conjunct.experiments.trial import Row, Trial, halved, measured

Search = Literal["greedy", "layered", "extensive"]
Criterion = Literal["layered", "poe", "length", "gumbel"]

SEARCHES: Mapping[str, tuple[Search, Criterion]] = {
    "greedy": ("greedy", "layered"),
    "layered": ("layered", "layered"),
    "extensive": ("extensive", "layered"),
    "length": ("layered", "length"),
    "gumbel": ("layered", "gumbel"),
    "poe": ("layered", "poe"),
}
"""GS, LS and ES of the paper, in the order of its Table 3; then LS with other criteria than r_w."""

MAX_WIDTH = 512
"""The widest beam, which the paper takes for nearly exhaustive search."""


def learn_theories(table: Table, trial: Trial) -> list[Row]:
    """Learn a theory by each search from one half and return how each does on the other."""
    train, test = halved(table, trial)
    return [
        {"search": name, **measured(_learner(*how, trial), train, test)}
        for name, how in SEARCHES.items()
    ]


def _learner(search: Search, criterion: Criterion, trial: Trial) -> LayeredRuleClassifier:
    return LayeredRuleClassifier(
        search,
        promises=False,
        criterion=replace(
            CRITERIA[criterion], patience=int(trial.settings.get("patience", PATIENCE))
        ),
        max_width=int(trial.settings.get("max_width", MAX_WIDTH)),
        missing=trial.missing,
        n_jobs=1,
    )
