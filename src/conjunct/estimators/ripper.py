"""`RipperClassifier`: rules grown on one part of the rows and pruned on another."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from sklearn.utils import check_random_state

from conjunct.count import CountingEngine, class_counts
from conjunct.cover.ripper import (
    AN_INCREMENTAL_PRUNING,
    IncrementalPruning,
    RipperOptions,
    learn_ripper,
)
from conjunct.data import Table
from conjunct.estimators.covering import CoveringClassifier
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.statements import Progress
from conjunct.model import RuleList, Rules
from conjunct.params import Whole
from conjunct.search.language import Language, Limits


@with_parameters
class RipperClassifier(CoveringClassifier):
    """Learn a short decision list by RIPPER, as described by Cohen and implemented in Weka's JRip.

    A rule is grown on two thirds of the rows: the condition with the highest information gain is
    added until the rule covers no row of another class. It is pruned on the last third: final
    conditions that do not help there are removed. Rules are added to a class until the description
    is 64 bits longer than the shortest one so far, or the last rule is wrong for half of its
    rows. Then the rules are optimised: each is compared with a rule grown from scratch in its place
    and with a longer one grown from it, and the rule with the shortest description stays. Rows
    that are not covered get new rules, and rules that do not pay for themselves are removed. The
    rarest class comes first; rows that no rule covers get the most frequent class.

    Parameters
    ----------
    min_coverage : int, default=2
        Smallest number of rows of its class that a rule must cover among the rows it is grown on.
    pruning : "incremental", IncrementalPruning or None, default="incremental"
        How rules are pruned and optimised. ``"incremental"``: pruned on one of three folds, with
        two optimisation passes. `conjunct.cover.ripper.IncrementalPruning` takes
        other numbers, as in ``IncrementalPruning(folds=5, optimizations=1)``. None: rules are
        grown on all rows, and neither pruned nor optimised.
    random_state : int, RandomState or None, default=None
        Seed for the assignment of rows to folds. Pass an int for reproducible rules.

    Attributes
    ----------
    rules_ : RuleList
        The rules in the order in which they decide. The counts of each rule include only rows that
        no earlier rule covers.

    References
    ----------
    W. W. Cohen (1995), Fast effective rule induction.

    Examples
    --------
    >>> from conjunct import RipperClassifier
    >>> X = [[size, size % 3] for size in range(40)]
    >>> y = ["large" if size > 25 else "small" for size in range(40)]
    >>> model = RipperClassifier(random_state=0).fit(X, y)
    >>> print(model.rules_.to_text(footer=False))
    #  rule        class  rows  wrong  expected  at most
    1  if x0 > 25  large    14      0     5.1 %   53.1 %
       otherwise   small    26 of 26 rows
    >>> model.predict([[30, 0], [5, 1]])
    array(['large', 'small'], dtype='<U5')
    """

    min_coverage: int = parameter(default=2, allowed=Whole(1))
    pruning: Literal["incremental"] | IncrementalPruning | None = parameter(
        default="incremental", allowed=AN_INCREMENTAL_PRUNING
    )
    random_state: Any = None

    def _language(self, engine: CountingEngine) -> Language:
        return Language(engine.columns, Limits(("=", "<=", ">")), reuse="numeric")

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> Rules:
        pruning = AN_INCREMENTAL_PRUNING.made(self.pruning)
        options = RipperOptions(pruning, self.min_coverage)
        seed = check_random_state(self.random_state).randint(2**31)
        random = np.random.default_rng(seed)
        rules, default = learn_ripper(engine, options, random, progress)
        counts = np.array(class_counts(engine, engine.root()))
        return self._theory(RuleList, rules, default, counts, table, reached=True)
