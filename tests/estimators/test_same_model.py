"""Every learner learns the same model whatever counts the rows, and however they are divided."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from tests.count.lost_parts import LostParts
from tests.encode.drawn_tables import tables as drawn_tables

from conjunct import (
    CN2Classifier,
    KnopfClassifier,
    LayeredRuleClassifier,
    RipperClassifier,
    RuleTreeClassifier,
    ScoreCardClassifier,
    SeCoClassifier,
    read_table,
)
from conjunct.count.engines import make_engine
from conjunct.count.partitioned import PartitionedEngine
from conjunct.count.partitioned import in_parts as parted
from conjunct.count.sites import FetchLimits
from conjunct.data import Table
from conjunct.encode import CodedTable
from conjunct.search import RefinementHeuristic
from conjunct.trees import ChiSquarePruning, Splitting


class OneClassKnopf(KnopfClassifier):
    """Learns the last class where there are two."""

    def fit_table(self, table: Table, progress: Any = None) -> Any:
        assert table.target is not None
        levels = table.target.levels
        self.positive = levels[-1] if len(levels) == 2 else None
        return super().fit_table(table, progress)


LEARNERS: dict[str, Any] = {
    "card": ScoreCardClassifier,
    "accurate card": partial(ScoreCardClassifier, size="accurate"),
    "card of 7": partial(ScoreCardClassifier, size=7),
    "real points": partial(ScoreCardClassifier, points="real"),
    "layered": partial(LayeredRuleClassifier, max_width=8),
    "greedy": partial(LayeredRuleClassifier, "greedy"),
    "extensive": partial(LayeredRuleClassifier, "extensive", max_width=8),
    "exhaustive": partial(LayeredRuleClassifier, "exhaustive", max_conditions=2),
    "layered by length": partial(LayeredRuleClassifier, max_width=8, criterion="length"),
    "layered by gumbel": partial(LayeredRuleClassifier, max_width=8, criterion="gumbel"),
    "extensive, gumbel": partial(
        LayeredRuleClassifier, "extensive", max_width=4, criterion="gumbel"
    ),
    "cn2": CN2Classifier,
    "ordered cn2": partial(CN2Classifier, ordered=True),
    "cn2 poe": partial(CN2Classifier, stopping="poe"),
    "seco": SeCoClassifier,
    "random seco": partial(
        SeCoClassifier,
        "laplace",
        refinement_heuristic=RefinementHeuristic(ties="random"),
        random_state=3,
    ),
    "ripper": partial(RipperClassifier, random_state=0),
    "knopf": KnopfClassifier,
    "quinlan knopf": partial(KnopfClassifier, measure="quinlan"),
    "complete knopf": partial(KnopfClassifier, measure="complete"),
    "one class knopf": OneClassKnopf,
    "tree": RuleTreeClassifier,
    "full tree": partial(RuleTreeClassifier, pruning=None, criterion=Splitting(binary=True)),
    "gain ratio": partial(RuleTreeClassifier, criterion="gain_ratio", pruning="layered"),
    "poe tree": partial(RuleTreeClassifier, pruning="poe"),
    "reduced error": partial(RuleTreeClassifier, pruning="reduced_error", random_state=1),
    "few leaves": partial(RuleTreeClassifier, max_leaves=5, pruning=None),
    "accurate splits": partial(RuleTreeClassifier, criterion="accuracy", max_leaves=9),
    "mdl tree": partial(RuleTreeClassifier, pruning="mdl"),
    "penalty": partial(RuleTreeClassifier, pruning="penalty", random_state=2),
    "chosen chance": partial(RuleTreeClassifier, pruning=ChiSquarePruning("cv"), random_state=3),
}
TABLES = ("labor", "zoo", "iris", "hepatitis", "post-operative", "contact-lenses")
"""Of numbers and of names, with missing cells and without, of two classes and of seven."""
REPEATED = ("labor", "iris")
"""Tables on which the search is also repeated for promises, which takes six times as long."""
PROMISING = ("card of 7", "layered", "cn2", "ripper", "knopf", "tree")
"""One learner of each family; drawn tables are searched again for their promises."""
SHARES = {1: [1.0], 2: [0.15, 0.85], 7: [0.3, 0.0, 0.02, 0.4, 0.08, 0.05, 0.15]}
"""Parts of the rows by their number; one of seven is empty."""


def in_parts(table: CodedTable, n_parts: int, engine: str) -> PartitionedEngine:
    """Put an engine over uneven parts of rows that follow each other."""
    ends = np.rint(np.cumsum(SHARES[n_parts]) * table.n_rows).astype(int)[:-1]
    parts = np.split(np.arange(table.n_rows), ends)
    return PartitionedEngine.of([make_engine(engine, table.take(part)) for part in parts])


def models(make: Any, table: Table, engines: list[Any], promises: bool = True) -> list[str]:
    """Learn with each engine; return the models, and the shortened rules of trees."""
    found = []
    for engine in engines:
        model = make(engine=engine, promises=promises).fit_table(table)
        text = model.rules_.to_json()
        if isinstance(model, RuleTreeClassifier):
            text += model.to_rules().to_json()
        found.append(text)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("name", TABLES)
def test_models_on_public_tables_are_equal(learner: str, name: str, tables: Path) -> None:
    path = tables / f"{name}.arff"
    heads = [line.split()[1] for line in path.read_text().splitlines() if "@attr" in line.lower()]
    table = read_table(path, target=heads[-1])
    engines = ["local", "numpy", partial(in_parts, n_parts=7, engine="local")]
    first, *others = models(LEARNERS[learner], table, engines, name in REPEATED)
    assert others == [first] * len(others)


def partly_home(table: CodedTable) -> PartitionedEngine:
    """Put an engine over two remote parts; the rows of smaller covers come home."""
    room = FetchLimits(trip_bytes=200, most_bytes=8 * table.n_rows)
    return PartitionedEngine(LostParts(parted(table, 2), lost=0.0), room)


def plainly(table: Table) -> Any:
    """Return an engine that counts with arrays: all rows, some parts, or rows that come home."""
    ways = [partial(in_parts, n_parts=n_parts, engine="numpy") for n_parts in (2, 7)]
    return ["numpy", partly_home, *ways][table.n_rows // 4 % 4]


def assert_equal_models(learner: str, table: Table, promises: bool) -> None:
    compiled, plain = models(LEARNERS[learner], table, ["local", plainly(table)], promises)
    assert compiled == plain


@pytest.mark.parametrize("learner", LEARNERS)
@given(table=drawn_tables())
@settings(max_examples=3)
def test_models_of_drawn_tables_are_equal(learner: str, table: Table) -> None:
    assert_equal_models(learner, table, promises=False)


@pytest.mark.parametrize("learner", PROMISING)
@given(table=drawn_tables())
@settings(max_examples=3)
def test_promises_on_drawn_tables_are_equal(learner: str, table: Table) -> None:
    assert_equal_models(learner, table, promises=True)


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS)
@given(table=drawn_tables())
@settings(max_examples=4)
def test_promises_of_every_learner_are_equal(learner: str, table: Table) -> None:
    assert_equal_models(learner, table, promises=True)
