"""Table 1 of Domingos (1998) as a run gives it, the published numbers beside."""

from __future__ import annotations

import math
from collections.abc import Sequence

from conjunct.experiments.findings import Grid
from conjunct.experiments.poe_results import MEASURES, TableEndings
from conjunct.experiments.poe_trials import RATES, PoeLearner
from conjunct.experiments.published.domingos1998 import Average

KINDS = {False: "unordered", True: "ordered"}

Line = tuple[str | int | float | None, ...]


def table_1(ordered: bool, tables: Sequence[TableEndings]) -> Grid:
    """Return Table 1 for rule sets or for decision lists, with the default reading of POE.

    Parameters
    ----------
    ordered : bool
        Whether for decision lists.
    tables : sequence of TableEndings
        At least one, in the order to show them.
    """
    kind = KINDS[ordered]
    beside = any(table.published for table in tables)
    heads = ("error % CN2", "error % CN2-POE", "size CN2", "size CN2-POE")
    names = ("cn2_error", "poe_error", "cn2_size", "poe_size")
    return Grid(
        name=f"table-1-{kind}",
        title=f"Table 1: error rates and theory sizes of {kind} rules",
        columns=("table", *heads),
        lines=tuple(_line(ordered, table, beside) for table in tables),
        data_columns=(
            *("table", "published_as", "trials"),
            *(f"{name}{part}" for name in names for part in ("", "_sd", "_standard_error")),
            *(f"published_{name}{part}" for name in names for part in ("", "_sd")),
        ),
        data=tuple(_data(ordered, table) for table in tables),
        notes=(
            "Averages ± standard deviations over the trials"
            + ("; published ones in brackets." if beside else "."),
            "Theory size: conditions of all rules.",
        ),
    )


def _four(ordered: bool, table: TableEndings) -> list[Average]:
    learners = (PoeLearner(ordered, None), PoeLearner(ordered, RATES[0]))
    return [table.spread(measure, learner) for measure in MEASURES for learner in learners]


def _line(ordered: bool, table: TableEndings, beside: bool) -> tuple[str, ...]:
    theirs: Sequence[Average | None] = table.published or (None,) * 4
    cells = (
        f"{ours.mean:.1f} ± {ours.deviation:.1f}" + (f" {_bracket(known)}" if beside else "")
        for ours, known in zip(_four(ordered, table), theirs, strict=True)
    )
    return (table.facts.name, *cells)


def _bracket(known: Average | None) -> str:
    return "(–)" if known is None else f"({known.mean:.1f} ± {known.deviation:.1f})"


def _data(ordered: bool, table: TableEndings) -> Line:
    root = math.sqrt(table.n_trials)
    ours = [(one.mean, one.deviation, one.deviation / root) for one in _four(ordered, table)]
    theirs = table.published or (Average(math.nan, math.nan),) * 4
    known = [number for spread in theirs for number in spread]
    return (
        *(table.facts.name, table.facts.published_as, table.n_trials),
        *(number for three in ours for number in three),
        *(None if math.isnan(number) else number for number in known),
    )
