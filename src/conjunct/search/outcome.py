"""What a search for one rule returns."""

from __future__ import annotations

from dataclasses import dataclass

from conjunct.count import Tests
from conjunct.model.record import SearchRecord


@dataclass(frozen=True, eq=False)
class Outcome:
    """The best conjunct found, as conditions on codes, its score and the record of the search."""

    body: Tests
    score: float
    record: SearchRecord
