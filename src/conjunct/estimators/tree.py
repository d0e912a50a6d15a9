"""`RuleTreeClassifier`: a pruned decision tree, and its rules."""

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
from conjunct.search.language import Language, Limits
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
"""The test by which `to_rules` decides which conditions and rules do not help."""

_SIMPLIFY = OneVariant(
    {"pessimistic": Pessimistic(), "significance": Significant()}, OneOf((None,))
)


@with_parameters
class RuleTreeClassifier(RuleClassifier):
    """Learn a decision tree, prune it, and turn it into rules.

    Growing starts with one leaf. Every leaf is split by the attribute that says most about the
    class, until all its rows are of one class or no attribute divides them. Then the tree is
    pruned.

    Missing cells, and categories that a node has not seen in training, follow the branch that most
    training rows took: in growing, in pruning and in prediction.

    Parameters
    ----------
    criterion : {"gain", "gain_ratio", "accuracy"} or Splitting, default="gain"
        What the best split maximises. ``"gain"``: information gain. ``"gain_ratio"``: gain ratio,
        which does not favour attributes with many values. ``"accuracy"``: training accuracy, which
        misses splits that only prepare for others. With `conjunct.trees.Splitting` you can also
        split nominal attributes in two, or require that every split gains, as in
        ``Splitting("gain_ratio", binary=True)``.
    pruning : {"chi2", "reduced_error", "poe", "layered", "penalty", "mdl"}, object or None, \
            default="chi2"
        How the tree is pruned. ``"chi2"``: remove splits that may be due to chance, from the
        bottom up (`conjunct.trees.ChiSquarePruning`). ``"reduced_error"``: remove splits that do
        not help on rows held out (`conjunct.trees.ReducedErrorPruning`). ``"poe"`` and
        ``"layered"``: remove splits that do not lower the error after a correction for the search,
        by process-oriented evaluation with the number of splits tried
        (`conjunct.trees.ProcessOrientedPruning`), or by r_w with the number of attribute sets
        considered (`conjunct.trees.LayeredPruning`). ``"penalty"``: keep the tree with the highest
        training accuracy minus a penalty for every leaf (`conjunct.trees.PenaltyPruning`).
        ``"mdl"``: keep the tree with the shortest description after Forsyth, which is the depths
        of its leaves and the classes in them (`conjunct.trees.MdlPruning`). The objects take
        parameters of their own, such as ``ChiSquarePruning(max_p_chance=0.01)``. None: no pruning.
    max_depth : int or None, default=None
        Largest number of splits on the path to a leaf; None for no limit.
    max_leaves : int or None, default=None
        Largest number of leaves before pruning; None for no limit. Leaves are split best first:
        the leaf whose split gains most over all its rows comes first. Splits that would make too
        many leaves are skipped.
    min_coverage : int, default=1
        Smallest number of rows that both branches of a binary split must have. Of other splits, at
        least two branches must have them.
    missing : {"fails", "value"}, default="fails"
        How missing cells are treated. ``"fails"``: a missing cell follows the branch that most
        training rows took. ``"value"``: missing is a value of its own.
    random_state : int, RandomState or None, default=None
        Seed for the rows that ``pruning="reduced_error"`` holds out, and for the folds of prunings
        whose parameter is ``"cv"``.

    Attributes
    ----------
    tree_ : Tree
        The tree. `rules_` is the same object: a tree is also a theory, with one rule for each leaf.
        It is made when it is first needed.
    pruned_by_ : float or None
        The largest p-value or the penalty used for pruning, as given or as chosen by
        cross-validation; None for other prunings.

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

        The path to each leaf becomes a rule. Its conditions are dropped one by one while that does
        no harm on the training rows. Then the rules are sorted by their expected error, and rules
        that do not help are left out.

        If the leaves have expected errors, the rules get them too: the tree is grown, pruned and
        simplified again on parts of the rows.

        A missing cell satisfies no condition of a rule, while in the tree it follows the branch
        that most training rows took. So tree and rules may differ for missing cells, and for
        categories that a node has not seen.

        Parameters
        ----------
        simplify : {"pessimistic", "significance"}, object or None, default="pessimistic"
            Which conditions and rules are dropped. ``"pessimistic"``: those whose removal does not
            raise the upper limit of the error, U_CF (`conjunct.trees.Pessimistic`).
            ``"significance"``: those that make no significant difference, at the p-value of
            chi-square pruning or else at 0.05 (`conjunct.trees.Significant`). None keeps all
            conditions and rules, as `Tree.to_rules` does.

        Returns
        -------
        rules : RuleList
            A rule list like any other: it prints, explains, predicts and can be saved.
        """
        check_is_fitted(self)
        if not _SIMPLIFY.allows(simplify):
            raise ValueError(f"The 'simplify' of to_rules must be {_SIMPLIFY}. Got {simplify!r}.")
        if simplify is None:
            return self.tree_.to_rules()
        if not hasattr(self._learned, "training"):
            raise ModelError(
                "a copy of a fitted tree does not keep the training rows; fit it again, or take "
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
        """Learn a tree from the rows of an engine, and return its simplified rules."""
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
            how.require_gain,
            self.max_depth,
            self.min_coverage,
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
