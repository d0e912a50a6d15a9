"""`ScoreCardClassifier`: a few short rules with points that are added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

import numpy as np
from joblib import effective_n_jobs
from sklearn.utils import check_random_state

from conjunct.cards.finished import base_points, n_tried, scored_rules
from conjunct.cards.fitted import FittedCard
from conjunct.cards.fixed_ridge import A_SIZE, FixedRidge, WantedSize
from conjunct.cards.growth import CardGrower
from conjunct.cards.importances import attribute_importances
from conjunct.cards.learning import LearnedCard, SizePoint, learn_card
from conjunct.cards.problem import CardProblem
from conjunct.cards.rounding import PointsOfCard, decimal_points, scaled_points, whole_points
from conjunct.cards.settings import SETTINGS
from conjunct.cards.sizes import CardSize
from conjunct.count import OPERATORS, CountingEngine, class_counts
from conjunct.count.deadline import Deadline
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.base import RuleClassifier
from conjunct.estimators.card_checks import Seen, why_empty, with_facts
from conjunct.estimators.kept import kept_terms, kept_thresholds, with_notes
from conjunct.estimators.monotonic import monotonic_signs
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.promising import may_be_chance, with_promises
from conjunct.estimators.statements import (
    Progress,
    Repeated,
    Statements,
    fold_rules,
    joined,
    statements_of,
)
from conjunct.model import Promise, Promises, ScoreCard
from conjunct.model.card_order import default_of, in_order
from conjunct.model.scale import Scale
from conjunct.params import Number, OneOf, ScaleNumbers, Some, Whole
from conjunct.search.language import Language, Limits
from conjunct.search.newton import NewtonBeam
from conjunct.types import Floats


class CardResult(NamedTuple):
    """A finished card, and how it was learned; None if the rows have only one class."""

    rules: ScoreCard
    learned: LearnedCard | None

    def searched(self) -> ScoreCard:
        """Return the card; each rule's record counts what all searches tried together."""
        if self.learned is None:
            return self.rules
        tried = n_tried(self.learned.searched)
        rules = [
            replace(rule, search=replace(rule.search, tried=tried)) for rule in self.rules.rules
        ]
        return replace(self.rules, rules=tuple(rules))


