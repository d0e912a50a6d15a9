"""The compiled list of refinements against the plain one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.search.small_tables import CLASSES, small_rows

from conjunct.count import NumpyEngine, one_class
from conjunct.count.local import LocalEngine
from conjunct.search.growing_body import GrowingBody
from conjunct.search.language import Language, Limits


@given(
    rows=small_rows(),
    conditions=st.lists(st.sampled_from(["=", "!=", "<=", ">"]), min_size=1, unique=True),
    least=st.integers(1, 3),
    head=st.integers(0, len(CLASSES) - 1),
    data=st.data(),
)
def test_compiled_refinements_are_the_plain_ones(rows, conditions, least, head, data):
    coded = rows.coded()
    language = Language(coded.columns, Limits(tuple(conditions), min_coverage=least), "numeric")
    fast, plain = (
        GrowingBody(engine, language, engine.root(), one_class(head, len(CLASSES)))
        for engine in (LocalEngine(coded), NumpyEngine(coded))
    )
    with fast, plain:
        while True:
            found, expected = fast.refinements(), plain.refinements()
            for one, other in zip(found, expected, strict=True):
                assert one.tolist() == other.tolist()
            assert fast.tried == plain.tried
            if not len(expected.tests):
                break
            place = data.draw(st.integers(0, len(expected.tests) - 1))
            fast.add(found, place)
            plain.add(expected, place)
            assert (fast.positives, fast.negatives) == (plain.positives, plain.negatives)
