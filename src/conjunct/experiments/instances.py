"""Does more search find better rows to retain? Models of equal size over beam width, section 5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from conjunct.data import Table
from conjunct.estimators.instances import Distance, Nearness, best_subsets, usual_number_of_items
from conjunct.experiments.curves import Curves
from conjunct.experiments.figures import drawing
from conjunct.experiments.findings import Findings, Line, in_brackets, words_of
from conjunct.experiments.judging import TEST_NOTE, never_falls, too_few
from conjunct.experiments.long_rows import table_rows
from conjunct.experiments.single_rules import MAX_WIDTH, widths_up_to
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import paper, stand_in_notes, target_of
from conjunct.experiments.trial import Row, Trial, halves

WORDS, PAPER = words_of("instances"), paper("quinlan1995")
NOTES = {"SIZE": WORDS.say("size_note"), "TEST": TEST_NOTE}


def retain_rows(table: Table, trial: Trial) -> Iterator[Row]:
    """Retain rows of one half by beams of growing width, and let them classify the other half."""
    train_rows, test_rows = halves(table, trial.number, trial.seed)
    rng = np.random.default_rng([trial.seed, trial.number, 1])
    train, test = table.take(rng.permutation(train_rows)), table.take(test_rows)
    widths = widths_up_to(int(trial.settings.get("max_width", MAX_WIDTH)))
    n_items = min(int(trial.settings.get("n_items", 0)), train.n_rows)
    n_items = n_items or usual_number_of_items(len(target_of(table).levels), train.n_rows)
    is_value = trial.missing == "value"
    distance = Distance.of(train, "value" if is_value else "differs")
    found = best_subsets(Nearness.of(train, distance), n_items, widths)
    apart = distance.between(test, train)
    for width, subset in zip(widths, found, strict=True):
        nearest = subset.rows[apart[:, subset.rows].argmin(axis=1)]
        wrong = target_of(train).values[nearest] != target_of(test).values
        yield {
            "width": width,
            "items": n_items,
            "scored": subset.scored,
            "training_error": subset.errors / train.n_rows,
            "test_error": float(wrong.mean()),
        }


def findings(results: Results) -> Findings:
    """Turn the errors of all trials into curves and verdicts."""
    tables, curves = table_rows(results, "width"), dict[str, Curves]()
    rows: list[Line] = []
    points: list[Line] = []
    panels = []
    for table in tables:
        training, unseen = (
            np.stack([one[name] for one in table.by.values()], axis=1)
            for name in ("training_error", "test_error")
        )
        curves[table.name] = one = Curves(list(table.by), training, unseen)
        items = int(next(iter(table.by.values()))["items"][0])
        name, title = {"table": table.name}, {"_title": table.facts.title}
        about = {**name, "trials": len(one.error), "items": items}
        rows.append({**about, **one.ends(), **title})
        for row in one.rows("training_error"):
            points.append({**name, "width": row["width"], "items": items, **row, **title})
        panels.append(one.panel(f"{table.facts.title}, m = {items}", "training error"))
    summary, facts = _summary(curves), {**NOTES, "widest": max(row["last_width"] for row in rows)}
    stand_ins = stand_in_notes(table.facts for table in tables)
    grids = (
        WORDS.grid("verdicts", rows, facts, notes=stand_ins),
        WORDS.grid("curves", points, facts, notes=stand_ins),
    )
    said = {"said": " ".join(summary), **PAPER}
    return Findings(summary, grids, (WORDS.picture("retained-items", drawing(panels), said),))


def _summary(curves: Mapping[str, Curves]) -> tuple[str, str]:
    """Say what more search does to the error in training and to that on unseen rows."""
    told = [one.told_means for one in curves.values()]
    lower = sum(bool(one[-1] < one[0]) for one in told)
    training = {"lower": lower, "steady": sum(never_falls(-one) for one in told)}
    verdicts = {name: one.shape.verdict for name, one in curves.items()}
    harmed = [name for name, one in verdicts.items() if one in ("hurts", "U-shaped")]
    judged = sum(one != "too few trials" for one in verdicts.values())
    counts = {"harmed": len(harmed), "judged": judged, "names": in_brackets(harmed)}
    by_test = WORDS.say("judged", counts) if judged else too_few()
    ends = {name: (one.means[-1] - one.means[one.lowest], one) for name, one in curves.items()}
    by_eye = [name for name, (rise, one) in ends.items() if rise > one.bars[-1]]
    names = {"by_eye": len(by_eye), "names": in_brackets(by_eye), "all": len(PAPER["tables"])}
    return (
        WORDS.say("training", training, tables=len(told)),
        WORDS.say("test", {**PAPER, **names}, by_test=by_test),
    )


STUDY = make_study("instances", retain_rows, findings, max_width=MAX_WIDTH, n_items=0)
