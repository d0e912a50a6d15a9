"""Table 3 of Quinlan & Cameron-Jones (1995) as a run gives it, the published numbers beside."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from conjunct.experiments.findings import Grid, Line, signed, text_lines, words_of
from conjunct.experiments.judging import LEAST, TOO_FEW, TrialSigns
from conjunct.experiments.long_rows import TableRows, standard_error
from conjunct.experiments.published import paper
from conjunct.model.notation import count_text

WORDS, PAPER = words_of("layered"), paper("quinlan1995")
SHORT = {"greedy": "GS", "layered": "LS", "extensive": "ES"}
"""What the paper calls the searches."""

OTHERS = ("greedy", "extensive")
MEASURES = {
    "error": ("table-3-error", "error rate (%)", 1, 3),
    "rules": ("table-3-rules", "number of rules", 1, 3),
    "conditions": ("table-3-size", "theory size (conditions of all rules)", 1, 3),
    "seconds": ("table-3-seconds", "processor seconds to learn a theory", 3, 2),
}
"""File and heading of each part of the table, digits of its numbers and of its ratios."""

LIMITS = {"error": (1.5, "points"), "rules": (12.0, "%"), "conditions": (12.0, "%")}
"""How far a number may be from the published one, and in what it is measured."""

NOT_JUDGED = "breast-cancer-4c"
"""The table whose published numbers fit no reading of the paper: probably other data."""

MARKS = {"better": "▲", "worse": "▼", "": " "}
"""Of a search that errs significantly more than LS, less, or neither."""

MARKS_NOTE = WORDS.say("marks", least=LEAST)


def _by_measure(line: Sequence[float]) -> dict[str, Sequence[float]]:
    """Divide a line of the paper's table by measure: three numbers each, of GS, LS and ES."""
    return {measure: line[3 * at : 3 * at + 3] for at, measure in enumerate(MEASURES)}


PUBLISHED = {ours: _by_measure(PAPER["table_3"][name]) for ours, name in PAPER["names"].items()}
PUBLISHED_RATIOS = _by_measure(PAPER["table_3"]["ratios"])


def is_published(table: TableRows) -> bool:
    """Tell whether the paper has a line for a table; a stand-in has none."""
    return table.name in PUBLISHED


def means(table: TableRows, measure: str) -> list[float]:
    """Return the averages of GS, LS and ES; errors in percent, as the paper gives them."""
    return [table.mean(measure, search) for search in SHORT]


def versus(table: TableRows, other: str) -> TrialSigns:
    """Compare layered search with another one, trial by trial: it is better where it errs less."""
    return TrialSigns.of(table.change("error", other, "layered"))


def total(comparisons: Iterable[TrialSigns]) -> TrialSigns:
    """Add up comparisons of several tables."""
    return TrialSigns(*(sum(column) for column in zip(*comparisons, strict=True)))


def domains(tables: Sequence[TableRows], other: str) -> tuple[int, int]:
    """Return on how many tables LS is significantly better and worse than another search."""
    verdicts = [versus(table, other).verdict for table in tables]
    return verdicts.count("better"), verdicts.count("worse")


def away(table: TableRows, measure: str) -> list[float]:
    """Return how far GS, LS and ES are from the published numbers: points, or percent."""
    pairs = zip(means(table, measure), PUBLISHED[table.name][measure], strict=True)
    if measure == "error":
        return [ours - theirs for ours, theirs in pairs]
    return [100.0 * (ours / theirs - 1.0) for ours, theirs in pairs]


def judgement(table: TableRows) -> str:
    """Tell whether a table with published numbers comes close to all of them."""
    if table.name == NOT_JUDGED:
        return "not judged"
    limits = LIMITS.items()
    close = all(abs(one) <= limit for what, (limit, _) in limits for one in away(table, what))
    return "within" if close else "outside"


def mean_ratio(lines: Sequence[Sequence[float]], base: int = 1) -> list[float] | None:
    """Return the average over tables of each number's ratio to that of layered search.

    A table on which layered search comes to nothing has no ratio and is left out; if none is left
    there is no average.

    Examples
    --------
    >>> mean_ratio([(30, 20, 20), (5, 10, 20)]), mean_ratio([(1, 0, 1)])
    ([1.0, 1.0, 1.5], None)
    """
    shares = [[value / line[base] for value in line] for line in lines if line[base] > 0]
    if not shares:
        return None
    return [math.fsum(column) / len(shares) for column in zip(*shares, strict=True)]


