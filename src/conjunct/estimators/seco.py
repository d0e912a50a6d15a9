"""`SeCoClassifier`: separate and conquer with any heuristic."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, Literal

import numpy as np
from sklearn.utils import check_random_state

from conjunct.choose.theories import MEASURES, CheapestTheory, Measure, theory_cost
from conjunct.count import OPERATORS, CountingEngine, class_counts
from conjunct.cover.rare_first import RareFirstCovering
from conjunct.data import Table
from conjunct.estimators.base import A_ENGINE, A_MEMORY, A_TIME, PROMISING, RuleClassifier
from conjunct.estimators.statements import Progress
from conjunct.evaluate import Heuristic, as_heuristic
from conjunct.evaluate.heuristics import A_HEURISTIC
from conjunct.model import RuleList, Rules
from conjunct.params import Constraint, Number, OneOf, Some, Whole
from conjunct.search.climb import Climb
from conjunct.search.language import Language
from conjunct.search.limits import Limits


class SeCoClassifier(RuleClassifier):
    """Learn a decision list by separate-and-conquer, with any heuristic.

    A rule is refined greedily until it covers no row of another class; the best rule met on the
    way is kept, and the rows that it covers are taken away. Rules are added while they cover more
    rows of their class than of others. The rarest class comes first, and each class is told from
    those that follow it; what no rule covers belongs to the most frequent class. Nothing prunes:
    the heuristic alone decides between small, pure rules and large, impure ones.

    Parameters
    ----------
    heuristic : str or callable, default="correlation"
        Scores the rules: ``"accuracy"``, ``"precision"``, ``"laplace"``, ``"wra"``,
        ``"correlation"``, ``"m_estimate"``, ``"f_measure"``, ``"kloesgen"``,
        ``"relative_cost"`` or ``"learned"``; the ``.json`` file of a heuristic that you learned
        by ``conjunct meta-learn``; one of `conjunct.evaluate` with parameters of your own; or any
        function that takes arrays of covered positives p and negatives n and the totals P and N,
        and returns an array of scores, larger is better.
    refinement_heuristic : str, callable or None, default=None
        Scores the refinements at each step, so that one heuristic leads the search and another
        selects the rule; None takes `heuristic` for both.
    ties : {"positives", "random"}, default="positives"
        Which of equally good refinements is taken: the one that covers more positives (then the
        first in the order of the columns), or any, by `random_state`.
    random_state : int, RandomState or None, default=None
        Seed of random ties.
    mdl : {None, "pfahringer", "quinlan", "complete"}, default=None
        End a class with the first rule that does not shorten the description of its rows:
        `conjunct.choose.rule_set_cost`, `conjunct.choose.quinlan_cost` or
        `conjunct.choose.complete_cost`. None asks only that a rule covers more positives than
        negatives.
    max_rules : int or None, default=None
        The largest number of rules.
    max_conditions : int or None, default=None
        The largest number of conditions in a rule.
    min_coverage : int, default=1
        The smallest number of rows that a rule must cover when it is found.
    conditions : tuple of {"=", "!=", "<=", ">"}, default=("=", "<=", ">")
        Forms of conditions that may be used. An attribute may be tested more than once.
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
        The rules in the order in which they decide; their counts are of the rows that no rule
        before them covers.
    paths_ : tuple of RefinementPath
        The way to each rule of ``rules_``, step by step.
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
       otherwise             out       4 of 7 rows
    >>> print(model.paths_[1])
              positives  negatives   score
      always          1          4
      x0 > 2          1          2  0.4082
    * x0 ≤ 4          1          0  1.0000
    """

    _allowed: ClassVar[dict[str, Constraint]] = {
        "heuristic": A_HEURISTIC,
        "refinement_heuristic": replace(A_HEURISTIC, optional=True),
        "ties": OneOf(("positives", "random")),
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
        heuristic: str | Heuristic = "correlation",
        *,
        refinement_heuristic: str | Heuristic | None = None,
        ties: Literal["positives", "random"] = "positives",
        random_state: Any = None,
        mdl: Measure | None = None,
        max_rules: int | None = None,
        max_conditions: int | None = None,
        min_coverage: int = 1,
        conditions: tuple[str, ...] = ("=", "<=", ">"),
        class_weight: Any = None,
        time_limit: float | None = None,
        memory_limit: int | str | None = None,
        promises: Literal["auto"] | bool = "auto",
        hold_out: float | None = None,
        confidence: float = 0.95,
        max_error: float | None = None,
        missing: Literal["fails", "value"] = "fails",
        categorical_features: Any = "from_dtype",
        engine: str | CountingEngine = "auto",
        n_jobs: int | None = None,
    ) -> None:
        self.heuristic = heuristic
        self.refinement_heuristic = refinement_heuristic
        self.ties = ties
        self.random_state = random_state
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

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> Rules:
        limits = Limits(tuple(self.conditions), self.max_conditions, self.min_coverage)
        theory = None if self.mdl is None else CheapestTheory(theory_cost(self.mdl))
        covering = RareFirstCovering(self._climb(), limits, self.max_rules, theory)
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
        random = None
        if self.ties == "random":
            seed = check_random_state(self.random_state).randint(2**31)
            random = np.random.default_rng(seed)
        return Climb(
            as_heuristic(self.heuristic),
            None if refines is None else as_heuristic(refines),
            random,
        )
