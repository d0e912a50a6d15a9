from __future__ import annotations

import numpy as np
import pytest

from conjunct.errors import ModelError
from conjunct.model.class_positions import class_positions


def test_labels_of_the_same_type_are_found_by_value() -> None:
    assert class_positions((1.5, 2.0), np.array([2.0, 1.5, 3.0])).tolist() == [1, 0, -1]
    assert class_positions(("a", "b"), ["b", "a", "A"]).tolist() == [1, 0, -1]


@pytest.mark.parametrize(
    ("classes", "texts"),
    [((0, 1), ["0", "1"]), ((0.0, 2.5), ["0", "2.5"]), ((False, True), ["false", "true"])],
)
def test_texts_of_a_file_are_found_as_they_are_written(
    classes: tuple[float, ...], texts: list[str]
) -> None:
    assert class_positions(classes, texts).tolist() == [0, 1]
    assert class_positions(tuple(texts), list(classes)).tolist() == [0, 1]


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_a_row_without_a_class_is_refused(missing: object) -> None:
    with pytest.raises(ModelError, match="row 2 has no class; leave out rows without one"):
        class_positions(("a",), ["a", missing])
