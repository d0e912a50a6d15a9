from __future__ import annotations

from collections.abc import Iterator

import pytest

from .browser import Browser, started


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Return a browser that all tests share."""
    with started(tmp_path_factory.mktemp("pages")) as one:
        yield one
