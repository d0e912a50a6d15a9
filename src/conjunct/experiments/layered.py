"""The study `layered`: greedy, layered and extensive search for whole theories, Table 3."""

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
# Colours, and how far points lie above and below their line where both searches are shown.
OTHERS = {"greedy": (BLUE, -0.16), "extensive": (ORANGE, 0.16)}
# Criteria of layered search by the names of their rows; the others are compared with the first.
CRITERIA = {
    **{"layered": "r_w", "length": "r_w with h·2^length"},
    **{"gumbel": "Gumbel null", "poe": "POE"},
}
MEASURES = WORDS.said["measures"]
# How far a number may be from the published one, and in what it is measured.
LIMITS = {"error": (1.5, "points"), "rules": (12.0, "%"), "conditions": (12.0, "%")}
# The table whose published numbers fit no reading of the paper: probably other data.
NOT_JUDGED = "breast-cancer-4c"
# Of a search that errs significantly more than LS, less, or neither.
MARKS = {"better": "▲", "worse": "▼", "": " "}
# Three numbers, of GS, LS and ES, by table and measure; and the line of ratios.
PUBLISHED: dict[str, dict[str, list[float]]] = {
    ours: {kind: PAPER["table_3"][name][3 * at : 3 * at + 3] for at, kind in enumerate(MEASURES)}
    for ours, name in {**PAPER["names"], "ratios": "ratios"}.items()
}
Tables = Sequence[TableRows]
Numbers = Sequence[float | None] | None


def findings(results: Results) -> Findings:
    """Turn trials into Table 3, sign tests and differences from the published numbers."""
    tables = table_rows(results, "search")
    by_criterion = [table for table in tables if table.by.keys() >= CRITERIA.keys()]
    known = [table for table in tables if table.name in PUBLISHED]
    grids = [_measure_grid(measure, tables, known) for measure in MEASURES]
    grids += [_sign_grid(tables, bool(known)), *_difference_grids(known, tables)]
    grids += [_criteria_grid(by_criterion)] if by_criterion else []
    patience = WORDS.say("patience", patience=int(results.settings.get("patience", PATIENCE)))
    said = [patience, *_summary(tables, known), *_criteria_sentences(by_criterion)]
    return Findings(tuple(said), tuple(grids), (_picture(tables, known),))


def means(table: TableRows, measure: str) -> list[float]:
    """Return the averages of GS, LS and ES; errors in percent, as the paper gives them."""
    return [table.mean(measure, search) for search in SHORT]


def versus(tables: Iterable[TableRows], one: str, other: str) -> TrialSigns:
    """Compare two searches trial by trial: the first is better where it errs less."""
    return TrialSigns.of(np.concatenate([table.change("error", other, one) for table in tables]))


def domains(tables: Tables, other: str) -> TrialSigns:
    """Return on how many tables LS is significantly better and worse than another search."""
    verdicts = [versus([table], "layered", other).verdict for table in tables]
    return TrialSigns(verdicts.count("better"), verdicts.count("worse"), len(tables))


def differences(table: TableRows) -> list[Line]:
    """Return how far GS, LS and ES are from the published numbers: points, or percent."""
    rows: list[dict[str, Any]] = []
    for measure, (limit, unit) in LIMITS.items():
        both = zip(SHORT, means(table, measure), PUBLISHED[table.name][measure], strict=True)
        for search, ours, theirs in both:
            off = ours - theirs if measure == "error" else 100.0 * (ours / theirs - 1.0)
            verdict = "outside" if abs(off) > limit else "within"
            verdict = "not judged" if table.name == NOT_JUDGED else verdict
            row = {"table": table.name, "measure": measure, "search": search, "ours": ours}
            row |= {"published": theirs, "difference": off, "unit": unit, "limit": limit}
            rows.append({**row, "judgement": verdict, "_mark": "!" if abs(off) > limit else " "})
    verdicts = sorted(row["judgement"] for row in rows)  # one outside makes the table so
    return [{**row, "_of_table": verdicts[0]} for row in rows]


def mean_ratio(lines: Sequence[Sequence[float]], base: int = 1) -> list[float] | None:
    """Return the average of each number's ratio to that of LS, over tables where LS has a ratio."""
    shares = [[value / line[base] for value in line] for line in lines if line[base] > 0]
    return [math.fsum(column) / len(shares) for column in zip(*shares, strict=True)] or None


