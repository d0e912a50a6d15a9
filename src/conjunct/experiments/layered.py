"""The study `layered`: greedy, layered and extensive search for whole theories, Table 3."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from conjunct.choose.criteria import PATIENCE
from conjunct.evaluate import sign_test
from conjunct.experiments.figures import draw_points
from conjunct.experiments.findings import Findings, Grid, Line, Picture, grid
from conjunct.experiments.judging import LEAST, too_few
from conjunct.experiments.long_rows import standard_error
from conjunct.experiments.panels import Dots, PointPanel, published_points
from conjunct.experiments.published import listed
from conjunct.experiments.study import Results, Study
from conjunct.experiments.table_3 import (
    MEASURES,
    OTHERS,
    PAPER,
    SHORT,
    TableTheories,
    domains,
    gather,
    mean_ratio,
    measure_grid,
    p_text,
    ratio_lines,
    total,
)
from conjunct.experiments.table_3_judged import difference_grid, sign_grid
from conjunct.experiments.theories import MAX_WIDTH, learn_theories
from conjunct.model.notation import count_text
from conjunct.plots.style import BLUE, ORANGE

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

CRITERIA_NOTES = (
    "Layered search with each criterion on the same halves. With h·2^length, h is taken times 2 to "
    "the number of conditions. Gumbel null: extreme-value correction from the same search on ten "
    "tables with permuted classes. POE: process-oriented evaluation with the number of candidates.",
    "Ratio to r_w: the average over tables of the ratio to the number of r_w.",
)
_SHIFT = 0.16
"""Half the distance between the two searches on a line of the size panel."""


def findings(results: Results) -> Findings:
    """Turn trials into Table 3, sign tests and differences from the published numbers."""
    tables = gather(results)
    if not tables:
        return Findings(summary=("There is no trial yet.",))
    by_criterion = [table for table in tables if table.trials.keys() >= CRITERIA.keys()]
    grids = [measure_grid(measure, tables) for measure in MEASURES]
    grids.append(sign_grid(tables))
    if any(table.is_published for table in tables):
        grids.append(difference_grid(tables))
    summary = [_patience_sentence(results), *_summary(tables)]
    if by_criterion:
        grids.append(_criteria_grid(by_criterion))
        summary += _criteria_sentences(by_criterion)
    return Findings(tuple(summary), tuple(grids), (_picture(tables),))


def _patience_sentence(results: Results) -> str:
    patience = int(results.settings.get("patience", PATIENCE))
    return (
        f"Layered search ends after {count_text(patience, 'width')} in a row without a lower r_w. "
        "The paper's words say two; its numbers come out with three (setting patience), which is "
        "therefore the default of LayeredRuleClassifier, too."
    )


def _summary(tables: Sequence[TableTheories]) -> list[str]:
    sentences = [_ratio_sentence(tables)]
    if any(table.n_trials >= LEAST for table in tables):
        sentences += [_domains_sentence(tables, other) for other in OTHERS]
    else:
        sentences.append(too_few())
    sentences += [_trials_sentence(tables, other) for other in OTHERS]
    verdicts = {t.facts.name: t.judgement for t in tables if t.is_published}
    judged = [name for name, verdict in verdicts.items() if verdict != "not judged"]
    outside = [name for name in judged if verdicts[name] == "outside"]
    if judged:
        away = f"; further away: {', '.join(outside)}" if outside else ""
        sentences.append(
            "Within 1.5 points of the published error and 12 % of the published rules and theory "
            f"size: {len(judged) - len(outside)} of {count_text(len(judged), 'judged table')}"
            f"{away}."
        )
    return sentences


def _ratio_sentence(tables: Sequence[TableTheories]) -> str:
    """Compare errors and sizes over the paper's own tables, or over all where there are none."""
    _, errors, published = ratio_lines("error", tables)[-1]
    _, sizes, _ = ratio_lines("conditions", tables)[-1]
    if errors is None or sizes is None:
        return "Layered search makes no errors or learns no rules, so there are no ratios to it."
    count = sum(table.is_published for table in tables)
    which = count_text(count or len(tables), "public table" if count else "table")
    beside = (
        f" (published, same tables: {published[0]:.3f} and {published[2]:.3f})" if published else ""
    )
    return (
        f"On {which}, greedy search makes {errors[0]:.3f} and extensive search {errors[2]:.3f} "
        f"times the errors of layered search{beside}, with theories {sizes[0]:.2f} and "
        f"{sizes[2]:.2f} times as large."
    )


