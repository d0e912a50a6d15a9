"""Random problems for score cards, and their loss by the textbook formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from tests.search.small_tables import Rows, small_rows

from conjunct.cards.fitted import Effort, FittedCard, Term, fit_card
from conjunct.cards.growth import CardGrower
from conjunct.cards.problem import CardProblem
from conjunct.count import CountingEngine, NumpyEngine, Tests, as_tests
from conjunct.count.partitioned import Partitioned
from conjunct.encode import CodedColumn, CodedTable
from conjunct.model import Round
from conjunct.search.language import Language, Limits
from conjunct.search.newton import NewtonBeam, NewtonSearch
from conjunct.types import AnyArray, Flags, Floats, Ints

TO_THE_END = Effort(300, 1e-13)
RIDGE = 1.0
PLENTY = 30
NOWHERE = NewtonSearch(as_tests([]), 0.0, (Round(1, 1, 1, 0, 1.0),), (as_tests([]),))
N_RULES = 5

seeds = st.integers(0, 2**32 - 1)
Maker = Callable[[CodedTable], CountingEngine]


def compiled(coded: CodedTable) -> CountingEngine:
    """Return the compiled engine."""
    from conjunct.count.local import LocalEngine

    return LocalEngine(coded)


OTHER_ENGINES: dict[str, Maker] = {"local": compiled, "three parts": Partitioned(3, "numpy")}


def problem_of(
    coded: CodedTable, make: Maker = NumpyEngine, signs: Ints | None = None
) -> CardProblem:
    """Return the problem of all rows of a table."""
    if signs is None:
        signs = np.zeros((coded.n_columns, 1), np.int64)
    engine = make(coded)
    language = Language(coded.columns, Limits(), reuse="numeric")
    return CardProblem(engine, language, signs, engine.root())


def grower_of(problem: CardProblem, price: float) -> CardGrower:
    """Return a grower of cards with a price, for rules that cover at least two rows."""
    beam = NewtonBeam(width=3, max_conditions=3, min_weight=2.0)
    return CardGrower(problem, RIDGE, beam, price)


def grown(grower: CardGrower, most: int = PLENTY) -> FittedCard:
    """Add rules to an empty card as long as that pays, then go over all of them."""
    return grower.revised(grower.extended(grower.empty(), most), most)


@st.composite
def repeated_rows(draw: st.DrawFn) -> Rows:
    """Draw rows that come several times, so that some rules are worth their price."""
    rows, times = draw(small_rows(max_rows=12, max_columns=3)), draw(st.integers(1, 5))
    return Rows(rows.kinds, rows.cells * times, rows.labels * times)


class Drawn(NamedTuple):
    """A problem with its rows, and rules for it that were drawn at random."""

    problem: CardProblem
    coded: CodedTable
    terms: tuple[Term, ...]


def drawn_problem(
    seed: int, n_classes: int, signed: bool = False, make: Maker = NumpyEngine
) -> Drawn:
    """Draw 40 rows in the order of their class, and up to four rules with random covers.

    A rule asks for the code 1 in a column of its own, up to three times: bodies differ in length.
    """
    random = np.random.default_rng(seed)
    n_rows = 40
    labels = np.sort(random.permutation(np.arange(n_rows) % n_classes)).astype(np.uint8)
    coded = CodedTable(
        tuple(CodedColumn(f"c{one}", one, "nominal", 2) for one in range(N_RULES)),
        (random.random((N_RULES, n_rows)) < random.uniform(0.2, 0.7, (N_RULES, 1))).astype(
            np.uint8
        ),
        np.empty((0, n_rows), np.uint16),
        np.arange(N_RULES, dtype=np.int32),
        labels,
        tuple("abcd"[:n_classes]),
        np.concatenate([np.arange(np.sum(labels == one)) for one in range(n_classes)]).astype("i4"),
        random.choice([0.5, 1.0, 3.0], n_rows),
    )
    problem = problem_of(coded, make)
    n_channels = len(problem.channels)
    terms = tuple(
        Term(
            as_tests([(column, 0, 1)] * random.integers(1, 4)),
            int(random.integers(n_channels)),
            int(random.choice([-1, 1])) if signed else 0,
            NOWHERE,
        )
        for column in range(random.integers(1, N_RULES))
    )
    return Drawn(problem, coded, terms)


def fitted(drawn: Drawn, ridge: float, effort: Effort = TO_THE_END) -> FittedCard:
    """Fit the weights of all rules, from 0."""
    problem, terms = drawn.problem, drawn.terms
    zeros = np.zeros(len(terms))
    return fit_card(problem, terms, zeros, problem.first_base(), ridge, effort)


def holds(coded: CodedTable, body: Tests) -> Flags:
    """Return which rows satisfy a body, row by row."""
    flags = np.ones(coded.n_rows, bool)
    for column, op, code in body.tolist():
        for row, own in enumerate(coded.codes(column).tolist()):
            passes = (own == code, own != code, own <= code, own > code)[op]
            flags[row] &= passes and own != coded.columns[column].n_codes
    return flags


def bodies_of(card: FittedCard) -> list[list[list[int]]]:
    """Return the conditions of every rule."""
    return [term.body.tolist() for term in card.terms]


def assert_same(one: FittedCard, other: FittedCard) -> None:
    """Compare two cards to the bit."""
    assert bodies_of(one) == bodies_of(other)
    assert [term.channel for term in one.terms] == [term.channel for term in other.terms]
    assert one.weights.tolist() == other.weights.tolist()
    assert one.base.tolist() == other.base.tolist()
    assert one.loss == other.loss


def covers_of(coded: CodedTable, card: FittedCard) -> list[frozenset[int]]:
    """Return the rows of every rule."""
    return [frozenset(np.flatnonzero(holds(coded, term.body)).tolist()) for term in card.terms]


def plain_scores(coded: CodedTable, card: FittedCard) -> Floats:
    """Return the score of every class and row; of two classes the first has 0."""
    n_classes, n_channels = len(coded.classes), len(card.base)
    scores = np.zeros((n_classes, coded.n_rows))
    scores[n_classes - n_channels :] = card.base[:, None]
    for term, weight in zip(card.terms, card.weights.tolist(), strict=True):
        scores[n_classes - n_channels + term.channel, holds(coded, term.body)] += weight
    return scores


def plain_nats(labels: AnyArray, scores: Floats) -> Floats:
    """Return the negative log-likelihood of every row."""
    highest = scores.max(axis=0)
    logs = highest + np.log(np.exp(scores - highest).sum(axis=0))
    return np.asarray(logs - scores[labels, np.arange(len(labels))])


def shares_of(coded: CodedTable) -> Floats:
    """Return how much every row counts."""
    return np.ones(coded.n_rows) if coded.weights is None else coded.weights


def plain_loss(coded: CodedTable, card: FittedCard, ridge: float) -> float:
    """Return the negative log-likelihood and half the ridge times the squares of the weights."""
    nats = plain_nats(coded.labels, plain_scores(coded, card))
    return float(shares_of(coded) @ nats + 0.5 * ridge * np.sum(np.square(card.weights)))


def loss_tolerance(coded: CodedTable) -> float:
    """Return the error bound of fixed-point losses: half a unit per row, and again by its weight.

    A unit is 2 to the power of -24.
    """
    return float((0.5 + 0.5 * shares_of(coded)).sum()) / 2**24 + 1e-9


def with_two_classes(rows: Rows) -> CodedTable:
    """Return rows with the third class merged into the second."""
    labels = tuple("x" if label == "x" else "y" for label in rows.labels)
    return replace(replace(rows, labels=labels).coded(), classes=("x", "y"))
