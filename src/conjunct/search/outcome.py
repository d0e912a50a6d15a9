"""What a search for one rule returns, and the rule made of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from conjunct.choose import ESTIMATES, Chosen, laplace_error
from conjunct.count import OPERATORS, CountingEngine, Tests, class_counts
from conjunct.model import Condition, Rule
from conjunct.model.record import SearchRecord


@dataclass(frozen=True, eq=False)
class Outcome:
    """The best conjunct found, as conditions on codes, its score and the record of the search."""

    body: Tests
    score: float
    record: SearchRecord


def conditions_of(engine: CountingEngine, tests: Tests) -> tuple[Condition, ...]:
    """Return conditions on codes in readable form."""
    return tuple(
        Condition(*engine.columns[column].read(OPERATORS[op], code))
        for column, op, code in tests.tolist()
    )


def as_rule(
    engine: CountingEngine, cover: int, head: int, outcome: Outcome, criterion: str = "layered"
) -> Rule:
    """Turn a search's outcome into a rule with its counts on the rows of a cover.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    cover : int
        Those that are counted.
    head : int
        The class of the rule.
    outcome : Outcome
        Of the search.
    criterion : str
        Name of the estimate that corrects its error.
    """
    counts = class_counts(engine, cover, outcome.body)
    covered, errors = sum(counts), sum(counts) - counts[head]
    record = outcome.record
    facts = (covered, errors, engine.n_classes, record.combinations, record.scored)
    chosen = Chosen(*map(np.array, (*facts, len(outcome.body))))
    return Rule(
        conditions=conditions_of(engine, outcome.body),
        head=head,
        counts=counts,
        error=float(laplace_error(covered, errors, engine.n_classes)),
        corrected_error=float(ESTIMATES[criterion].error(chosen)),
        search=record,
    )