def _domains_sentence(tables: Sequence[TableTheories], other: str) -> str:
    (better, worse), theirs = domains(tables, other), PAPER["domains_compared"][other]
    beside = any(table.is_published for table in tables)
    published = f" (published: {theirs[0]} and {theirs[1]} of 12)" if beside else ""
    return (
        f"Layered search is significantly better than {other} search on {better} and worse on "
        f"{worse} of {count_text(len(tables), 'table')}{published}."
    )


def _trials_sentence(tables: Sequence[TableTheories], other: str) -> str:
    ours, theirs = total(t.versus(other) for t in tables), PAPER["trials_compared"][other]
    said = [f"p {_p_phrase(ours.p_value)}"] if ours.trials >= LEAST else []
    if any(table.is_published for table in tables):
        said.append(f"published {theirs[0]:,} and {theirs[1]:,} of 6,000")
    brackets = f" ({'; '.join(said)})" if said else ""
    return (
        f"Of {count_text(ours.trials, 'trial')} it is better than {other} search in "
        f"{ours.better:,} and worse in {ours.worse:,}{brackets}."
    )


def _p_phrase(p_value: float) -> str:
    text = p_text(p_value)
    return f"< {text[1:]}" if text.startswith("<") else f"= {text}"


def _criteria_row(table: TableTheories) -> Line:
    errors = [100.0 * float(table.trials[one]["error"].mean()) for one in CRITERIA]
    sizes = [float(table.trials[one]["conditions"].mean()) for one in CRITERIA]
    names = [f"{kind}_{name}" for kind in ("error", "conditions") for name in CRITERIA]
    numbers = dict(zip(names, [*errors, *sizes], strict=True))
    return {"table": table.facts.name, "trials": table.n_trials, **numbers}


def _criteria_ratios(tables: Sequence[TableTheories], measure: str) -> list[float] | None:
    means = [[float(t.trials[one][measure].mean()) for one in CRITERIA] for t in tables]
    return mean_ratio(means, base=0)


def _criteria_grid(tables: Sequence[TableTheories]) -> Grid:
    heads = (*CRITERIA.values(), *(f"size, {label}" for label in CRITERIA.values()))
    rows = [_criteria_row(table) for table in tables]
    names = [name for name in rows[0] if name not in ("table", "trials")]
    none = [float("nan")] * len(CRITERIA)
    ratios = [
        ratio
        for measure in ("error", "conditions")
        for ratio in (_criteria_ratios(tables, measure) or none)
    ]
    return grid(
        "criteria",
        "Layered search by other criteria: error rate (%) and theory size (conditions)",
        {"table": "{table}", **{h: f"{{{n}:.1f}}" for h, n in zip(heads, names, strict=True)}},
        rows,
        CRITERIA_NOTES,
        extra=[("ratio to r_w", *(f"{ratio:.3f}" for ratio in ratios))],
    )


def _criteria_sentences(tables: Sequence[TableTheories]) -> list[str]:
    """Say of each criterion what it does in place of r_w."""
    found = [_criteria_ratios(tables, one) for one in ("error", "conditions", "seconds")]
    sentences = []
    for place, (name, label) in list(enumerate(CRITERIA.items()))[1:]:
        saved = [t.trials["layered"]["error"] - t.trials[name]["error"] for t in tables]
        better, worse = (sum(int((sign * s > 0).sum()) for s in saved) for sign in (1, -1))
        if found[0] is None:
            continue
        errors, sizes, seconds = (float("nan") if f is None else f[place] for f in found)
        sentences.append(
            f"In place of r_w, {label} makes {errors:.3f} times the errors with {sizes:.2f} times "
            f"the conditions in {seconds:.1f} times the time; of {sum(map(len, saved)):,} trials "
            f"it errs less in {better:,} and more in {worse:,} "
            f"(p = {p_text(sign_test(better, worse))})."
        )
    return sentences