@with_parameters
class ScoreCardClassifier(RuleClassifier):
    """Learn a few short rules with points.

    Every class starts with its base points and gets the points of all rules that hold for a row;
    the sums give the probabilities of the classes. Rules are found by beam search on the gain of a
    Newton step. Single conditions that cut every column into a few parts are added to them. All
    weights are fitted together, with a ridge penalty. Then rules are deleted one by one, the least
    useful first. Cross-validation chooses the ridge and the number of conditions.

    Parameters
    ----------
    size : {"small", "accurate"}, int or FixedRidge, default="small"
        Size of the card. ``"small"``: at most 24 conditions, or twice the number of classes if
        that is more. ``"accurate"``: at most 100 conditions. Both have fewer conditions if
        cross-validation finds that more do not pay. A number: a card of this number of conditions,
        except that rules whose points round to 0 are left out. Cross-validation also chooses the
        ridge of the weights, unless it is given, as in ``FixedRidge(2.0, size="accurate")``; see
        `conjunct.cards.fixed_ridge.FixedRidge`.
    points : {"integer", "real"}, default="integer"
        ``"integer"``: whole points, at most ten a rule for a class, in the coarsest unit that
        loses almost no accuracy. ``"real"``: points with two decimals.
    positive : str, int, float, bool or None, default=None
        For two classes: the class that gets the points. None: the class with fewer rows. With a
        `scale` it is the bad class, and the other class gets the points.
    scale : (float, float, float) or None, default=None
        For two classes: a scale of credit scores. ``(600, 50, 20)`` means a score of 600 at odds
        of 50 good to 1 bad, and 20 more points whenever the odds double. Points are whole numbers.
        See :doc:`/guide/desk`.
    max_conditions : int, default=4
        Largest number of conditions in a rule.
    min_coverage : float, default=3
        Smallest number of rows that a rule may cover, or their smallest total weight.
    beam_width : int, default=4
        Number of bodies with one condition that a search refines; with each further condition the
        beam is half as wide.
    conditions : tuple of {"=", "!=", "<=", ">"}, default=("=", "!=", "<=", ">")
        Operators that conditions may use.
    cuts : dict or None, default=None
        Cut points by the name of a numeric attribute, as in ``{"age": [25, 40, 65]}``. Conditions
        on these attributes use no other thresholds.
    monotonic_cst : dict, array-like of int or None, default=None
        Monotonic constraints, by the name of a numeric attribute or in the order of the
        attributes. 1: the probability of the second class must not fall as the attribute rises.
        -1: it must not rise. 0: no constraint. ``{"age": {"yes": 1}}`` names the class, which is
        required if there are more than two.
    keep : sequence of str, default=()
        Rules that the card must have, such as ``"if age > 60 and bmi > 30"``. Their points are
        fitted together with those of the other rules. With more than two classes, each rule names
        the class that its points are for: ``"if age > 60 then yes"``. See :doc:`/guide/editing`.
    random_state : int, RandomState or None, default=0
        Seed for the assignment of rows to folds.
    promises : {"auto", True, False}, default="auto"
        Whether to estimate the error of each rule on new rows, see :doc:`/guide/promises`. The
        cards of the cross-validation are used for this, so it takes almost no extra time.
    n_jobs : int or None, default=None
        Number of threads that learn the cards of the cross-validation; -1 uses all cores.

    Attributes
    ----------
    rules_ : ScoreCard
        The card.
    path_ : tuple of SizePoint
        The numbers of conditions that were compared, the largest first, each with the
        cross-validated error and log loss.
    ridge_ : float
        The ridge of the card's weights.
    feature_importances_ : ndarray of float
        Importance of each attribute: how much the log loss on the training rows rises without the
        points of the attribute's rules, as a share of the sum over all attributes.

    Examples
    --------
    >>> from conjunct import ScoreCardClassifier
    >>> X = [[size, size % 3] for size in range(60)]
    >>> y = ["large" if size > 35 else "small" for size in range(60)]
    >>> model = ScoreCardClassifier(size=1).fit(X, y)
    >>> len(model.rules_), model.rules_.n_conditions
    (1, 1)
    >>> model.predict([[36, 0], [35, 1]]).tolist()
    ['large', 'small']
    """

    _so_far = "this is the best card so far"
    size: WantedSize | FixedRidge = parameter(default="small", allowed=A_SIZE)
    points: Literal["integer", "real"] = parameter(
        default="integer", allowed=OneOf(("integer", "real"))
    )
    positive: Any = None
    scale: tuple[float, float, float] | None = parameter(default=None, allowed=ScaleNumbers())
    max_conditions: int = parameter(default=4, allowed=Whole(1))
    min_coverage: float = parameter(default=3, allowed=Number(0))
    beam_width: int = parameter(default=4, allowed=Whole(1))
    conditions: tuple[str, ...] = parameter(default=OPERATORS, allowed=Some(OPERATORS))
    cuts: dict[str, list[float]] | None = None
    monotonic_cst: Any = None
    keep: Sequence[str] = ()
    random_state: Any = 0

    def _learn(self, table: Table, progress: Progress) -> None:
        self._check_positive()
        self._check_scale()
        wanted = max(SETTINGS.few_codes, int(table.n_counted) // SETTINGS.rows_per_code)
        most_codes = min(wanted, SETTINGS.many_codes)
        coded = self._coded(table, most_codes, self.cuts, kept_thresholds(self.keep))
        self._learn_coded(coded, table, progress)

    @property
    def _classes_by_content(self) -> bool:
        return len(self.classes_) > 2  # with two, points for one are points against the other

    def _timed(self, engine: CountingEngine) -> CountingEngine:
        return engine  # the card learner checks the time itself, before each fit of the weights

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> CardResult:
        grower = self._grower(engine, table)
        problem = grower.problem
        path: tuple[SizePoint, ...] = ()
        learned, ridge = None, grower.ridges[0]
        if np.count_nonzero(problem.class_weights) < 2:
            card = replace(grower, deadline=Deadline()).empty()
        else:
            seed = int(check_random_state(self.random_state).randint(2**31))
            size = self._size(engine.n_classes)
            n_threads = effective_n_jobs(self.n_jobs)
            learned = learn_card(grower, size, seed, n_threads, progress)
            card, path, ridge = learned.card, learned.path, learned.ridge
        self.path_, self.ridge_ = path, ridge
        points = self._points(problem, card)
        shares = attribute_importances(problem, card, points, len(table.columns))
        by_name = dict(zip(table.names, shares.tolist(), strict=True))
        self.feature_importances_ = np.array([by_name.get(name, 0.0) for name in self._names()])
        return CardResult(self._card(problem, card, points, table), learned)

    def _size(self, n_classes: int) -> CardSize:
        """Return the largest number of conditions, and what each condition must save."""
        wanted = self.size.size if isinstance(self.size, FixedRidge) else self.size
        if wanted == "accurate":
            sharing = SETTINGS.accurate_sharing
            return CardSize(SETTINGS.accurate, SETTINGS.accurate_reading, sharing=sharing)
        if wanted == "small":
            most = max(SETTINGS.small, SETTINGS.per_class * n_classes)
            return CardSize(most, SETTINGS.small_reading)
        return CardSize(int(wanted), 0.0, is_exact=True)

    def _language(self, engine: CountingEngine) -> Language:
        return Language(engine.columns, Limits(tuple(self.conditions)), reuse="numeric")

    def _n_statements(self, engine: CountingEngine) -> int:
        return engine.n_classes if engine.n_classes <= 2 else 2 * engine.n_classes

    def _statements(self, engine: CountingEngine, learned: CardResult) -> Statements:
        return statements_of(engine, learned.rules)

    def _is_quick(self, engine: CountingEngine, rules: Statements) -> bool:
        return True  # the cards of the folds are already learned

    def _fold_rules(
        self, engine: CountingEngine, table: Table, learned: CardResult, progress: Progress
    ) -> Repeated:
        folds = () if learned.learned is None else learned.learned.folds
        found = []
        for fold in folds:
            points = self._points(fold.problem, fold.card)
            rules = statements_of(engine, self._card(fold.problem, fold.card, points, table))
            found.append(fold_rules(engine, rules, fold.problem.cover, fold.check))
        repeated = joined(found)
        # The folds chose the size of this card. If all its rules may be due to chance, the folds
        # are no evidence for it: whatever misled the search in them also led to the card.
        prior = self._prior(self._language(engine), engine)
        if may_be_chance(engine, self._statements(engine, learned), prior):
            return repeated._replace(rules=repeated.rules.as_empty())
        return repeated

    def _with_promises(
        self,
        learned: CardResult,
        promises: Sequence[Promise],
        possible: Sequence[int],
        how: Promises,
        seen: Seen,
    ) -> ScoreCard:
        card = with_facts(with_promises(learned.searched(), promises, possible, how), seen)
        card = with_notes(card, self.keep)
        why = () if learned.learned is None else why_empty(learned.learned, card.n_rows)
        return replace(card, notes=(*card.notes, *why, *self._time_notes))

    def _grower(self, engine: CountingEngine, table: Table) -> CardGrower:
        language = self._language(engine)
        signs = monotonic_signs(
            self.monotonic_cst, self._names(), self._labels, table, engine.columns
        )
        problem = CardProblem(engine, language, signs, engine.root())
        beam = NewtonBeam(self.beam_width, self.max_conditions, float(self.min_coverage))
        ridges = SETTINGS.ridges
        if isinstance(self.size, FixedRidge):
            ridges = (float(self.size.ridge),)
        return CardGrower(
            problem,
            SETTINGS.growing_ridge,
            beam,
            ridges=ridges,
            deadline=self._deadline or Deadline(),
            kept=kept_terms(problem, self.keep, self._labels),
        )

    def _scored(self, problem: CardProblem) -> int:
        """Return the class that gets points if there are two, else the last class."""
        if problem.engine.n_classes != 2:
            return problem.engine.n_classes - 1
        first, second = problem.class_weights.tolist()
        positive = 0 if first < second else 1
        if self.positive is not None:
            positive = int(self.classes_.tolist().index(self.positive))
        return positive if self.scale is None else 1 - positive

    def _points(self, problem: CardProblem, card: FittedCard) -> PointsOfCard:
        if self.scale is not None:
            return scaled_points(card, Scale.of(self.scale).unit)
        # A card without rules has no points to add up, so its probabilities can be exact.
        is_whole = self.points == "integer" and card.terms
        return whole_points(problem, card, self.ridge_) if is_whole else decimal_points(card)

    def _card(
        self, problem: CardProblem, card: FittedCard, points: PointsOfCard, table: Table
    ) -> ScoreCard:
        positive = self._scored(problem)
        base = base_points(problem, points, positive)
        counts = np.array(class_counts(problem.engine, problem.cover))
        read = self._theory(
            ScoreCard,
            list(in_order(scored_rules(problem, card, points.weights, positive))),
            default_of(base, counts.tolist()),
            counts,
            table,
            base=base,
            unit=points.unit,
            ridge=self.ridge_,
        )
        assert isinstance(read, ScoreCard)
        if self.scale is None:
            return read
        return read.scaled(self.scale, good=read.classes[positive])

    def _check_positive(self) -> None:
        """Refuse a class that does not exist."""
        labels = self.classes_.tolist()
        if self.positive is not None and self.positive not in labels:
            raise DataError(
                f"positive is {self.positive!r}, which is not a class; the classes are "
                + ", ".join(map(repr, labels))
            )

    def _check_scale(self) -> None:
        """Refuse a scale if there are not two classes, or if points are not whole numbers."""
        if self.scale is None:
            return
        if len(self.classes_) != 2:
            raise DataError(
                f"a scale needs two classes; the table has {len(self.classes_)}: leave scale out"
            )
        if self.points != "integer":
            raise DataError("points on a scale are whole; leave points='real' out")

    def decision_function(self, X: Any) -> Floats:
        """Return the points of every row: for the second class if there are two, else for all.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            As in `fit`.

        Returns
        -------
        points : ndarray of shape (n_rows,) or (n_rows, n_classes)
            With two classes: above 0 if the second class is more probable.
        """
        table = self._to_predict(X)
        card: Any = self.rules_
        sums: Floats = card.sums(table)
        return np.asarray(sums[:, 1] - sums[:, 0]) if sums.shape[1] == 2 else sums