def ratio_lines(measure: str, tables: Tables, known: Tables) -> list[tuple[str, Numbers, Numbers]]:
    """Return the last lines of Table 3: what ratios to LS are of, ours, and the published ones.

    The second is over the tables that are the paper's alone, on both sides the same ones.
    """
    ours = mean_ratio([means(table, measure) for table in tables])
    if not known:
        return [(f"ratio to LS, {len(tables)} tables", ours, None)]
    same_ours = mean_ratio([means(table, measure) for table in known])
    same_theirs = mean_ratio([PUBLISHED[table.name][measure] for table in known])
    return [
        (f"ratio to LS, all {len(tables)}", ours, PUBLISHED["ratios"][measure]),
        (f"ratio to LS, {len(known)} public", same_ours, same_theirs),
    ]


def _summary(tables: Tables, known: Tables) -> list[str]:
    sentences, beside = [_ratio_sentence(tables, known)], bool(known)
    if any(table.n_trials >= LEAST for table in tables):
        sentences += [_domains_sentence(tables, other, beside) for other in OTHERS]
    else:
        sentences.append(too_few())
    sentences += [_trials_sentence(tables, other, beside) for other in OTHERS]
    judged = {t.name: differences(t)[0]["_of_table"] for t in known if t.name != NOT_JUDGED}
    outside = [name for name, verdict in judged.items() if verdict == "outside"]
    if judged:
        away = f"; further away: {', '.join(outside)}" if outside else ""
        counts = {"within": len(judged) - len(outside), "judged": len(judged)}
        sentences.append(WORDS.say("within", counts, away=away))
    return sentences


def _ratio_sentence(tables: Tables, known: Tables) -> str:
    """Compare errors and sizes over the paper's own tables, or over all where there are none."""
    _, errors, theirs = ratio_lines("error", tables, known)[-1]
    _, sizes, _ = ratio_lines("conditions", tables, known)[-1]
    if errors is None or sizes is None:
        return WORDS.say("no_ratios")
    which = count_text(len(known or tables), "public table" if known else "table")
    beside = WORDS.say("ratios_beside", _named("{}", theirs)) if theirs else ""
    ours = {**_named("errors_{}", errors), **_named("sizes_{}", sizes)}
    return WORDS.say("ratios", ours, which=which, beside=beside)


def _domains_sentence(tables: Tables, other: str, beside: bool) -> str:
    better, worse = PAPER["domains_compared"][other]
    theirs = WORDS.say("domains_beside", better=better, worse=worse) if beside else ""
    ours = domains(tables, other)._asdict()
    return WORDS.say("domains", ours, tables=len(tables), other=other, beside=theirs)


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
    facts = (table.facts for table in tables if table.facts.stands_in_for)
    return [WORDS.say("dagger", name=f.name, stands_in_for=f.stands_in_for) for f in facts]


def _named(name: str, values: Numbers, gap: float | None = None) -> dict[str, Any]:
    """Return three numbers by the short names of the searches."""
    names = [name.format(short) for short in SHORT.values()]
    return dict(zip(names, values or (gap,) * 3, strict=True))


def _measure_grid(measure: str, tables: Tables, known: Tables) -> Grid:
    """Return one of the four parts of Table 3: GS, LS and ES by table, and the ratios to LS."""
    said, is_error, rows = MEASURES[measure], measure == "error", list[Line]()
    digits, ratio_digits = said["digits"]
    gap = None if known else math.nan  # a dash in brackets, or no brackets
    blank: Line = {f"_mark_{short}": " " * is_error for short in SHORT.values()}
    for table in tables:
        verdicts = {SHORT[one]: versus([table], "layered", one).verdict for one in OTHERS}
        bars = [standard_error(table.values(measure, search)) for search in SHORT]
        row: dict[str, Any] = {"line": table.name, "published_as": table.facts.published_as}
        row |= {"stands_in_for": table.facts.stands_in_for, "trials": table.n_trials}
        row |= {**_named("{}", means(table, measure)), **_named("{}_standard_error", bars)}
        row |= _named("published_{}", PUBLISHED.get(table.name, {}).get(measure), gap)
        row |= {**blank, "_line": _title(table), "_digits": digits, "_beside": 1}
        rows.append({**row, **{f"_mark_{s}": MARKS[v] * is_error for s, v in verdicts.items()}})
    for label, ratios, theirs in ratio_lines(measure, tables, known):
        both = {**_named("{}", ratios), **_named("published_{}", theirs, gap), **blank}
        places = {"_line": label, "_digits": ratio_digits, "_beside": ratio_digits}
        rows.append({**dict.fromkeys(rows[0]), "line": label, **both, **places})
    notes = [WORDS.say("marks", least=LEAST)] if is_error else []
    notes += [WORDS.say("seconds")] if measure == "seconds" and known else []
    notes.append(WORDS.say("ratio_note", beside=WORDS.say("ratio_beside") if known else ""))
    facts = {**said, "beside": ", published ones in brackets" if known else ""}
    notes += _dagger_notes(tables)
    return WORDS.grid("table-3", rows, facts, name=said["name"], notes=notes)


