"""A growing body lists what plain lists list, and leaves no cover behind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.plain_climb import PlainClimb
from tests.search.small_tables import CLASSES, Rows, small_rows
from tests.search.watched_engine import WatchedEngine

from conjunct.count import OPERATORS, one_class
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language, Limits, Reuse

reuses = st.sampled_from(["never", "numeric", "always"])


def may_test_again(rows: Rows, column: int, used: list[int], reuse: Reuse) -> bool:
    if column not in used or reuse == "always":
        return True
    return reuse == "numeric" and rows.kinds[column] == "numeric"


@given(rows=small_rows(), reuse=reuses, least=st.integers(1, 3), data=st.data())
def test_its_refinements_are_those_of_plain_lists(rows, reuse, least, data):
    engine = WatchedEngine(rows.coded())
    language = Language(engine.columns, Limits(min_coverage=least), reuse)
    plain = PlainClimb(rows, "x", lambda *_: 0.0, min_coverage=least)
    cover = frozenset(range(len(rows.cells)))
    with GrowingBody(engine, language, engine.root(), one_class(0, len(CLASSES))) as body:
        while True:
            positives = sum(rows.labels[row] == "x" for row in cover)
            assert (body.positives, body.negatives) == (positives, len(cover) - positives)
            found, used = body.refinements(), body.body[:, 0].tolist()
            expected = [
                one
                for one in plain.refinements(cover, (0, 0))
                if may_test_again(rows, one.test[0], used, reuse)
            ]
            assert [
                ((column, OPERATORS[op], code), p, n)
                for (column, op, code), (n, p) in zip(
                    found.tests.tolist(), found.values.tolist(), strict=True
                )
            ] == [(one.test, one.positives, one.negatives) for one in expected]
            tried = [
                left
                for test, left in plain.tried(cover)
                if may_test_again(rows, test[0], used, reuse)
            ]
            assert body.tried == (len(tried), sum(map(len, tried)))
            if not expected:
                break
            told = body.round()
            assert (told.level, told.tried) == (len(used) + 1, len(tried))
            assert told.mean_covered == pytest.approx(sum(map(len, tried)) / len(tried))
            place = data.draw(st.integers(0, len(expected) - 1))
            body.add(found, place)
            cover = expected[place].cover
    assert set(engine.living) == {engine.root()}


def test_its_cover_is_released_when_something_fails():
    engine = WatchedEngine(Rows(("numeric",), ((1.0,), (2.0,), (3.0,)), tuple("xxy")).coded())
    language = Language(engine.columns, Limits(), "always")
    body = GrowingBody(engine, language, engine.root(), one_class(0, len(CLASSES)))
    body.add(body.refinements(), 0)
    body.refinements()
    assert len(engine.living) == 2
    with pytest.raises(RuntimeError, match="on the way"), body:
        raise RuntimeError("on the way")
    assert set(engine.living) == {engine.root()}
