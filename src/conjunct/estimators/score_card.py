"""`ScoreCardClassifier`: a few short rules with points, which are added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, NamedTuple, Self

import numpy as np
from joblib import effective_n_jobs
from sklearn.callback import with_callbacks
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_sample_weight

from conjunct.cards.finished import base_points, scored_rules
from conjunct.cards.fitted import FittedCard
from conjunct.cards.growth import CardGrower, RelativeCosts
from conjunct.cards.path import Point, checked_path, path_within
from conjunct.cards.problem import CardProblem
from conjunct.cards.settings import SETTINGS
from conjunct.cards.validation import CheckedFolds, FoldCard, make_divisions
from conjunct.count import OPERATORS, CountingEngine, class_counts
from conjunct.data import Table
from conjunct.encode import encode
from conjunct.estimators.base import A_ENGINE, PROMISING, RuleClassifier
from conjunct.estimators.card_checks import Seen, with_facts
from conjunct.estimators.monotonic import monotonic_signs
from conjunct.estimators.promising import divided, learn_with_promises, with_promises
from conjunct.estimators.row_weights import rows_that_count
from conjunct.estimators.statements import (
    Progress,
    Repeated,
    Statements,
    fold_rules,
    joined,
    statements_of,
)
from conjunct.estimators.whole_points import rounded_card
from conjunct.model import Promise, Promises, ScoreCard
from conjunct.model.card_order import default_of, in_order
from conjunct.params import Constraint, Number, OneOf, Some, Whole
from conjunct.search.language import Language
from conjunct.search.limits import Limits
from conjunct.search.newton import NewtonBeam
from conjunct.types import Floats


@dataclass(frozen=True, eq=False)
class CardPathPoint:
    """One card of the path.

    Parameters
    ----------
    price : float
        Nats of log-likelihood that a nat of description had to save; infinite for no rules.
    rules : ScoreCard
        The card learned from all rows.
    error, log_loss : float or None
        What cross-validation says: share of rows wrong, and nats a row. Of accurate cards it is
        about the best prices down to this one.
    """

    price: float
    rules: ScoreCard
    error: float | None = None
    log_loss: float | None = None

    @property
    def n_conditions(self) -> int:
        """Conditions of the card."""
        return self.rules.n_conditions

    def loss(self) -> float:
        """Return what the choice goes by: the log loss.

        The error moves in jumps; the price that it would choose makes more errors on new rows.
        """
        return np.inf if self.log_loss is None else self.log_loss


class LearnedCard(NamedTuple):
    """A card, and the cards that grew on parts of the rows on the way to it, if any."""

    rules: ScoreCard
    folds: list[tuple[FoldCard, FittedCard]]

    def searched(self) -> ScoreCard:
        """Return the card with all that was tried: every search of every part had a say."""
        searches = [term.found for _, card in self.folds for term in card.terms]
        tried = sum(one.tried for found in searches for one in found.rounds)
        if not tried:
            return self.rules
        rules = [
            replace(rule, search=replace(rule.search, tried=tried)) for rule in self.rules.rules
        ]
        return replace(self.rules, rules=tuple(rules))


class ScoreCardClassifier(RuleClassifier):
    """Learn a few short rules with points.

    A card gives every class its base points, and the points of all rules that hold; they say how
    probable the classes are. What is minimised is one sum in nats: the negative log-likelihood, a
    ridge on the weights, and a price for every rule, which is the logarithm of the number of
    conditions that could have been chosen, dearer for each further condition. So a rule must pay
    for its length and for the search that found it. Rules are found by beam search on the gain of
    a Newton step; after each new rule all weights are fitted together, and at the end every rule
    is tried against its absence, a shorter form of it and the best rule in its place.

    Parameters
    ----------
    size : {"small", "accurate"} or int, default="small"
        ``"small"``: one price; the default gives about as many conditions as RIPPER has.
        ``"accurate"``: the rows are dealt out twice, five parts each; ten cards grow, each without
        one part, along a path of prices, and are checked on it. The rules of the five cards of a
        deal, at the price with the lowest log loss, are pooled, fitted to all rows and thinned
        out, and so are those of all ten; the card is the mean of the three. Of a large table
        (40,000 rows, or fewer with many classes) five cards grow on one part each, for one pool.
        A number: conditions get cheaper until the card of the pool of all has so many, or none
        pays any more.
    price : float, default=0.23
        Nats of log-likelihood that a nat of description must save, for ``size="small"``: the higher
        the price, the smaller the card.
    points : {"real", "integer"}, default="real"
        ``"integer"`` rounds points to whole numbers, in the coarsest unit that loses next to
        nothing; a note of the card says what it loses.
    interaction : {"any", "none"}, default="any"
        ``"none"``: rules of one condition only.
    max_conditions : int, default=4
        The largest number of conditions in a rule.
    min_coverage : float, default=3
        The smallest number of rows, or their weight, that a rule may cover.
    beam_width : int, default=4
        Bodies of one condition that are refined in a search; half as many of two, and so on.
    ridge : float or None, default=None
        Half of it times the square of each weight is added to the loss. None: 1 for two classes,
        0.3 for more, 0.5 where cards are pooled. Of the cards to be pooled one half grows with
        this, the other with four times as much; the pooled card has twice as much, or 0.8 times
        where the first half is clearly better.
    conditions : tuple of str, default=("=", "!=", "<=", ">")
        The forms of conditions that may be used.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes, as in scikit-learn.
    monotonic_cst : dict, array-like of int or None, default=None
        By the name of a numeric attribute, or in the order of the attributes: 1 where the
        probability of the second class must not fall as the attribute rises, -1 where it must not
        rise, 0 where nothing is asked. For two classes only.
    random_state : int, RandomState or None, default=0
        Deals the rows out where cards are pooled: for all sizes but ``"small"``.
    promises : {"auto", True, False}, default="auto"
        Whether to repeat the search on parts of the rows, which tells what to expect of each rule
        on new rows, see :doc:`/guide/promises`. ``"auto"``: where it takes about two seconds at
        most.
    hold_out : float or None, default=None
        About this share of the rows is not learned from, and bounds the errors of the rules.
    confidence : float, default=0.95
        Chance that no rule's error is above what it is said to be at most.
    missing : {"fails", "value"}, default="fails"
        ``"fails"``: a missing cell satisfies no condition. ``"value"``: it is a value of its own.
    categorical_features : "from_dtype", None or array-like, default="from_dtype"
        Columns to take as nominal besides those whose type says so: names, numbers or a mask.
    engine : {"auto", "local", "numpy"} or engine, default="auto"
        What counts the rows: see :doc:`/guide/engines`. The model is the same.
    n_jobs : int or None, default=None
        Threads in which the cards that are pooled grow; -1 uses all cores.

    Attributes
    ----------
    rules_ : ScoreCard
        The card.
    path_ : tuple of CardPathPoint
        All cards that were learned, from dear to cheap; one where the size is ``"small"``, else
        with what the cards that were pooled do on rows that they did not learn.
    price_ : float
        The price of the card that was taken; of an accurate card the lowest of its pools.
    search_record_ : tuple of SearchRecord
        What was tried for each rule of ``rules_``.
    classes_ : ndarray
        The classes.
    n_features_in_ : int
        Number of attributes.
    feature_names_in_ : ndarray
        Their names, where X has names.

    Examples
    --------
    >>> from conjunct import ScoreCardClassifier
    >>> X = [[size, size % 3] for size in range(60)]
    >>> y = ["large" if size > 35 else "small" for size in range(60)]
    >>> model = ScoreCardClassifier().fit(X, y)
    >>> print(model.rules_.to_text(footer=False))
    Score for class = small: 36 of 60 rows (60 %).
    <BLANKLINE>
    #  rule       points  rows  small  expected  guaranteed
    1  x0 > 35.5   −2.17    24    0 %       2 %      ≤ 35 %
    2  x0 > 33.5   −1.71    26    8 %      10 %      ≤ 45 %
    3  x0 > 37.5   −1.60    22    0 %       3 %      ≤ 36 %
             score = ___
    <BLANKLINE>
    score      −5.48  −3.88  −1.71   0.00
    predicted    7 %   28 %   77 %   95 %
    observed     0 %    0 %  100 %  100 %
    rows          22      2      2     34
    """

    _allowed: ClassVar[dict[str, Constraint]] = {
        "size": Whole(0, words=("small", "accurate")),
        "price": Number(0),
        "points": OneOf(("real", "integer")),
        "interaction": OneOf(("any", "none")),
        "max_conditions": Whole(1),
        "min_coverage": Number(0),
        "beam_width": Whole(1),
        "ridge": Number(0, optional=True),
        "conditions": Some(OPERATORS),
        **PROMISING,
        "missing": OneOf(("fails", "value")),
        "engine": A_ENGINE,
    }

    def __init__(
        self,
        *,
        size: Literal["small", "accurate"] | int = "small",
        price: float = SETTINGS.small_price,
        points: Literal["real", "integer"] = "real",
        interaction: Literal["any", "none"] = "any",
        max_conditions: int = 4,
        min_coverage: float = 3,
        beam_width: int = 4,
        ridge: float | None = None,
        conditions: tuple[str, ...] = OPERATORS,
        class_weight: Any = None,
        monotonic_cst: Any = None,
        random_state: Any = 0,
        promises: Literal["auto"] | bool = "auto",
        hold_out: float | None = None,
        confidence: float = 0.95,
        missing: Literal["fails", "value"] = "fails",
        categorical_features: Any = "from_dtype",
        engine: Any = "auto",
        n_jobs: int | None = None,
    ) -> None:
        self.size = size
        self.price = price
        self.points = points
        self.interaction = interaction
        self.max_conditions = max_conditions
        self.min_coverage = min_coverage
        self.beam_width = beam_width
        self.ridge = ridge
        self.conditions = conditions
        self.class_weight = class_weight
        self.monotonic_cst = monotonic_cst
        self.random_state = random_state
        self.promises = promises
        self.hold_out = hold_out
        self.confidence = confidence
        self.missing = missing
        self.categorical_features = categorical_features
        self.engine = engine
        self.n_jobs = n_jobs

    @with_callbacks  # type: ignore[untyped-decorator]
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn a card.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            A pandas, polars or Arrow frame with numeric, categorical, text and boolean columns,
            or an array of numbers. Missing cells are allowed.
        y : array of shape (n_rows,)
            The classes.
        sample_weight : array of shape (n_rows,), optional
            How much each row counts; a row of weight 2 counts as two rows.

        Returns
        -------
        self
        """
        table = self._to_fit(X, y)
        if sample_weight is None:
            return self._fit_in_callbacks(table, X, y)
        weight = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
        return self._fit_in_callbacks(table, X, y, weight=weight)

    def _learn(self, table: Table, progress: Progress, weight: Floats | None = None) -> None:
        table, weight = rows_that_count(table, weight, self.class_weight, self.classes_)
        wanted = max(SETTINGS.few_codes, table.n_rows // SETTINGS.rows_per_code)
        weights = None if (weight == 1.0).all() else weight
        coded = encode(table, self.missing, min(wanted, SETTINGS.many_codes), weights)
        engine, held_out = divided(self._engine(coded), self.hold_out)
        self.rules_ = learn_with_promises(self, engine, held_out, table, progress)

    def _learned_from(
        self, engine: CountingEngine, table: Table, progress: Progress
    ) -> LearnedCard:
        grower, checked = self._grower(engine, table), CheckedFolds([])
        if np.count_nonzero(grower.problem.class_weights) < 2:
            points = [CardPathPoint(np.inf, self._card(grower.problem, grower.empty(), table))]
        else:
            if self.size != "small":
                checked = CheckedFolds(make_divisions(grower, self._random()))
            points = self._cards(grower, table, checked, progress)
        self.path_ = tuple(points)
        chosen = points[-1]
        if self.size == "accurate":
            chosen = min(points, key=CardPathPoint.loss)
        self.price_ = chosen.price
        return LearnedCard(chosen.rules, checked.at(chosen.price))

    def _language(self, engine: CountingEngine) -> Language:
        return Language(engine.columns, Limits(tuple(self.conditions)), reuse="numeric")

    def _n_statements(self, engine: CountingEngine) -> int:
        return engine.n_classes if engine.n_classes <= 2 else 2 * engine.n_classes

    def _statements(self, engine: CountingEngine, learned: LearnedCard) -> Statements:
        return statements_of(engine, learned.rules)

    def _is_quick(self, engine: CountingEngine, rules: Statements) -> bool:
        # Cards of other sizes have grown on parts of the rows already.
        return self.size != "small" or super()._is_quick(engine, rules)

    def _fold_rules(
        self, engine: CountingEngine, table: Table, learned: LearnedCard, progress: Progress
    ) -> Repeated:
        if self.size == "small":
            return super()._fold_rules(engine, table, learned, progress)
        stated = [
            (fold, statements_of(engine, self._card(fold.problem, card, table)))
            for fold, card in learned.folds
        ]
        return joined(
            fold_rules(engine, rules, fold.problem.cover, fold.check_cover)
            for fold, rules in stated
        )

    def _with_promises(
        self,
        learned: LearnedCard,
        promises: Sequence[Promise],
        possible: Sequence[int],
        how: Promises,
        seen: Seen,
    ) -> ScoreCard:
        card = with_facts(with_promises(learned.searched(), promises, possible, how), seen)
        self.path_ = tuple(
            replace(one, rules=card) if one.rules is learned.rules else one for one in self.path_
        )
        return card

    def _grower(self, engine: CountingEngine, table: Table) -> CardGrower:
        language = self._language(engine)
        signs = monotonic_signs(
            self.monotonic_cst, self._names(), len(self.classes_), table, engine.columns
        )
        problem = CardProblem(engine, language, signs, engine.root())
        pooled = self.size != "small"
        of_many = SETTINGS.ridge_of_many_pooled if pooled else SETTINGS.ridge_of_many
        ridge = self.ridge or (SETTINGS.ridge_of_two if len(problem.channels) == 1 else of_many)
        per_class = SETTINGS.per_class_pooled if pooled else SETTINGS.per_class
        costs = RelativeCosts(ridge, SETTINGS.steepness, per_class)
        longest = 1 if self.interaction == "none" else self.max_conditions
        beam = NewtonBeam(self.beam_width, longest, float(self.min_coverage))
        return CardGrower(problem, costs, beam, float(self.price))

    def _cards(
        self, grower: CardGrower, table: Table, checked: CheckedFolds, progress: Progress
    ) -> list[CardPathPoint]:
        n_threads = effective_n_jobs(self.n_jobs)
        if self.size == "small":
            told = replace(grower, progress=progress)
            path = [Point(grower.price, told.grown(told.empty()))]
        elif self.size == "accurate":
            huge = grower.problem.is_huge
            prices = SETTINGS.few_prices if huge else SETTINGS.checked_prices
            path = checked_path(grower, prices, checked.checks(prices, n_threads), progress)
        else:
            prices = SETTINGS.prices
            checks = checked.checks(prices, n_threads)
            path = path_within(grower, prices, checks, int(self.size), progress)
        fitted = dict.fromkeys(one.card for one in path)
        cards = {card: self._card(grower.problem, card, table) for card in fitted}
        return [CardPathPoint(one.price, cards[one.card], one.error, one.log_loss) for one in path]

    def _random(self) -> np.random.Generator:
        return np.random.default_rng(check_random_state(self.random_state).randint(2**31))

    def _card(self, problem: CardProblem, card: FittedCard, table: Table) -> ScoreCard:
        rules = scored_rules(problem, card)
        base = base_points(problem, card)
        counts = np.array(class_counts(problem.engine, problem.cover))
        read = self._theory(
            ScoreCard,
            list(in_order(rules)),
            default_of(base, counts.tolist()),
            counts,
            table,
            base=base,
        )
        assert isinstance(read, ScoreCard)
        return rounded_card(read, table) if self.points == "integer" else read
