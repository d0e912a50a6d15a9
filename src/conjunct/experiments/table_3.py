"""Table 3 of Quinlan & Cameron-Jones (1995) as a run gives it, the published numbers beside."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from conjunct.experiments.findings import Grid, Line, Lines, cell, text_lines, words_of
from conjunct.experiments.judging import LEAST, TOO_FEW, TrialSigns
from conjunct.experiments.long_rows import TableRows, standard_error
from conjunct.experiments.published import paper
from conjunct.model.notation import count_text

WORDS, PAPER = words_of("layered"), paper("quinlan1995")
SHORT = {"greedy": "GS", "layered": "LS", "extensive": "ES"}  # what the paper calls the searches
OTHERS = ("greedy", "extensive")
MEASURES = WORDS.said["measures"]
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


def is_published(table: TableRows) -> bool:
    """Tell whether the paper has a line for a table; a stand-in has none."""
    return table.name in PUBLISHED


def means(table: TableRows, measure: str) -> list[float]:
    """Return the averages of GS, LS and ES; errors in percent, as the paper gives them."""
    return [table.mean(measure, search) for search in SHORT]


def versus(tables: Iterable[TableRows], one: str, other: str) -> TrialSigns:
    """Compare two searches trial by trial: the first is better where it errs less."""
    signs = (TrialSigns.of(table.change("error", other, one)) for table in tables)
    return TrialSigns(*(sum(column) for column in zip(*signs, strict=True)))


def domains(tables: Sequence[TableRows], other: str) -> tuple[int, int]:
    """Return on how many tables LS is significantly better and worse than another search."""
    verdicts = [versus([table], "layered", other).verdict for table in tables]
    return verdicts.count("better"), verdicts.count("worse")


def differences(table: TableRows) -> list[Line]:
    """Return how far GS, LS and ES are from the published numbers: points, or percent."""
    rows: list[Line] = []
    for measure, (limit, unit) in LIMITS.items():
        both = zip(SHORT, means(table, measure), PUBLISHED[table.name][measure], strict=True)
        for search, ours, theirs in both:
            off = ours - theirs if measure == "error" else 100.0 * (ours / theirs - 1.0)
            verdict = "outside" if abs(off) > limit else "within"
            verdict = "not judged" if table.name == NOT_JUDGED else verdict
            row = {"table": table.name, "measure": measure, "search": search, "ours": ours}
            row |= {"published": theirs, "difference": off, "unit": unit, "limit": limit}
            rows.append({**row, "judgement": verdict, "_mark": "!" if abs(off) > limit else " "})
    return rows


def judgement(table: TableRows) -> str:
    """Tell whether a table with published numbers comes close to all of them."""
    verdicts = {row["judgement"] for row in differences(table)}
    return "outside" if "outside" in verdicts else str(verdicts.pop())


def mean_ratio(lines: Sequence[Sequence[float]], base: int = 1) -> list[float] | None:
    """Return the average over tables of each number's ratio to that of layered search.

    A table on which layered search comes to nothing has no ratio and is left out; if none is left
    there is no average.
    """
    shares = [[value / line[base] for value in line] for line in lines if line[base] > 0]
    return [math.fsum(column) / len(shares) for column in zip(*shares, strict=True)] or None


Ratios = tuple[str, Sequence[float] | None, Sequence[float] | None]
"""What ratios to LS are of, ours, and the published ones."""


def ratio_lines(measure: str, tables: Sequence[TableRows]) -> list[Ratios]:
    """Return the last lines of Table 3.

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
        (f"ratio to LS, all {len(tables)}", ours, _by_measure(PAPER["table_3"]["ratios"])[measure]),
        (f"ratio to LS, {len(known)} public", same_ours, same_theirs),
    ]


