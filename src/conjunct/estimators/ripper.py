"""`RipperClassifier`: rules grown on one part of the rows and pruned on another."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from sklearn.utils import check_random_state

from conjunct.count import CountingEngine, class_counts
from conjunct.cover.incremental_pruning import AN_INCREMENTAL_PRUNING, IncrementalPruning
from conjunct.cover.ripper import learn_ripper
from conjunct.cover.ripper_class import RipperOptions
from conjunct.data import Table
from conjunct.estimators.covering import CoveringClassifier
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.statements import Progress
from conjunct.model import RuleList, Rules
from conjunct.params import Whole
from conjunct.search.language import Language
from conjunct.search.limits import Limits


@with_parameters
class RipperClassifier(CoveringClassifier):
    """Learn a short decision list by RIPPER, as Cohen describes it and Weka's JRip runs it.

    A rule is grown on two thirds of the rows by the condition of highest information gain, until
    it covers no row of another class, and pruned on the last third: the final conditions that do
    not help there go. Rules are added to a class until their description takes 64 bits more than
    the shortest one so far, or the last rule is wrong about half of its rows. Then the rules are
    gone through again: each is compared with a rule grown anew in its place and with a longer one
    grown from it; the one with the shortest description stays, rows that are left over get new
    rules, and rules that do not pay for themselves go. The rarest class comes first; what no rule
    covers belongs to the most frequent class.

    Parameters
    ----------
    min_coverage : int, default=2
        The smallest number of rows of its class that a rule must cover where it is grown.
    pruning : "incremental", IncrementalPruning or None, default="incremental"
        How rules are pruned and gone through again: on one of three folds, and twice.
        `conjunct.cover.incremental_pruning.IncrementalPruning` takes other numbers, as in
        ``IncrementalPruning(folds=5, optimizations=1)``. None: rules are grown on all rows, and
        stay as they are.
    random_state : int, RandomState or None, default=None
        Seed of the folds. Give a number to get the same rules again.

    Attributes
    ----------
    rules_ : RuleList
        The rules in the order in which they decide; their counts are of the rows that no rule
        before them covers.

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
