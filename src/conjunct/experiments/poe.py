"""The study `poe`: CN2 against CN2 with process-oriented evaluation, Table 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.figures import Dots, Panel, drawing, published_points
from conjunct.experiments.findings import Findings, Grid, Line, Picture, cell, words_of
from conjunct.experiments.judging import LEAST, TrialSigns, judged_p
from conjunct.experiments.long_rows import TableRows, mean_over, table_rows
from conjunct.experiments.poe_trials import RATES, READINGS, PoeLearner, Reading, compare_endings
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results, make_study
from conjunct.plots.style import BLUE, ORANGE
from conjunct.types import Floats

WORDS, PAPER = words_of("poe"), paper("domingos1998")
KINDS = {False: "unordered", True: "ordered"}
MEASURES = ("error", "conditions")
"""The measures that the paper reports for both learners."""

FORMS: dict[Reading, int] = {"m_estimate": 15, "product": 14, "dependent": 12}
"""The default reading by different equations of the paper."""

FAR = 3.0
"""Points between our error of plain CN2 and the published one beyond which a table is named."""

CN2 = PoeLearner(False, None)
SHOWN: dict[Reading, str] = {"m_estimate": BLUE, "combinations": ORANGE}
"""The default reading of the paper and our own account of what was tried, with their colours."""

SAVED_LABEL = "error of CN2 less that of CN2-POE (points)"
N_TABLES, LOWER, SIMPLER = len(PAPER["tables"]), PAPER["lower_error"], PAPER["simpler"]


def published(table: TableRows) -> list[float] | None:
    """Return the paper's line for the same table: four averages, each with its ±."""
    line: list[float] | None = PAPER["table_1"].get(table.name)
    return line


def saved(table: TableRows, ordered: bool, reading: Reading, measure: str = "error") -> Floats:
    """Return the number of CN2 less that of CN2-POE in each trial."""
    return table.change(measure, PoeLearner(ordered, None), PoeLearner(ordered, reading))


def size_ratio(table: TableRows, ordered: bool, reading: Reading) -> float | None:
    """Return the size of CN2-POE relative to that of CN2, None where CN2 learns nothing."""
    cn2, poe = (
        table.values("conditions", PoeLearner(ordered, one)).sum() for one in (None, reading)
    )
    return float(poe / cn2) if cn2 > 0 else None


def rule_length(table: TableRows, learner: PoeLearner) -> float:
    """Return the conditions of an average rule, 0 where there is no rule."""
    conditions, rules = (table.values(one, learner).sum() for one in ("conditions", "rules"))
    return float(conditions / max(rules, 1.0))


def tally(tables: Sequence[TableRows], measure: str, ordered: bool, reading: Reading) -> TrialSigns:
    """Count the tables on which the average of CN2-POE is lower and higher than that of CN2."""
    totals = [float(saved(table, ordered, reading, measure).sum()) for table in tables]
    return TrialSigns.of(np.round(totals, 9))


VIEWS: dict[str, tuple[str, Callable[[TableRows, PoeLearner], float]]] = {
    "errors": ("Error rates (%)", lambda table, one: table.mean("error", one)),
    "sizes": ("Theory sizes", lambda table, one: table.mean("conditions", one)),
    "lengths": ("Conditions of an average rule", rule_length),
}
"""Numbers of every version of CN2 on every table, to be shown side by side."""


def findings(results: Results) -> Findings:
    """Turn trials into Table 1 and into a comparison of the readings of POE."""
    tables = table_rows(results, "ordered", "reading")
    return Findings(
        tuple(_summary(tables)),
        (
            *(_table_1(ordered, tables) for ordered in KINDS),
            *(_question_grid(name, tables) for name in WORDS.said["questions"]),
            *(_view_grid(name, tables) for name in VIEWS),
        ),
        (_picture(tables),),
    )


def _summary(tables: Sequence[TableRows]) -> list[str]:
    sentences = []
    for ordered in KINDS:
        sentences += [_kind_sentence(tables, ordered), _forms_sentence(tables, ordered)]
    known = [table for table in tables if published(table)]
    if not known:
        return sentences
    worse = N_TABLES - LOWER
    theirs = {"lower": LOWER, "tables": N_TABLES, "simpler": SIMPLER, "worse": worse}
    sentences.append(WORDS.say("published", theirs, p=sign_test(LOWER, worse)))
    return [*sentences, *_difference_sentence(known), *_deviation_sentence(known)]


