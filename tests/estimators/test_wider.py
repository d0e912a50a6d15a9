"""Statements about more rows: counted again one by one, and what they do to bounds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from conjunct.choose import RulePrior
from conjunct.count import NumpyEngine, Tests, as_tests
from conjunct.data import Column, Table
from conjunct.encode import encode
from conjunct.estimators import wider as wider_module
from conjunct.estimators.wider import Wider, with_fewer_conditions, with_fewer_rules_before
from conjunct.search.language import Language, Limits

N_ROWS = 60
EQUAL, AT_MOST, ABOVE = 0, 2, 3


def made(seed: int) -> tuple[NumpyEngine, RulePrior, Any, Any]:
    """Return an engine, a prior, the codes of the columns and the classes."""
    random = np.random.default_rng(seed)
    columns = [Column(f"a{at}", "numeric", random.integers(0, 8, N_ROWS) * 1.0) for at in range(3)]
    columns.append(Column("b", "nominal", random.integers(0, 3, N_ROWS), ("p", "q", "r")))
    target = Column("class", "nominal", random.integers(0, 2, N_ROWS), ("no", "yes"))
    engine = NumpyEngine(encode(Table(tuple(columns), target, n_rows=N_ROWS)))
    prior = RulePrior(Language(engine.columns, Limits()).columns, 2)
    return engine, prior, np.array([column.values for column in columns]), target.values


def drawn_bodies(seed: int, n_bodies: int) -> list[Tests]:
    random = np.random.default_rng(seed)
    bodies = []
    for _ in range(n_bodies):
        tests = [
            (int(column), int(random.choice([AT_MOST, ABOVE])), int(random.integers(1, 6)))
            for column in random.choice(3, random.integers(1, 4), replace=False)
        ]
        bodies.append(as_tests(tests + [(3, EQUAL, 1)] * int(random.integers(0, 2))))
    return bodies


def holds(body: Tests, codes: Any) -> Any:
    """Tell for each row, one condition after the other, whether the body holds."""
    fine = np.ones(N_ROWS, bool)
    for column, op, code in body.tolist():
        cells = codes[column]
        fine &= cells == code if op == EQUAL else cells <= code if op == AT_MOST else cells > code
    return fine


def by_class(rows: Any, classes: Any) -> list[int]:
    return np.bincount(classes[rows], minlength=2).tolist()


def of_rule(wider: Wider, at: int) -> list[tuple[list[int], float]]:
    those = np.flatnonzero(wider.rule == at)
    return [(wider.counts[one].tolist(), float(wider.log_share[one])) for one in those]


@pytest.mark.parametrize("seed", range(5))
def test_with_fewer_conditions_the_least_strict_go_first(seed: int) -> None:
    engine, prior, codes, classes = made(seed)
    bodies = drawn_bodies(seed, 6)
    wider = with_fewer_conditions(engine, bodies, prior)
    for at, body in enumerate(bodies):
        found = of_rule(wider, at)
        assert len(found) == len(body) - 1
        alone = [holds(np.delete(body, one, axis=0), codes).sum() for one in range(len(body))]
        order = sorted(range(len(body)), key=lambda one: (-alone[one], one))
        for length, (counts, share) in enumerate(found, 1):
            shorter = body[order[:length]]
            assert counts == by_class(holds(shorter, codes), classes)
            assert share == pytest.approx(prior.log_share(shorter))
            assert sum(counts) >= holds(body, codes).sum()


@pytest.mark.parametrize("seed", range(5))
def test_with_fewer_rules_before_the_last_statement_is_about_the_rows_reached(seed: int) -> None:
    engine, prior, codes, classes = made(seed)
    bodies = drawn_bodies(seed, 6)
    wider = with_fewer_rules_before(engine, bodies, prior)
    left = np.ones(N_ROWS, bool)
    for at, body in enumerate(bodies):
        own = holds(body, codes)
        found = of_rule(wider, at)
        assert found[0] == (
            by_class(own, classes),
            pytest.approx(prior.log_share(body) - np.log(2)),
        )
        assert found[-1][0] == by_class(own & left, classes)
        taken = [int((own & holds(other, codes)).sum()) for other in bodies[:at]]
        assert len(found) == 1 + np.count_nonzero(taken)
        assert all(sum(fewer[0]) >= sum(more[0]) for fewer, more in pairwise(found))
        assert all(fewer[1] > more[1] for fewer, more in pairwise(found))
        left &= ~own


def test_a_list_whose_rules_do_not_meet_pays_for_no_other_rule() -> None:
    engine, prior, _, _ = made(1)
    apart = [as_tests([(3, EQUAL, code)]) for code in range(3)]
    wider = with_fewer_rules_before(engine, apart, prior)
    assert wider.rule.tolist() == [0, 1, 2]
    assert wider.log_share == pytest.approx([prior.log_share(apart[0]) - np.log(2)] * 3)


def test_no_rules_have_no_statements() -> None:
    engine, prior, _, _ = made(1)
    for wider in (with_fewer_conditions, with_fewer_rules_before):
        found = wider(engine, [], prior)
        assert (len(found.rule), found.counts.shape, len(found.log_share)) == (0, (0, 2), 0)


@pytest.mark.parametrize("most", [1, N_ROWS * 3])
def test_rules_are_asked_about_in_groups(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many covers are kept at a time, the statements are the same."""
    engine, prior, _, _ = made(5)
    bodies = [*drawn_bodies(5, 10), as_tests([])]
    whole = with_fewer_rules_before(engine, bodies, prior)
    monkeypatch.setattr(wider_module, "MOST_ROWS", most)
    parts = with_fewer_rules_before(engine, bodies, prior)
    for one, two in zip(whole, parts, strict=True):
        assert one.tolist() == two.tolist()


def test_shares_of_many_bodies_are_those_of_each() -> None:
    _, prior, _, _ = made(6)
    bodies = [*drawn_bodies(6, 10), as_tests([])]
    assert prior.log_shares(bodies).tolist() == [prior.log_share(body) for body in bodies]
    assert prior.log_shares([]).tolist() == []
