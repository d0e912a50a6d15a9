"""CN2 against CN2 with process-oriented evaluation: Table 1 of Domingos (1998).

The study `poe-dimensions` asks what many attributes do, `poe-bias` corrects the estimate.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import Any

import numpy as np

from conjunct.evaluate import sign_test
from conjunct.experiments.curves import RuleResults
from conjunct.experiments.figures import Dots, Panel, drawing, published_points
from conjunct.experiments.findings import Findings, Grid, Line, Picture, cell, words_of
from conjunct.experiments.judging import LEAST, TrialSigns, judged_p
from conjunct.experiments.long_rows import TableRows, mean_of, mean_over, table_rows
from conjunct.experiments.poe_trials import (
    DNF_READINGS,
    DOMAINS,
    RATES,
    READINGS,
    compare_endings,
    compare_on_dnf,
)
from conjunct.experiments.single_rules import PERMUTATIONS, WIDTH, rules_and_bias
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import paper, stand_in_notes
from conjunct.experiments.trial import Row
from conjunct.plots.style import BLUE, GREY, ORANGE
from conjunct.types import Floats

WORDS, DIMENSIONS, PAPER = words_of("poe"), words_of("poe-dimensions"), paper("domingos1998")
BIAS_WORDS = words_of("poe-bias")
KINDS = {False: "unordered", True: "ordered"}
MEASURES = {"error": "error", "size": "conditions"}  # reported by the paper for both learners
EQUATIONS = {"m_estimate": 15, "product": 14, "dependent": 12}  # the default reading by each
FAR = 3.0  # points from the published error of plain CN2 beyond which a table is named
# The default reading of the paper and our own account of what was tried, with their colours.
SHOWN = {"m_estimate": BLUE, "combinations": ORANGE}
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
    known = [table for table in tables if table.name in PUBLISHED]
    sentences = [one for ordered in KINDS for one in _kind_sentences(tables, ordered)]
    grids = [_table_1(ordered, tables, bool(known)) for ordered in KINDS]
    grids += [_question_grid(name, tables, bool(known)) for name in WORDS.said["questions"]]
    grids += [_view_grid(name, tables) for name in WORDS.said["views"]]
    summary = (*sentences, *_published_sentences(known))
    return Findings(summary, tuple(grids), (_picture(tables, known),))


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


def _published_sentences(known: Tables) -> list[str]:
    if not known:
        return []
    worse, trials = N_TABLES - LOWER, PAPER["trials"]
    theirs = {"lower": LOWER, "tables": N_TABLES, "simpler": SIMPLER, "worse": worse}
    sentences = [WORDS.say("published", theirs, p=sign_test(LOWER, worse))]
    parts = _differences(known) if len(known) == N_TABLES else []
    sentences += [WORDS.say("differs", parts="; ".join(parts))] if parts else []
    ratios = [
        _deviation(table, "error", (False, None)) / PUBLISHED[table.name][1]
        for table in known
        if table.n_trials > 1
    ]
    facts = {"trials": trials, "root": math.sqrt(trials)}
    return [*sentences, *([WORDS.say("deviation", facts, ratio=median(ratios))] if ratios else [])]


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


def _table_1(ordered: bool, tables: Tables, beside: bool) -> Grid:
    """Return Table 1 for rule sets or for decision lists, with the default reading of POE."""
    rows = []
    for table in tables:
        row: dict[str, Any] = {"table": table.name, "published_as": table.facts.published_as}
        row["trials"], theirs = table.n_trials, dict[str, Any]()
        known = iter(PUBLISHED.get(table.name, [None] * 8))
        for name, measure in MEASURES.items():
            for kind, reading in (("cn2", None), ("poe", RATES[0])):
                own, deviation = f"{kind}_{name}", _deviation(table, measure, (ordered, reading))
                row[own] = table.mean(measure, (ordered, reading))
                row[f"{own}_sd"] = deviation
                row[f"{own}_standard_error"] = deviation / math.sqrt(table.n_trials)
                both = {"mean": next(known), "sd": next(known)}
                theirs |= {f"published_{own}": both["mean"], f"published_{own}_sd": both["sd"]}
                row[f"_{own}"] = cell(" ({mean:.1f}{sd:±1})", both) if beside else ""
        rows.append({**row, **theirs})
    facts = {"kind": KINDS[ordered], "beside": "; published ones in brackets" if beside else ""}
    return WORDS.grid("table-1", rows, facts, name=f"table-1-{KINDS[ordered]}")


def _question_grid(name: str, tables: Tables, beside: bool) -> Grid:
    """Compare the readings of POE that differ in one thing."""
    question = dict(WORDS.said["questions"][name])
    title = question.pop("title")
    rows = [reading_row(tables, ordered, one) for ordered in KINDS for one in question]
    if beside:
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


def _picture(tables: Tables, known: Tables) -> Picture:
    both = []
    for ordered, kind in KINDS.items():
        for reading in SHOWN:
            count = sum(x < 1 and y > 0 for x, y, _ in _points(tables, ordered, reading))
            both.append(WORDS.say("both", count=count, kind=kind, reading=reading))
    key = ", ".join(f"{number} {table.name}" for number, table in enumerate(tables, start=1))
    text = PAPER["table_1_text"] if known else ""
    said = {"both": ", ".join(both), "key": key, "text": text, "tables": len(tables)}
    panels = [_panel(tables, known, ordered) for ordered in KINDS]
    return WORDS.picture("savings", drawing(panels, size=(10.0, 5.4), share_y=True), said)


def _points(tables: Tables, ordered: bool, reading: str) -> list[tuple[float, float, str]]:
    """Return size ratio, points saved and number of each table on which both learn something."""
    return [
        (ratio, float(saved(table, ordered, reading).mean()), str(number))
        for number, table in enumerate(tables, start=1)
        if (ratio := size_ratio(table, ordered, reading)) > 0
    ]


def _panel(tables: Tables, known: Tables, ordered: bool) -> Panel:
    """Draw one point per table and reading, with the number of the table."""
    found = []
    for reading, color in SHOWN.items():
        points = _points(tables, ordered, reading)
        x, y, numbers = zip(*points, strict=True) if points else ((), (), ())
        found.append(Dots(f"POE, {reading}", x, y, color, size=9.5, numbers=numbers))
    lines = [PUBLISHED[table.name] for table in known]
    theirs = published_points([t[6] / t[4] for t in lines], [t[0] - t[2] for t in lines])
    labels = "size of CN2-POE relative to CN2", SAVED_LABEL
    title, shown = f"{KINDS[ordered]} rules", [*found, theirs]
    return Panel(title, shown, *labels, x_scale="log2", at_x=1, at_y=0)


# Artificial domains with few and with many attributes.


def savings(tables: Tables, ordered: bool, reading: str) -> tuple[Floats, Floats]:
    """Return the number of attributes of every run, and the points that CN2-POE saves in it."""
    attributes = [np.full(table.n_trials, float(table.facts.n_attributes)) for table in tables]
    gains = [saved(table, ordered, reading) for table in tables]
    return np.concatenate(attributes), np.concatenate(gains)


def averages(attributes: Floats, points: Floats) -> tuple[Floats, Floats]:
    """Return the numbers of attributes, and the average of the runs of each."""
    numbers = np.unique(attributes)
    return numbers, np.array([points[attributes == number].mean() for number in numbers])


def correlation(attributes: Floats, points: Floats) -> float:
    """Return Pearson's correlation, NaN where it is not defined."""
    if len(points) < 2 or np.ptp(attributes) == 0 or np.ptp(points) == 0:
        return math.nan
    return float(np.corrcoef(attributes, points)[0, 1])


