"""Does more search find better rows to retain? Models of equal size over beam width, section 5."""

from __future__ import annotations

import numpy as np

from conjunct.experiments.curves import Curves, panel_of
from conjunct.experiments.figures import drawing
from conjunct.experiments.findings import Findings, Line, in_brackets, words_of
from conjunct.experiments.judging import TEST_NOTE, never_falls, too_few
from conjunct.experiments.long_rows import stand_in_notes, table_rows, title_of
from conjunct.experiments.published import paper
from conjunct.experiments.retained_rows import retain_rows
from conjunct.experiments.single_rules import MAX_WIDTH
from conjunct.experiments.study import Results, TableFacts, make_study

WORDS, PAPER = words_of("instances"), paper("quinlan1995")
NOTES = {"SIZE": WORDS.say("size_note"), "TEST": TEST_NOTE}

Retained = list[tuple[TableFacts, int, Curves]]
"""Tables, how many rows are retained, and errors in training and on unseen rows."""


def findings(results: Results) -> Findings:
    """Turn the errors of all trials into curves and verdicts."""
    found: Retained = []
    for table in table_rows(results, "width"):
        training, test = (
            np.stack([one[name] for one in table.by.values()], axis=1)
            for name in ("training_error", "test_error")
        )
        n_items = int(next(iter(table.by.values()))["items"][0])
        found.append((table.facts, n_items, Curves(list(table.by), training, test)))
    summary = (_training_text(found), _test_text(found))
    panels = [
        panel_of(f"{title_of(facts)}, m = {n}", one, "training error", chosen=False)
        for facts, n, one in found
    ]
    rows: list[Line] = []
    curves: list[Line] = []
    for facts, n_items, one in found:
        about = {"table": facts.name, "trials": len(one.error), "items": n_items, **one.ends()}
        rows.append({**about, "verdict": one.shape.verdict, "_title": title_of(facts)})
        curves += [
            {"table": facts.name, "width": row["width"], "items": n_items, **row}
            for row in one.rows("training_error", _title=title_of(facts))
        ]
    stand_ins = stand_in_notes(facts for facts, *_ in found)
    widest = max(row["last_width"] for row in rows)
    return Findings(
        summary,
        (
            WORDS.grid("verdicts", rows, {"widest": widest, **NOTES}, notes=stand_ins),
            WORDS.grid("curves", curves, NOTES, notes=stand_ins),
        ),
        (WORDS.picture("retained-items", drawing(panels), {"said": " ".join(summary), **PAPER}),),
    )


def _training_text(found: Retained) -> str:
    means = [one.told_means for _, _, one in found]
    lower = sum(bool(one[-1] < one[0]) for one in means)
    steady = sum(never_falls(-one) for one in means)
    return WORDS.say("training", lower=lower, steady=steady, tables=len(found))


def _test_text(found: Retained) -> str:
    verdicts = {facts.name: one.shape.verdict for facts, _, one in found}
    harmed = [name for name, one in verdicts.items() if one in ("hurts", "U-shaped")]
    judged = [name for name, one in verdicts.items() if one != "too few trials"]
    counts = {"harmed": len(harmed), "judged": len(judged), "names": in_brackets(harmed)}
    by_test = WORDS.say("judged", counts) if judged else too_few()
    by_eye = [
        facts.name
        for facts, _, one in found
        if one.means[-1] - one.means[one.lowest] > one.bars[-1]
    ]
    names = {"by_eye": len(by_eye), "names": in_brackets(by_eye), "all": len(PAPER["tables"])}
    return WORDS.say("test", {**PAPER, **names}, by_test=by_test)


STUDY = make_study("instances", retain_rows, findings, {"max_width": MAX_WIDTH, "n_items": 0})
