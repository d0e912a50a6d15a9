"""Does more search find better rows to retain? Models of equal size over beam width, section 5."""

from __future__ import annotations

import numpy as np

from conjunct.experiments.cells import listed as in_brackets
from conjunct.experiments.curves import Curves, panel_of
from conjunct.experiments.figures import curves_picture
from conjunct.experiments.findings import Findings, Grid, Line, grid, wide_grid
from conjunct.experiments.judging import too_few
from conjunct.experiments.long_rows import by_key, stand_in_notes, title_of, with_trials
from conjunct.experiments.published import listed, paper
from conjunct.experiments.retained_rows import retain_rows
from conjunct.experiments.shape import TEST_NOTE, never_rises
from conjunct.experiments.single_rules import MAX_WIDTH
from conjunct.experiments.study import Results, Study, TableFacts

PAPER = paper("quinlan1995")
SIZE_NOTE = (
    "The paper does not say how many rows are retained. Unless the setting n_items says otherwise "
    "it is 10 here, or one for each class if that is more."
)
DISTANCE_NOTE = (
    "Similar: Euclidean distance, numbers scaled by their range in the training half, categories "
    "equal or not, missing cells different from everything (vote: a value of their own). The rows "
    "of the training half are shuffled, so that equal subsets are decided by chance."
)

Retained = list[tuple[TableFacts, int, Curves]]
"""Tables, how many rows are retained, and errors in training and on unseen rows."""


def findings(results: Results) -> Findings:
    """Turn the errors of all trials into curves and verdicts."""
    found: Retained = []
    for facts in with_trials(results):
        widths = by_key(results.rows[facts.name], "width")
        training, test = (
            np.stack([one[name] for one in widths.values()], axis=1)
            for name in ("training_error", "test_error")
        )
        n_items = int(next(iter(widths.values()))["items"][0])
        found.append((facts, n_items, Curves(list(widths), training, test)))
    if not found:
        return Findings(("No trial is there yet.",))
    summary = (_training_text(found), _test_text(found))
    picture = curves_picture(
        "retained-items",
        "Section 5: m retained rows, effects of varying beam width",
        [
            panel_of(f"{title_of(facts)}, m = {n}", one, "training error", chosen=False)
            for facts, n, one in found
        ],
        4,
        PAPER["section_5"],
        " ".join(summary),
    )
    return Findings(summary, (_verdict_grid(found), _curve_grid(found)), (picture,))


def _training_text(found: Retained) -> str:
    means = [one.told_means for _, _, one in found]
    lower = sum(bool(one[-1] < one[0]) for one in means)
    steady = sum(never_rises(one) for one in means)
    return (
        f"On the rows that are searched the widest beam errs less than width 1 on {lower} of "
        f"{len(found)} tables; on {steady} the mean error never rises from one width to the next."
    )


def _test_text(found: Retained) -> str:
    verdicts = {facts.name: one.shape.verdict for facts, _, one in found}
    harmed = [name for name, one in verdicts.items() if one in ("hurts", "U-shaped")]
    judged = [name for name, one in verdicts.items() if one != "too few trials"]
    by_test = (
        f"On unseen rows more search hurts in the end on {len(harmed)} of {len(judged)} tables"
        f"{in_brackets(harmed)}, by a test."
        if judged
        else too_few()
    )
    by_eye = [
        facts.name
        for facts, _, one in found
        if one.means[-1] - one.means[one.lowest] > one.bars[-1]
    ]
    return (
        f"{by_test} By eye, the widest beam is more than its standard error "
        f"above the lowest point, on {len(by_eye)}{in_brackets(by_eye)}. The paper, which tells of "
        f"no test, has {PAPER['section_5_domains']} of {len(PAPER['tables'])}."
    )


def _verdict_grid(found: Retained) -> Grid:
    rows: list[Line] = [
        {
            "table": facts.name,
            "trials": len(one.error),
            "items": n_items,
            **one.ends(),
            "verdict": one.shape.verdict,
            "_title": title_of(facts),
        }
        for facts, n_items, one in found
    ]
    return grid(
        "verdicts",
        "Does more search help? Error of retained rows on unseen rows, %",
        {
            "table": "{_title}",
            "retained": "{items}",
            "w = 1": "{first_error:%1}",
            "lowest": "{lowest_error:%1} (w = {lowest_width})",
            f"w = {max(row['last_width'] for row in rows)}": "{last_error:%1}",
            "p, fall": "{p_fall:p}",
            "p, rise": "{p_rise:p}",
            "more search": "{verdict}",
        },
        rows,
        (SIZE_NOTE, DISTANCE_NOTE, TEST_NOTE, *stand_in_notes(facts for facts, *_ in found)),
    )


def _curve_grid(found: Retained) -> Grid:
    rows = [
        {"table": facts.name, "width": row["width"], "items": n_items, **row}
        for facts, n_items, one in found
        for row in one.rows("training_error", _title=title_of(facts))
    ]
    return wide_grid(
        "curves",
        "Error of retained rows in training and on unseen rows, %, by beam width",
        "table",
        "width",
        {"{_title}, training": "{training_error:%1}", "{_title}, unseen rows": "{error:%1}"},
        rows,
        (SIZE_NOTE, *stand_in_notes(facts for facts, *_ in found)),
    )


STUDY = Study(
    name="instances",
    title="More search for rows to retain, at equal complexity (section 5)",
    source=f"{PAPER['paper']}, section 5",
    tables=tuple(PAPER["tables"]),
    trials=100,
    seconds=6.4,
    run=retain_rows,
    findings=findings,
    settings={"max_width": MAX_WIDTH, "n_items": 0},
    listed=listed("quinlan1995"),
)