def dimension_findings(results: Results) -> Findings:
    """Turn runs into correlations and averages by number of attributes."""
    tables = table_rows(results, "ordered", "reading")
    rows = [_dimension_row(tables, ordered, rate) for ordered in KINDS for rate in DNF_READINGS]
    shown = [row for row in rows if row["reading"] == RATES[0]]
    worse = [row["rules"] for row in shown if row["mean_points_saved"] < 0]
    summary = [DIMENSIONS.say("runs"), *(DIMENSIONS.say("correlation", row) for row in shown)]
    summary += [DIMENSIONS.say("differs", worse=" and ".join(worse))] if worse else []
    keys = [(one, rate) for one in KINDS for rate in (None, RATES[0])]
    learners = {f"{KINDS[one]} {'POE' if rate else 'CN2'}": (one, rate) for one, rate in keys}
    by_attributes = [
        {"attributes": table.facts.n_attributes, "runs": table.n_trials}
        | {f"error {name}": table.mean("error", key) for name, key in learners.items()}
        | {f"size {name}": table.mean("conditions", key) for name, key in learners.items()}
        for table in tables
    ]
    grids = DIMENSIONS.grid("correlations", rows), DIMENSIONS.grid("by-attributes", by_attributes)
    panels = [_dimension_panel(tables, ordered) for ordered in KINDS]
    drawn = drawing(panels, size=(10.0, 4.2), share_y=True)
    said = " and ".join(DIMENSIONS.say("drawn", row) for row in shown)
    picture = DIMENSIONS.picture("dimensions", drawn, {"said": said, **PAPER})
    return Findings(tuple(summary), grids, (picture,))


