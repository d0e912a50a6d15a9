"""The study `layered`: greedy, layered and extensive search for whole theories, Table 3.

Published numbers of Quinlan & Cameron-Jones (1995) stand beside those of a run.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from conjunct.choose.criteria import PATIENCE
from conjunct.experiments.figures import Dots, Panel, drawing, published_points
from conjunct.experiments.findings import Findings, Grid, Line, Picture, cell, words_of
from conjunct.experiments.judging import LEAST, TOO_FEW, TrialSigns, too_few
from conjunct.experiments.long_rows import TableRows, standard_error, table_rows
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import paper
from conjunct.experiments.theories import MAX_WIDTH, learn_theories
from conjunct.model.notation import count_text
from conjunct.plots.style import BLUE, ORANGE

WORDS, PAPER = words_of("layered"), paper("quinlan1995")
SHORT = {"greedy": "GS", "layered": "LS", "extensive": "ES"}  # what the paper calls the searches
OTHERS = {"greedy": (BLUE, -0.16), "extensive": (ORANGE, 0.16)}
"""Colours, and how far points lie above and below their line where both searches are shown."""

CRITERIA = {
    "layered": "r_w",
    "length": "r_w with h·2^length",
    "gumbel": "Gumbel null",
    "poe": "POE",
}
"""Criteria of layered search by the names of their rows; the others are compared with the first.

Quinlan & Cameron-Jones end by asking for "a single metric that embodies all three factors:
accuracy, theory complexity, and extent of search".
"""

MEASURES = WORDS.said["measures"]
LIMITS = {"error": (1.5, "points"), "rules": (12.0, "%"), "conditions": (12.0, "%")}
"""How far a number may be from the published one, and in what it is measured."""

NOT_JUDGED = "breast-cancer-4c"
"""The table whose published numbers fit no reading of the paper: probably other data."""

MARKS = {"better": "▲", "worse": "▼", "": " "}
"""Of a search that errs significantly more than LS, less, or neither."""

PUBLISHED: dict[str, dict[str, list[float]]] = {
    ours: {kind: PAPER["table_3"][name][3 * at : 3 * at + 3] for at, kind in enumerate(MEASURES)}
    for ours, name in {**PAPER["names"], "ratios": "ratios"}.items()
}
"""Three numbers, of GS, LS and ES, by table and measure; and the line of ratios."""

Tables = Sequence[TableRows]


def is_published(table: TableRows) -> bool:
    """Tell whether the paper has a line for a table; a stand-in has none."""
    return table.name in PUBLISHED


def findings(results: Results) -> Findings:
    """Turn trials into Table 3, sign tests and differences from the published numbers."""
    tables = table_rows(results, "search")
    by_criterion = [table for table in tables if table.by.keys() >= CRITERIA.keys()]
    known = {table.name: differences(table) for table in tables if is_published(table)}
    grids = [*(_measure_grid(measure, tables) for measure in MEASURES), _sign_grid(tables)]
    grids += [_difference_grid(known, tables)] if known else []
    patience = int(results.settings.get("patience", PATIENCE))
    summary = [WORDS.say("patience", patience=patience), *_summary(tables, known)]
    if by_criterion:
        grids.append(_criteria_grid(by_criterion))
        summary += _criteria_sentences(by_criterion)
    return Findings(tuple(summary), tuple(grids), (_picture(tables),))


def means(table: TableRows, measure: str) -> list[float]:
    """Return the averages of GS, LS and ES; errors in percent, as the paper gives them."""
    return [table.mean(measure, search) for search in SHORT]


def versus(tables: Iterable[TableRows], one: str, other: str) -> TrialSigns:
    """Compare two searches trial by trial: the first is better where it errs less."""
    return TrialSigns.of(np.concatenate([table.change("error", other, one) for table in tables]))


def domains(tables: Tables, other: str) -> tuple[int, int]:
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


def judgement(rows: Sequence[Line]) -> str:
    """Tell from its `differences` whether a table comes close to all published numbers."""
    verdicts = {row["judgement"] for row in rows}
    return "outside" if "outside" in verdicts else str(verdicts.pop())


def mean_ratio(lines: Sequence[Sequence[float]], base: int = 1) -> list[float] | None:
    """Return the average over tables of each number's ratio to that of layered search.

    A table on which layered search comes to nothing has no ratio and is left out; if none is left
    there is no average.
    """
    shares = [[value / line[base] for value in line] for line in lines if line[base] > 0]
    return [math.fsum(column) / len(shares) for column in zip(*shares, strict=True)] or None


Numbers = Sequence[float | None] | None
Ratios = tuple[str, list[float] | None, list[float] | None]
"""What ratios to LS are of, ours, and the published ones."""


def ratio_lines(measure: str, tables: Tables) -> list[Ratios]:
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
        (f"ratio to LS, all {len(tables)}", ours, PUBLISHED["ratios"][measure]),
        (f"ratio to LS, {len(known)} public", same_ours, same_theirs),
    ]


def _summary(tables: Tables, known: Mapping[str, Sequence[Line]]) -> list[str]:
    sentences = [_ratio_sentence(tables)]
    if any(table.n_trials >= LEAST for table in tables):
        sentences += [_domains_sentence(tables, other, bool(known)) for other in OTHERS]
    else:
        sentences.append(too_few())
    sentences += [_trials_sentence(tables, other, bool(known)) for other in OTHERS]
    judged = [name for name in known if name != NOT_JUDGED]
    outside = [name for name in judged if judgement(known[name]) == "outside"]
    if judged:
        away = f"; further away: {', '.join(outside)}" if outside else ""
        counts = {"within": len(judged) - len(outside), "judged": len(judged)}
        sentences.append(WORDS.say("within", counts, away=away))
    return sentences


def _ratio_sentence(tables: Tables) -> str:
    """Compare errors and sizes over the paper's own tables, or over all where there are none."""
    _, errors, theirs = ratio_lines("error", tables)[-1]
    _, sizes, _ = ratio_lines("conditions", tables)[-1]
    if errors is None or sizes is None:
        return WORDS.say("no_ratios")
    count = sum(map(is_published, tables))
    which = count_text(count or len(tables), "public table" if count else "table")
    beside = WORDS.say("ratios_beside", GS=theirs[0], ES=theirs[2]) if theirs else ""
    ours = {"errors_GS": errors[0], "errors_ES": errors[2]}
    ours |= {"sizes_GS": sizes[0], "sizes_ES": sizes[2]}
    return WORDS.say("ratios", ours, which=which, beside=beside)


