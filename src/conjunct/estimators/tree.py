"""`RuleTreeClassifier`: a decision tree, pruned, and the rules that it stands for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, ClassVar, Literal

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from conjunct.count import CountingEngine, Fold
from conjunct.data import Table
from conjunct.encode import encode
from conjunct.errors import ModelError
from conjunct.estimators.base import A_ENGINE, Progress, RuleClassifier
from conjunct.model import RuleList, SearchRecord, Tree
from conjunct.params import Constraint, Number, OneOf, Whole
from conjunct.trees import (
    CodedTree,
    GrowthLimits,
    Pessimistic,
    Significant,
    as_tree,
    chi_square_cuts,
    counts_at_nodes,
    grow,
    layered_cuts,
    leaf_paths,
    process_cuts,
    reduced_error_cuts,
    simplified,
)

Simplify = Literal["pessimistic", "significance"]
"""What tells which conditions and rules of `to_rules` do not help."""


class _Learned:
    """The tree, and what `to_rules` needs of the training: the rows, and the tree on their codes.

    On a small table writing the tree in words takes longer than growing it, so that it is done
    when it is first looked at. Copies and files hold it, but not the training rows.

    Parameters
    ----------
    engine : CountingEngine
        The training rows.
    grown : CodedTree
        The tree on their codes.
    write : callable
        Takes the tree on codes, returns it in words.
    """

    def __init__(
        self, engine: CountingEngine, grown: CodedTree, write: Callable[[CodedTree], Tree]
    ) -> None:
        self.training = engine, grown
        self._write = write

    @cached_property
    def tree(self) -> Tree:
        """The tree in words."""
        return self._write(self.training[1])

    def __getstate__(self) -> dict[str, Any]:
        return {"tree": self.tree}


class RuleTreeClassifier(RuleClassifier):
    """Learn a decision tree, prune it, and turn it into rules.

    The tree is grown by hill climbing: from one leaf on, every leaf is split by the attribute that
    tells most about the class, until its rows are of one class or no attribute divides them. Then
    splits are taken back.

    A cell that is missing, and a category that a node has not seen in training, go the way that
    most training rows went: in growing, in pruning and in prediction.

    Parameters
    ----------
    criterion : {"gain", "gain_ratio"}, default="gain"
        What the best split is: information gain, or gain ratio, which does not prefer attributes
        with many values.
    pruning : {"chi2", "reduced_error", "poe", "layered"} or None, default="chi2"
        From the bottom up, take back splits that chance may have made (chi-square test at
        `max_p_chance`); cut what does not help on rows held out; or cut what promises no less
        error once all that was tried to find it is taken into account, by process-oriented
        evaluation (number of splits tried) or by r_w (attribute sets considered).
    max_p_chance : float, default=0.05
        MaxPchance of ``pruning="chi2"``: the larger, the larger the tree.
    validation_fraction : float, default=0.25
        Share of the rows of each class that ``pruning="reduced_error"`` holds out, to the nearest
        of a half, a third, a quarter and so on, or of all but such a part. The counts of the pruned
        tree are those of all rows.
    binary : bool, default=False
        Whether nominal attributes are split in two, a value against the others, and not in a
        branch for every value. Numeric ones always are split in two.
    max_depth : int or None, default=None
        The largest number of splits on the way to a leaf.
    min_coverage : int, default=1
        Rows that both sides of a split in two must have, and two branches of any other.
    require_gain : bool, default=False
        Whether a leaf stays a leaf where no split has any gain. With it a tree cannot learn an
        exclusive or, whose first split gains nothing.
    missing : {"fails", "value"}, default="fails"
        Whether a missing cell passes no test, and goes the usual way, or is a value of its own.
    categorical_features : "from_dtype", array or None, default="from_dtype"
        Columns that are nominal whatever their type.
    engine : {"auto", "local", "numpy"} or engine, default="auto"
        What counts the rows: see :doc:`/guide/engines`. The tree is the same.
    n_jobs : int or None, default=None
        Threads for counting large tables.
    random_state : int, RandomState or None, default=None
        Which rows ``pruning="reduced_error"`` holds out.

    Attributes
    ----------
    tree_ : Tree
        The tree; as a theory of rules, those of its leaves, it is also `rules_`. It is written in
        words when it is first looked at, or asked to predict.
    classes_ : ndarray
        The class labels.
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

    Examples
    --------
    >>> from conjunct import RuleTreeClassifier
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 5
    >>> y = ["no", "yes", "yes", "no"] * 5
    >>> tree = RuleTreeClassifier().fit(X, y).tree_
    >>> print(tree.to_text(footer=False))
    tree             #  class  rows  wrong   error  corrected  tried
    all                          20     10
    ├─ x0 ≤ 0.5*                 10      5
    │  ├─ x1 ≤ 0.5*  1  no        5      0  14.3 %     30.1 %      6
    │  └─ x1 > 0.5   2  yes       5      0  14.3 %     30.1 %      6
    └─ x0 > 0.5                  10      5
       ├─ x1 ≤ 0.5*  3  yes       5      0  14.3 %     30.1 %      6
       └─ x1 > 0.5   4  no        5      0  14.3 %     30.1 %      6
    """

    _allowed: ClassVar[dict[str, Constraint]] = {
        "criterion": OneOf(("gain", "gain_ratio")),
        "pruning": OneOf(("chi2", "reduced_error", "poe", "layered", None)),
        "max_p_chance": Number(0.0, 1.0),
        "validation_fraction": Number(0.0, 0.9),
        "binary": OneOf((False, True)),
        "max_depth": Whole(1, optional=True),
        "min_coverage": Whole(1),
        "require_gain": OneOf((False, True)),
        "missing": OneOf(("fails", "value")),
        "engine": A_ENGINE,
    }

    def __init__(
        self,
        *,
        criterion: Literal["gain", "gain_ratio"] = "gain",
        pruning: Literal["chi2", "reduced_error", "poe", "layered"] | None = "chi2",
        max_p_chance: float = 0.05,
        validation_fraction: float = 0.25,
        binary: bool = False,
        max_depth: int | None = None,
        min_coverage: int = 1,
        require_gain: bool = False,
        missing: Literal["fails", "value"] = "fails",
        categorical_features: Any = "from_dtype",
        engine: str | CountingEngine = "auto",
        n_jobs: int | None = None,
        random_state: Any = None,
    ) -> None:
        self.criterion = criterion
        self.pruning = pruning
        self.max_p_chance = max_p_chance
        self.validation_fraction = validation_fraction
        self.binary = binary
        self.max_depth = max_depth
        self.min_coverage = min_coverage
        self.require_gain = require_gain
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

    @property
    def search_record_(self) -> tuple[SearchRecord, ...]:  # type: ignore[override]
        """The search behind each leaf."""
        return tuple(rule.search for rule in self._learned.tree)

    def to_rules(self, simplify: Simplify | None = "pessimistic") -> RuleList:
        """Return the tree as a decision list of fewer and shorter rules.

        The way to each leaf becomes a rule. Its conditions are dropped one by one while that does
        no harm on the training rows; then the rules are put in the order of their expected error,
        and those that do not help are left out.

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
        tree = self.tree_
        if simplify is None:
            return tree.to_rules()
        if not hasattr(self._learned, "training"):
            raise ModelError(
                "the training rows are not kept in a copy of a fitted tree; fit it again, or take "
                "its rules as they are with simplify=None"
            )
        engine, grown = self._learned.training
        judge = Pessimistic() if simplify == "pessimistic" else Significant(self.max_p_chance)
        paths = leaf_paths(grown, tree)
        return tree.listed(*simplified(paths, engine, judge, self._estimate))

    @property
    def _estimate(self) -> str:
        return "poe" if self.pruning == "poe" else "layered"

    def _learn(self, table: Table, progress: Progress) -> None:
        coded = encode(table, self.missing)
        write = partial(
            as_tree,
            columns=coded.columns,
            classes=tuple(self.classes_.tolist()),
            criterion=self._estimate,
            missing=self.missing,
            target=table.target.name if table.target else "class",
            n_rows=table.n_rows,
            notes=table.notes,
        )
        engine = self._engine(coded)
        self._learned = _Learned(engine, self._pruned(engine, progress), write)

    def _pruned(self, engine: CountingEngine, progress: Progress) -> CodedTree:
        limits = GrowthLimits(
            self.criterion, self.binary, self.max_depth, self.min_coverage, self.require_gain
        )
        if self.pruning == "reduced_error":
            return self._pruned_on_held_out(engine, limits, progress)
        grown = grow(engine, engine.root(), limits, progress)
        if self.pruning == "chi2":
            return grown.pruned(chi_square_cuts(grown, self.max_p_chance))
        if self.pruning is None:
            return grown
        return grown.pruned(process_cuts(grown) if self.pruning == "poe" else layered_cuts(grown))

    def _pruned_on_held_out(
        self, engine: CountingEngine, limits: GrowthLimits, progress: Progress
    ) -> CodedTree:
        seed = check_random_state(self.random_state).randint(2**31)
        fold = Fold.of_share(seed, self.validation_fraction)
        held_out, rest = (engine.subset(engine.root(), fold=part) for part in (fold, fold.rest))
        grown = grow(engine, rest, limits, progress)
        counts = counts_at_nodes(grown, engine, held_out)
        engine.release(np.array([held_out, rest]))
        whole = grown.with_counts(grown.counts + counts)
        return whole.pruned(reduced_error_cuts(grown, counts))
