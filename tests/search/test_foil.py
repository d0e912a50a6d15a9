from __future__ import annotations

from hypothesis import given
from tests.cover.plain_theory import FORMS, GainSearch, covered
from tests.cover.plain_theory import grow as plain_grow
from tests.search.small_tables import CLASSES, Rows, small_rows

from conjunct.count import OPERATORS, NumpyEngine, one_class
from conjunct.search.foil import FoilRule, grow_foil_rule
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language, Limits


def grown_from(rows: Rows, head: int = 0) -> FoilRule | None:
    engine = NumpyEngine(rows.coded())
    channels = one_class(head, len(CLASSES))
    return grow_foil_rule(GrowingBody(engine, language_of(rows), engine.root(), channels))


def language_of(rows: Rows, forms: tuple[str, ...] = FORMS) -> Language:
    return Language(rows.coded().columns, Limits(forms))


@given(small_rows())
def test_a_body_grows_as_in_plain_lists(rows: Rows) -> None:
    for head, label in enumerate(CLASSES):
        grown = grown_from(rows, head)
        search = GainSearch(rows, label, len(CLASSES))
        everything = set(range(len(rows.cells)))
        body = plain_grow(search, everything) if label in rows.labels else []
        if grown is None:
            assert not body
            continue
        assert [(c, OPERATORS[op], code) for c, op, code in grown.body.tolist()] == body
        found = search.candidate(frozenset(body), covered(search, body, everything))
        assert (grown.positives, grown.negatives) == (found.positives, found.negatives)


@given(small_rows())
def test_the_record_tells_what_was_tried_and_which_attributes_were_considered(rows: Rows) -> None:
    grown = grown_from(rows)
    if grown is None:
        return
    record = grown.outcome().record
    usable = len(GainSearch(rows, CLASSES[0], len(CLASSES)).usable())
    assert [one.level for one in record.rounds] == list(range(1, len(grown.body) + 1))
    assert record.combinations == sum(usable - level for level in range(len(grown.body)))
    assert record.tried == sum(one.tried for one in record.rounds)
    assert (record.covered, record.errors) == (
        grown.positives + grown.negatives,
        grown.negatives,
    )


def test_the_possible_tests_are_counted_with_every_threshold() -> None:
    rows = Rows(
        ("nominal", "numeric", "numeric"),
        (("a", 1.0, 5.0), ("b", 2.0, 5.0), (None, 3.5, None), ("c", 3.5, 5.0)),
        tuple("xyxy"),
    )
    assert language_of(rows).n_tests == 3 + 2 * 2 + 0
    assert language_of(rows, OPERATORS).n_tests == 2 * 3 + 2 * 2
    assert language_of(rows, ("=", "<=")).n_tests == 3 + 2


def test_of_equal_gains_the_one_with_fewer_negatives_wins() -> None:
    """A quarter is x; c0 = a keeps 2 of x and 2 of y, c1 = a just 1 of x: both gain 2 bits."""
    x = (("a", "b"), ("a", "b"), ("b", "a"), ("b", "b"))
    y = (("a", "b"),) * 2 + (("b", "b"),) * 10
    grown = grown_from(Rows(("nominal",) * 2, x + y, ("x",) * 4 + ("y",) * 12))
    assert grown is not None
    assert grown.body.tolist() == [[1, 0, 0]]


def test_of_equal_counts_an_upper_limit_wins_over_a_lower_one_at_a_lower_code() -> None:
    """A negative at either end: each limit keeps all positives and the other negative."""
    cells = tuple((float(number),) for number in range(6))
    grown = grown_from(Rows(("numeric",), cells, tuple("yxxxxy")))
    assert grown is not None
    assert grown.body.tolist() == [[0, 2, 4]]
