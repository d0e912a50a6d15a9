"""`CN2Classifier`: unordered or ordered rules, found by a search with a stopping criterion."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from conjunct.choose import ENDINGS, NoGain, ProcessOriented, Significance
from conjunct.choose.theories import rule_limits
from conjunct.count import CountingEngine, class_counts
from conjunct.cover.loop import OrderedCovering, PerClassCovering
from conjunct.data import Table
from conjunct.estimators.covering import LimitedCoveringClassifier
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.statements import Progress
from conjunct.evaluate import Heuristic, Laplace, MEstimate
from conjunct.model import RuleList, Rules, RuleSet
from conjunct.params import OneOf, OneVariant, Whole
from conjunct.search.layered import BeamSearch

Stopping: TypeAlias = (
    Literal["laplace", "poe", "significance"] | NoGain | ProcessOriented | Significance
)
Evaluation: TypeAlias = Literal["laplace", "classes", "m_estimate"] | Laplace | MEstimate


@with_parameters
class CN2Classifier(LimitedCoveringClassifier):
    """Learn rules by CN2: a beam search that ends when another condition no longer pays.

    Unordered rules are learned class by class; a new row gets the class with the most training
    rows, summed over all rules that hold for it. Ordered rules form a list in which the first
    rule that holds decides.

    Parameters
    ----------
    ordered : bool, default=False
        Whether to learn a decision list instead of unordered rules.
    beam_width : int, default=5
        Number of bodies that the beam keeps at each level.
    stopping : {"laplace", "poe", "significance"} or object, default="laplace"
        When the search for a rule ends. ``"laplace"``: at the first level that brings no better
        score (`conjunct.choose.NoGain`). ``"poe"``: when the expected error of the best rule,
        corrected for the number of rules tried, no longer falls (process-oriented evaluation,
        `conjunct.choose.ProcessOriented`). ``"significance"``: when the best rule is no longer
        significantly better than chance (`conjunct.choose.Significance`). The objects take
        parameters of their own, such as ``Significance(alpha=0.01)``.
    evaluation : {"laplace", "classes", "m_estimate"}, Laplace or MEstimate, default="laplace"
        Heuristic that scores candidates. ``"laplace"``: `conjunct.evaluate.Laplace`, whose k is 2
        if `stopping` is process-oriented, as in the paper, and otherwise the number of classes.
        ``"classes"``: the same, but k is always the number of classes. ``"m_estimate"``:
        `conjunct.evaluate.MEstimate` with m set to the k of ``"laplace"`` and equal priors for all
        classes. An object is used as it is.

    Attributes
    ----------
    rules_ : RuleSet or RuleList
        The learned rules.

    References
    ----------
    P. Clark and R. Boswell (1991), Rule induction with CN2: some recent improvements.
    P. Domingos (1998), A process-oriented heuristic for model selection.

    Examples
    --------
    >>> from conjunct import CN2Classifier
    >>> X = [[1, 20], [2, 20], [3, 20], [4, 10], [5, 10], [6, 20]]
    >>> y = ["low", "low", "low", "high", "high", "high"]
    >>> print(CN2Classifier().fit(X, y).rules_.to_text(footer=False))
    #  rule       class  rows  wrong  expected  at most
    1  if x0 > 3  high      3      0    23.1 %   92.7 %
    2  if x0 ≤ 3  low       3      0    23.1 %   92.7 %
       otherwise  low       3 of 6 rows
    """

    ordered: bool = parameter(default=False, allowed=OneOf((False, True)))
    beam_width: int = parameter(default=5, allowed=Whole(1))
    stopping: Stopping = parameter(default="laplace", allowed=OneVariant(ENDINGS))
    evaluation: Evaluation = parameter(
        default="laplace",
        allowed=OneVariant({"laplace": Laplace(), "m_estimate": MEstimate()}, OneOf(("classes",))),
    )

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> Rules:
        ending = ENDINGS[self.stopping] if isinstance(self.stopping, str) else self.stopping
        search = BeamSearch(self.beam_width, "beam", ending)
        heuristic = self._heuristic(engine.n_classes, isinstance(ending, ProcessOriented))
        counts = np.array(class_counts(engine, engine.root()))
        about = search, heuristic, self._limits, *rule_limits(self.max_rules)
        if not self.ordered:
            rules = PerClassCovering(*about).rules(engine, progress)
            return self._theory(RuleSet, rules, int(counts.argmax()), counts, table)
        rules, rest = OrderedCovering(*about).rules(engine, progress)
        default = int((np.array(rest) if any(rest) else counts).argmax())
        return self._theory(RuleList, rules, default, counts, table, reached=True)

    def _heuristic(self, n_classes: int, by_process: bool) -> Heuristic:
        if not isinstance(self.evaluation, str):
            return self.evaluation
        weight = 2.0 if by_process and self.evaluation != "classes" else float(n_classes)
        if self.evaluation == "m_estimate":
            return MEstimate(weight, prior=1.0 / n_classes)
        return Laplace(weight)