def measure_grid(measure: str, tables: Sequence[TableRows]) -> Grid:
    """Return one of the four parts of Table 3: GS, LS and ES by table, and the ratios to LS."""
    said, beside = MEASURES[measure], any(map(is_published, tables))
    digits, ratio_digits = said["digits"]
    rows = [_measure_row(measure, table) for table in tables]
    below = [
        {
            **{**dict.fromkeys(rows[0]), "line": label, "_name": label},
            **{**_named("{}", ours), **_named("published_{}", theirs)},
            **_named("_{}", [" " * (measure == "error")] * 3),
        }
        for label, ours, theirs in ratio_lines(measure, tables)
    ]
    ratios = text_lines(_templates(ratio_digits, ratio_digits, beside), below)
    notes = [MARKS_NOTE] if measure == "error" else []
    notes += [WORDS.say("seconds")] if measure == "seconds" and beside else []
    notes.append(WORDS.say("ratio_note", beside=WORDS.say("ratio_beside") if beside else ""))
    return WORDS.grid(
        "table-3",
        [*rows, *below],
        {**said, "beside": ", published ones in brackets" if beside else ""},
        name=said["name"],
        lines=[*text_lines(_templates(digits, 1, beside), rows), *ratios],
        notes=[*notes, *_dagger_notes(tables)],
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
    marks = [MARKS[versus([table], "layered", other).verdict] * is_error for other in OTHERS]
    return {
        **{"line": facts.name, "published_as": facts.published_as},
        **{"stands_in_for": facts.stands_in_for, "trials": table.n_trials},
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
    beside, every = any(map(is_published, tables)), f"all {count_text(len(tables), 'table')}"
    own = [table for table in tables if not table.facts.stands_in_for]
    groups = {**{title(table): [table] for table in tables}, every: tables}
    if 0 < len(own) < len(tables):
        groups[f"{count_text(len(own), 'table')}, no stand-ins"] = own
    rows = [
        _sign_row(label, other, versus(group, "layered", other), beside and label == every)
        for label, group in groups.items()
        for other in OTHERS
    ]
    counted = [_domains_row(tables, other, beside) for other in OTHERS]
    lines = [*_side_by_side(rows)]
    if beside:
        counts = [(*PAPER["trials_compared"][other], 12 * PAPER["trials"]) for other in OTHERS]
        said = [_sign_row("published, 12 data sets", "", TrialSigns(a, b, c)) for a, b, c in counts]
        lines += _side_by_side(said)
    lines += _side_by_side(counted)
    if beside:
        names = {"better": "published_better", "worse": "published_worse"}
        said = [{**row, **{a: row[b] for a, b in names.items()}} for row in counted]
        lines += _side_by_side([{**row, "_name": "published, p < 0.05"} for row in said])
    notes = _dagger_notes(tables)
    return WORDS.grid(
        "sign-tests", [*rows, *counted], {"MARKS": MARKS_NOTE}, lines=lines, notes=notes
    )


def _sign_row(label: str, other: str, one: TrialSigns, beside: bool = False) -> Line:
    theirs = PAPER["trials_compared"][other] if beside else (None, None)
    p = TOO_FEW if one.compared < LEAST else cell("{p:p4}", {"p": one.p_value})
    return {
        **{"line": label.removesuffix(" †"), "versus": other, "trials": one.compared},
        **{"better": one.better, "worse": one.worse, "equal": one.equal},
        **{"p_value": one.p_value, "verdict": one.verdict},
        **{"published_better": theirs[0], "published_worse": theirs[1]},
        **{"_name": label, "_equal": f"{one.equal:,}", "_p": f"{p} {MARKS[one.verdict]}"},
    }


def _domains_row(tables: Sequence[TableRows], other: str, beside: bool) -> Line:
    """Return on how many tables LS is significantly better and worse."""
    better, worse = domains(tables, other)
    row: dict[str, Any] = dict(_sign_row("tables with p < 0.05", other, TrialSigns(0, 0, 0)))
    row |= {"better": better, "worse": worse, "equal": len(tables) - better - worse}
    theirs = PAPER["domains_compared"][other] if beside else (None, None)
    row |= {"published_better": theirs[0], "published_worse": theirs[1], "_equal": "", "_p": ""}
    return row | dict.fromkeys(("trials", "p_value", "verdict"))


def _side_by_side(rows: Sequence[Line]) -> Lines:
    """Return a line for each pair of rows: LS against GS, and against ES."""
    cells = text_lines(["{better:,}", "{worse:,}", "{_equal}", "{_p}"], rows)
    pairs = zip(rows[::2], cells[::2], cells[1::2], strict=True)
    return [(row["_name"], *first, *second) for row, first, second in pairs]


def difference_grid(tables: Sequence[TableRows]) -> Grid:
    """Return how far each number is from the published one, where one is published."""
    known = {table.name: table for table in tables if is_published(table)}
    rows = {name: differences(table) for name, table in known.items()}
    verdicts = {name: judgement(table) for name, table in known.items()}
    fewest = min(table.n_trials for table in known.values())
    return WORDS.grid(
        "differences",
        [row for those in rows.values() for row in those],
        lines=[
            (name, *(one[0] for one in text_lines(["{difference:z1}{_mark}"], rows[name])), judged)
            for name, judged in verdicts.items()
        ],
        notes=[
            *([WORDS.say("chance", fewest=fewest)] if fewest < PAPER["trials"] else []),
            *([WORDS.say("not_judged", name=NOT_JUDGED)] if NOT_JUDGED in known else []),
            *_dagger_notes(tables),
        ],
    )