def _kind_sentence(tables: Sequence[TableRows], ordered: bool) -> str:
    readings = []
    for reading in (*RATES, "combinations"):
        errors, sizes = (tally(tables, one, ordered, reading) for one in MEASURES)
        counts = {"lower": errors.better, "higher": errors.worse, "simpler": sizes.better}
        few = errors.compared < LEAST
        p = "too few tables for a test" if few else f"p = {errors.p_value:.2f}"
        readings.append(WORDS.say("reading", counts, p=p, reading=reading))
    about = {"kind": KINDS[ordered], "tables": len(tables)}
    return WORDS.say("kind", about, readings="; ".join(readings))


def _forms_sentence(tables: Sequence[TableRows], ordered: bool) -> str:
    """Say which error and size each equation gives, on average over the tables."""
    parts = []
    for reading, equation in FORMS.items():
        learner = PoeLearner(ordered, reading)
        error, size = (mean_over(tables, one, learner) for one in MEASURES)
        parts.append(WORDS.say("form", error=error, size=size, equation=equation))
    return WORDS.say("forms", kind=KINDS[ordered], parts=", ".join(parts))


def _difference_sentence(known: Sequence[TableRows]) -> list[str]:
    """Say in one sentence where the run and the paper differ; nothing for some of its tables."""
    if len(known) < N_TABLES:
        return []
    kinds, far, parts = [], [], []
    for ordered, kind in KINDS.items():
        errors, sizes = (tally(known, one, ordered, RATES[0]) for one in MEASURES)
        if (errors.better, sizes.better) != (LOWER, SIMPLER):
            counts = {"lower": errors.better, "simpler": sizes.better}
            kinds.append(WORDS.say("fewer_kind", counts, kind=kind))
    for table in known:
        ours, theirs = table.mean("error", CN2), published(table)
        if theirs and abs(ours - theirs[0]) > FAR:
            far.append(WORDS.say("far_table", name=table.name, ours=ours, theirs=theirs[0]))
    if kinds:
        parts.append(WORDS.say("fewer", kinds=" and on ".join(kinds)))
    if far:
        parts.append(WORDS.say("far", points=FAR, names=", ".join(far)))
    return [WORDS.say("differs", parts="; ".join(parts))] if parts else []


def _deviation(table: TableRows, measure: str, learner: PoeLearner) -> float:
    """Return the standard deviation over the trials, 0 for one trial."""
    values = table.values(measure, learner)
    return float(values.std(ddof=1)) if len(values) > 1 else 0.0


def _deviation_sentence(known: Sequence[TableRows]) -> list[str]:
    """Compare the spread of our errors with what the paper prints after its ±."""
    ratios = [
        _deviation(table, "error", CN2) / theirs[1]
        for table in known
        if (theirs := published(table)) and table.n_trials > 1
    ]
    trials = PAPER["trials"]
    facts = {"trials": trials, "root": math.sqrt(trials)}
    return [WORDS.say("deviation", facts, ratio=median(ratios))] if ratios else []


def _table_1(ordered: bool, tables: Sequence[TableRows]) -> Grid:
    """Return Table 1 for rule sets or for decision lists, with the default reading of POE."""
    beside = any(published(table) for table in tables)
    names = ("cn2_error", "poe_error", "cn2_size", "poe_size")
    theirs = [f"published_{name}{part}" for name in names for part in ("", "_sd")]
    learners = {"cn2": PoeLearner(ordered, None), "poe": PoeLearner(ordered, RATES[0])}
    rows = []
    for table in tables:
        facts, known = table.facts, published(table)
        row: dict[str, Any] = {"table": table.name, "published_as": facts.published_as}
        row["trials"] = table.n_trials
        for name, measure in zip(("error", "size"), MEASURES, strict=True):
            for kind, learner in learners.items():
                deviation = _deviation(table, measure, learner)
                row[f"{kind}_{name}"] = table.mean(measure, learner)
                row[f"{kind}_{name}_sd"] = deviation
                row[f"{kind}_{name}_standard_error"] = deviation / math.sqrt(table.n_trials)
        row |= dict(zip(theirs, known, strict=True)) if known else dict.fromkeys(theirs)
        for name in names:
            said = f" ({{published_{name}:.1f}} ± {{published_{name}_sd:.1f}})" if known else " (–)"
            row[f"_{name}"] = cell(said, row) if beside else ""
        rows.append(row)
    brackets = "; published ones in brackets" if beside else ""
    name = f"table-1-{KINDS[ordered]}"
    return WORDS.grid("table-1", rows, {"kind": KINDS[ordered], "beside": brackets}, name=name)


