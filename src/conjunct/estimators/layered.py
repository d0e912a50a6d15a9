"""`LayeredRuleClassifier`: rules found by beams that widen only while it pays."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np

from conjunct.choose.theories import MEASURES, CheapestTheory, Measure, theory_cost
from conjunct.count import OPERATORS, class_counts
from conjunct.cover.loop import PerClassCovering, RuleSearch
from conjunct.data import Table
from conjunct.encode import encode
from conjunct.estimators.base import A_ENGINE, Progress, RuleClassifier
from conjunct.evaluate import Laplace
from conjunct.model import RuleList
from conjunct.params import Constraint, OneOf, Some, Whole
from conjunct.search.exhaustive import ExhaustiveSearch
from conjunct.search.layered import BeamSearch, LayeredSearch
from conjunct.search.limits import Limits


class LayeredRuleClassifier(RuleClassifier):
    """Learn rules by separate-and-conquer, each found by layered, greedy or extensive search.

    For each class, rules are learned until every row of the class is covered. A rule is the best
    conjunction of conditions that a beam search finds, by Laplace error. Layered search widens
    the beam step by step and stops when the error corrected for the number of rules examined no
    longer falls. A row gets the class of the matching rule with the lowest Laplace error, or the
    most frequent class if no rule matches. The model does not depend on `n_jobs` or the engine,
    nothing is random.

    Parameters
    ----------
    search : {"layered", "greedy", "extensive", "exhaustive"}, default="layered"
        ``"greedy"``: beam width 1. ``"extensive"``: beam width `max_width`. ``"layered"``: widths
        1, 2, 4, … `max_width`, ended by `patience`. ``"exhaustive"``: the best of all conjuncts.
    max_width : int, default=512
        The widest beam.
    patience : int, default=2
        Widths without a lower corrected error before layered search ends.
    criterion : {"layered", "poe"}, default="layered"
        The corrected error that chooses a width and is printed: r_w of Quinlan & Cameron-Jones,
        or process-oriented evaluation (Domingos 1998) with the number of rules tried.
    mdl : {None, "pfahringer", "quinlan"}, default=None
        Keep only the first rules of each class, those that tell it from the others in the fewest
        bits: `conjunct.choose.rule_set_cost` or `conjunct.choose.quinlan_cost`. None keeps all.
    max_rules : int or None, default=None
        The largest number of rules.
    max_conditions : int or None, default=None
        The largest number of conditions in a rule.
    min_coverage : int, default=1
        The smallest number of rows that a rule must cover when it is found.
    conditions : tuple of {"=", "!=", "<=", ">"}, default=("=", "!=", "<=", ">")
        Forms of conditions that may be used.
    missing : {"fails", "value"}, default="fails"
        ``"fails"``: a missing cell satisfies no condition. ``"value"``: it is a value of its own.
    categorical_features : "from_dtype", None or array-like, default="from_dtype"
        Columns to take as nominal besides those whose type says so: names, numbers or a mask.
    engine : {"auto", "local", "numpy"} or engine, default="auto"
        What counts the rows: see :doc:`/guide/engines`. The model is the same.
    n_jobs : int or None, default=None
        Threads for counting; -1 uses all cores.

    Attributes
    ----------
    rules_ : RuleList
        The rules in the order in which they decide.
    search_record_ : tuple of SearchRecord
        What was tried for each rule of ``rules_``.
    classes_ : ndarray
        The classes.
    n_features_in_ : int
        Number of attributes.
    feature_names_in_ : ndarray
        Their names, where X has names.

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
    #  rule         class  covers  wrong   error  corrected  tried
    1  if x0 > 3.5  high        3      0  20.0 %     37.0 %      9
    2  if x0 ≤ 3.5  low         3      0  20.0 %     37.0 %      8
       otherwise    high        3 of 6 rows
    >>> model.predict([[2.5, 10], [9, 9]])
    array(['low', 'high'], dtype='<U4')
    """

    _allowed: ClassVar[dict[str, Constraint]] = {
        "search": OneOf(("layered", "greedy", "extensive", "exhaustive")),
        "max_width": Whole(1),
        "patience": Whole(1),
        "criterion": OneOf(("layered", "poe")),
        "mdl": OneOf((None, *MEASURES)),
        "max_rules": Whole(0, optional=True),
        "max_conditions": Whole(1, optional=True),
        "min_coverage": Whole(1),
        "conditions": Some(OPERATORS),
        "missing": OneOf(("fails", "value")),
        "engine": A_ENGINE,
    }

    def __init__(
        self,
        search: Literal["layered", "greedy", "extensive", "exhaustive"] = "layered",
        *,
        max_width: int = 512,
        patience: int = 2,
        criterion: Literal["layered", "poe"] = "layered",
        mdl: Measure | None = None,
        max_rules: int | None = None,
        max_conditions: int | None = None,
        min_coverage: int = 1,
        conditions: tuple[str, ...] = OPERATORS,
        missing: Literal["fails", "value"] = "fails",
        categorical_features: Any = "from_dtype",
        engine: Any = "auto",
        n_jobs: int | None = None,
    ) -> None:
        self.search = search
        self.max_width = max_width
        self.patience = patience
        self.criterion = criterion
        self.mdl = mdl
        self.max_rules = max_rules
        self.max_conditions = max_conditions
        self.min_coverage = min_coverage
        self.conditions = conditions
        self.missing = missing
        self.categorical_features = categorical_features
        self.engine = engine
        self.n_jobs = n_jobs

    def _learn(self, table: Table, progress: Progress) -> None:
        engine = self._engine(encode(table, self.missing))
        limits = Limits(tuple(self.conditions), self.max_conditions, self.min_coverage)
        covering = PerClassCovering(
            self._search(),
            Laplace(engine.n_classes),
            limits,
            self.max_rules,
            self.criterion,
            None if self.mdl is None else CheapestTheory(theory_cost(self.mdl)),
        )
        rules = covering.rules(engine, progress)
        rules.sort(key=lambda rule: (rule.error, rule.errors))
        counts = np.array(class_counts(engine, engine.root()))
        self.rules_ = self._theory(RuleList, rules, int(counts.argmax()), counts, table)

    def _search(self) -> RuleSearch:
        if self.search == "greedy":
            return BeamSearch(1, "greedy")
        if self.search == "extensive":
            return BeamSearch(self.max_width, "extensive")
        if self.search == "exhaustive":
            return ExhaustiveSearch()
        return LayeredSearch(self.max_width, self.patience, criterion=self.criterion)
