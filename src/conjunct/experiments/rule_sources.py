"""Where the rules come from whose error estimates are scored.

The rules of another learner join by one line in `SOURCES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from conjunct.data import Table
from conjunct.experiments.card_trials import card_rules
from conjunct.experiments.single_rules import laplace_rules
from conjunct.experiments.study import Row, Trial
from conjunct.experiments.tree_trials import tree_leaves

BEAM, CARD, ACCURATE = "beam", "score card", "accurate score card"

SOURCES: Mapping[str, Callable[[Table, Trial], Iterable[Row]]] = {
    BEAM: laplace_rules,
    "tree leaves": tree_leaves,
    CARD: card_rules,
    ACCURATE: partial(card_rules, size="accurate"),
}
"""What does one trial: learns from one half of a table, tests each rule on the other half.

The rows are those of `conjunct.experiments.single_rules.best_rules`. The source ``"beam"`` is the
best rule of each class by Laplace, one for each beam width; ``"tree leaves"`` are those of a tree
that process-oriented evaluation pruned, ``"score card"`` those of a small card, ``"accurate score
card"`` those of a pooled one.
"""


def rules_of_sources(table: Table, trial: Trial) -> list[Row]:
    """Let every source do the trial; each row says which source it is from."""
    return [
        {"source": name, **row} for name, source in SOURCES.items() for row in source(table, trial)
    ]