def _domains_sentence(tables: Tables, other: str, beside: bool) -> str:
    better, worse = PAPER["domains_compared"][other]
    theirs = WORDS.say("domains_beside", better=better, worse=worse) if beside else ""
    better, worse = domains(tables, other)
    ours = {"better": better, "worse": worse, "tables": len(tables)}
    return WORDS.say("domains", ours, other=other, beside=theirs)


def _trials_sentence(tables: Tables, other: str, beside: bool) -> str:
    ours = versus(tables, "layered", other)
    better, worse = PAPER["trials_compared"][other]
    p = cell("{p:p4}", {"p": ours.p_value})
    said = [f"p {f'< {p[1:]}' if p.startswith('<') else f'= {p}'}"] * (ours.compared >= LEAST)
    said += [f"published {better:,} and {worse:,} of 6,000"] * beside
    brackets = f" ({'; '.join(said)})" if said else ""
    return WORDS.say("trials", ours._asdict(), other=other, beside=brackets)


def _title(table: TableRows) -> str:
    """Name a table, with a dagger if it stands in for another one."""
    return f"{table.name} †" if table.facts.stands_in_for else table.name


def _dagger_notes(tables: Tables) -> list[str]:
    """Return a sentence for each table that replaces one of the paper's."""
    facts = (table.facts for table in tables if table.facts.stands_in_for)
    return [WORDS.say("dagger", name=f.name, stands_in_for=f.stands_in_for) for f in facts]


def _measure_grid(measure: str, tables: Tables) -> Grid:
    """Return one of the four parts of Table 3: GS, LS and ES by table, and the ratios to LS."""
    said, is_error, beside = MEASURES[measure], measure == "error", any(map(is_published, tables))
    digits, ratio_digits = said["digits"]
    blank, rows, lines = " " * is_error, list[Line](), []
    for table in tables:
        about, ours = table.facts, means(table, measure)
        theirs = PUBLISHED[table.name][measure] if is_published(table) else None
        bars = [standard_error(table.values(measure, search)) for search in SHORT]
        row: dict[str, Any] = {"line": about.name, "published_as": about.published_as}
        row |= {"stands_in_for": about.stands_in_for, "trials": table.n_trials}
        row |= {**_named("{}", ours), **_named("{}_standard_error", bars)}
        rows.append({**row, **_named("published_{}", theirs)})
        found = [MARKS[versus([table], "layered", other).verdict] * is_error for other in OTHERS]
        cells = _cells(ours, theirs, digits, 1, [found[0], blank, found[1]], beside)
        lines.append((_title(table), *cells))
    for label, ratios, known in ratio_lines(measure, tables):
        both = {**_named("{}", ratios), **_named("published_{}", known)}
        rows.append({**dict.fromkeys(rows[0]), "line": label, **both})
        cells = _cells(ratios, known, ratio_digits, ratio_digits, [blank] * 3, beside)
        lines.append((label, *cells))
    notes = [WORDS.say("marks", least=LEAST)] if is_error else []
    notes += [WORDS.say("seconds")] if measure == "seconds" and beside else []
    notes.append(WORDS.say("ratio_note", beside=WORDS.say("ratio_beside") if beside else ""))
    facts = {**said, "beside": ", published ones in brackets" if beside else ""}
    notes += _dagger_notes(tables)
    return WORDS.grid("table-3", rows, facts, name=said["name"], lines=lines, notes=notes)


