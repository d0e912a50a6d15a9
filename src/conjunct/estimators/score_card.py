"""`ScoreCardClassifier`: a few short rules with points, which are added up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import numpy as np
from joblib import effective_n_jobs
from sklearn.callback import with_callbacks
from sklearn.utils import check_random_state, compute_class_weight
from sklearn.utils.validation import _check_sample_weight

from conjunct.cards.draft import Draft
from conjunct.cards.finished import base_points, scored_rules
from conjunct.cards.growth import Grower, Scale
from conjunct.cards.path import PRICES, SMALL_PRICE, Point, best_place, checked_path, path_within
from conjunct.cards.problem import Problem
from conjunct.cards.validation import check_prices
from conjunct.count import OPERATORS
from conjunct.data import Table
from conjunct.encode import CodedTable, encode
from conjunct.errors import DataError
from conjunct.estimators.base import Progress, RuleClassifier
from conjunct.estimators.whole_points import rounded_card
from conjunct.model import Rules, ScoreCard
from conjunct.params import Constraint, Number, OneOf, Some, Whole
from conjunct.search.language import Language
from conjunct.search.limits import Limits
from conjunct.search.newton import NewtonBeam
from conjunct.types import AnyArray, Floats, Ints

MAX_CODES = 32
"""Numeric columns are cut at no more than 31 places: more cuts cost time and help nobody."""
STEEPNESS = 3.0
PER_CLASS = 1.0
RIDGE_OF_TWO, RIDGE_OF_MANY = 1.0, 0.3


@dataclass(frozen=True, eq=False)
class CardPathPoint:
    """One card of the path.

    Parameters
    ----------
    price : float
        Nats of log-likelihood that a nat of description had to save; infinite for no rules.
    card : ScoreCard
        The card learned from all rows.
    error, log_loss : float or None
        What cross-validation says about the price: share of rows wrong, and nats a row.
    """

    price: float
    card: ScoreCard
    error: float | None = None
    log_loss: float | None = None

    @property
    def n_conditions(self) -> int:
        """Conditions of the card."""
        return self.card.n_conditions


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
        ``"small"``: one price, which gives about as many conditions as RIPPER has.
        ``"accurate"``: the price with the lowest log loss in 5-fold cross-validation along a path
        of prices. A number: the cheapest price whose card has at most so many conditions.
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
        Bodies that are refined at each level of a search.
    ridge : float or None, default=None
        Half of it times the square of each weight is added to the loss. None: 1 for two classes,
        0.3 for more.
    conditions : tuple of str, default=("=", "!=", "<=", ">")
        The forms of conditions that may be used.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes, as in scikit-learn.
    monotonic_cst : dict, array-like of int or None, default=None
        By the name of a numeric attribute, or in the order of the attributes: 1 where the
        probability of the second class must not fall as the attribute rises, -1 where it must not
        rise, 0 where nothing is asked. For two classes only.
    random_state : int, RandomState or None, default=0
        Seed of the folds of ``size="accurate"``.
    missing : {"fails", "value"}, default="fails"
        ``"fails"``: a missing cell satisfies no condition. ``"value"``: it is a value of its own.
    categorical_features : "from_dtype", None or array-like, default="from_dtype"
        Columns to take as nominal besides those whose type says so: names, numbers or a mask.
    engine : {"local", "reference"}, default="local"
        What adds up: compiled code, or plain NumPy with equal results.
    n_jobs : int or None, default=None
        Threads for cross-validation; -1 uses all cores.

    Attributes
    ----------
    rules_ : ScoreCard
        The card.
    path_ : tuple of CardPathPoint
        All cards that were learned, from dear to cheap; one where the size is ``"small"``.
    price_ : float
        The price of the card that was taken.
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
    >>> print(model.rules_.to_text(footer=False, width=80))
    #  rule                         points  covers  wrong  error  corrected  tried
       points for small: every row   +1.23
    1  if x0 ≤ 33.5                  +1.71      34      0  2.8 %      5.0 %    206
    2  if x0 > 35.5                  −2.17      24      0  3.8 %      9.0 %    164
    3  if x0 > 37.5                  −1.60      22      0  4.2 %      7.3 %    118
    <BLANKLINE>
    points       −4     −3      −2      −1       0      +1      +2      +3      +4
    P(small)  1.8 %  4.7 %  11.9 %  26.9 %  50.0 %  73.1 %  88.1 %  95.3 %  98.2 %
    """

    _allowed: ClassVar[dict[str, Constraint]] = {
        "size": Whole(0, words=("small", "accurate")),
        "points": OneOf(("real", "integer")),
        "interaction": OneOf(("any", "none")),
        "max_conditions": Whole(1),
        "min_coverage": Number(0),
        "beam_width": Whole(1),
        "ridge": Number(0, optional=True),
        "conditions": Some(OPERATORS),
        "missing": OneOf(("fails", "value")),
        "engine": OneOf(("local", "reference")),
    }

    def __init__(
        self,
        *,
        size: Literal["small", "accurate"] | int = "small",
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
        missing: Literal["fails", "value"] = "fails",
        categorical_features: Any = "from_dtype",
        engine: Literal["local", "reference"] = "local",
        n_jobs: int | None = None,
    ) -> None:
        self.size = size
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
        table, weight = self._weighed(table, weight)
        coded = encode(table, self.missing, MAX_CODES)
        share = weight[np.argsort(_class_of(table), kind="stable")]
        grower = self._grower(coded, table, share)
        points = self._path(grower, coded, progress)
        place = len(points) - 1
        if self.size == "accurate":
            place = best_place([one.checked for one in points if one.checked is not None])
        self.path_ = tuple(
            CardPathPoint(
                one.price,
                self._card(grower.problem, one.draft, table),
                *((one.checked.error, one.checked.log_loss) if one.checked else ()),
            )
            for one in points
        )
        self.price_ = self.path_[place].price
        self.rules_: Rules = self.path_[place].card
        self.search_record_ = tuple(rule.search for rule in self.rules_)

    def _weighed(self, table: Table, weight: Floats | None) -> tuple[Table, Floats]:
        """Return the rows that have a weight, and their weights."""
        if weight is None:
            weight = np.ones(table.n_rows)
        if not weight.all():
            if not weight.any():
                raise DataError("all weights are 0; give some row a positive sample_weight")
            table, weight = table.take(np.flatnonzero(weight)), weight[weight > 0]
        if self.class_weight is not None:
            codes = _class_of(table)
            present = np.unique(codes)
            labels = self.classes_[codes]
            by_class = np.ones(len(self.classes_))
            by_class[present] = compute_class_weight(
                self.class_weight, classes=self.classes_[present], y=labels
            )
            weight = weight * by_class[codes]
        return table, weight

    def _grower(self, coded: CodedTable, table: Table, share: Floats) -> Grower:
        limits = Limits(tuple(self.conditions))
        engine = self._engine(coded)
        language = Language(engine.columns, limits)
        signs = self._signs(table, engine.columns)
        problem = Problem.of(engine, language, coded.labels, share, signs)
        two = len(problem.channels) == 1
        ridge = self.ridge or (RIDGE_OF_TWO if two else RIDGE_OF_MANY)
        longest = 1 if self.interaction == "none" else self.max_conditions
        beam = NewtonBeam(self.beam_width, longest, float(self.min_coverage))
        return Grower(problem, Scale(ridge, STEEPNESS, PER_CLASS), beam, SMALL_PRICE)

    def _path(self, grower: Grower, coded: CodedTable, progress: Progress) -> list[Point]:
        if coded.n_rows == 0 or len(np.unique(coded.labels)) < 2:
            return [Point(np.inf, grower.empty())]
        if self.size == "small":
            return [Point(grower.price, grower.grown(grower.empty()))]
        if self.size == "accurate":
            random = np.random.default_rng(check_random_state(self.random_state).randint(2**31))
            n_threads = effective_n_jobs(self.n_jobs)
            checks = check_prices(grower, coded, self._engine, PRICES, random, n_threads)
            return checked_path(grower, checks)
        return path_within(grower, int(self.size), progress)

    def _signs(self, table: Table, columns: Any) -> Ints:
        """Return what monotonic_cst asks of each coded column."""
        asked = self._monotone(table)
        if any(asked.values()) and len(self.classes_) > 2:
            raise DataError("monotonic_cst needs two classes, and there are more")
        for column in table.columns:
            if asked.get(column.name) and column.kind == "nominal":
                raise DataError(
                    f"monotonic_cst asks for {column.name!r} to be monotonic, but it is nominal; "
                    "only numeric attributes have an order"
                )
        return np.array(
            [asked.get(one.name, 0) if one.kind == "numeric" else 0 for one in columns], np.int64
        )

    def _monotone(self, table: Table) -> dict[str, int]:
        given = self.monotonic_cst
        if given is None:
            return {}
        if not isinstance(given, Mapping):
            given = np.asarray(given)
            names = self._names()
            if given.shape != (len(names),):
                raise DataError(
                    f"monotonic_cst has {given.size} values for {len(names)} attributes; give one "
                    "for each, or a dict by name"
                )
            given = dict(zip(names, given.tolist(), strict=True))
        for name, value in given.items():
            if name not in self._names():
                raise DataError(f"monotonic_cst names {name!r}, which is not an attribute")
            if value not in (-1, 0, 1):
                raise DataError(f"monotonic_cst of {name!r} must be -1, 0 or 1, not {value!r}")
        return {name: int(value) for name, value in given.items()}

    def _card(self, problem: Problem, draft: Draft, table: Table) -> ScoreCard:
        rules = scored_rules(problem, draft)
        used = {name for rule in rules for name in rule.attributes}
        card = ScoreCard.of(
            rules,
            tuple(self.classes_.tolist()),
            np.bincount(_class_of(table), minlength=len(self.classes_)).tolist(),
            {column.name: column.kind for column in table.columns if column.name in used},
            base=base_points(problem, draft),
            missing=self.missing,
            target=table.target.name if table.target else "class",
            n_rows=table.n_rows,
            notes=table.notes,
        )
        return rounded_card(card, table) if self.points == "integer" else card


def _class_of(table: Table) -> AnyArray:
    assert table.target is not None
    return table.target.values
