"""Table 3 of Quinlan & Cameron-Jones (1995) as a run gives it, the published numbers beside."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.experiments.contrast import Measure, Other, TableTheories, mean_ratio
from conjunct.experiments.findings import Grid
from conjunct.experiments.judging import LEAST
from conjunct.experiments.published.quinlan1995 import TABLE_3_RATIOS, Searches

SHORT = {"greedy": "GS", "layered": "LS", "extensive": "ES"}
"""What the paper calls the searches."""

HIGHER, LOWER = "▲", "▼"
"""Mark a search that makes significantly more, and significantly fewer, errors than LS."""

MARKS_NOTE = (
    f"{HIGHER} more errors than LS, {LOWER} fewer errors than LS, by a two-tailed sign test over "
    f"the trials at 0.05. Fewer than {LEAST} trials are not judged."
)

_MEASURES: dict[Measure, tuple[str, str, int]] = {
    "error": ("table-3-error", "error rate (%)", 1),
    "rules": ("table-3-rules", "number of rules", 1),
    "conditions": ("table-3-size", "theory size (conditions of all rules)", 1),
    "seconds": ("table-3-seconds", "processor seconds to learn a theory", 3),
}
_SECONDS_NOTE = "Published seconds are of a DEC AXP 3000/800 workstation."

Line = tuple[str | int | float | None, ...]


def measure_grid(measure: Measure, tables: Sequence[TableTheories]) -> Grid:
    """Return one of the four parts of Table 3: GS, LS and ES by table, and the ratios to LS.

    Parameters
    ----------
    measure : {"error", "rules", "conditions", "seconds"}
        Which part.
    tables : sequence of TableTheories
        At least one, in the order to show them.
    """
    name, heading, _ = _MEASURES[measure]
    ratios = ratio_lines(measure, tables)
    beside = any(table.published for table in tables)
    lines = [_table_line(measure, table, beside) for table in tables]
    lines += [_ratio_line(measure, *ratio) for ratio in ratios]
    data = [_table_data(measure, table) for table in tables]
    data += [
        (label, None, None, None, *_three(ours), *_three(None), *_three(theirs))
        for label, ours, theirs in ratios
    ]
    return Grid(
        name=name,
        title=f"Table 3: {heading}",
        columns=("table", "GS", "LS", "ES"),
        lines=tuple(lines),
        data_columns=(
            *("line", "published_as", "stands_in_for", "trials", "GS", "LS", "ES"),
            *("GS_standard_error", "LS_standard_error", "ES_standard_error"),
            *("published_GS", "published_LS", "published_ES"),
        ),
        data=tuple(data),
        notes=tuple(_notes(measure, tables, beside)),
    )


def ratio_lines(
    measure: Measure, tables: Sequence[TableTheories]
) -> list[tuple[str, Searches | None, Searches | None]]:
    """Return the last lines of Table 3: what they are of, our ratios to LS and the published ones.

    The first is over all tables of the run, beside the paper's own line over its twelve. The
    second is over the tables that are the paper's, on both sides the same ones.

    Parameters
    ----------
    measure : {"error", "rules", "conditions", "seconds"}
        Which part of the table.
    tables : sequence of TableTheories
        Of the run.
    """
    known = [table for table in tables if table.published]
    ours = mean_ratio([table.mean(measure) for table in tables])
    if not known:
        return [(f"ratio to LS, {len(tables)} tables", ours, None)]
    same_ours = mean_ratio([table.mean(measure) for table in known])
    same_theirs = mean_ratio([getattr(table.published, measure) for table in known])
    theirs: Searches = getattr(TABLE_3_RATIOS, measure)
    return [
        (f"ratio to LS, all {len(tables)}", ours, theirs),
        (f"ratio to LS, {len(known)} public", same_ours, same_theirs),
    ]


def table_name(table: TableTheories) -> str:
    """Return the name of a table, with a dagger if it stands in for another."""
    return f"{table.facts.name} †" if table.facts.stands_in_for else table.facts.name


def stand_in_notes(tables: Sequence[TableTheories]) -> list[str]:
    """Return a sentence for each table that replaces one of the paper's."""
    return [
        f"† {table.facts.name} stands in for {table.facts.stands_in_for}: "
        "no published number stands beside it."
        for table in tables
        if table.facts.stands_in_for
    ]


def significance_mark(table: TableTheories, other: Other) -> str:
    """Return the mark of a search against LS, or a blank."""
    return {"better": HIGHER, "worse": LOWER, "": " "}[table.versus(other).verdict]


def _table_line(measure: Measure, table: TableTheories, beside: bool) -> tuple[str, ...]:
    digits = _MEASURES[measure][2]
    means = table.mean(measure)
    theirs = getattr(table.published, measure) if table.published else (None, None, None)
    marks = ("", "", "")
    if measure == "error":
        marks = (significance_mark(table, "greedy"), " ", significance_mark(table, "extensive"))
    cells = (
        f"{value:.{digits}f}{mark}" + (f" {_bracket(known, 1)}" if beside else "")
        for value, mark, known in zip(means, marks, theirs, strict=True)
    )
    return (table_name(table), *cells)


def _ratio_line(
    measure: Measure, label: str, ours: Searches | None, theirs: Searches | None
) -> tuple[str, ...]:
    digits = 2 if measure == "seconds" else 3
    blank = " " if measure == "error" else ""
    cells = []
    for search in Searches._fields:
        cell = f"{getattr(ours, search):.{digits}f}" if ours else "–"
        known = getattr(theirs, search) if theirs else None
        cells.append(cell + (f"{blank} {_bracket(known, digits)}" if theirs else blank))
    return (label, *cells)


def _bracket(number: float | None, digits: int) -> str:
    return "(–)" if number is None else f"({number:.{digits}f})"


def _table_data(measure: Measure, table: TableTheories) -> Line:
    theirs = getattr(table.published, measure) if table.published else None
    facts = table.facts
    return (
        *(facts.name, facts.published_as, facts.stands_in_for, table.n_trials),
        *table.mean(measure),
        *table.standard_error(measure),
        *_three(theirs),
    )


def _three(numbers: Searches | None) -> Line:
    return (None, None, None) if numbers is None else tuple(numbers)


def _notes(measure: Measure, tables: Sequence[TableTheories], beside: bool) -> list[str]:
    searches = "GS greedy, LS layered, ES extensive search; averages over the trials"
    notes = [f"{searches}{', published ones in brackets' if beside else ''}."]
    if measure == "error":
        notes.append(MARKS_NOTE)
    if measure == "seconds" and beside:
        notes.append(_SECONDS_NOTE)
    ratio = "Ratio to LS: the average over tables of the ratio to the number of LS"
    if beside:
        ratio += (
            "; published over the paper's twelve data sets in the first of these lines, over the "
            "same tables as ours in the second"
        )
    return [*notes, f"{ratio}.", *stand_in_notes(tables)]
