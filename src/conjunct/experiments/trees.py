"""The study `trees`: the slides' numbers, and how trees do unpruned, pruned and as rules."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from scipy.stats.contingency import crosstab

from conjunct.data import Kind, Table, read_table
from conjunct.estimators import RuleTreeClassifier
from conjunct.estimators.tree import Simplify
from conjunct.evaluate import entropy, information_gain
from conjunct.experiments.figures import Curve, Panel, Shown, drawing, mark
from conjunct.experiments.findings import Findings, Grid, Line, words_of
from conjunct.experiments.judging import TrialSigns, judged_p
from conjunct.experiments.long_rows import TableRows, mean_over, table_rows
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import paper, stand_in_notes
from conjunct.experiments.trial import Row, Trial, error_of, halved
from conjunct.model import Rules
from conjunct.plots.style import BLUE, GREY, ORANGE
from conjunct.trees import ChiSquarePruning, Splitting
from conjunct.types import Ints

WORDS, SLIDES = words_of("trees"), paper("weld")
UNPRUNED = "unpruned"
CHANCES = (0.5, 0.2, 0.05, 0.01, 0.001)  # MaxPchance, from the largest trees to the smallest

CHI_SQUARE = {f"chi-square {chance:g}": ChiSquarePruning(chance) for chance in CHANCES}
PRUNINGS: Mapping[str, Any] = {
    **{UNPRUNED: None, **CHI_SQUARE},
    **{"reduced error": "reduced_error", "POE": "poe", "r_w": "layered"},
}
"""Pruning of every tree, in the order of tables and figures."""

RULES: Mapping[str, Simplify] = {
    "rules, pessimistic": "pessimistic",
    "rules, significance": "significance",
}
"""Rules made of the unpruned tree, by what is dropped."""

VERSIONS = (*PRUNINGS, *RULES)


def try_prunings(table: Table, trial: Trial) -> Iterator[Row]:
    """Learn trees from one half of a table, and yield how each does on both halves."""
    train, test = halved(table, trial)
    gain: Literal["gain_ratio", "gain"] = (
        "gain_ratio" if trial.settings.get("gain_ratio") else "gain"
    )
    splitting = Splitting(gain, binary=bool(trial.settings.get("binary")))
    trees = {
        version: RuleTreeClassifier(
            promises=False,
            criterion=splitting,
            missing=trial.missing,
            n_jobs=1,
            random_state=trial.seed + trial.number,
            pruning=pruning,
        )
        for version, pruning in PRUNINGS.items()
    }
    for version in VERSIONS:
        start = time.thread_time()
        if version in RULES:
            rules: Rules = trees[UNPRUNED].to_rules(RULES[version])
        else:
            rules = trees[version].fit_table(train).tree_
        seconds = time.thread_time() - start
        errors = {"training_error": error_of(rules, train), "error": error_of(rules, test)}
        size = {"size": max(len(rules), 1), "conditions": rules.n_conditions}
        yield {"version": version, **errors, **size, "seconds": seconds}


MEASURES = ("training_error", "error", "size", "conditions")


def crossed(rows: Sequence[str], column: int) -> Ints:
    """Count rows by a column and by the last one."""
    counts = crosstab([row[column] for row in rows], [row[-1] for row in rows]).count
    return np.asarray(counts)


def xor_leaves(require_gain: bool) -> int:
    """Return the leaves of an unpruned tree of the exclusive or, base case three on or off."""
    columns = {name: [row[at] for row in SLIDES["xor"]] for at, name in enumerate("aby")}
    kinds: dict[str, Kind] = dict.fromkeys("aby", "nominal")
    table = read_table(columns, target="y", kinds=kinds)
    splitting = Splitting(require_gain=require_gain)
    learner = RuleTreeClassifier(promises=False, pruning=None, criterion=splitting)
    return len(learner.fit_table(table).tree_)


def slides_rows() -> list[Line]:
    """Return what the slides say, their number, and ours; None where there is none."""
    theirs = SLIDES["numbers"]
    first, second = (crossed(SLIDES["rows"], column) for column in (0, 1))
    whole, gain = float(entropy(first.sum(axis=0))), float(information_gain(first))
    xor = float(information_gain(crossed(SLIDES["xor"], 0)))
    numbers = {
        "H(Y)": (theirs["entropy"], whole),
        "H(Y | X1)": (theirs["left_x1"], whole - gain),
        "IG(X1)": (theirs["gain_x1"], gain),
        "IG(X2)": (theirs["gain_x2"], float(information_gain(second))),
        "IG(a) of a XOR b": (theirs["xor_gain"], xor),
        "leaves for XOR, base case three on": (1.0, float(xor_leaves(True))),
        "leaves for XOR, base case three off": (4.0, float(xor_leaves(False))),
        "p_chance of maker": (theirs["chance"], None),
    }
    return [{"number": n, "slides": said, "ours": ours} for n, (said, ours) in numbers.items()]


def findings(results: Results) -> Findings:
    """Turn trials into errors and sizes by version, the slides' own numbers first."""
    rows = slides_rows()
    ours = {"entropy": rows[0]["ours"], "gain_x1": rows[2]["ours"], "gain_x2": rows[3]["ours"]}
    sentence = WORDS.say("slides", ours, theirs=SLIDES["numbers"]["gain_x2"])
    slides, tables = WORDS.grid("slides", rows), table_rows(results, "version")
    if not tables:
        return Findings((sentence,), (slides,))
    rises = sum(
        table.mean("error", UNPRUNED) > min(table.mean("error", one) for one in CHI_SQUARE)
        for table in tables
    )
    shown = drawing([_panel(table) for table in tables])
    return Findings(
        (sentence, *_summary(tables)),
        (slides, *_grids(tables)),
        (WORDS.picture("size", shown, {**SLIDES, "rises": rises, "tables": len(tables)}),),
    )