def _question_grid(name: str, tables: Sequence[TableRows]) -> Grid:
    """Return for each reading of POE on how many tables it errs less and is simpler than CN2."""
    question = dict(WORDS.said["questions"][name])
    title = question.pop("title")
    rows = [_reading_row(ordered, one, tables) for ordered in KINDS for one in question]
    if any(published(table) for table in tables):
        theirs = {"rules": "published", "lower_error": LOWER, "higher_error": N_TABLES - LOWER}
        theirs |= {"simpler": SIMPLER, "larger": N_TABLES - SIMPLER}
        rows.append({**dict.fromkeys(rows[0]), **theirs, "_name": "published", "_p": "–"})
    notes = [f"{reading}: {text}." for reading, text in question.items()]
    notes += WORDS.said["question_notes"].values()
    return WORDS.grid("question", rows, {"question": title}, name=name, notes=notes)


def _reading_row(ordered: bool, reading: Reading, tables: Sequence[TableRows]) -> Line:
    errors, sizes = (tally(tables, measure, ordered, reading) for measure in MEASURES)
    gains = [(t.facts.n_classes, float(saved(t, ordered, reading).mean())) for t in tables]
    ratios = [ratio for t in tables if (ratio := size_ratio(t, ordered, reading)) is not None]
    return {
        **{"rules": KINDS[ordered], "reading": reading},
        **{"lower_error": errors.better, "higher_error": errors.worse},
        "sign_test_p": errors.p_value,
        "mean_points_saved": _mean_or_none([gain for _, gain in gains]),
        "mean_points_saved_2_classes": _mean_or_none([gain for n, gain in gains if n == 2]),
        "mean_points_saved_more": _mean_or_none([gain for n, gain in gains if n > 2]),
        **{"simpler": sizes.better, "larger": sizes.worse},
        "mean_size_ratio": _mean_or_none(ratios),
        "_name": f"{KINDS[ordered]}, {reading}",
        "_p": judged_p(errors.p_value, len(tables)),
    }


def _mean_or_none(numbers: Sequence[float]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def _view_grid(name: str, tables: Sequence[TableRows]) -> Grid:
    what, number = VIEWS[name]
    rows = [
        {"table": table.name, "rules": kind, "trials": table.n_trials}
        | {one or "CN2": number(table, PoeLearner(ordered, one)) for one in (None, *READINGS)}
        for ordered, kind in KINDS.items()
        for table in tables
    ]
    return WORDS.grid("view", rows, {"what": what}, name=f"{name}-by-reading")


def _picture(tables: Sequence[TableRows]) -> Picture:
    both = [
        WORDS.say("both", count=_better_in_both(tables, ordered, one), kind=kind, reading=one)
        for ordered, kind in KINDS.items()
        for one in SHOWN
    ]
    key = ", ".join(f"{number} {table.name}" for number, table in enumerate(tables, start=1))
    panels = [_panel(tables, ordered) for ordered in KINDS]
    text = PAPER["table_1_text"] if any(published(table) for table in tables) else ""
    said = {"both": ", ".join(both), "key": key, "text": text, "tables": len(tables)}
    return WORDS.picture("savings", drawing(panels, size=(10.0, 5.4), share_y=True), said)


def _better_in_both(tables: Sequence[TableRows], ordered: bool, reading: Reading) -> int:
    return sum(
        float(saved(table, ordered, reading).mean()) > 0
        and (size_ratio(table, ordered, reading) or math.inf) < 1
        for table in tables
    )


def _panel(tables: Sequence[TableRows], ordered: bool) -> Panel:
    """Draw one point per table and reading, with the number of the table.

    A table on which CN2 learns nothing has no point.
    """
    found = []
    for reading, color in SHOWN.items():
        there = [
            (ratio, float(saved(table, ordered, reading).mean()), str(number))
            for number, table in enumerate(tables, start=1)
            if (ratio := size_ratio(table, ordered, reading))
        ]
        x, y, numbers = zip(*there, strict=True) if there else ((), (), ())
        found.append(Dots(f"POE, {reading}", x, y, color, size=9.5, numbers=numbers))
    known = [line for table in tables if (line := published(table))]
    theirs = published_points([t[6] / t[4] for t in known], [t[0] - t[2] for t in known])
    labels = "size of CN2-POE relative to CN2", SAVED_LABEL
    title, shown = f"{KINDS[ordered]} rules", [*found, theirs]
    return Panel(title, shown, *labels, x_scale="log2", at_x=1, at_y=0)


STUDY = make_study("poe", compare_endings, findings)
