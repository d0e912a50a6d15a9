"""Random problems of score cards, and their loss as a formula in a book."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from tests.search.small_tables import Rows, small_rows

from conjunct.cards.draft import Draft, Effort, Term, fit_draft, fresh_start
from conjunct.cards.growth import Grower, Scale
from conjunct.cards.problem import Problem
from conjunct.count import LocalEngine, as_tests
from conjunct.encode import CodedTable
from conjunct.model import Round
from conjunct.search import Language, Limits
from conjunct.search.newton import Found, NewtonBeam
from conjunct.types import AnyArray, Floats, Ints

TO_THE_END = Effort(5000, 1e-15)
SCALE_OF_PRICES = Scale(1.0, 2.0, 0.5)
NOWHERE = Found(as_tests([]), 0.0, (Round(1, 1, 1, 0, 1.0),), (as_tests([]),))

seeds = st.integers(0, 2**32 - 1)


def problem_of(
    coded: CodedTable,
    make_engine: type = LocalEngine,
    share: Floats | None = None,
    signs: Ints | None = None,
) -> Problem:
    """Return the problem of some rows; each counts once where no share is given."""
    if share is None:
        share = np.ones(coded.n_rows)
    language = Language(coded.columns, Limits())
    return Problem.of(make_engine(coded), language, coded.labels, share, signs)


def grower_of(problem: Problem, price: float) -> Grower:
    """Return what grows cards at a price, with rules of two rows and more."""
    beam = NewtonBeam(width=3, max_conditions=3, min_weight=2.0)
    return Grower(problem, SCALE_OF_PRICES, beam, price)


@st.composite
def repeated_rows(draw: st.DrawFn) -> Rows:
    """Draw rows that come several times, so that some rules are worth their price."""
    rows, times = draw(small_rows(max_rows=12, max_columns=3)), draw(st.integers(1, 5))
    return Rows(rows.kinds, rows.cells * times, rows.labels * times)


class Drawn(NamedTuple):
    """A problem, rules for it that were drawn at random, and the numbers of weights they have."""

    problem: Problem
    terms: tuple[Term, ...]
    n_weights: int


def drawn_problem(seed: int, n_classes: int, signed: bool = False) -> Drawn:
    """Draw 40 rows of every class in any row, and up to four rules with random covers."""
    random = np.random.default_rng(seed)
    n_rows = 40
    labels = np.sort(random.permutation(np.arange(n_rows) % n_classes)).astype(np.uint8)
    empty = CodedTable(
        (),
        np.empty((0, n_rows), np.uint8),
        np.empty((0, n_rows), np.uint16),
        np.empty(0, np.int32),
        labels,
        tuple("abcd"[:n_classes]),
    )
    problem = problem_of(empty, share=random.choice([0.5, 1.0, 3.0], n_rows))
    n_channels = len(problem.channels)
    terms = tuple(
        Term(
            as_tests([]),
            tuple(sorted(random.permutation(n_channels)[: random.integers(1, n_channels + 1)])),
            np.flatnonzero(random.random(n_rows) < random.uniform(0.2, 0.7)).astype(np.int32),
            int(random.choice([-1, 1])) if signed else 0,
            NOWHERE,
        )
        for _ in range(random.integers(1, 5))
    )
    return Drawn(problem, terms, sum(len(term.channels) for term in terms))


def fitted(drawn: Drawn, ridge: float, effort: Effort = TO_THE_END) -> Draft:
    """Fit the weights of all rules, from 0."""
    problem, terms, n_weights = drawn
    start = fresh_start(problem, terms, np.zeros(n_weights), problem.first_base())
    return fit_draft(problem, terms, start, ridge, effort)


def plain_scores(
    problem: Problem, terms: tuple[Term, ...], weights: AnyArray, base: AnyArray
) -> Floats:
    """Return the score of every channel and row; of two classes the other one has 0, last."""
    scores = np.zeros((max(2, len(base)), problem.n_rows))
    scores[: len(base)] = np.asarray(base)[:, None]
    place = 0
    for term in terms:
        for channel in term.channels:
            for row in term.rows:
                scores[channel, row] += weights[place]
            place += 1
    return scores


def plain_nats(labels: AnyArray, scores: Floats) -> Floats:
    """Return the negative log-likelihood of every row."""
    highest = scores.max(axis=0)
    logs = highest + np.log(np.exp(scores - highest).sum(axis=0))
    return np.asarray(logs - scores[labels, np.arange(len(labels))])


def plain_loss(drawn: Drawn, ridge: float, weights: AnyArray, base: AnyArray) -> float:
    """Return the negative log-likelihood and half the ridge times the squares of the weights."""
    scores = plain_scores(drawn.problem, drawn.terms, weights, base)
    nats = plain_nats(drawn.problem.labels, scores)
    return float(drawn.problem.share @ nats + 0.5 * ridge * np.sum(np.square(weights)))


def loss_of(problem: Problem, draft: Draft, ridge: float) -> float:
    """Return the loss of a draft by the formula."""
    return plain_loss(Drawn(problem, draft.terms, 0), ridge, draft.weights, draft.base)