def _named(name: str, values: Numbers) -> Line:
    """Return three numbers by the short names of the searches."""
    names = [name.format(short) for short in SHORT.values()]
    return dict(zip(names, values or (None,) * 3, strict=True))


def _cells(
    ours: Numbers, theirs: Numbers, digits: int, digits_beside: int, marks: list[str], beside: bool
) -> list[str]:
    """Write three numbers with their marks; published ones stand in brackets if there are any."""
    shown = f"{{ours:.{digits}f}}{{mark}}" + f" ({{theirs:.{digits_beside}f}})" * beside
    columns = zip(ours or (None,) * 3, theirs or (None,) * 3, marks, strict=True)
    return [cell(shown, {"ours": one, "theirs": other, "mark": m}) for one, other, m in columns]


def _sign_grid(tables: Tables) -> Grid:
    """Return in how many trials LS is better and worse than GS and ES, by table and over all."""
    beside, every = any(map(is_published, tables)), f"all {count_text(len(tables), 'table')}"
    own = [table for table in tables if not table.facts.stands_in_for]
    groups = {**{_title(table): [table] for table in tables}, every: tables}
    if 0 < len(own) < len(tables):
        groups[f"{count_text(len(own), 'table')}, no stand-ins"] = own
    rows, lines, counts = [], [], [domains(tables, other) for other in OTHERS]
    for label, group in groups.items():
        tests = [versus(group, "layered", other) for other in OTHERS]
        lines.append((label, *(one for test in tests for one in _sign_cells(test))))
        rows += [
            {
                **{"line": label.removesuffix(" †"), "versus": other, "trials": test.compared},
                **{"better": test.better, "worse": test.worse, "equal": test.equal},
                **{"p_value": test.p_value, "verdict": test.verdict},
                **_theirs("trials_compared", other, beside and label == every),
            }
            for other, test in zip(OTHERS, tests, strict=True)
        ]
    for other, (better, worse) in zip(OTHERS, counts, strict=True):
        row: dict[str, Any] = {"line": "tables with p < 0.05", "versus": other}
        row |= {"better": better, "worse": worse, "equal": len(tables) - better - worse}
        row |= _theirs("domains_compared", other, beside)
        rows.append({**dict.fromkeys(rows[0]), **row})
    if beside:
        said = [(*PAPER["trials_compared"][other], 12 * PAPER["trials"]) for other in OTHERS]
        cells = (one for three in said for one in _sign_cells(TrialSigns(*three)))
        lines.append(("published, 12 data sets", *cells))
    lines.append(("tables with p < 0.05", *_count_cells(counts)))
    if beside:
        known = [PAPER["domains_compared"][other] for other in OTHERS]
        lines.append(("published, p < 0.05", *_count_cells(known)))
    facts, notes = {"MARKS": WORDS.say("marks", least=LEAST)}, _dagger_notes(tables)
    return WORDS.grid("sign-tests", rows, facts, lines=lines, notes=notes)


def _theirs(what: str, other: str, is_known: bool) -> Line:
    names = ("published_better", "published_worse")
    return dict(zip(names, PAPER[what][other] if is_known else (None, None), strict=True))


def _sign_cells(test: TrialSigns) -> list[str]:
    p = TOO_FEW if test.compared < LEAST else cell("{p:p4}", {"p": test.p_value})
    counts = [f"{count:,}" for count in (test.better, test.worse, test.equal)]
    return [*counts, f"{p} {MARKS[test.verdict]}"]


def _count_cells(counts: Sequence[Sequence[int]]) -> list[str]:
    return [one for better, worse in counts for one in (str(better), str(worse), "", "")]


