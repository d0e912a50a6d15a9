"""The study `poe`: CN2 against CN2 with process-oriented evaluation, Table 1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import Any

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.figures import Dots, Panel, drawing, published_points
from conjunct.experiments.findings import Findings, Grid, Line, Picture, cell, words_of
from conjunct.experiments.judging import LEAST, TrialSigns, judged_p
from conjunct.experiments.long_rows import TableRows, mean_over, table_rows
from conjunct.experiments.poe_trials import RATES, READINGS, compare_endings
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import paper
from conjunct.plots.style import BLUE, ORANGE
from conjunct.types import Floats

WORDS, PAPER = words_of("poe"), paper("domingos1998")
KINDS = {False: "unordered", True: "ordered"}
MEASURES = {"error": "error", "size": "conditions"}  # reported by the paper for both learners
EQUATIONS = {"m_estimate": 15, "product": 14, "dependent": 12}  # the default reading by each
FAR = 3.0  # points from the published error of plain CN2 beyond which a table is named
SHOWN = {"m_estimate": BLUE, "combinations": ORANGE}
"""The default reading of the paper and our own account of what was tried, with their colours."""

SAVED_LABEL = "error of CN2 less that of CN2-POE (points)"
N_TABLES, LOWER, SIMPLER = len(PAPER["tables"]), PAPER["lower_error"], PAPER["simpler"]
PUBLISHED: dict[str, list[float]] = PAPER["table_1"]  # by table: four averages, each with its ±

Tables = Sequence[TableRows]


def saved(table: TableRows, ordered: bool, reading: str, measure: str = "error") -> Floats:
    """Return the number of CN2 less that of CN2-POE in each trial."""
    return table.change(measure, (ordered, None), (ordered, reading))


def size_ratio(table: TableRows, ordered: bool, reading: str) -> float:
    """Return the size of CN2-POE relative to that of CN2, NaN where CN2 learns nothing."""
    cn2, poe = (table.values("conditions", (ordered, one)).sum() for one in (None, reading))
    return float(poe / cn2) if cn2 > 0 else math.nan


def tally(tables: Tables, measure: str, ordered: bool, reading: str) -> TrialSigns:
    """Count the tables on which the average of CN2-POE is lower and higher than that of CN2."""
    totals = [float(saved(table, ordered, reading, measure).sum()) for table in tables]
    return TrialSigns.of(np.round(totals, 9))


def reading_row(tables: Tables, ordered: bool, reading: str) -> Line:
    """Return on how many tables a reading of POE errs less and is simpler than CN2."""
    errors, sizes = (tally(tables, one, ordered, reading) for one in MEASURES.values())
    gains = np.array([saved(table, ordered, reading).mean() for table in tables])
    ratios = np.array([size_ratio(table, ordered, reading) for table in tables])
    classes = np.array([table.facts.n_classes for table in tables])
    return {
        **{"rules": KINDS[ordered], "reading": reading},
        **{"lower_error": errors.better, "higher_error": errors.worse},
        "sign_test_p": errors.p_value,
        "mean_points_saved": _mean(gains),
        "mean_points_saved_2_classes": _mean(gains[classes == 2]),
        "mean_points_saved_more": _mean(gains[classes > 2]),
        **{"simpler": sizes.better, "larger": sizes.worse},
        "mean_size_ratio": _mean(ratios[~np.isnan(ratios)]),
        "_name": f"{KINDS[ordered]}, {reading}",
        "_p": judged_p(errors.p_value, len(tables)),
    }


def _mean(numbers: Floats) -> float:
    return float(sum(numbers) / len(numbers)) if len(numbers) else math.nan


def findings(results: Results) -> Findings:
    """Turn trials into Table 1 and into a comparison of the readings of POE."""
    tables = table_rows(results, "ordered", "reading")
    return Findings(
        tuple(_summary(tables)),
        (
            *(_table_1(ordered, tables) for ordered in KINDS),
            *(_question_grid(name, tables) for name in WORDS.said["questions"]),
            *(_view_grid(name, tables) for name in WORDS.said["views"]),
        ),
        (_picture(tables),),
    )


def _summary(tables: Tables) -> list[str]:
    sentences = []
    for ordered in KINDS:
        sentences += _kind_sentences(tables, ordered)
    known = [table for table in tables if table.name in PUBLISHED]
    if not known:
        return sentences
    worse, trials = N_TABLES - LOWER, PAPER["trials"]
    theirs = {"lower": LOWER, "tables": N_TABLES, "simpler": SIMPLER, "worse": worse}
    sentences.append(WORDS.say("published", theirs, p=sign_test(LOWER, worse)))
    parts = _differences(known) if len(known) == N_TABLES else []
    sentences += [WORDS.say("differs", parts="; ".join(parts))] if parts else []
    ratios = [
        _deviation(table, "error", (False, None)) / PUBLISHED[table.name][1]
        for table in known
        if table.n_trials > 1
    ]
    facts = {"trials": trials, "root": math.sqrt(trials)}
    sentences += [WORDS.say("deviation", facts, ratio=median(ratios))] if ratios else []
    return sentences


def _kind_sentences(tables: Tables, ordered: bool) -> list[str]:
    """Say how often each reading errs less, and which error and size each equation gives."""
    readings, forms = [], []
    for reading in (*RATES, "combinations"):
        row = reading_row(tables, ordered, reading)
        few = len(tables) < LEAST
        p = "too few tables for a test" if few else f"p = {row['sign_test_p']:.2f}"
        counts = {"lower": row["lower_error"], "higher": row["higher_error"]}
        readings.append(WORDS.say("reading", {**row, **counts}, p=p))
    for reading, equation in EQUATIONS.items():
        both = {n: mean_over(tables, one, (ordered, reading)) for n, one in MEASURES.items()}
        forms.append(WORDS.say("form", both, equation=equation))
    about = {"kind": KINDS[ordered], "tables": len(tables)}
    return [
        WORDS.say("kind", about, readings="; ".join(readings)),
        WORDS.say("forms", about, parts=", ".join(forms)),
    ]


def _differences(known: Tables) -> list[str]:
    """Say where the run and the paper differ."""
    kinds, far = [], []
    for ordered, kind in KINDS.items():
        row = reading_row(known, ordered, RATES[0])
        if (row["lower_error"], row["simpler"]) != (LOWER, SIMPLER):
            kinds.append(WORDS.say("fewer_kind", row, lower=row["lower_error"], kind=kind))
    for table in known:
        ours, theirs = table.mean("error", (False, None)), PUBLISHED[table.name][0]
        if abs(ours - theirs) > FAR:
            far.append(WORDS.say("far_table", name=table.name, ours=ours, theirs=theirs))
    parts = [WORDS.say("fewer", kinds=" and on ".join(kinds))] if kinds else []
    return [*parts, *([WORDS.say("far", points=FAR, names=", ".join(far))] if far else [])]


def _deviation(table: TableRows, measure: str, key: tuple[bool, str | None]) -> float:
    """Return the standard deviation over the trials, 0 for one trial."""
    values = table.values(measure, key)
    return float(values.std(ddof=1)) if len(values) > 1 else 0.0


def _table_1(ordered: bool, tables: Tables) -> Grid:
    """Return Table 1 for rule sets or for decision lists, with the default reading of POE."""
    beside = any(table.name in PUBLISHED for table in tables)
    names = ("cn2_error", "poe_error", "cn2_size", "poe_size")
    theirs = [f"published_{name}{part}" for name in names for part in ("", "_sd")]
    rows = []
    for table in tables:
        row: dict[str, Any] = {"table": table.name, "published_as": table.facts.published_as}
        row["trials"] = table.n_trials
        for name, measure in MEASURES.items():
            for kind, reading in (("cn2", None), ("poe", RATES[0])):
                deviation = _deviation(table, measure, (ordered, reading))
                row[f"{kind}_{name}"] = table.mean(measure, (ordered, reading))
                row[f"{kind}_{name}_sd"] = deviation
                row[f"{kind}_{name}_standard_error"] = deviation / math.sqrt(table.n_trials)
        known = PUBLISHED.get(table.name)
        row |= dict(zip(theirs, known, strict=True)) if known else dict.fromkeys(theirs)
        for name in names:
            said = f" ({{published_{name}:.1f}} ± {{published_{name}_sd:.1f}})" if known else " (–)"
            row[f"_{name}"] = cell(said, row) if beside else ""
        rows.append(row)
    facts = {"kind": KINDS[ordered], "beside": "; published ones in brackets" if beside else ""}
    return WORDS.grid("table-1", rows, facts, name=f"table-1-{KINDS[ordered]}")


def _question_grid(name: str, tables: Tables) -> Grid:
    """Compare the readings of POE that differ in one thing."""
    question = dict(WORDS.said["questions"][name])
    title = question.pop("title")
    rows = [reading_row(tables, ordered, one) for ordered in KINDS for one in question]
    if any(table.name in PUBLISHED for table in tables):
        theirs = {"rules": "published", "lower_error": LOWER, "higher_error": N_TABLES - LOWER}
        theirs |= {"simpler": SIMPLER, "larger": N_TABLES - SIMPLER}
        rows.append({**dict.fromkeys(rows[0]), **theirs, "_name": "published", "_p": "–"})
    notes = [f"{reading}: {text}." for reading, text in question.items()]
    notes += WORDS.said["question_notes"].values()
    return WORDS.grid("question", rows, {"question": title}, name=name, notes=notes)


def _view_grid(name: str, tables: Tables) -> Grid:
    """Show error, size, or the conditions of an average rule; 0 where there is no rule."""

    def view(table: TableRows, key: tuple[bool, str | None]) -> float:
        if name == "lengths":
            conditions, rules = (table.values(one, key).sum() for one in ("conditions", "rules"))
            return float(conditions / max(rules, 1.0))
        return table.mean("error" if name == "errors" else "conditions", key)

    rows = [
        {"table": table.name, "rules": kind, "trials": table.n_trials}
        | {one or "CN2": view(table, (ordered, one)) for one in (None, *READINGS)}
        for ordered, kind in KINDS.items()
        for table in tables
    ]
    return WORDS.grid("view", rows, {"what": WORDS.said["views"][name]}, name=f"{name}-by-reading")


def _picture(tables: Tables) -> Picture:
    both = []
    for ordered, kind in KINDS.items():
        for reading in SHOWN:
            count = sum(x < 1 and y > 0 for x, y, _ in _points(tables, ordered, reading))
            both.append(WORDS.say("both", count=count, kind=kind, reading=reading))
    key = ", ".join(f"{number} {table.name}" for number, table in enumerate(tables, start=1))
    text = PAPER["table_1_text"] if any(table.name in PUBLISHED for table in tables) else ""
    said = {"both": ", ".join(both), "key": key, "text": text, "tables": len(tables)}
    panels = [_panel(tables, ordered) for ordered in KINDS]
    return WORDS.picture("savings", drawing(panels, size=(10.0, 5.4), share_y=True), said)


def _points(tables: Tables, ordered: bool, reading: str) -> list[tuple[float, float, str]]:
    """Return size ratio, points saved and number of each table on which both learn something."""
    return [
        (ratio, float(saved(table, ordered, reading).mean()), str(number))
        for number, table in enumerate(tables, start=1)
        if (ratio := size_ratio(table, ordered, reading)) > 0
    ]


def _panel(tables: Tables, ordered: bool) -> Panel:
    """Draw one point per table and reading, with the number of the table."""
    found = []
    for reading, color in SHOWN.items():
        points = _points(tables, ordered, reading)
        x, y, numbers = zip(*points, strict=True) if points else ((), (), ())
        found.append(Dots(f"POE, {reading}", x, y, color, size=9.5, numbers=numbers))
    known = [PUBLISHED[table.name] for table in tables if table.name in PUBLISHED]
    theirs = published_points([t[6] / t[4] for t in known], [t[0] - t[2] for t in known])
    labels = "size of CN2-POE relative to CN2", SAVED_LABEL
    title, shown = f"{KINDS[ordered]} rules", [*found, theirs]
    return Panel(title, shown, *labels, x_scale="log2", at_x=1, at_y=0)


STUDY = make_study("poe", compare_endings, findings)
