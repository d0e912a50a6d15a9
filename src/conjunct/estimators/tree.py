"""`RuleTreeClassifier`: a decision tree, pruned, and the rules that it stands for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from conjunct.choose import RulePrior
from conjunct.count import CountingEngine, Fold, class_counts
from conjunct.data import Table
from conjunct.errors import ModelError
from conjunct.estimators.base import A_ENGINE, A_MEMORY, A_TIME, PROMISING, RuleClassifier
from conjunct.estimators.card_checks import Seen
from conjunct.estimators.learned_tree import (
    LearnedTree,
    TreeTraining,
    leaf_statements,
    path_prior,
    with_list_promises,
)
from conjunct.estimators.promising import divided, learn_with_promises, promised_again
from conjunct.estimators.statements import Progress, Statements, ignore
from conjunct.model import Promise, Promises, RuleList, Tree
from conjunct.params import Constraint, Number, OneOf, Pair, Whole
from conjunct.search.language import Language
from conjunct.search.limits import Limits
from conjunct.trees import (
    P_CHANCES,
    CodedTree,
    Criterion,
    Cuts,
    GrowthLimits,
    Pessimistic,
    Significant,
    as_tree,
    chi_square_cuts,
    chosen_by_folds,
    counts_at_nodes,
    grow,
    layered_cuts,
    leaf_paths,
    mdl_cuts,
    penalties,
    penalty_cuts,
    process_cuts,
    reduced_error_cuts,
    simplified,
)

Pruning = Literal["chi2", "reduced_error", "poe", "layered", "penalty", "mdl"]

Simplify = Literal["pessimistic", "significance"]
"""What tells which conditions and rules of `to_rules` do not help."""


class RuleTreeClassifier(RuleClassifier):
    """Learn a decision tree, prune it, and turn it into rules.

    The tree is grown by hill climbing: from one leaf on, every leaf is split by the attribute that
    tells most about the class, until its rows are of one class or no attribute divides them. Then
    splits are taken back.

    A cell that is missing, and a category that a node has not seen in training, go the way that
    most training rows went: in growing, in pruning and in prediction.

    Parameters
    ----------
    criterion : {"gain", "gain_ratio", "accuracy"}, default="gain"
        What the best split is: information gain; gain ratio, which does not prefer attributes with
        many values; or training accuracy, which is blind to splits that only prepare others.
    pruning : {"chi2", "reduced_error", "poe", "layered", "penalty", "mdl"} or None, default="chi2"
        From the bottom up, take back splits that chance may have made (chi-square test at
        `max_p_chance`); cut what does not help on rows held out; or cut what promises no less
        error once all that was tried to find it is taken into account, by process-oriented
        evaluation (number of splits tried) or by r_w (attribute sets considered). "penalty" leaves
        the tree of the highest training accuracy less `penalty` for every leaf, "mdl" the tree
        that costs the fewest bits after Forsyth: the depths of its leaves, and the classes there.
    poe_prior : (float, float), default=(1.0, 1.0)
        Beta prior of the error rate for ``pruning="poe"``: (a, b) counts as a - 1 errors and b - 1
        rows without error seen before. (1, 1) is uniform, as in the paper.
    max_p_chance : float or "cv", default=0.05
        MaxPchance of ``pruning="chi2"``: the larger, the larger the tree. "cv" takes the one with
        the fewest errors in a cross-validation of ten folds.
    penalty : float or "cv", default="cv"
        What a leaf takes off the accuracy with ``pruning="penalty"``, as a share of the rows; "cv"
        chooses it likewise.
    validation_fraction : float, default=0.25
        Share of the rows of each class that ``pruning="reduced_error"`` holds out, to the nearest
        of a half, a third, a quarter and so on, or of all but such a part. The counts of the pruned
        tree are those of all rows.
    binary : bool, default=False
        Whether nominal attributes are split in two, a value against the others, and not in a
        branch for every value. Numeric ones always are split in two.
    max_depth : int or None, default=None
        The largest number of splits on the way to a leaf.
    max_leaves : int or None, default=None
        The largest number of leaves before pruning. Leaves are split best first, those whose split
        gains most over all their rows, and a split that would make too many is passed over.
    min_coverage : int, default=1
        Rows that both sides of a split in two must have, and two branches of any other.
    require_gain : bool, default=False
        Whether a leaf stays a leaf where no split has any gain. With it a tree cannot learn an
        exclusive or, whose first split gains nothing.
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
    missing : {"fails", "value"}, default="fails"
        Whether a missing cell passes no test, and goes the usual way, or is a value of its own.
    categorical_features : "from_dtype", array or None, default="from_dtype"
        Columns that are nominal whatever their type.
    engine : {"auto", "local", "numpy", "dask"} or engine, default="auto"
        What counts the rows: see :doc:`/guide/engines`. The tree is the same.
    n_jobs : int or None, default=None
        Threads for counting large tables.
    random_state : int, RandomState or None, default=None
        Which rows ``pruning="reduced_error"`` holds out, and the folds of "cv".

    Attributes
    ----------
    tree_ : Tree
        The tree; as a theory of rules, those of its leaves, it is also `rules_`. It is written in
        words when it is first looked at, or asked to predict.
    classes_ : ndarray
        The class labels.
    pruned_by_ : float or None
        The MaxPchance or the penalty that the tree was pruned by, as given or as chosen; None with
        any other pruning.
    search_record_ : tuple of SearchRecord
        The search behind each leaf: a round for every split on the way to it.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    References
    ----------
    D. Weld, Machine Learning as Search (slides, after A. Moore).
    J. R. Quinlan and R. M. Cameron-Jones (1995), Oversearching and layered search.
    J. R. Quinlan (1993), C4.5: Programs for Machine Learning.
    P. Domingos (1998), A process-oriented heuristic for model selection.
    R. S. Forsyth (1994), Overfitting revisited, as in B. Pfahringer (1995), A new MDL measure.

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5
    >>> y = ["no", "yes", "yes", "no"] * 5
    >>> tree = RuleTreeClassifier().fit(X, y).tree_
    >>> print(tree.to_text(footer=False))
    tree           #  class  rows  wrong  expected  at most
    all                        20     10
    ├─ x0 ≤ 0*                 10      5
    │  ├─ x1 ≤ 0*  1  no        5      0    14.3 %   81.3 %
    │  └─ x1 > 0   2  yes       5      0    14.3 %   81.3 %
    └─ x0 > 0                  10      5
       ├─ x1 ≤ 0*  3  yes       5      0    14.3 %   81.3 %
       └─ x1 > 0   4  no        5      0    14.3 %   81.3 %
    """

    _allowed: ClassVar[dict[str, Constraint]] = {
        "criterion": OneOf(("gain", "gain_ratio", "accuracy")),
        "pruning": OneOf(("chi2", "reduced_error", "poe", "layered", "penalty", "mdl", None)),
        "poe_prior": Pair(),
        "max_p_chance": Number(0.0, 1.0, words=("cv",)),
        "penalty": Number(0.0, 1.0, words=("cv",)),
        "validation_fraction": Number(0.0, 0.9),
        "binary": OneOf((False, True)),
        "max_depth": Whole(1, optional=True),
        "max_leaves": Whole(1, optional=True),
        "min_coverage": Whole(1),
        "require_gain": OneOf((False, True)),
        "time_limit": A_TIME,
        "memory_limit": A_MEMORY,
        **PROMISING,
        "missing": OneOf(("fails", "value")),
        "engine": A_ENGINE,
    }

    def __init__(
        self,
        *,
        criterion: Criterion = "gain",
        pruning: Pruning | None = "chi2",
        poe_prior: tuple[float, float] = (1.0, 1.0),
        max_p_chance: float | Literal["cv"] = 0.05,
        penalty: float | Literal["cv"] = "cv",
        validation_fraction: float = 0.25,
        binary: bool = False,
        max_depth: int | None = None,
        max_leaves: int | None = None,
        min_coverage: int = 1,
        require_gain: bool = False,
        class_weight: Any = None,
        time_limit: float | None = None,
        memory_limit: int | str | None = None,
        promises: Literal["auto"] | bool = "auto",
        hold_out: float | None = None,
        confidence: float = 0.95,
        missing: Literal["fails", "value"] = "fails",
        categorical_features: Any = "from_dtype",
        engine: str | CountingEngine = "auto",
        n_jobs: int | None = None,
        random_state: Any = None,
    ) -> None:
        self.criterion = criterion
        self.pruning = pruning
        self.poe_prior = poe_prior
        self.max_p_chance = max_p_chance
        self.penalty = penalty
        self.validation_fraction = validation_fraction
        self.binary = binary
        self.max_depth = max_depth
        self.max_leaves = max_leaves
        self.min_coverage = min_coverage
        self.require_gain = require_gain
        self.class_weight = class_weight
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.promises = promises
        self.hold_out = hold_out
        self.confidence = confidence
        self.missing = missing
        self.categorical_features = categorical_features
        self.engine = engine
        self.n_jobs = n_jobs
        self.random_state = random_state

    @property
    def rules_(self) -> Tree:  # type: ignore[override]
        """The tree as a theory of rules."""
        return self._learned.tree

    @property
    def tree_(self) -> Tree:
        """The tree."""
        return self._learned.tree

    def to_rules(self, simplify: Simplify | None = "pessimistic") -> RuleList:
        """Return the tree as a decision list of fewer and shorter rules.

        The way to each leaf becomes a rule. Its conditions are dropped one by one while that does
        no harm on the training rows; then the rules are put in the order of their expected error,
        and those that do not help are left out.

        Where the leaves have expected errors, the rules have them too: the tree is grown, pruned
        and simplified on parts of the rows again.

        A missing cell passes no condition of a rule. The tree sends it the usual way, so the two
        may differ there, and for categories that a node has not seen.

        Parameters
        ----------
        simplify : {"pessimistic", "significance"} or None, default="pessimistic"
            What does not help: that without which the upper limit of the error, U_CF, is not
            higher; that which makes no significant difference at `max_p_chance`. None keeps all
            conditions and rules, as `Tree.to_rules` does.

        Returns
        -------
        rules : RuleList
            Prints, explains, predicts and is saved like any other.
        """
        check_is_fitted(self)
        allowed = OneOf(("pessimistic", "significance", None))
        if not allowed.allows(simplify):
            raise ValueError(f"The 'simplify' of to_rules must be {allowed}. Got {simplify!r}.")
        if simplify is None:
            return self.tree_.to_rules()
        if not hasattr(self._learned, "training"):
            raise ModelError(
                "the training rows are not kept in a copy of a fitted tree; fit it again, or take "
                "its rules as they are with simplify=None"
            )
        engine, _, grown = self._learned.training
        how = self.tree_.promises
        assert how is not None
        rules = with_list_promises(
            self._simplified(engine, grown, simplify),
            self._learned.training,
            self._language(engine),
            None if how.believed is None else partial(copy(self)._list_of, simplify),
            how.confidence,
        )
        return replace(self._learned.with_own_classes(rules), training=self.tree_.training)

    def _simplified(self, engine: CountingEngine, grown: CodedTree, simplify: Simplify) -> RuleList:
        judge = Pessimistic() if simplify == "pessimistic" else Significant(self._most_chance())
        tree = self._learned.written(grown)
        return tree.listed(*simplified(leaf_paths(grown, tree), engine, judge))

    def _list_of(self, simplify: Simplify, engine: CountingEngine) -> RuleList:
        """Learn from the rows of an engine, and simplify."""
        return self._simplified(engine, self._pruned(engine, ignore), simplify)

    def _most_chance(self) -> float:
        if self.pruning == "chi2" and self.pruned_by_ is not None:
            return self.pruned_by_
        if self.max_p_chance == "cv":
            raise ModelError(
                'max_p_chance="cv" is chosen with pruning="chi2" only; set a number to drop what '
                "makes no significant difference"
            )
        return self.max_p_chance

    def _learn(self, table: Table, progress: Progress) -> None:
        coded = self._coded(table)
        engine, held_out = divided(self._engine(coded), self.hold_out)
        grown, promised, how = learn_with_promises(self, engine, held_out, table, progress)
        write = partial(
            as_tree,
            columns=coded.columns,
            classes=tuple(self._labels),
            missing=self.missing,
            target="class" if table.target is None else table.target.name,
            n_rows=table.n_counted,
            notes=(*table.notes, *self._time_notes),
            forms={column.name: column.form for column in table.columns if column.form},
            promised=promised,
            promises=how,
            learner=partial(promised_again, type(self), self.get_params(deep=False)),
        )
        training = TreeTraining(engine, held_out, grown)
        self._learned = LearnedTree(training, write, self._class_order)

    def _remember(self, remembering: Callable[[Tree], Tree]) -> None:
        self._learned.remember = remembering

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> CodedTree:
        return self._pruned(engine, progress)

    def _language(self, engine: CountingEngine) -> Language:
        return Language(engine.columns, Limits(), reuse="numeric")

    def _prior(self, language: Language, engine: CountingEngine) -> RulePrior:
        return path_prior(language, engine.n_classes)

    def _statements(self, engine: CountingEngine, learned: CodedTree) -> Statements:
        return leaf_statements(engine, learned)

    def _with_promises(
        self,
        learned: CodedTree,
        promises: Sequence[Promise],
        possible: Sequence[int],
        how: Promises,
        seen: Seen,
    ) -> tuple[CodedTree, list[tuple[Promise, int]], Promises]:
        return learned, list(zip(promises, possible, strict=True)), how

    def _pruned(self, engine: CountingEngine, progress: Progress) -> CodedTree:
        limits = GrowthLimits(
            self.criterion,
            self.binary,
            self.max_depth,
            self.min_coverage,
            self.require_gain,
            self.max_leaves,
        )
        self.pruned_by_: float | None = None
        if self.pruning == "reduced_error":
            return self._pruned_on_held_out(engine, limits, progress)
        if self.pruning in ("chi2", "penalty"):
            return self._pruned_by_value(engine, limits, progress)
        grown = grow(engine, engine.root(), limits, progress)
        if self.pruning is None:
            return grown
        if self.pruning == "poe":
            return grown.pruned(process_cuts(grown, self.poe_prior))
        return grown.pruned(mdl_cuts(grown) if self.pruning == "mdl" else layered_cuts(grown))

    def _pruned_by_value(
        self, engine: CountingEngine, limits: GrowthLimits, progress: Progress
    ) -> CodedTree:
        """Prune by a number that is given, or chosen by cross-validation."""
        by_chance = self.pruning == "chi2"
        cuts: Cuts = chi_square_cuts if by_chance else penalty_cuts
        value = self.max_p_chance if by_chance else self.penalty
        if value == "cv":
            n_rows = sum(class_counts(engine, engine.root()))
            values = P_CHANCES if by_chance else penalties(n_rows)
            # The tree comes first: where time is up, a tree is there to be pruned.
            grown = grow(engine, engine.root(), limits)
            self.pruned_by_ = chosen_by_folds(engine, limits, cuts, values, self._seed(), progress)
        else:
            self.pruned_by_ = float(value)
            grown = grow(engine, engine.root(), limits, progress)
        return grown.pruned(cuts(grown, self.pruned_by_))

    def _seed(self) -> int:
        return int(check_random_state(self.random_state).randint(2**31))

    def _pruned_on_held_out(
        self, engine: CountingEngine, limits: GrowthLimits, progress: Progress
    ) -> CodedTree:
        fold = Fold.of_share(self._seed(), self.validation_fraction)
        held_out, rest = (engine.subset(engine.root(), fold=part) for part in (fold, fold.rest))
        grown = grow(engine, rest, limits, progress)
        counts = counts_at_nodes(grown, engine, held_out)
        engine.release(np.array([held_out, rest]))
        whole = grown.with_counts(grown.counts + counts)
        return whole.pruned(reduced_error_cuts(grown, counts))
