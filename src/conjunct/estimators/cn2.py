"""`CN2Classifier`: unordered or ordered rules whose search ends by a criterion."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np

from conjunct.choose import Ending, NoGain, ProcessOriented, Significance
from conjunct.choose.theories import MEASURES, CheapestTheory, Measure, theory_cost
from conjunct.count import OPERATORS, CountingEngine, class_counts
from conjunct.cover.loop import PerClassCovering
from conjunct.cover.ordered import OrderedCovering
from conjunct.data import Table
from conjunct.estimators.base import A_ENGINE, A_MEMORY, A_TIME, PROMISING, RuleClassifier
from conjunct.estimators.statements import Progress
from conjunct.evaluate import Heuristic, Laplace, MEstimate
from conjunct.model import RuleList, Rules, RuleSet
from conjunct.params import Constraint, Number, OneOf, Pair, Some, Whole
from conjunct.search.layered import BeamSearch
from conjunct.search.limits import Limits


class CN2Classifier(RuleClassifier):
    """Learn rules by CN2: beam search that ends when another condition no longer pays.

    Unordered rules are learned class by class; a new row gets the class with the most training
    rows, summed over all rules that hold for it. Ordered rules form a list in which the first
    rule that holds decides.

    Parameters
    ----------
    ordered : bool, default=False
        Whether to learn a decision list.
    beam_width : int, default=5
        Conjuncts that stay at each level.
    stopping : {"laplace", "poe", "significance"}, default="laplace"
        When the search for a rule ends: with the first round that brings no better score; when
        the expected error of the best rule, corrected for the number of rules tried, no longer
        falls (process-oriented evaluation); or when the best rule is no longer better than
        chance at `alpha`.
    evaluation : {"laplace", "m_estimate"}, default="laplace"
        Score of a candidate.
    m : float, "classes" or None, default=None
        Weight of the prior. None is 2 with ``stopping="poe"``, as in the paper, and else the
        number of classes.
    alpha : float, default=0.05
        Level of the significance test.
    poe_rate : {"m_estimate", "raw", "best"}, default="m_estimate"
        What ``stopping="poe"`` takes for the lowest error rate found: the m-estimate of the best
        rule with m = 2, the lowest training error of any rule tried, or the training error of the
        best rule by score.
    poe_form : {"mean", "product", "dependent"}, default="mean"
        Which of the paper's equations ``stopping="poe"`` takes: 15, 14 or 12; see
        `conjunct.choose.ProcessOriented`.
    mdl : {None, "pfahringer", "quinlan", "complete"}, default=None
        Keep only the first rules, of each class or of the list, that describe the classes of all
        rows in the fewest bits: `conjunct.choose.rule_set_cost`, `conjunct.choose.quinlan_cost`
        or `conjunct.choose.complete_cost`. None keeps all.
    poe_count : {"versions", "combinations"}, default="versions"
        What ``stopping="poe"`` counts as tried: every rule, as in the paper, or every set of
        attributes once, however many thresholds or values of them were tried.
    poe_prior : (float, float), default=(1.0, 1.0)
        Beta prior of the error rate for ``stopping="poe"``: (a, b) counts as a - 1 errors and b - 1
        rows without error seen before. (1, 1) is uniform, as in the paper.
    max_rules, max_conditions : int or None, default=None
        Limits of the theory and of each rule.
    min_coverage : int, default=1
        Rows that a rule must cover.
    conditions : tuple of str, default=("=", "<=", ">")
        The forms of conditions.
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
        Whether a missing cell fails every condition or is a value of its own.
    categorical_features : "from_dtype", array or None, default="from_dtype"
        Columns that are nominal whatever their type.
    engine : {"auto", "local", "numpy", "dask"} or engine, default="auto"
        What counts the rows: see :doc:`/guide/engines`. The model is the same.
    n_jobs : int or None, default=None
        Threads for counting large tables.

    Attributes
    ----------
    rules_ : RuleSet or RuleList
        The theory.
    classes_ : ndarray
        The class labels.
    search_record_ : tuple of SearchRecord
        The search behind each rule.
    n_features_in_, feature_names_in_
        As in scikit-learn.

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

    _allowed: ClassVar[dict[str, Constraint]] = {
        "ordered": OneOf((False, True)),
        "beam_width": Whole(1),
        "stopping": OneOf(("laplace", "poe", "significance")),
        "evaluation": OneOf(("laplace", "m_estimate")),
        "m": Number(0.0, optional=True, words=("classes",)),
        "alpha": Number(0.0, 1.0),
        "poe_rate": OneOf(("m_estimate", "raw", "best")),
        "poe_form": OneOf(("mean", "product", "dependent")),
        "mdl": OneOf((None, *MEASURES)),
        "poe_count": OneOf(("versions", "combinations")),
        "poe_prior": Pair(),
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
        *,
        ordered: bool = False,
        beam_width: int = 5,
        stopping: Literal["laplace", "poe", "significance"] = "laplace",
        evaluation: Literal["laplace", "m_estimate"] = "laplace",
        m: float | Literal["classes"] | None = None,
        alpha: float = 0.05,
        poe_rate: Literal["m_estimate", "raw", "best"] = "m_estimate",
        poe_form: Literal["mean", "product", "dependent"] = "mean",
        mdl: Measure | None = None,
        poe_count: Literal["versions", "combinations"] = "versions",
        poe_prior: tuple[float, float] = (1.0, 1.0),
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
        engine: Any = "auto",
        n_jobs: int | None = None,
    ) -> None:
        self.ordered = ordered
        self.beam_width = beam_width
        self.stopping = stopping
        self.evaluation = evaluation
        self.m = m
        self.alpha = alpha
        self.poe_rate = poe_rate
        self.poe_form = poe_form
        self.mdl = mdl
        self.poe_count = poe_count
        self.poe_prior = poe_prior
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
        search = BeamSearch(self.beam_width, "beam", self._ending())
        limits = Limits(tuple(self.conditions), self.max_conditions, self.min_coverage)
        heuristic = self._heuristic(engine.n_classes)
        counts = np.array(class_counts(engine, engine.root()))
        theory = None if self.mdl is None else CheapestTheory(theory_cost(self.mdl))
        about = search, heuristic, limits, self.max_rules, theory
        if not self.ordered:
            rules = PerClassCovering(*about).rules(engine, progress)
            return self._theory(RuleSet, rules, int(counts.argmax()), counts, table)
        rules, rest = OrderedCovering(*about).rules(engine, progress)
        default = int((np.array(rest) if any(rest) else counts).argmax())
        return self._theory(RuleList, rules, default, counts, table, reached=True)

    def _ending(self) -> Ending:
        if self.stopping == "poe":
            a, b = self.poe_prior
            return ProcessOriented(self.poe_rate, self.poe_form, self.poe_count, (a, b))
        if self.stopping == "significance":
            return Significance(self.alpha)
        return NoGain()

    def _heuristic(self, n_classes: int) -> Heuristic:
        weight = float(n_classes) if self.m is None or self.m == "classes" else float(self.m)
        if self.m is None and self.stopping == "poe":
            weight = 2.0
        if self.evaluation == "laplace":
            return Laplace(weight)
        return MEstimate(weight, prior=1.0 / n_classes)
