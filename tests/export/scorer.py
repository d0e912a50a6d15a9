"""PMML scored by PMML4S, which pypmml runs in Java."""

from __future__ import annotations

import shutil

import pytest

from conjunct.data.table import Table
from conjunct.model import Rules

from .agreement import Answers, rows_of


def java() -> None:
    """Skip where Java or pypmml is missing."""
    pytest.importorskip("pypmml", reason="pypmml is not installed")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed; Debian's package is default-jre-headless")


def answers(rules: Rules, table: Table, document: str) -> Answers:
    """Score every row; the outputs are read in the order in which the document lists them."""
    from pypmml import Model

    model = Model.fromString(document)
    names = list(model.outputNames)
    rows = (dict(zip(table.names, row, strict=True)) for row in rows_of(table, table.names))
    found = [[given[name] for name in names] for given in map(model.predict, rows)]
    labels_at = next(at for at, name in enumerate(names) if name.startswith("prediction"))
    scores_at = [at for at, name in enumerate(names) if name.startswith("score")]
    labels = [row[labels_at] for row in found]
    shares = [row[-len(rules.classes) :] for row in found]
    return Answers(labels, shares, [[row[at] for at in scores_at] for row in found])