def _sign_grid(tables: Tables, beside: bool) -> Grid:
    """Return in how many trials LS is better and worse than GS and ES, by table and over all."""
    own = [table for table in tables if not table.facts.stands_in_for]
    every = f"all {count_text(len(tables), 'table')}"
    groups: dict[str, Tables] = {**{_title(table): [table] for table in tables}, every: tables}
    if 0 < len(own) < len(tables):
        groups[f"{count_text(len(own), 'table')}, no stand-ins"] = own
    by_trial, by_table = (
        PAPER[f"{what}_compared"] if beside else {} for what in ("trials", "domains")
    )
    rows = list[Line]()
    for label, group in groups.items():
        tests = {other: versus(group, "layered", other) for other in OTHERS}
        rows += _sign_rows(label, tests, by_trial if label == every else {})
    tests = {other: domains(tables, other) for other in OTHERS}
    counts = _sign_rows("tables with p < 0.05", tests, by_table, tested=False)
    known = {one: TrialSigns._make((*of, 12 * PAPER["trials"])) for one, of in by_trial.items()}
    lines = [*rows, *_sign_rows("published, 12 data sets", known), *counts]
    known = {one: TrialSigns._make((*of, 12)) for one, of in by_table.items()}
    lines += _sign_rows("published, p < 0.05", known, tested=False)
    facts, notes = {"MARKS": WORDS.say("marks", least=LEAST)}, _dagger_notes(tables)
    return WORDS.grid("sign-tests", lines, facts, data=[*rows, *counts], notes=notes)


def _sign_rows(
    label: str, tests: Mapping[str, TrialSigns], theirs: Line | None = None, *, tested: bool = True
) -> list[Line]:
    """Return counts of LS against GS and ES; if not `tested`, they need no p-values."""
    rows = list[Line]()
    for other, signs in tests.items():
        p = TOO_FEW if signs.compared < LEAST else cell("{p:p4}", {"p": signs.p_value})
        better, worse = (theirs or {}).get(other, (None, None))
        row: dict[str, Any] = {"line": label.removesuffix(" †"), "versus": other}
        row |= {"trials": signs.compared, "better": signs.better, "worse": signs.worse}
        row |= {"equal": signs.equal, "p_value": signs.p_value, "verdict": signs.verdict}
        row |= {"_equal": f"{signs.equal:,}", "_p": f"{p} {MARKS[signs.verdict]}", "_line": label}
        if not tested:
            row |= {**dict.fromkeys(("trials", "p_value", "verdict")), "_equal": "", "_p": ""}
        rows.append({**row, "published_better": better, "published_worse": worse})
    return rows


def _difference_grids(known: Tables, tables: Tables) -> list[Grid]:
    """Return how far each number is from the published one, where one is published."""
    if not known:
        return []
    fewest = min(table.n_trials for table in known)
    notes = [WORDS.say("chance", fewest=fewest)] if fewest < PAPER["trials"] else []
    if NOT_JUDGED in [table.name for table in known]:
        notes.append(WORDS.say("not_judged", name=NOT_JUDGED))
    rows = [row for table in known for row in differences(table)]
    return [WORDS.grid("differences", rows, notes=[*notes, *_dagger_notes(tables)])]


