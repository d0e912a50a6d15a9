"""How layered search compares with the others trial by trial, and how a run with the paper."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.experiments.cells import signed
from conjunct.experiments.findings import Grid, Line, data_table
from conjunct.experiments.judging import LEAST, TOO_FEW
from conjunct.experiments.table_3 import (
    LIMITS,
    MARKS,
    MARKS_NOTE,
    NOT_JUDGED,
    OTHERS,
    PAPER,
    SHORT,
    SIGNIFICANT,
    TableTheories,
    Versus,
    dagger_notes,
    domains,
    p_text,
    total,
)
from conjunct.model.notation import count_text


def sign_grid(tables: Sequence[TableTheories]) -> Grid:
    """Return in how many trials LS is better and worse than GS and ES, by table and over all."""
    beside = any(table.is_published for table in tables)
    compared = _comparisons(tables)
    lines = [(label, *(c for one in both for c in _versus_cells(one))) for label, both in compared]
    if beside:
        counts = [PAPER["trials_compared"][other] for other in OTHERS]
        published = [Versus(better, worse, 12 * PAPER["trials"]) for better, worse in counts]
        cells = (cell for one in published for cell in _versus_cells(one))
        lines.append(("published, 12 data sets", *cells))
    lines.append(_domains_line("tables with p < 0.05", [domains(tables, o) for o in OTHERS]))
    if beside:
        theirs = [PAPER["domains_compared"][other] for other in OTHERS]
        lines.append(_domains_line("published, p < 0.05", theirs))
    heads = [
        h.format(SHORT[o]) for o in OTHERS for h in ("LS < {}", "LS > {}", "LS = {}", "p ({})")
    ]
    return Grid(
        "sign-tests",
        "Trials in which layered search (LS) errs less, more and as much as GS and ES",
        ("table", *heads),
        tuple(lines),
        *data_table(_sign_rows(compared, tables, beside)),
        (
            MARKS_NOTE,
            "The trials of a table share its rows: the p-values speak of these tables, "
            "not of tables in general.",
            *dagger_notes(tables),
        ),
    )


def _comparisons(tables: Sequence[TableTheories]) -> list[tuple[str, list[Versus]]]:
    """Compare LS with GS and ES on each table, on all, and on all that are not stand-ins."""
    own = [table for table in tables if not table.facts.stands_in_for]
    groups = {table.name: [table] for table in tables}
    groups[f"all {count_text(len(tables), 'table')}"] = list(tables)
    if 0 < len(own) < len(tables):
        groups[f"{count_text(len(own), 'table')}, no stand-ins"] = own
    return [
        (label, [total(table.versus(other) for table in group) for other in OTHERS])
        for label, group in groups.items()
    ]


def _versus_cells(versus: Versus) -> tuple[str, ...]:
    counts = (f"{count:,}" for count in (versus.better, versus.worse, versus.equal))
    p = TOO_FEW if versus.trials < LEAST else p_text(versus.p_value)
    return (*counts, f"{p} {MARKS[versus.verdict]}")


def _domains_line(label: str, both: Sequence[Sequence[int]]) -> tuple[str, ...]:
    return (label, *(cell for counts in both for cell in (*map(str, counts), "", "")))


def _sign_rows(
    compared: list[tuple[str, list[Versus]]], tables: Sequence[TableTheories], beside: bool
) -> list[Line]:
    """Write one line a comparison; the published counts stand beside those of all trials."""
    names = (
        *("line", "versus", "trials", "better", "worse", "equal", "p_value", "verdict"),
        *("published_better", "published_worse"),
    )
    rows: list[tuple[object, ...]] = []
    for position, (label, both) in enumerate(compared):
        for other, one in zip(OTHERS, both, strict=True):
            is_all = beside and position == len(tables)
            theirs = PAPER["trials_compared"][other] if is_all else (None, None)
            counts = (one.trials, one.better, one.worse, one.equal, one.p_value, one.verdict)
            rows.append((label.removesuffix(" †"), other, *counts, *theirs))
    for other in OTHERS:
        ours = domains(tables, other)
        theirs = PAPER["domains_compared"][other] if beside else (None, None)
        neither = len(tables) - sum(ours)
        name = f"tables with p < {SIGNIFICANT}"
        rows.append((name, other, None, *ours, neither, None, None, *theirs))
    return [dict(zip(names, row, strict=True)) for row in rows]


def difference_grid(tables: Sequence[TableTheories]) -> Grid:
    """Return how far each number is from the published one, where one is published."""
    known = [table for table in tables if table.is_published]
    data = [row for table in known for row in _difference_rows(table)]
    heads = [f"{what} {short}" for what in ("error", "rules", "size") for short in SHORT.values()]
    fewest = min(table.n_trials for table in known)
    return Grid(
        "differences",
        "This run less the published numbers: error in points, rules and theory size in %",
        ("table", *heads, "judgement"),
        tuple(
            (
                table.facts.name,
                *(_away_cell(row) for row in _difference_rows(table)),
                table.judgement,
            )
            for table in known
        ),
        *data_table(data),
        (
            "! more than 1.5 points or 12 % away.",
            *(
                [
                    f"With {fewest} trials, not {PAPER['trials']} as published, part of a "
                    "difference is chance."
                ]
                if fewest < PAPER["trials"]
                else []
            ),
            *(
                f"{NOT_JUDGED}: shown, not judged; its published numbers fit no reading of "
                "the paper, probably they are of another version of the data."
                for table in known
                if table.facts.name == NOT_JUDGED
            ),
            *dagger_notes(tables),
        ),
    )


def _difference_rows(table: TableTheories) -> list[Line]:
    verdict = table.judgement
    return [
        {
            "table": table.facts.name,
            "measure": measure,
            "search": search,
            "ours": ours,
            "published": theirs,
            "difference": away,
            "unit": unit,
            "limit": limit,
            "judgement": verdict
            if verdict == "not judged"
            else ("within" if abs(away) <= limit else "outside"),
        }
        for measure, (limit, unit) in LIMITS.items()
        for search, ours, theirs, away in zip(
            SHORT, table.means(measure), table.published(measure), table.away(measure), strict=True
        )
    ]


def _away_cell(row: Line) -> str:
    """Write one decimal with a sign, zero without one."""
    text = signed(row["difference"])
    text = "0.0" if text in ("+0.0", "−0.0") else text
    return f"{text}{'!' if abs(row['difference']) > row['limit'] else ' '}"