def _difference_grid(known: Mapping[str, Sequence[Line]], tables: Tables) -> Grid:
    """Return how far each number is from the published one, where one is published."""
    fewest = min(table.n_trials for table in tables if table.name in known)
    notes = [WORDS.say("chance", fewest=fewest)] if fewest < PAPER["trials"] else []
    notes += [WORDS.say("not_judged", name=NOT_JUDGED)] if NOT_JUDGED in known else []
    lines = [
        (name, *(cell("{difference:z1}{_mark}", row) for row in rows), judgement(rows))
        for name, rows in known.items()
    ]
    data = [row for rows in known.values() for row in rows]
    notes += _dagger_notes(tables)
    return WORDS.grid("differences", data, lines=lines, notes=notes)


def _criteria_ratios(tables: Tables, measure: str) -> list[float]:
    lines = [[table.mean(measure, one) for one in CRITERIA] for table in tables]
    return mean_ratio(lines, base=0) or [math.nan] * len(CRITERIA)


def _criteria_grid(tables: Tables) -> Grid:
    kinds = ("error", "conditions")
    rows = [
        {"table": table.name, "trials": table.n_trials}
        | {f"{kind}_{name}": table.mean(kind, name) for kind in kinds for name in CRITERIA}
        for table in tables
    ]
    ratios = [f"{ratio:.3f}" for kind in kinds for ratio in _criteria_ratios(tables, kind)]
    return WORDS.grid("criteria", rows, extra=[("ratio to r_w", *ratios)])


def _criteria_sentences(tables: Tables) -> list[str]:
    """Say of each criterion what it does in place of r_w; nothing where r_w makes no errors."""
    names = {"errors": "error", "sizes": "conditions", "seconds": "seconds"}
    found = {name: _criteria_ratios(tables, measure) for name, measure in names.items()}
    sentences = []
    for place, (name, label) in enumerate(CRITERIA.items()):
        test = versus(tables, name, "layered")
        facts = {one: ratios[place] for one, ratios in found.items()}
        sentences.append(
            WORDS.say("criterion", {**facts, **test._asdict()}, p=test.p_value, label=label)
        )
    return sentences[1:] if found["errors"][0] > 0 else []


def _picture(tables: Tables) -> Picture:
    _, size, _ = ratio_lines("conditions", tables)[0]
    panels = [*(_error_panel(tables, other) for other in OTHERS), _size_panel(tables)]
    facts: dict[str, Any] = {
        SHORT[o]: sum(t.change("error", o, "layered").mean() > 0 for t in tables) for o in OTHERS
    }
    facts["text"] = PAPER["table_3_text"] if any(map(is_published, tables)) else ""
    facts["sizes"] = WORDS.say("sizes", GS=size[0], ES=size[2]) if size else ""
    height = round(0.34 * len(tables) + 1.62, 2)
    shown = drawing(panels, size=(11.0, height), share_y=True)
    return WORDS.picture("contrast", shown, {**facts, "tables": len(tables)})


def _error_panel(tables: Tables, other: str) -> Panel:
    ours, theirs = [], {}
    label, color = f"{SHORT[other]} (filled: significant)", OTHERS[other][0]
    for line, table in enumerate(tables):
        change = table.change("error", other, "layered")
        bars = None if len(change) < 2 else [standard_error(change)]
        filled = bool(versus([table], "layered", other).verdict)
        x = [float(change.mean())]
        ours.append(Dots(label, x, [line], color, size=6, filled=filled, bars=bars))
        if is_published(table):
            greedy, layered, extensive = PUBLISHED[table.name]["error"]
            theirs[line] = (greedy if other == "greedy" else extensive) - layered
    shown = [*ours, published_points(list(theirs.values()), list(theirs))]
    title, x_label = f"error of {SHORT[other]} less that of LS", "points (right of 0: LS errs less)"
    return Panel(title, shown, x_label, at_x=0, lines=list(map(_title, tables)))


def _size_panel(tables: Tables) -> Panel:
    found = []
    own = {line: means(table, "conditions") for line, table in enumerate(tables)}
    known = {
        line: PUBLISHED[t.name]["conditions"] for line, t in enumerate(tables) if is_published(t)
    }
    for place, (color, shift) in zip((0, 2), OTHERS.values(), strict=True):
        ours = {line + shift: sizes[place] / sizes[1] for line, sizes in own.items() if sizes[1]}
        theirs = {line + shift: sizes[place] / sizes[1] for line, sizes in known.items()}
        found.append(Dots("", list(ours.values()), list(ours), color))
        found.append(published_points(list(theirs.values()), list(theirs)))
    title, label = "theory size relative to LS", "ratio of conditions"
    return Panel(title, found, label, at_x=1, lines=list(map(_title, tables)))


STUDY = make_study("layered", learn_theories, findings, max_width=MAX_WIDTH, patience=PATIENCE)
