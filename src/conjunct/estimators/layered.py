"""`LayeredRuleClassifier`: rules found by beams that widen only while it pays."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np

from conjunct.choose import CRITERIA, criterion_of
from conjunct.choose.theories import MEASURES, CheapestTheory, Measure, theory_cost
from conjunct.count import OPERATORS, CountingEngine, class_counts
from conjunct.count.coded_elsewhere import CodedElsewhere
from conjunct.count.permuted import permuted_table
from conjunct.cover.loop import PerClassCovering, RuleSearch
from conjunct.data import Table
from conjunct.encode import CodedTable
from conjunct.estimators.base import A_ENGINE, A_MEMORY, A_TIME, PROMISING, RuleClassifier
from conjunct.estimators.statements import Progress
from conjunct.evaluate import Laplace
from conjunct.model import RuleList, Rules
from conjunct.params import Constraint, Number, OneOf, Pair, Some, Whole
from conjunct.search.chance import N_PERMUTATIONS, ChanceSearches
from conjunct.search.exhaustive import ExhaustiveSearch
from conjunct.search.layered import PATIENCE, BeamSearch, LayeredSearch
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
    patience : int, default=3
        Widths in a row without a lower corrected error before layered search ends. The words of
        the paper say two, its Table 3 comes out with three: two learns more rules, up to 16 %
        more than published (decision 001).
    criterion : {"layered", "poe", "length", "gumbel"}, default="layered"
        The corrected error that chooses a width. ``"layered"``: r_w of Quinlan &
        Cameron-Jones. ``"poe"``: process-oriented evaluation (Domingos 1998) with the number of
        rules tried. ``"length"``: r_w with h times 2 to the number of conditions. ``"gumbel"``:
        extreme-value correction (Možina et al. 2019) by what the same search finds on ten tables
        with permuted classes, always the same permutations; takes several times as long, and
        ``search="exhaustive"`` has none.
    poe_prior : (float, float), default=(1.0, 1.0)
        Beta prior of the error rate for ``criterion="poe"``: (a, b) counts as a - 1 errors and
        b - 1 rows without error seen before. (1, 1) is uniform, as in the paper.
    mdl : {None, "pfahringer", "quinlan", "complete"}, default=None
        Keep only the first rules of each class, those that tell it from the others in the fewest
        bits: `conjunct.choose.rule_set_cost`, `conjunct.choose.quinlan_cost` or
        `conjunct.choose.complete_cost`. None keeps all.
    max_rules : int or None, default=None
        The largest number of rules.
    max_conditions : int or None, default=None
        The largest number of conditions in a rule.
    min_coverage : int, default=1
        The smallest number of rows that a rule must cover when it is found.
    conditions : tuple of {"=", "!=", "<=", ">"}, default=("=", "!=", "<=", ">")
        Forms of conditions that may be used.
    class_weight : dict, "balanced" or None, default=None
        Weight of the rows of each class, see :doc:`/guide/row_weights`.
    time_limit : float or None, default=None
        Seconds after which learning ends with the best model so far, and a note that says so, see
        :doc:`/guide/time_limits`.
    memory_limit : int, str or None, default=None
        Memory that learning may take, as ``"2GB"`` or in bytes: a larger table is put into
        temporary files, or refused, see :doc:`/guide/large_tables`.
    promises : {"auto", True, False}, default="auto"
        Whether to repeat the search on parts of the rows, which tells what to expect of each rule
        on new rows, see :doc:`/guide/promises`. ``"auto"``: where it takes about two seconds at
        most.
    hold_out : float or None, default=None
        About this share of the rows is not learned from, and bounds the errors of the rules.
    confidence : float, default=0.95
        Chance that no rule's error is above what it is said to be at most.
    max_error : float or None, default=None
        Keep only rules that are wrong about at most this share of the rows, with that confidence.
    missing : {"fails", "value"}, default="fails"
        ``"fails"``: a missing cell satisfies no condition. ``"value"``: it is a value of its own.
    categorical_features : "from_dtype", None or array-like, default="from_dtype"
        Columns to take as nominal besides those whose type says so: names, numbers or a mask.
    engine : {"auto", "local", "numpy", "dask"} or engine, default="auto"
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
    #  rule       class  rows  wrong  expected  at most
    1  if x0 ≤ 3  low       3      0    23.1 %   92.7 %
    2  if x0 > 3  high      3      0    23.1 %   92.7 %
       otherwise  low       3 of 6 rows
    >>> model.predict([[2.5, 10], [9, 9]])
    array(['low', 'high'], dtype='<U4')
    """

    _allowed: ClassVar[dict[str, Constraint]] = {
        "search": OneOf(("layered", "greedy", "extensive", "exhaustive")),
        "max_width": Whole(1),
        "patience": Whole(1),
        "criterion": OneOf(tuple(CRITERIA)),
        "poe_prior": Pair(),
        "mdl": OneOf((None, *MEASURES)),
        "max_rules": Whole(0, optional=True),
        "max_conditions": Whole(1, optional=True),
        "min_coverage": Whole(1),
        "conditions": Some(OPERATORS),
        "time_limit": A_TIME,
        "memory_limit": A_MEMORY,
        **PROMISING,
        "max_error": Number(0.0, 1.0, optional=True),
        "missing": OneOf(("fails", "value")),
        "engine": A_ENGINE,
    }

    def __init__(
        self,
        search: Literal["layered", "greedy", "extensive", "exhaustive"] = "layered",
        *,
        max_width: int = 512,
        patience: int = PATIENCE,
        criterion: Literal["layered", "poe", "length", "gumbel"] = "layered",
        poe_prior: tuple[float, float] = (1.0, 1.0),
        mdl: Measure | None = None,
        max_rules: int | None = None,
        max_conditions: int | None = None,
        min_coverage: int = 1,
        conditions: tuple[str, ...] = OPERATORS,
        class_weight: Any = None,
        time_limit: float | None = None,
        memory_limit: int | str | None = None,
        promises: Literal["auto"] | bool = "auto",
        hold_out: float | None = None,
        confidence: float = 0.95,
        max_error: float | None = None,
        missing: Literal["fails", "value"] = "fails",
        categorical_features: Any = "from_dtype",
        engine: Any = "auto",
        n_jobs: int | None = None,
    ) -> None:
        self.search = search
        self.max_width = max_width
        self.patience = patience
        self.criterion = criterion
        self.poe_prior = poe_prior
        self.mdl = mdl
        self.max_rules = max_rules
        self.max_conditions = max_conditions
        self.min_coverage = min_coverage
        self.conditions = conditions
        self.class_weight = class_weight
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.promises = promises
        self.hold_out = hold_out
        self.confidence = confidence
        self.max_error = max_error
        self.missing = missing
        self.categorical_features = categorical_features
        self.engine = engine
        self.n_jobs = n_jobs

    def _learn_coded(self, coded: CodedTable, table: Table, progress: Progress) -> None:
        self._permuted = self._permuted_engines(coded)
        try:
            super()._learn_coded(coded, table, progress)
        finally:
            del self._permuted

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> Rules:
        limits = Limits(tuple(self.conditions), self.max_conditions, self.min_coverage)
        covering = PerClassCovering(
            self._search(ChanceSearches(self._permuted) if self._permuted else None),
            Laplace(engine.n_classes),
            limits,
            self.max_rules,
            None if self.mdl is None else CheapestTheory(theory_cost(self.mdl)),
        )
        rules = covering.rules(engine, progress)
        rules.sort(key=lambda rule: (rule.laplace_error, rule.errors))
        counts = np.array(class_counts(engine, engine.root()))
        return self._theory(RuleList, rules, int(counts.argmax()), counts, table)

    def _permuted_engines(self, coded: CodedTable | CodedElsewhere) -> list[CountingEngine]:
        """Return engines over permuted classes, where the criterion asks for them.

        The whole table is permuted before an engine divides it: the model does not depend on parts.
        """
        if self.criterion != "gumbel":
            return []
        if self.search == "exhaustive":
            raise ValueError(
                "criterion='gumbel' repeats the search on permuted classes, which takes too long "
                "with search='exhaustive'. Take another criterion or another search."
            )
        whole = coded.gathered() if isinstance(coded, CodedElsewhere) else coded
        tables = (permuted_table(whole, seed) for seed in range(N_PERMUTATIONS))
        return [self._timed(self._engine(one)) for one in tables]

    def _search(self, chance: ChanceSearches | None) -> RuleSearch:
        if self.search == "greedy":
            return BeamSearch(1, "greedy", chance=chance)
        if self.search == "extensive":
            return BeamSearch(self.max_width, "extensive", chance=chance)
        if self.search == "exhaustive":
            return ExhaustiveSearch()
        criterion = criterion_of(self.criterion, self.poe_prior)
        return LayeredSearch(self.max_width, self.patience, criterion=criterion, chance=chance)
