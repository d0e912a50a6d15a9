"""How layered search compares with the others trial by trial, and how a run with the paper."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.experiments.contrast import (
    OTHERS,
    SIGNIFICANT,
    Measure,
    Other,
    TableTheories,
    Versus,
    total,
)
from conjunct.experiments.findings import Grid
from conjunct.experiments.judging import LEAST, TOO_FEW
from conjunct.experiments.published.quinlan1995 import (
    DOMAINS_COMPARED,
    TABLES,
    TRIALS,
    TRIALS_COMPARED,
    Compared,
    Searches,
)
from conjunct.experiments.table_3 import (
    HIGHER,
    LOWER,
    MARKS_NOTE,
    SHORT,
    Line,
    stand_in_notes,
    table_name,
)
from conjunct.model.notation import count_text

LIMITS: dict[Measure, tuple[float, str]] = {
    "error": (1.5, "points"),
    "rules": (12.0, "%"),
    "conditions": (12.0, "%"),
}
"""How far a number may be from the published one, and in what it is measured."""

NOT_JUDGED = ("breast-cancer-4c",)
"""Tables whose published numbers fit no reading of the paper: probably other data."""

_ALL_TRIALS = len(TABLES) * TRIALS
"""Trials of the paper's comparison."""


def sign_grid(tables: Sequence[TableTheories]) -> Grid:
    """Return in how many trials LS is better and worse than GS and ES, by table and over all.

    Parameters
    ----------
    tables : sequence of TableTheories
        At least one.
    """
    beside = any(table.published for table in tables)
    rows = _comparisons(tables)
    lines = [(label, *_versus_cells(gs), *_versus_cells(es)) for label, gs, es in rows]
    if beside:
        cells = (_versus_cells(Versus(*TRIALS_COMPARED[o], _ALL_TRIALS)) for o in OTHERS)
        lines.append(("published, 12 data sets", *(cell for four in cells for cell in four)))
    lines.append(_domains_line("tables with p < 0.05", *(domains(tables, o) for o in OTHERS)))
    if beside:
        lines.append(_domains_line("published, p < 0.05", *DOMAINS_COMPARED.values()))
    return Grid(
        name="sign-tests",
        title="Trials in which layered search (LS) errs less, more and as much as GS and ES",
        columns=("table", *(text.format(SHORT[o]) for o in OTHERS for text in _HEADINGS)),
        lines=tuple(lines),
        data_columns=(
            *("line", "versus", "trials", "better", "worse", "equal", "p_value", "verdict"),
            *("published_better", "published_worse"),
        ),
        data=tuple(_sign_data(rows, tables)),
        notes=(
            MARKS_NOTE,
            "The trials of a table share its rows: the p-values speak of these tables, "
            "not of tables in general.",
            *stand_in_notes(tables),
        ),
    )


def domains(tables: Sequence[TableTheories], other: Other) -> Compared:
    """Return on how many tables LS is significantly better and worse than another search."""
    verdicts = [table.versus(other).verdict for table in tables]
    return Compared(verdicts.count("better"), verdicts.count("worse"))


def difference_grid(tables: Sequence[TableTheories]) -> Grid | None:
    """Return how far each number is from the published one; None where nothing is published.

    Parameters
    ----------
    tables : sequence of TableTheories
        Those without published numbers are left out.
    """
    known = [table for table in tables if table.published]
    if not known:
        return None
    return Grid(
        name="differences",
        title="This run less the published numbers: error in points, rules and theory size in %",
        columns=("table", *(f"{name} {SHORT[s]}" for name in _SHOWN for s in SHORT), "judgement"),
        lines=tuple(_difference_line(table) for table in known),
        data_columns=(
            *("table", "measure", "search", "ours", "published", "difference", "unit", "limit"),
            "judgement",
        ),
        data=tuple(line for table in known for line in _difference_data(table)),
        notes=(
            "! more than 1.5 points or 12 % away.",
            *_chance_note(known),
            *(
                f"{table.facts.name}: shown, not judged; its published numbers fit no reading of "
                "the paper, probably they are of another version of the data."
                for table in known
                if table.facts.name in NOT_JUDGED
            ),
            *stand_in_notes(tables),
        ),
    )


def differences(table: TableTheories, measure: Measure) -> Searches:
    """Return by how much GS, LS and ES differ from the published numbers, in the measure's unit.

    Parameters
    ----------
    table : TableTheories
        With published numbers.
    measure : {"error", "rules", "conditions"}
        Errors differ in points, sizes in percent of the published number.
    """
    ours, theirs = table.mean(measure), getattr(table.published, measure)
    if measure == "error":
        return Searches(*(a - b for a, b in zip(ours, theirs, strict=True)))
    return Searches(*(100.0 * (a / b - 1.0) for a, b in zip(ours, theirs, strict=True)))


