"""`SeCoClassifier`: separate-and-conquer with any heuristic."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from conjunct.choose.theories import rule_limits
from conjunct.count import CountingEngine, class_counts
from conjunct.cover.rare_first import RareFirstCovering
from conjunct.data import Table
from conjunct.estimators.covering import LimitedCoveringClassifier
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.statements import Progress
from conjunct.evaluate import Heuristic, as_heuristic
from conjunct.evaluate.heuristics import A_HEURISTIC
from conjunct.model import RuleList, Rules
from conjunct.search.climb import A_REFINEMENT_HEURISTIC, Climb, RefinementHeuristic
from conjunct.search.language import Language, Limits


@with_parameters
class SeCoClassifier(LimitedCoveringClassifier):
    """Learn a decision list by separate-and-conquer, with any heuristic.

    A rule is refined greedily until it covers no row of another class. The best rule on this path
    is kept, and the rows that it covers are removed. Rules are added while they cover more rows of
    their class than of others. The rarest class comes first, and each class is separated from the
    classes that follow it. Rows that no rule covers get the most frequent class. There is no
    pruning: the heuristic alone decides between small, pure rules and large, impure ones.

    Parameters
    ----------
    heuristic : str or callable, default="correlation"
        Heuristic that scores the rules: ``"accuracy"``, ``"precision"``, ``"laplace"``, ``"wra"``,
        ``"correlation"``, ``"m_estimate"``, ``"f_measure"``, ``"kloesgen"``,
        ``"relative_cost"`` or ``"learned"``; the ``.json`` file of a heuristic learned by
        ``conjunct meta-learn``; an object from `conjunct.evaluate` with parameters of your own; or
        any function that takes arrays of covered positives p and negatives n and the totals P and
        N, and returns an array of scores, larger is better.
    refinement_heuristic : str, callable, RefinementHeuristic or None, default=None
        Heuristic that scores the refinements at each step, so that one heuristic guides the search
        and another selects the rule. None uses `heuristic` for both. Among equally good
        refinements, the one that covers more positives is chosen, then the first in the order of
        the columns; ``RefinementHeuristic(ties="random")`` chooses at random. See
        `conjunct.search.climb.RefinementHeuristic`.
    random_state : int, RandomState or None, default=None
        Seed for random ties; not used without them.

    Attributes
    ----------
    rules_ : RuleList
        The rules in the order in which they decide. The counts of each rule include only rows that
        no earlier rule covers.
    paths_ : tuple of RefinementPath
        The refinements that led to each rule of ``rules_``, step by step.

    References
    ----------
    F. Janssen and J. Fürnkranz (2007), On meta-learning rule learning heuristics.

    Examples
    --------
    >>> from conjunct import SeCoClassifier
    >>> X = [[1, 20], [2, 20], [3, 20], [4, 10], [5, 10], [6, 20], [7, 20]]
    >>> y = ["out", "out", "in", "in", "in", "out", "out"]
    >>> model = SeCoClassifier().fit(X, y)
    >>> print(model.rules_.to_text(footer=False))
    #  rule                  class  rows  wrong  expected  at most
    1  if x1 ≤ 15            in        2      0    57.1 %   96.3 %
    2  if x0 > 2 and x0 ≤ 4  in        1      0    57.1 %  100.0 %
       otherwise             out       4 of 4 rows
    >>> print(model.paths_[1])
              positives  negatives   score
      always          1          4
      x0 > 2          1          2  0.4082
    * x0 ≤ 4          1          0  1.0000
    """

    heuristic: str | Heuristic = parameter(
        default="correlation", allowed=A_HEURISTIC, kw_only=False
    )
    refinement_heuristic: str | Heuristic | RefinementHeuristic | None = parameter(
        default=None, allowed=A_REFINEMENT_HEURISTIC
    )
    random_state: Any = None

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> Rules:
        covering = RareFirstCovering(self._climb(), self._limits, *rule_limits(self.max_rules))
        rules, paths = covering.rules(engine, progress)
        own = self._class_order
        self.paths_ = tuple(replace(path, head=own[path.head]) for path in paths)
        counts = np.array(class_counts(engine, engine.root()))
        default = int(counts.argmax())
        return self._theory(RuleList, rules, default, counts, table, reached=True)

    def _language(self, engine: CountingEngine) -> Language:
        return Language(engine.columns, Limits(tuple(self.conditions)), reuse="always")

    def _climb(self) -> Climb:
        refines = self.refinement_heuristic
        if not isinstance(refines, RefinementHeuristic):
            refines = RefinementHeuristic(refines)
        random = None
        if refines.ties == "random":
            seed = check_random_state(self.random_state).randint(2**31)
            random = np.random.default_rng(seed)
        return Climb(as_heuristic(self.heuristic), refines.scores, random)