def _criteria_ratios(tables: Tables, measure: str) -> dict[str, float]:
    lines = [[table.mean(measure, one) for one in CRITERIA] for table in tables]
    ratios = mean_ratio(lines, base=0) or [math.nan] * len(CRITERIA)
    return dict(zip(CRITERIA, ratios, strict=True))


def _criteria_grid(tables: Tables) -> Grid:
    rows: list[dict[str, Any]] = [{"table": t.name, "trials": t.n_trials} for t in tables]
    last: dict[str, Any] = {"table": "ratio to r_w", "_digits": 3}
    for kind in ("error", "conditions"):
        last |= {f"{kind}_{name}": ratio for name, ratio in _criteria_ratios(tables, kind).items()}
        for row, table in zip(rows, tables, strict=True):
            row |= {f"{kind}_{name}": table.mean(kind, name) for name in CRITERIA} | {"_digits": 1}
    return WORDS.grid("criteria", [*rows, last], data=rows)


def _criteria_sentences(tables: Tables) -> list[str]:
    """Say of each criterion what it does in place of r_w; nothing where r_w makes no errors."""
    names = {"errors": "error", "sizes": "conditions", "seconds": "seconds"}
    found = {name: _criteria_ratios(tables, measure) for name, measure in names.items()}
    sentences = []
    for name, label in list(CRITERIA.items())[1:] if found["errors"]["layered"] > 0 else ():
        test = versus(tables, name, "layered")
        facts = {**{one: ratios[name] for one, ratios in found.items()}, **test._asdict()}
        sentences.append(WORDS.say("criterion", facts, p=test.p_value, label=label))
    return sentences


def _picture(tables: Tables, known: Tables) -> Picture:
    _, size, _ = ratio_lines("conditions", tables, known)[0]
    panels = [*(_error_panel(tables, other) for other in OTHERS), _size_panel(tables)]
    facts: dict[str, Any] = {
        SHORT[o]: sum(t.change("error", o, "layered").mean() > 0 for t in tables) for o in OTHERS
    }
    facts["text"] = PAPER["table_3_text"] if known else ""
    facts["sizes"] = WORDS.say("sizes", _named("{}", size)) if size else ""
    height = round(0.34 * len(tables) + 1.62, 2)
    shown = drawing(panels, size=(11.0, height), share_y=True)
    return WORDS.picture("contrast", shown, {**facts, "tables": len(tables)})


def _error_panel(tables: Tables, other: str) -> Panel:
    ours, theirs, place = [], dict[float, float](), list(SHORT).index(other)
    label, color = f"{SHORT[other]} (filled: significant)", OTHERS[other][0]
    for line, table in enumerate(tables):
        change = table.change("error", other, "layered")
        bars = None if len(change) < 2 else [standard_error(change)]
        filled = bool(versus([table], "layered", other).verdict)
        x = [float(change.mean())]
        ours.append(Dots(label, x, [line], color, size=6, filled=filled, bars=bars))
        if table.name in PUBLISHED:
            errors = PUBLISHED[table.name]["error"]
            theirs[line] = errors[place] - errors[1]
    shown = [*ours, published_points(list(theirs.values()), list(theirs))]
    title, x_label = f"error of {SHORT[other]} less that of LS", "points (right of 0: LS errs less)"
    return Panel(title, shown, x_label, at_x=0, lines=list(map(_title, tables)))


def _size_panel(tables: Tables) -> Panel:
    own = {line: means(table, "conditions") for line, table in enumerate(tables)}
    published = {line: PUBLISHED.get(table.name) for line, table in enumerate(tables)}
    known = {line: those["conditions"] for line, those in published.items() if those}
    found = []
    for place, (color, shift) in zip((0, 2), OTHERS.values(), strict=True):
        ours, theirs = (
            {line + shift: sizes[place] / sizes[1] for line, sizes in those.items() if sizes[1]}
            for those in (own, known)
        )
        found.append(Dots("", list(ours.values()), list(ours), color))
        found.append(published_points(list(theirs.values()), list(theirs)))
    title, label = "theory size relative to LS", "ratio of conditions"
    return Panel(title, found, label, at_x=1, lines=list(map(_title, tables)))


STUDY = make_study("layered", learn_theories, findings, max_width=MAX_WIDTH, patience=PATIENCE)