def judgement(table: TableTheories) -> str:
    """Return ``"within"``, ``"outside"`` or ``"not judged"`` for a table with published numbers."""
    if table.facts.name in NOT_JUDGED:
        return "not judged"
    is_within = all(
        abs(difference) <= limit
        for measure, (limit, _) in LIMITS.items()
        for difference in differences(table, measure)
    )
    return "within" if is_within else "outside"


def p_text(p_value: float) -> str:
    """Write a p-value.

    Examples
    --------
    >>> p_text(0.0412), p_text(3e-7), p_text(1.0)
    ('0.041', '<0.0001', '1.000')
    """
    return "<0.0001" if p_value < 0.0001 else f"{p_value:.{3 if p_value >= 0.001 else 4}f}"


_HEADINGS = ("LS < {}", "LS > {}", "LS = {}", "p ({})")
_SHOWN = ("error", "rules", "size")


def _comparisons(tables: Sequence[TableTheories]) -> list[tuple[str, Versus, Versus]]:
    """Compare LS with GS and ES on each table, on all, and on all that are not stand-ins."""
    rows = [(table_name(t), t.versus("greedy"), t.versus("extensive")) for t in tables]
    own = [row for row, table in zip(rows, tables, strict=True) if not table.facts.stands_in_for]
    summed = [_total(f"all {count_text(len(rows), 'table')}", rows)]
    if 0 < len(own) < len(rows):
        summed.append(_total(f"{count_text(len(own), 'table')}, no stand-ins", own))
    return rows + summed


def _total(label: str, rows: Sequence[tuple[str, Versus, Versus]]) -> tuple[str, Versus, Versus]:
    return label, total(gs for _, gs, _ in rows), total(es for _, _, es in rows)


def _versus_cells(versus: Versus) -> tuple[str, ...]:
    mark = {"better": HIGHER, "worse": LOWER, "": " "}[versus.verdict]
    counts = (f"{count:,}" for count in (versus.better, versus.worse, versus.equal))
    p = TOO_FEW if versus.trials < LEAST else p_text(versus.p_value)
    return (*counts, f"{p} {mark}")


def _domains_line(label: str, greedy: Compared, extensive: Compared) -> tuple[str, ...]:
    cells = ((str(both.better), str(both.worse), "", "") for both in (greedy, extensive))
    return (label, *(cell for four in cells for cell in four))


def _sign_data(
    rows: Sequence[tuple[str, Versus, Versus]], tables: Sequence[TableTheories]
) -> list[Line]:
    """Write one line a comparison; the published counts stand beside those of all trials."""
    unknown: Line = (None, None)
    beside = any(table.published for table in tables)
    data: list[Line] = []
    for position, (label, *both) in enumerate(rows):
        is_all = beside and position == len(tables)
        for other, versus in zip(OTHERS, both, strict=True):
            counts = (versus.trials, versus.better, versus.worse, versus.equal)
            theirs = TRIALS_COMPARED[other] if is_all else unknown
            name = label.removesuffix(" †")
            data.append((name, other, *counts, versus.p_value, versus.verdict, *theirs))
    for other in OTHERS:
        ours = domains(tables, other)
        theirs = DOMAINS_COMPARED[other] if beside else unknown
        neither = len(tables) - ours.better - ours.worse
        name = f"tables with p < {SIGNIFICANT}"
        data.append((name, other, None, *ours, neither, None, None, *theirs))
    return data


def _difference_line(table: TableTheories) -> tuple[str, ...]:
    cells = [
        f"{_signed(difference)}{'!' if abs(difference) > limit else ' '}"
        for measure, (limit, _) in LIMITS.items()
        for difference in differences(table, measure)
    ]
    return (table.facts.name, *cells, judgement(table))


def _chance_note(tables: Sequence[TableTheories]) -> list[str]:
    fewest = min(table.n_trials for table in tables)
    if fewest >= TRIALS:
        return []
    return [f"With {fewest} trials, not {TRIALS} as published, part of a difference is chance."]


def _signed(number: float) -> str:
    """Write one decimal with a sign, zero without one."""
    text = f"{number:+.1f}".replace("-", "−")
    return "0.0" if text in ("+0.0", "−0.0") else text


def _difference_data(table: TableTheories) -> list[Line]:
    verdict = judgement(table)
    return [
        (
            table.facts.name,
            measure,
            search,
            getattr(table.mean(measure), search),
            getattr(getattr(table.published, measure), search),
            difference,
            unit,
            limit,
            "not judged"
            if verdict == "not judged"
            else "within"
            if abs(difference) <= limit
            else "outside",
        )
        for measure, (limit, unit) in LIMITS.items()
        for search, difference in differences(table, measure)._asdict().items()
    ]
