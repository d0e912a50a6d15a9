"""`RipperClassifier`: rules grown on one part of the rows and pruned on another."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from sklearn.utils import check_random_state

from conjunct.count import CountingEngine, class_counts
from conjunct.cover.ripper import learn_ripper
from conjunct.cover.ripper_class import RipperOptions
from conjunct.data import Table
from conjunct.estimators.base import A_ENGINE, A_MEMORY, A_TIME, PROMISING, RuleClassifier
from conjunct.estimators.statements import Progress
from conjunct.model import RuleList, Rules
from conjunct.params import Constraint, Number, OneOf, Whole
from conjunct.search.language import Language
from conjunct.search.limits import Limits


class RipperClassifier(RuleClassifier):
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
    optimizations : int, default=2
        How often the rules of a class are gone through again.
    folds : int, default=3
        Number of folds that the rows are dealt to, anew for every rule: one is used for pruning,
        the others for growing.
    min_coverage : int, default=2
        The smallest number of rows of its class that a rule must cover where it is grown.
    prune : bool, default=True
        Whether to prune and to optimise; if False, rules are grown on all rows.
    random_state : int, RandomState or None, default=None
        Seed of the folds. Give a number to get the same rules again.
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
    search_record_ : tuple of SearchRecord
        What was tried for each rule of ``rules_``, in all passes.
    classes_ : ndarray
        The classes.
    n_features_in_ : int
        Number of attributes.
    feature_names_in_ : ndarray
        Their names, where X has names.

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
       otherwise   small    26 of 40 rows
    >>> model.predict([[30, 0], [5, 1]])
    array(['large', 'small'], dtype='<U5')
    """

    _allowed: ClassVar[dict[str, Constraint]] = {
        "optimizations": Whole(0),
        "folds": Whole(2),
        "min_coverage": Whole(1),
        "prune": OneOf((True, False)),
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
        optimizations: int = 2,
        folds: int = 3,
        min_coverage: int = 2,
        prune: bool = True,
        random_state: Any = None,
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
        self.optimizations = optimizations
        self.folds = folds
        self.min_coverage = min_coverage
        self.prune = prune
        self.random_state = random_state
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

    def _language(self, engine: CountingEngine) -> Language:
        return Language(engine.columns, Limits(("=", "<=", ">")), reuse="numeric")

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> Rules:
        options = RipperOptions(self.optimizations, self.folds, self.min_coverage, self.prune)
        seed = check_random_state(self.random_state).randint(2**31)
        random = np.random.default_rng(seed)
        rules, default = learn_ripper(engine, options, random, progress)
        counts = np.array(class_counts(engine, engine.root()))
        return self._theory(RuleList, rules, default, counts, table, reached=True)
