"""Pictures are drawn in memory, and closed after each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture
def pyplot() -> Iterator[object]:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")