def ratio_lines(
    measure: str, tables: Sequence[TableRows]
) -> list[tuple[str, list[float] | None, Sequence[float] | None]]:
    """Return the last lines of Table 3: what they are of, our ratios to LS and the published ones.

    The first is over all tables of the run, beside the paper's own line over its twelve. The
    second is over the tables that are the paper's, on both sides the same ones.
    """
    known = [table for table in tables if is_published(table)]
    ours = mean_ratio([means(table, measure) for table in tables])
    if not known:
        return [(f"ratio to LS, {len(tables)} tables", ours, None)]
    same_ours = mean_ratio([means(table, measure) for table in known])
    same_theirs = mean_ratio([PUBLISHED[table.name][measure] for table in known])
    return [
        (f"ratio to LS, all {len(tables)}", ours, PUBLISHED_RATIOS[measure]),
        (f"ratio to LS, {len(known)} public", same_ours, same_theirs),
    ]


def p_text(p_value: float) -> str:
    """Write a p-value.

    Examples
    --------
    >>> p_text(0.0412), p_text(3e-7), p_text(1.0)
    ('0.041', '<0.0001', '1.000')
    """
    return "<0.0001" if p_value < 0.0001 else f"{p_value:.{3 if p_value >= 0.001 else 4}f}"


def measure_grid(measure: str, tables: Sequence[TableRows]) -> Grid:
    """Return one of the four parts of Table 3: GS, LS and ES by table, and the ratios to LS."""
    name, heading, digits, ratio_digits = MEASURES[measure]
    beside, blank = any(map(is_published, tables)), " " * (measure == "error")
    rows = [_measure_row(measure, table) for table in tables]
    below = [
        {
            **{**dict.fromkeys(rows[0]), "line": label, "_name": label},
            **{
                **_named("{}", ours),
                **_named("published_{}", theirs),
                **_named("_{}", [blank] * 3),
            },
        }
        for label, ours, theirs in ratio_lines(measure, tables)
    ]
    lines = [
        *text_lines(_templates(digits, 1, beside), rows),
        *text_lines(_templates(ratio_digits, ratio_digits, beside), below),
    ]
    return WORDS.grid(
        "table-3",
        [*rows, *below],
        {"heading": heading, "beside": ", published ones in brackets" if beside else ""},
        name=name,
        heads=("table", *SHORT.values()),
        lines=lines,
        notes=[
            *([MARKS_NOTE] if measure == "error" else []),
            *([WORDS.say("seconds")] if measure == "seconds" and beside else []),
            WORDS.say("ratio_note", beside=WORDS.say("ratio_beside") if beside else ""),
            *_dagger_notes(tables),
        ],
    )


def _templates(digits: int, published_digits: int, beside: bool) -> list[str]:
    """Return the templates of a line; published numbers stand in brackets if there are any."""
    shown = f"{{{{{{0}}:.{digits}f}}}}{{{{_{{0}}}}}}"
    theirs = f" ({{{{published_{{0}}:.{published_digits}f}}}})" * beside
    return ["{_name}", *((shown + theirs).format(short) for short in SHORT.values())]


def _named(name: str, values: Sequence[float | str] | None) -> Line:
    names = [name.format(short) for short in SHORT.values()]
    return dict(zip(names, values or (None,) * 3, strict=True))


def title(table: TableRows) -> str:
    """Name a table, with a dagger if it stands in for another one."""
    return f"{table.name} †" if table.facts.stands_in_for else table.name


def _measure_row(measure: str, table: TableRows) -> Line:
    facts, is_error = table.facts, measure == "error"
    bars = [standard_error(table.values(measure, search)) for search in SHORT]
    marks = [MARKS[versus(table, other).verdict] if is_error else "" for other in OTHERS]
    about = {"line": facts.name, "published_as": facts.published_as}
    return {
        **{**about, "stands_in_for": facts.stands_in_for, "trials": table.n_trials},
        **_named("{}", means(table, measure)),
        **_named("{}_standard_error", bars),
        **_named("published_{}", PUBLISHED[table.name][measure] if is_published(table) else None),
        "_name": title(table),
        **_named("_{}", [marks[0], " " * is_error, marks[1]]),
    }


def _dagger_notes(tables: Sequence[TableRows]) -> list[str]:
    """Return a sentence for each table that replaces one of the paper's."""
    facts = (table.facts for table in tables if table.facts.stands_in_for)
    return [WORDS.say("dagger", name=f.name, stands_in_for=f.stands_in_for) for f in facts]


