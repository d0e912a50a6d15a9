"""A small made-up run of the study `layered`, with numbers that can be checked by hand."""

from __future__ import annotations

import os
from pathlib import Path

from conjunct.experiments.layered import STUDY, findings
from conjunct.experiments.output import Report
from conjunct.experiments.study import Results
from conjunct.experiments.tables import TableFacts
from conjunct.experiments.trial import Row

GOLDEN = Path(__file__).parent / "golden"
PROMOTERS = TableFacts("promoters", "promoters", 106, 57, 2)
CHESS = TableFacts("kr-vs-kp", "chess endgame", 3196, 36, 2, stands_in_for="chess endgame")
LOANS = TableFacts("loans", "loans", 40, 3, 2, notes=("made up",))


def trial(errors: tuple[float, ...], rules: tuple[int, ...], sizes: tuple[int, ...]) -> list[Row]:
    """Return the rows of one trial: GS, LS and ES."""
    seconds = (0.01, 0.02, 0.10)
    return [
        {"search": search, "error": e, "rules": r, "conditions": c, "seconds": s}
        for search, e, r, c, s in zip(
            ("greedy", "layered", "extensive"), errors, rules, sizes, seconds, strict=True
        )
    ]


PROMOTERS_TRIALS = [
    trial((greedy, 0.20, extensive), (8, 5, 4), (16, 10, 15))
    for greedy, extensive in zip([0.23] * 7 + [0.20], [0.19] * 5 + [0.24] * 3, strict=True)
] * 2
"""LS beats GS 14 times and ties twice; it loses to ES 10 times and wins 6 times."""

CHESS_TRIALS = [trial((0.10, 0.10, 0.05), (10, 10, 5), (30, 20, 10)) for _ in range(16)]
"""LS ties with GS 16 times and loses to ES 16 times."""


def made_up_results() -> Results:
    """Return sixteen trials on a table of the paper and on a stand-in; one table is absent."""
    return Results(
        tables=(PROMOTERS, CHESS),
        rows={"promoters": PROMOTERS_TRIALS, "kr-vs-kp": CHESS_TRIALS},
        trials=16,
        absent=("vote",),
        settings={"max_width": 8},
        seed=3,
    )


def made_up_report() -> Report:
    """Return the report of `made_up_results`."""
    results = made_up_results()
    return Report(STUDY, results, findings(results))


def agrees_with_golden(name: str, text: str) -> bool:
    """Compare with a file under golden/; CONJUNCT_GOLDEN=write accepts the new text instead."""
    path = GOLDEN / name
    if os.environ.get("CONJUNCT_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8") == text