def _picture(tables: Sequence[TableTheories]) -> Picture:
    lower = " and ".join(
        f"than that of {SHORT[other]} on {sum(t.difference(other).mean() > 0 for t in tables)}"
        for other in OTHERS
    )
    _, size, _ = ratio_lines("conditions", tables)[0]
    sizes = (
        f" Theories of GS have {size[0]:.2f} times, those of ES {size[2]:.2f} times the "
        "conditions of LS, on average over the tables."
        if size
        else ""
    )
    panels = [*(_error_panel(tables, other) for other in OTHERS), _size_panel(tables)]
    return Picture(
        "contrast",
        "Errors and theory size of greedy and extensive search against layered search",
        partial(draw_points, panels=panels),
        (11.0, round(0.34 * len(tables) + 1.62, 2)),
        PAPER["table_3_text"] if any(table.is_published for table in tables) else "",
        f"Of {count_text(len(tables), 'table')}, the mean error of LS is lower {lower}.{sizes} "
        "Bars are one standard error of the difference.",
    )


def _error_panel(tables: Sequence[TableTheories], other: str) -> PointPanel:
    points = []
    for line, table in enumerate(tables):
        change = table.difference(other)
        bars = None if len(change) < 2 else [standard_error(change)]
        label, filled = f"{SHORT[other]} (filled: significant)", bool(table.versus(other).verdict)
        x = [float(change.mean())]
        points.append(Dots(label, x, [line], _color(other), size=6, filled=filled, bars=bars))
    known = {
        line: dict(zip(SHORT, t.published("error"), strict=True)) for line, t in _known(tables)
    }
    theirs = [one[other] - one["layered"] for one in known.values()]
    return PointPanel(
        [*points, published_points(theirs, list(known))],
        f"error of {SHORT[other]} less that of LS",
        "points (right of 0: LS errs less)",
        at_x=0,
        lines=[table.name for table in tables],
    )


def _size_panel(tables: Sequence[TableTheories]) -> PointPanel:
    points = []
    for place, shift in ((0, -_SHIFT), (2, _SHIFT)):
        own = {line: t.means("conditions") for line, t in enumerate(tables)}
        ours = {line: sizes[place] / sizes[1] for line, sizes in own.items() if sizes[1] > 0}
        known = {line: t.published("conditions") for line, t in _known(tables)}
        theirs = {line: sizes[place] / sizes[1] for line, sizes in known.items()}
        color = _color(list(SHORT)[place])
        points.append(Dots("", list(ours.values()), [line + shift for line in ours], color))
        points.append(published_points(list(theirs.values()), [line + shift for line in theirs]))
    return PointPanel(
        points,
        "theory size relative to LS",
        "ratio of conditions",
        at_x=1,
        lines=[table.name for table in tables],
    )


def _color(search: str) -> str:
    return BLUE if search == "greedy" else ORANGE


def _known(tables: Sequence[TableTheories]) -> list[tuple[int, TableTheories]]:
    return [(line, table) for line, table in enumerate(tables) if table.is_published]


STUDY = Study(
    name="layered",
    title="Greedy, layered and extensive search for whole theories (Table 3)",
    source=f"{PAPER['paper']}, section 4, Table 3",
    tables=tuple(PAPER["tables"]),
    trials=PAPER["trials"],
    seconds=4.0,
    run=learn_theories,
    findings=findings,
    settings={"max_width": MAX_WIDTH, "patience": PATIENCE},
    listed=listed("quinlan1995"),
)
