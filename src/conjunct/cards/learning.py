"""Learning a card: rules are found on folds; ridge and size are chosen by cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from conjunct.cards.fitted import NEARLY_FINAL, FittedCard, Term
from conjunct.cards.growth import CardGrower
from conjunct.cards.pooling import different
from conjunct.cards.problem import CardProblem
from conjunct.cards.settings import SETTINGS
from conjunct.cards.singles import single_terms
from conjunct.cards.thinning import thinned
from conjunct.count import Applied, Fold
from conjunct.count.deadline import Deadline, TimeIsUpError
from conjunct.count.engine import LOSS_SCALE, SCALE
from conjunct.count.threads import each_in_threads
from conjunct.types import Floats


def ignore(share: float) -> None:
    """Ignore the progress."""


class CardSize(NamedTuple):
    """How large a card may be.

    Parameters
    ----------
    most : int
        The largest number of conditions.
    reading : float
        Nats that each condition must save on rows that were not learned from.
    is_exact : bool
        Whether the card has `most` conditions even if some of them do not pay.
    """

    most: int
    reading: float
    is_exact: bool = False


@dataclass(frozen=True, eq=False)
class FoldCard:
    """A card that was learned without some rows.

    Parameters
    ----------
    problem : CardProblem
        The rows that it was learned from.
    check : int
        Cover of the other rows.
    card : FittedCard
        The card.
    """

    problem: CardProblem
    check: int
    card: FittedCard


@dataclass(frozen=True, eq=False)
class SizePoint:
    """The cross-validated error and log loss of cards with at most a number of conditions.

    Parameters
    ----------
    most : int
        The largest number of conditions.
    error, log_loss : float
        Share of the rows that cards learned without them get wrong, and mean log loss in nats per
        row.

    Examples
    --------
    >>> from conjunct import ScoreCardClassifier
    >>> from conjunct.data import shipped_table
    >>> model = ScoreCardClassifier(size=1, promises=False).fit_table(shipped_table())
    >>> [point.most for point in model.path_]
    [1, 0]
    >>> model.path_[0].error < model.path_[-1].error
    True
    """

    most: int
    error: float
    log_loss: float


@dataclass(frozen=True, eq=False)
class LearnedCard:
    """A card, how it was chosen, and the cards of the folds.

    Parameters
    ----------
    card : FittedCard
        The card.
    ridge : float
        The ridge chosen by cross-validation.
    folds : tuple of FoldCard
        The cards of the folds with the same ridge and size.
    path : tuple of SizePoint
        All sizes that were compared, the largest first.
    searched : tuple of FittedCard
        The cards of all searches that rules were taken from.
    is_whole : bool
        Whether learning was completed; False if time was up.
    """

    card: FittedCard
    ridge: float
    folds: tuple[FoldCard, ...]
    path: tuple[SizePoint, ...]
    searched: tuple[FittedCard, ...] = ()
    is_whole: bool = True


def sizes_within(most: int) -> list[int]:
    """Return the numbers of conditions that are tried, from the largest down to 0.

    Examples
    --------
    >>> sizes_within(10)
    [10, 8, 6, 5, 4, 3, 2, 1, 0]
    """
    sizes = [most]
    while sizes[-1]:
        sizes.append(min(sizes[-1] - 1, round(SETTINGS.stage * sizes[-1])))
    return sizes


def learn_card(
    grower: CardGrower,
    size: CardSize,
    seed: int,
    n_threads: int = 1,
    progress: Callable[[float], None] = ignore,
) -> LearnedCard:
    """Learn a card.

    For each fold, rules are searched on all other rows. For each ridge, these rules and single
    conditions are fitted together and thinned out to fewer and fewer conditions. The rows of the
    fold measure how good the cards are. The ridge and the number of conditions that are best over
    all folds are taken. Then the rules of all folds and those found in all rows are thinned out in
    the same way and revised once more. If time is up earlier, the card is taken from a finished
    fold, with the ridge and size that are best over the finished folds.

    Parameters
    ----------
    grower : CardGrower
        The grower of all rows.
    size : CardSize
        How large the card may be.
    seed : int
        Seed with which the folds are drawn.
    n_threads : int
        Number of folds that are processed in parallel.
    progress : callable
        Called with the share of the work done.
    """
    sizes = sizes_within(size.most)
    n_folds = min(SETTINGS.n_folds, grower.problem.n_rows)
    made: list[_FoldCards] = []
    grower.longest.most = size.most

    def learn(number: int) -> None:
        made.append(_fold_cards(grower, sizes, (seed, n_folds), number))

    try:
        for _ in each_in_threads(learn, range(n_folds), n_threads):
            progress(len(made) / (n_folds + 1))
        made.sort(key=lambda fold: fold.number)
        learned = _learned(grower, made, sizes, size)
    except TimeIsUpError:
        learned = _best_so_far(grower, made, sizes, size)
    progress(1.0)
    return learned


def _learned(
    grower: CardGrower, made: Sequence[_FoldCards], sizes: Sequence[int], size: CardSize
) -> LearnedCard:
    """Choose the ridge and the size, then learn the card from all rows."""
    ridge, place = _chosen(np.sum([fold.losses() for fold in made], axis=0), sizes, size)
    own = _with_ridge(grower, grower.ridges[ridge])
    card, searched = _card_of_all(own, made, sizes[: place + 1], size.is_exact)
    folds = tuple(fold.finished(ridge, place, sizes[place], size.is_exact) for fold in made)
    searches = (searched, *(fold.found for fold in made))
    return LearnedCard(card, own.ridge, folds, _path(made, ridge, sizes), searches)


def _best_so_far(
    grower: CardGrower, made: Sequence[_FoldCards], sizes: Sequence[int], size: CardSize
) -> LearnedCard:
    """Return a card of a finished fold, or else the one that was growing, without another fit."""
    if made:
        ridge, place = _chosen(np.sum([fold.losses() for fold in made], axis=0), sizes, size)
        folds = tuple(
            FoldCard(one.grower.problem, one.check, one.cards[ridge][place]) for one in made
        )
        found = tuple(fold.found for fold in made)
        path = _path(made, ridge, sizes)
        return LearnedCard(folds[0].card, made[0].grower.ridges[ridge], folds, path, found, False)
    card = grower.longest.card
    if card is None:
        card = replace(grower, deadline=Deadline()).on(grower.problem).empty()
    return LearnedCard(card, SETTINGS.growing_ridge, (), (), (card,), False)


def _path(made: Sequence[_FoldCards], ridge: int, sizes: Sequence[int]) -> tuple[SizePoint, ...]:
    return tuple(
        SizePoint(most, *_together([fold.applied[ridge][at] for fold in made]))
        for at, most in enumerate(sizes)
    )


def _chosen(losses: Floats, sizes: Sequence[int], size: CardSize) -> tuple[int, int]:
    """Return the positions of the ridge and the size with the lowest cross-validated cost."""
    if size.is_exact:
        return int(losses[:, 0].argmin()), 0
    costs = losses + (size.reading * np.array(sizes) + SETTINGS.worth * (np.array(sizes) > 0))
    ridge, place = np.unravel_index(int(costs.argmin()), costs.shape)
    return int(ridge), int(place)


@dataclass(frozen=True, eq=False)
class _FoldCards:
    """The cards learned without the rows of one fold: `cards` and `applied` by ridge and size."""

    number: int
    grower: CardGrower
    check: int
    found: FittedCard
    cards: list[list[FittedCard]]
    applied: list[list[Applied]]

    def losses(self) -> Floats:
        return np.array([[one.loss / LOSS_SCALE for one in line] for line in self.applied])

    def finished(self, ridge: int, place: int, most: int, is_exact: bool) -> FoldCard:
        own = _with_ridge(self.grower, self.grower.ridges[ridge])
        card = _revised(own, self.cards[ridge][place], most, is_exact)
        return FoldCard(self.grower.problem, self.check, card)


def _fold_cards(
    grower: CardGrower, sizes: Sequence[int], drawn: tuple[int, int], number: int
) -> _FoldCards:
    """Learn without the rows of one fold; `drawn` is the seed and the number of folds."""
    problem, engine = grower.problem, grower.problem.engine
    fold = Fold(*drawn, number)
    learned = problem.within(fold.rest, f"fold {number}")
    check = problem.within(fold, "unused").sample(SETTINGS.fold_cells, "unused").cover
    own = grower.on(learned.sample(SETTINGS.fold_cells, f"fold {number}"))
    found = own.extended(own.empty(), _reach(sizes))
    cards = [_thinned_cards(_with_ridge(own, one), found.terms, sizes) for one in grower.ridges]
    least = SETTINGS.lowest_probability
    applied = [[engine.apply(None, check, card.points, least) for card in line] for line in cards]
    return _FoldCards(number, own, check, found, cards, applied)


def _card_of_all(
    grower: CardGrower, folds: Sequence[_FoldCards], sizes: Sequence[int], is_exact: bool
) -> tuple[FittedCard, FittedCard]:
    """Return the card of the last size, fitted to all rows, and the card its search grew."""
    part = grower.on(grower.problem.sample(SETTINGS.all_cells, "part"))
    own = _with_ridge(part, SETTINGS.growing_ridge)
    found = own.extended(own.empty(), _reach(sizes))
    terms = [*found.terms, *(term for fold in folds for term in fold.found.terms)]
    card = _revised(part, _thinned_cards(part, terms, sizes)[-1], sizes[-1], is_exact)
    return (card if part.problem is grower.problem else grower.finished(card)), found


def _thinned_cards(
    grower: CardGrower, terms: Sequence[Term], sizes: Sequence[int]
) -> list[FittedCard]:
    """Fit rules and single conditions together, then thin them out to each size in turn."""
    singles = single_terms(grower, SETTINGS.dense * _reach(sizes))
    rules = different(grower.problem, [*terms, *singles])
    card = grower.fitted(rules, np.zeros(len(rules)), grower.problem.first_base(), NEARLY_FINAL)
    cards = []
    for most in sizes:
        card = thinned(grower, card, most)
        cards.append(card)
    return cards


def _revised(grower: CardGrower, card: FittedCard, most: int, is_exact: bool) -> FittedCard:
    """Revise all rules, add rules while conditions are left, and fit until convergence."""
    if not card.terms and not is_exact:
        return grower.finished(card)
    card = grower.extended(grower.revised(card, most), most)
    if is_exact:
        card = replace(grower, price=0.0).on(grower.problem).extended(card, most)
    return grower.finished(card)


def _reach(sizes: Sequence[int]) -> int:
    """Return the number of conditions up to which rules are searched for."""
    return max(sizes[0], SETTINGS.small)


def _with_ridge(grower: CardGrower, ridge: float) -> CardGrower:
    return replace(grower, ridge=ridge).on(grower.problem)


def _together(applied: Sequence[Applied]) -> tuple[float, float]:
    """Return the share of wrong rows and the nats per row, over all folds."""
    total = Applied(0, 0, 0)
    for one in applied:
        total = total + one
    weight = max(total.weight, 1)
    return total.wrong / weight, total.loss / LOSS_SCALE / (weight / SCALE)
