"""Check the counts of a saved model: refuse counts that no training rows can have given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from conjunct.errors import ModelError
from conjunct.types import Count

if TYPE_CHECKING:
    from conjunct.model.rules import Rules

ROUNDING = 1e-9
"""Relative tolerance for sums of counts, because row weights may be floats."""


def check_figures(rules: Rules) -> None:
    """Refuse rule counts above the class counts, and class counts that do not add up.

    Parameters
    ----------
    rules : Rules
        If `n_rows` is 0, the number of rows is not known. Rows that were held out are part of
        `n_rows`, but not of the counts.
    """
    total = sum(rules.class_counts)
    if rules.n_rows and total > rules.n_rows * (1 + ROUNDING):
        raise ModelError(f"class_counts add up to {total:g}, but n_rows is {rules.n_rows:g}")
    for name, counts in _counted(rules):
        if len(counts) != len(rules.class_counts):
            raise ModelError(
                f"{name} has {len(counts)} counts for {len(rules.class_counts)} classes"
            )
        for have, all_rows in zip(counts, rules.class_counts, strict=True):
            if have > all_rows * (1 + ROUNDING):
                raise ModelError(
                    f"{name} counts {have:g} rows of a class that has {all_rows:g} in all"
                )


def _counted(rules: Rules) -> Iterator[tuple[str, Sequence[Count]]]:
    for number, node in enumerate(getattr(rules, "nodes", ())):
        yield f"node {number}", node.counts
    for number, rule in enumerate(rules, start=1):
        yield f"rule {number}", rule.counts
