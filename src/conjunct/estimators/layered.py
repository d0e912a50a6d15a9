"""`LayeredRuleClassifier`: rules found by beam searches that widen only while it pays."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import numpy as np

from conjunct.choose import CRITERIA, GumbelCriterion
from conjunct.choose.criteria import WidthCriterion
from conjunct.choose.theories import rule_limits
from conjunct.count import OPERATORS, CountingEngine, class_counts
from conjunct.count.dask_rows import DaskRows
from conjunct.count.folds import permuted_table
from conjunct.cover.loop import PerClassCovering, RuleSearch
from conjunct.data import Table
from conjunct.encode import CodedTable
from conjunct.estimators.covering import LimitedCoveringClassifier
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.statements import Progress
from conjunct.evaluate import Laplace
from conjunct.model import RuleList, Rules
from conjunct.params import OneOf, OneVariant, Whole
from conjunct.search.exhaustive import ExhaustiveSearch
from conjunct.search.layered import N_PERMUTATIONS, BeamSearch, ChanceSearches, LayeredSearch

SearchName: TypeAlias = Literal["layered", "greedy", "extensive", "exhaustive"]
SEARCHES: tuple[SearchName, ...] = get_args(SearchName)
CriterionName: TypeAlias = Literal["layered", "poe", "length", "gumbel"]


@with_parameters
class LayeredRuleClassifier(LimitedCoveringClassifier):
    """Learn rules by separate-and-conquer, each found by layered, greedy or extensive search.

    For each class, rules are learned until every row of the class is covered. A rule is the best
    conjunction of conditions that a beam search finds, by Laplace error. Layered search widens
    the beam step by step and stops when the error corrected for the number of rules examined no
    longer falls. A row gets the class of the matching rule with the lowest Laplace error, or the
    most frequent class if no rule matches. The model does not depend on `n_jobs` or the engine.
    Nothing is random.

    Parameters
    ----------
    search : {"layered", "greedy", "extensive", "exhaustive"}, default="layered"
        How a rule is searched for. ``"layered"``: beam searches of width 1, 2, 4, … `max_width`,
        ended by `criterion`. ``"greedy"``: beam width 1. ``"extensive"``: beam width `max_width`.
        ``"exhaustive"``: all possible bodies.
    max_width : int, default=512
        Largest beam width.
    criterion : {"layered", "poe", "length", "gumbel"} or object, default="layered"
        The corrected error that chooses the beam width. The search ends after three widths in a
        row that do not lower it. ``"layered"``: r_w of Quinlan & Cameron-Jones. ``"poe"``:
        process-oriented evaluation (Domingos 1998) with the number of rules tried. ``"length"``:
        r_w with h times 2 to the number of conditions. ``"gumbel"``: extreme-value correction
        (Možina et al. 2019), from the results of the same search on ten tables with permuted
        classes. The permutations are always the same. It takes several times as long, and is not
        available for ``search="exhaustive"``. The objects `conjunct.choose.LayeredCriterion`,
        `conjunct.choose.ProcessOrientedCriterion`, `conjunct.choose.LengthCriterion` and
        `conjunct.choose.GumbelCriterion` set the patience and a prior.

    Attributes
    ----------
    rules_ : RuleList
        The rules in the order in which they decide.

    References
    ----------
    J. R. Quinlan and R. M. Cameron-Jones (1995), Oversearching and layered search in empirical
    learning.

    Examples
    --------
    >>> from conjunct import LayeredRuleClassifier
    >>> X = [[1, 20], [2, 20], [3, 20], [4, 10], [5, 10], [6, 20]]
    >>> y = ["low", "low", "low", "high", "high", "high"]
    >>> model = LayeredRuleClassifier().fit(X, y)
    >>> print(model.rules_.to_text(footer=False))
    #  rule       class  rows  wrong  expected  at most
    1  if x0 ≤ 3  low       3      0    23.1 %   92.7 %
    2  if x0 > 3  high      3      0    23.1 %   92.7 %
       otherwise  low       3 of 6 rows
    >>> model.predict([[2.5, 10], [9, 9]])
    array(['low', 'high'], dtype='<U4')
    """

    search: SearchName = parameter(default="layered", allowed=OneOf(SEARCHES), kw_only=False)
    max_width: int = parameter(default=512, allowed=Whole(1))
    criterion: CriterionName | WidthCriterion = parameter(
        default="layered", allowed=OneVariant(CRITERIA)
    )
    conditions: tuple[str, ...] = OPERATORS

    def _learn_coded(self, coded: CodedTable, table: Table, progress: Progress) -> None:
        self._permuted = self._permuted_engines(coded)
        try:
            super()._learn_coded(coded, table, progress)
        finally:
            del self._permuted

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> Rules:
        covering = PerClassCovering(
            self._search(ChanceSearches(self._permuted) if self._permuted else None),
            Laplace(engine.n_classes),
            self._limits,
            *rule_limits(self.max_rules),
        )
        rules = covering.rules(engine, progress)
        rules.sort(key=lambda rule: (rule.laplace_error, rule.errors))
        counts = np.array(class_counts(engine, engine.root()))
        return self._theory(RuleList, rules, int(counts.argmax()), counts, table)

    def _permuted_engines(self, coded: CodedTable | DaskRows) -> list[CountingEngine]:
        """Return engines for tables with permuted classes, if the criterion needs them.

        The whole table is permuted before an engine divides it into parts, so that the model does
        not depend on the parts.
        """
        if not isinstance(self._criterion, GumbelCriterion):
            return []
        if self.search == "exhaustive":
            raise ValueError(
                "criterion='gumbel' repeats the search on permuted classes, which takes too long "
                "with search='exhaustive'. Use another criterion or another search."
            )
        whole = coded.gathered() if isinstance(coded, DaskRows) else coded
        tables = (permuted_table(whole, seed) for seed in range(N_PERMUTATIONS))
        return [self._timed(self._engine(one)) for one in tables]

    def _search(self, chance: ChanceSearches | None) -> RuleSearch:
        if self.search == "greedy":
            return BeamSearch(1, "greedy", chance=chance)
        if self.search == "extensive":
            return BeamSearch(self.max_width, "extensive", chance=chance)
        if self.search == "exhaustive":
            return ExhaustiveSearch()
        return LayeredSearch(self.max_width, criterion=self._criterion, chance=chance)

    @property
    def _criterion(self) -> WidthCriterion:
        return CRITERIA[self.criterion] if isinstance(self.criterion, str) else self.criterion
