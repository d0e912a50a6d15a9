"""Learning a card: rules are found on folds; ridge and size are chosen by cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from conjunct.cards.fitted import FittedCard
from conjunct.cards.growth import CardGrower
from conjunct.cards.problem import CardProblem
from conjunct.cards.searched_rows import SearchedRows
from conjunct.cards.settings import SETTINGS
from conjunct.cards.sizes import CardSize
from conjunct.count import Applied, Fold
from conjunct.count.deadline import Deadline, TimeIsUpError
from conjunct.count.engine import LOSS_SCALE, SCALE
from conjunct.threads import each_in_threads, in_threads
from conjunct.types import Floats


def ignore(share: float) -> None:
    """Ignore the progress."""


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
        Number of parts of the work, such as folds, that run in parallel; the card does not depend
        on it.
    progress : callable
        Called with the share of the work done.
    """
    n_folds = min(SETTINGS.n_folds, grower.problem.n_rows)
    made: list[_FoldCards] = []
    grower.longest.most = size.most

    def look(number: int) -> SearchedRows | None:
        if number == n_folds:
            return _searched_all(grower, size)
        made.append(_fold_cards(grower, size, (seed, n_folds), number))
        return None

    try:
        for done, found in enumerate(each_in_threads(look, range(n_folds + 1), n_threads), 1):
            progress(done / (n_folds + 2))
            searched = found
        assert searched is not None
        made.sort(key=lambda fold: fold.number)
        learned = _learned(grower, searched, made, n_threads)
    except TimeIsUpError:
        learned = _best_so_far(grower, made, size)
    progress(1.0)
    return learned


def _learned(
    grower: CardGrower,
    searched: SearchedRows,
    made: Sequence[_FoldCards],
    n_threads: int,
) -> LearnedCard:
    """Choose the ridge and the size, then learn the card from all rows."""
    size = searched.size
    at, place = _chosen(made, size)
    ridge, most = grower.ridges[at], size.steps[place]

    def finish(fold: _FoldCards | None) -> FittedCard:
        if fold is not None:
            card = fold.cards[at][place]
            return fold.searched.revised(ridge, card, most)
        return _card_of_all(grower, searched, made, ridge, place)

    card, *cards = in_threads(finish, [None, *made], n_threads)
    folds = tuple(fold.with_card(one) for fold, one in zip(made, cards, strict=True))
    searches = (searched.found, *(fold.searched.found for fold in made))
    return LearnedCard(card, ridge, folds, _path(made, at, size), searches)


def _best_so_far(grower: CardGrower, made: Sequence[_FoldCards], size: CardSize) -> LearnedCard:
    """Return a card of a finished fold, or else the one that was growing, without another fit."""
    if made:
        ridge, place = _chosen(made, size)
        folds = tuple(fold.with_card(fold.cards[ridge][place]) for fold in made)
        found = tuple(fold.searched.found for fold in made)
        path = _path(made, ridge, size)
        return LearnedCard(folds[0].card, grower.ridges[ridge], folds, path, found, False)
    card = grower.longest.card
    if card is None:
        card = replace(grower, deadline=Deadline()).on(grower.problem).empty()
    return LearnedCard(card, SETTINGS.growing_ridge, (), (), (card,), False)


def _path(made: Sequence[_FoldCards], ridge: int, size: CardSize) -> tuple[SizePoint, ...]:
    return tuple(
        SizePoint(most, *_together([fold.applied[ridge][at] for fold in made]))
        for at, most in enumerate(size.steps)
    )


def _chosen(made: Sequence[_FoldCards], size: CardSize) -> tuple[int, int]:
    """Return the positions of the best ridge and size over the folds."""
    sums = np.sum([np.array(fold.applied, float) for fold in made], axis=0)
    return best_choice(sums[..., 0] / LOSS_SCALE, sums[..., 1] / SCALE, size)


