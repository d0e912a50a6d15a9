"""`RuleTreeClassifier`: a decision tree, pruned, and the rules that it stands for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, Literal, TypeAlias

from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from conjunct.choose import RulePrior
from conjunct.count import CountingEngine
from conjunct.data import Table
from conjunct.errors import ModelError
from conjunct.estimators.base import RuleClassifier
from conjunct.estimators.card_checks import Seen
from conjunct.estimators.learned_tree import (
    LearnedTree,
    TreeTraining,
    leaf_statements,
    path_prior,
    with_list_promises,
)
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.promising import divided, learn_with_promises, promised_again
from conjunct.estimators.statements import Progress, Statements, ignore
from conjunct.model import Promise, Promises, RuleList, Tree
from conjunct.params import OneOf, OneVariant, Whole
from conjunct.search.language import Language
from conjunct.search.limits import Limits
from conjunct.trees import (
    PRUNINGS,
    SPLITTINGS,
    ChiSquarePruning,
    CodedTree,
    Criterion,
    GrowthLimits,
    Pessimistic,
    Pruning,
    Significant,
    Splitting,
    TreeGrowth,
    as_tree,
    leaf_paths,
    simplified,
)

PruningName: TypeAlias = Literal["chi2", "reduced_error", "poe", "layered", "penalty", "mdl"]

Simplify: TypeAlias = Literal["pessimistic", "significance"] | Pessimistic | Significant
"""What tells which conditions and rules of `to_rules` do not help."""

_SIMPLIFY = OneVariant(
    {"pessimistic": Pessimistic(), "significance": Significant()}, OneOf((None,))
)


@with_parameters
class RuleTreeClassifier(RuleClassifier):
    """Learn a decision tree, prune it, and turn it into rules.

    The tree is grown by hill climbing: from one leaf on, every leaf is split by the attribute that
    tells most about the class, until its rows are of one class or no attribute divides them. Then
    splits are taken back.

    A cell that is missing, and a category that a node has not seen in training, go the way that
    most training rows went: in growing, in pruning and in prediction.

    Parameters
    ----------
    criterion : {"gain", "gain_ratio", "accuracy"} or Splitting, default="gain"
        What the best split is: information gain; gain ratio, which does not prefer attributes with
        many values; or training accuracy, which is blind to splits that only prepare others.
        `conjunct.trees.Splitting` also says whether nominal attributes are split in two, and
        whether a split must gain, as in ``Splitting("gain_ratio", binary=True)``.
    pruning : {"chi2", "reduced_error", "poe", "layered", "penalty", "mdl"}, object or None, \
            default="chi2"
        From the bottom up, take back splits that chance may have made
        (`conjunct.trees.ChiSquarePruning`); cut what does not help on rows held out
        (`conjunct.trees.ReducedErrorPruning`); or cut what promises no less error once all that
        was tried to find it is taken into account, by process-oriented evaluation (number of
        splits tried, `conjunct.trees.ProcessOrientedPruning`) or by r_w (attribute sets
        considered, `conjunct.trees.LayeredPruning`). "penalty" leaves the tree of the highest
        training accuracy less a penalty for every leaf (`conjunct.trees.PenaltyPruning`), "mdl"
        the tree that costs the fewest bits after Forsyth: the depths of its leaves, and the
        classes there (`conjunct.trees.MdlPruning`). The objects take parameters of their own,
        such as ``ChiSquarePruning(max_p_chance=0.01)``. None prunes nothing.
    max_depth : int or None, default=None
        The largest number of splits on the way to a leaf.
    max_leaves : int or None, default=None
        The largest number of leaves before pruning. Leaves are split best first, those whose split
        gains most over all their rows, and a split that would make too many is passed over.
    min_coverage : int, default=1
        Rows that both sides of a split in two must have, and two branches of any other.
    missing : {"fails", "value"}, default="fails"
        Whether a missing cell passes no test, and goes the usual way, or is a value of its own.
    random_state : int, RandomState or None, default=None
        Which rows ``pruning="reduced_error"`` holds out, and the folds of "cv".

    Attributes
    ----------
    tree_ : Tree
        The tree; as a theory of rules, those of its leaves, it is also `rules_`. It is written in
        words when it is first looked at, or asked to predict.
    pruned_by_ : float or None
        The MaxPchance or the penalty that the tree was pruned by, as given or as chosen; None with
        any other pruning.

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

    criterion: Criterion | Splitting = parameter(default="gain", allowed=OneVariant(SPLITTINGS))
    pruning: PruningName | Pruning | None = parameter(
        default="chi2", allowed=OneVariant(PRUNINGS, OneOf((None,)))
    )
    max_depth: int | None = parameter(default=None, allowed=Whole(1, optional=True))
    max_leaves: int | None = parameter(default=None, allowed=Whole(1, optional=True))
    min_coverage: int = parameter(default=1, allowed=Whole(1))
    random_state: Any = None

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
        simplify : {"pessimistic", "significance"}, object or None, default="pessimistic"
            What does not help: that without which the upper limit of the error, U_CF, is not
            higher, `conjunct.trees.Pessimistic`; that which makes no significant difference, at
            the chance of a chi-square pruning or at 0.05, `conjunct.trees.Significant`. None keeps
            all conditions and rules, as `Tree.to_rules` does.

        Returns
        -------
        rules : RuleList
            Prints, explains, predicts and is saved like any other.
        """
        check_is_fitted(self)
        if not _SIMPLIFY.allows(simplify):
            raise ValueError(f"The 'simplify' of to_rules must be {_SIMPLIFY}. Got {simplify!r}.")
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
        judge = _SIMPLIFY.made(simplify)
        if simplify == "significance" and self.pruned_by_ is not None:
            by_chance = isinstance(self._pruning, ChiSquarePruning)
            judge = Significant(self.pruned_by_) if by_chance else judge
        tree = self._learned.written(grown)
        return tree.listed(*simplified(leaf_paths(grown, tree), engine, judge))

    def _list_of(self, simplify: Simplify, engine: CountingEngine) -> RuleList:
        """Learn from the rows of an engine, and simplify."""
        return self._simplified(engine, self._pruned(engine, ignore), simplify)

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
        how = SPLITTINGS[self.criterion] if isinstance(self.criterion, str) else self.criterion
        limits = GrowthLimits(
            how.criterion,
            how.binary,
            self.max_depth,
            self.min_coverage,
            how.require_gain,
            self.max_leaves,
        )
        growing = TreeGrowth(engine, limits, self._seed, progress)
        self.pruned_by_: float | None = None
        if self._pruning is None:
            return growing.whole()
        tree, self.pruned_by_ = self._pruning.pruned(growing)
        return tree

    @property
    def _pruning(self) -> Pruning | None:
        return PRUNINGS[self.pruning] if isinstance(self.pruning, str) else self.pruning

    def _seed(self) -> int:
        return int(check_random_state(self.random_state).randint(2**31))