def sign_grid(tables: Sequence[TableRows]) -> Grid:
    """Return in how many trials LS is better and worse than GS and ES, by table and over all."""
    beside = any(map(is_published, tables))
    compared = _comparisons(tables)
    if beside:
        counts = [PAPER["trials_compared"][other] for other in OTHERS]
        theirs = [TrialSigns(better, worse, 12 * PAPER["trials"]) for better, worse in counts]
    shown = [*compared, *([("published, 12 data sets", theirs)] if beside else [])]
    lines = [(label, *(c for one in both for c in _versus_cells(one))) for label, both in shown]
    significant = {"tables with p < 0.05": [domains(tables, other) for other in OTHERS]}
    if beside:
        significant["published, p < 0.05"] = [PAPER["domains_compared"][other] for other in OTHERS]
    for label, both in significant.items():
        lines.append((label, *(text for one in both for text in (*map(str, one), "", ""))))
    rows = _sign_rows(compared, tables, beside)
    notes = _dagger_notes(tables)
    return WORDS.grid("sign-tests", rows, {"MARKS": MARKS_NOTE}, lines=lines, notes=notes)


def _comparisons(tables: Sequence[TableRows]) -> list[tuple[str, list[TrialSigns]]]:
    """Compare LS with GS and ES on each table, on all, and on all that are not stand-ins."""
    own = [table for table in tables if not table.facts.stands_in_for]
    groups = {title(table): [table] for table in tables}
    groups[f"all {count_text(len(tables), 'table')}"] = list(tables)
    if 0 < len(own) < len(tables):
        groups[f"{count_text(len(own), 'table')}, no stand-ins"] = own
    return [
        (label, [total(versus(table, other) for table in group) for other in OTHERS])
        for label, group in groups.items()
    ]


def _versus_cells(one: TrialSigns) -> tuple[str, ...]:
    counts = (f"{count:,}" for count in (one.better, one.worse, one.equal))
    p = TOO_FEW if one.compared < LEAST else p_text(one.p_value)
    return (*counts, f"{p} {MARKS[one.verdict]}")


def _sign_rows(
    compared: list[tuple[str, list[TrialSigns]]], tables: Sequence[TableRows], beside: bool
) -> list[Line]:
    """Return one row per comparison, with the published counts beside those of all trials."""
    names = (
        *("line", "versus", "trials", "better", "worse", "equal", "p_value", "verdict"),
        *("published_better", "published_worse"),
    )
    rows: list[tuple[object, ...]] = []
    for position, (label, both) in enumerate(compared):
        for other, one in zip(OTHERS, both, strict=True):
            is_all = beside and position == len(tables)
            theirs = PAPER["trials_compared"][other] if is_all else (None, None)
            counts = (one.compared, one.better, one.worse, one.equal, one.p_value, one.verdict)
            rows.append((label.removesuffix(" †"), other, *counts, *theirs))
    for other in OTHERS:
        ours = domains(tables, other)
        theirs = PAPER["domains_compared"][other] if beside else (None, None)
        neither = len(tables) - sum(ours)
        rows.append(("tables with p < 0.05", other, None, *ours, neither, None, None, *theirs))
    return [dict(zip(names, row, strict=True)) for row in rows]


def difference_grid(tables: Sequence[TableRows]) -> Grid:
    """Return how far each number is from the published one, where one is published."""
    known = [table for table in tables if is_published(table)]
    rows = {table.name: _difference_rows(table) for table in known}
    heads = [f"{what} {short}" for what in ("error", "rules", "size") for short in SHORT.values()]
    fewest = min(table.n_trials for table in known)
    return WORDS.grid(
        "differences",
        [row for those in rows.values() for row in those],
        heads=("table", *heads, "judgement"),
        lines=[(t.name, *map(_away_cell, rows[t.name]), judgement(t)) for t in known],
        notes=[
            *([WORDS.say("chance", fewest=fewest)] if fewest < PAPER["trials"] else []),
            *(WORDS.say("not_judged", name=NOT_JUDGED) for t in known if t.name == NOT_JUDGED),
            *_dagger_notes(tables),
        ],
    )


def _difference_rows(table: TableRows) -> list[Line]:
    verdict, rows = judgement(table), list[Line]()
    for measure, (limit, unit) in LIMITS.items():
        theirs = PUBLISHED[table.name][measure]
        numbers = (means(table, measure), theirs, away(table, measure))
        for search, ours, known, off in zip(SHORT, *numbers, strict=True):
            own = "outside" if abs(off) > limit else "within"
            own = verdict if verdict == "not judged" else own
            row = {"table": table.name, "measure": measure, "search": search, "ours": ours}
            row |= {"published": known, "difference": off, "unit": unit, "limit": limit}
            rows.append({**row, "judgement": own})
    return rows


def _away_cell(row: Line) -> str:
    """Write one decimal with a sign, zero without one."""
    text = signed(row["difference"])
    text = "0.0" if text in ("+0.0", "−0.0") else text
    return f"{text}{'!' if abs(row['difference']) > row['limit'] else ' '}"