def best_choice(losses: Floats, wrong: Floats, size: CardSize) -> tuple[int, int]:
    """Return the positions of the ridge and the size with the lowest cross-validated cost.

    The cost is the log loss, plus some nats for each wrong row, plus the price of the conditions.
    But whether a card with rules is worth having at all is decided by the log loss without the
    wrong rows: in a table of noise their number rises and falls by chance.

    Parameters
    ----------
    losses, wrong : ndarray of float, (ridges, steps)
        Log loss in nats, and total weight of the wrong rows, by ridge and step of the size.
    size : CardSize
        How large the card may be.

    Examples
    --------
    >>> losses, wrong = np.array([[30.0, 31.0, 60.0]]), np.array([[9.0, 4.0, 40.0]])
    >>> best_choice(losses, wrong, CardSize(2, reading=0.2))
    (0, 1)
    >>> best_choice(np.array([[59.0, 59.0, 60.0]]), wrong, CardSize(2, reading=0.2))
    (0, 2)
    """
    costs = losses + SETTINGS.wrong_row * wrong
    if size.is_exact:
        return int(costs[:, 0].argmin()), 0
    prices = size.reading * np.array(size.steps)
    pays = losses + prices + SETTINGS.worth < losses[:, -1].min()
    if not pays.any():
        return int(costs[:, -1].argmin()), losses.shape[1] - 1
    ridge, place = np.unravel_index(
        int(np.where(pays, costs + prices, np.inf).argmin()), pays.shape
    )
    return int(ridge), int(place)


@dataclass(frozen=True, eq=False)
class _FoldCards:
    """The cards learned without the rows of one fold: `cards` and `applied` by ridge and size."""

    number: int
    searched: SearchedRows
    check: int
    cards: list[list[FittedCard]]
    applied: list[list[Applied]]

    def with_card(self, card: FittedCard) -> FoldCard:
        return FoldCard(self.searched.grower.problem, self.check, card)


def _fold_cards(
    grower: CardGrower, size: CardSize, drawn: tuple[int, int], number: int
) -> _FoldCards:
    """Learn without the rows of one fold; `drawn` is the seed and the number of folds."""
    problem, engine = grower.problem, grower.problem.engine
    fold = Fold(*drawn, number)
    learned = problem.within(fold.rest, f"fold {number}")
    check = problem.within(fold, "unused").sample(SETTINGS.fold_cells, "unused").cover
    own = grower.on(learned.sample(SETTINGS.fold_cells, f"fold {number}"))
    searched = SearchedRows.of(own, size)
    terms = searched.found.terms
    n_steps = len(size.steps)
    cards = [searched.thinned(ridge, terms, n_steps) for ridge in grower.ridges]
    least = SETTINGS.lowest_probability
    applied = [[engine.apply(None, check, card.points, least) for card in line] for line in cards]
    return _FoldCards(number, searched, check, cards, applied)


def _searched_all(grower: CardGrower, size: CardSize) -> SearchedRows:
    """Look for rules in all rows, or in a part of very many."""
    return SearchedRows.of(grower.on(grower.problem.sample(SETTINGS.all_cells, "part")), size)


def _card_of_all(
    grower: CardGrower,
    searched: SearchedRows,
    folds: Sequence[_FoldCards],
    ridge: float,
    place: int,
) -> FittedCard:
    """Return the card of a size, fitted to all rows."""
    found = [searched.found, *(fold.searched.found for fold in folds)]
    terms = [term for card in found for term in card.terms]
    thinned = searched.thinned(ridge, terms, place + 1)[-1]
    card = searched.revised(ridge, thinned, searched.size.steps[place])
    if searched.grower.problem is grower.problem:
        return card
    return replace(grower, ridge=ridge).on(grower.problem).finished(card)


def _together(applied: Sequence[Applied]) -> tuple[float, float]:
    """Return the share of wrong rows and the nats per row, over all folds."""
    total = Applied(0, 0, 0)
    for one in applied:
        total = total + one
    weight = max(total.weight, 1)
    return total.wrong / weight, total.loss / LOSS_SCALE / (weight / SCALE)