def _summary(tables: Sequence[TableRows]) -> list[str]:
    best = min(PRUNINGS, key=lambda version: mean_over(tables, "error", version))
    worse = sum(t.mean("error", UNPRUNED) > t.mean("error", best) for t in tables)
    full, pruned = ({m: mean_over(tables, m, one) for m in MEASURES} for one in (UNPRUNED, best))
    return [
        WORDS.say("unpruned", full, tables=len(tables)),
        WORDS.say("best", pruned, best=best, worse=worse),
    ]


def _grids(tables: Sequence[TableRows]) -> Iterator[Grid]:
    """Yield averages, with the tables on which a version beats the full tree; then all tables."""
    rows: list[Line] = []
    for version in VERSIONS:
        saved = [t.mean("error", UNPRUNED) - t.mean("error", version) for t in tables]
        test = TrialSigns.of(np.array(saved))
        means = {measure: mean_over(tables, measure, version) for measure in MEASURES}
        tested = {"lower_error": test.better, "higher_error": test.worse}
        p = {"sign_test_p": test.p_value, "_p": judged_p(test.p_value, len(tables))}
        rows.append({"version": version, **means, **tested, **p})
    yield WORDS.grid("versions", rows)
    notes = stand_in_notes(table.facts for table in tables)
    for measure, title in (("error", "Error on unseen rows (%)"), ("size", "Leaves, or rules")):
        rows = [{"table": t.name, **{v: t.mean(measure, v) for v in VERSIONS}} for t in tables]
        name = f"{measure}-by-table"
        yield WORDS.grid("by-table", rows, {"title": title}, name=name, notes=notes)


def _panel(table: TableRows) -> Panel:
    path = (*reversed(list(CHI_SQUARE)), UNPRUNED)
    sizes, errors, training = (
        [table.mean(measure, version) for version in path]
        for measure in ("size", "error", "training_error")
    )
    reduced, corrected = (
        (table.mean("size", one), table.mean("error", one)) for one in ("reduced error", "r_w")
    )
    shown: list[Shown] = [
        Curve("unseen rows", sizes, errors, color=BLUE),
        Curve("training rows", sizes, training, style="dashed", color=GREY),
        mark(*reduced, "circle", "reduced error", ORANGE),
        mark(*corrected, "asterisk", "r_w", ORANGE),
    ]
    return Panel(table.facts.title, shown, "leaves", "error, %")


STUDY = make_study("trees", try_prunings, findings, binary=0, gain_ratio=0)