def _dimension_row(tables: Tables, ordered: bool, reading: str) -> Line:
    """Return correlations with the number of attributes, and what is saved on average."""
    found = savings(tables, ordered, reading)
    numbers, means = averages(*found)
    return {
        **{"rules": KINDS[ordered], "reading": reading},
        "correlation_of_means": correlation(numbers, means),
        "correlation_of_runs": correlation(*found),
        "mean_points_saved": float(found[1].mean()),
        "attributes_with_savings": int(np.sum(means > 0)),
        "attributes_numbers": len(numbers),
        "published": DOMAINS["correlation"],
    }


def _dimension_panel(tables: Tables, ordered: bool) -> Panel:
    attributes, points = savings(tables, ordered, RATES[0])
    numbers, means = averages(attributes, points)
    run = Dots("run", attributes.tolist(), points.tolist(), GREY, size=2.5)
    average = Dots("average", numbers.tolist(), means.tolist(), joined=True)
    return Panel(f"{KINDS[ordered]} rules", [run, average], "attributes", SAVED_LABEL, at_y=0)


# The estimate corrected by what permuted labels show.


def bias_of(trials: list[list[Row]]) -> dict[str, float]:
    """Return the error on unseen rows, and how far estimates are off, in points over the trials."""
    rules = RuleResults.of(trials)
    permuted = rules["poe_bias"]
    shares = {
        "error": rules.error,
        "training": rules.estimate("training") - rules.error,
        "poe": rules.estimate("poe") - rules.error,
        "permuted": np.where(np.isnan(rules.error), np.nan, permuted),
        "corrected": np.clip(rules.estimate("poe") - permuted, 0.0, 1.0) - rules.error,
    }
    return {name: 100 * mean_of(rules.over_classes(one)) for name, one in shares.items()}


def bias_findings(results: Results) -> Findings:
    """Say how far process-oriented evaluation is off, before and after the correction."""
    tables = results.with_rows
    found = {table.name: bias_of(results.rows[table.name]) for table in tables}
    columns = {n: np.array([one[n] for one in found.values()]) for n in next(iter(found.values()))}
    means = {name: mean_of(column) for name, column in columns.items()}
    before, after = np.abs(columns["poe"]), np.abs(columns["corrected"])
    sizes = {"before": mean_of(before), "after": mean_of(after), "tables": len(found)}
    text = BIAS_WORDS.say("bias", {**means, **sizes}, nearer=int(np.sum(after < before)))
    rows = [{"table": name, **one} for name, one in {**found, "average": means}.items()]
    return Findings((text,), (BIAS_WORDS.grid("bias", rows, notes=stand_in_notes(tables)),))


STUDY = make_study("poe", compare_endings, findings)
SIZES = {"n_train": DOMAINS["train"], "n_test": DOMAINS["test"]}
DIMENSIONS_STUDY = make_study("poe-dimensions", compare_on_dnf, dimension_findings, **SIZES)
WIDTHS = {"width": WIDTH, "permutations": PERMUTATIONS}
BIAS = make_study("poe-bias", rules_and_bias, bias_findings, **WIDTHS)
