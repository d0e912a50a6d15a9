"""The study `layered`: greedy, layered and extensive search for whole theories, Table 3."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from conjunct.experiments.contrast import (
    MEASURES,
    OTHERS,
    Other,
    TableTheories,
    Versus,
    gather,
    total,
)
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.judging import LEAST, too_few
from conjunct.experiments.layered_figure import draw_contrast, figure_size
from conjunct.experiments.published.quinlan1995 import (
    DOMAINS_COMPARED,
    LISTED,
    PAPER,
    TABLE_3_TEXT,
    TABLES,
    TRIALS,
    TRIALS_COMPARED,
)
from conjunct.experiments.study import Results, Study
from conjunct.experiments.table_3 import SHORT, measure_grid, ratio_lines
from conjunct.experiments.table_3_criteria import compared, criteria_grid, criteria_sentences
from conjunct.experiments.table_3_judged import (
    difference_grid,
    domains,
    judgement,
    p_text,
    sign_grid,
)
from conjunct.experiments.theories import MAX_WIDTH, learn_theories
from conjunct.model.notation import count_text
from conjunct.search.layered import PATIENCE


def findings(results: Results) -> Findings:
    """Turn trials into Table 3, sign tests and differences from the published numbers.

    Parameters
    ----------
    results : Results
        Of any number of trials; tables without a trial are left out.
    """
    tables = gather(results)
    if not tables:
        return Findings(summary=("There is no trial yet.",))
    grids: list[Grid | None] = [measure_grid(measure, tables) for measure in MEASURES]
    grids += [sign_grid(tables), difference_grid(tables)]
    others = compared(results)
    grids += [criteria_grid(others)] if others else []
    sentences = criteria_sentences(others) if others else []
    return Findings(
        summary=(_patience_sentence(results), *_summary(tables), *sentences),
        grids=tuple(grid for grid in grids if grid is not None),
        pictures=(_picture(tables),),
    )


def _summary(tables: Sequence[TableTheories]) -> list[str]:
    beside = any(table.published for table in tables)
    sentences = [_ratio_sentence(tables)]
    if any(table.n_trials >= LEAST for table in tables):
        sentences += [_domains_sentence(tables, other, beside) for other in OTHERS]
    else:
        sentences.append(too_few())
    sentences += [_trials_sentence(tables, other, beside) for other in OTHERS]
    return [*sentences, *_judgement_sentences(tables)]


def _patience_sentence(results: Results) -> str:
    patience = int(results.settings.get("patience", PATIENCE))
    return (
        f"Layered search ends after {count_text(patience, 'width')} in a row without a lower r_w. "
        "The paper's words say two; its numbers come out with three (setting patience), which is "
        "therefore the default of LayeredRuleClassifier, too."
    )


def _ratio_sentence(tables: Sequence[TableTheories]) -> str:
    """Compare errors and sizes over the paper's own tables, or over all where there are none."""
    _, errors, published = ratio_lines("error", tables)[-1]
    _, sizes, _ = ratio_lines("conditions", tables)[-1]
    if errors is None or sizes is None:
        return "Layered search makes no errors or learns no rules, so there are no ratios to it."
    count = sum(table.published is not None for table in tables)
    which = count_text(count or len(tables), "public table" if count else "table")
    beside = (
        f" (published, same tables: {published.greedy:.3f} and {published.extensive:.3f})"
        if published
        else ""
    )
    return (
        f"On {which}, greedy search makes {errors.greedy:.3f} and extensive search "
        f"{errors.extensive:.3f} times the errors of layered search{beside}, with theories "
        f"{sizes.greedy:.2f} and {sizes.extensive:.2f} times as large."
    )


def _domains_sentence(tables: Sequence[TableTheories], other: Other, beside: bool) -> str:
    ours, theirs = domains(tables, other), DOMAINS_COMPARED[other]
    published = f" (published: {theirs.better} and {theirs.worse} of 12)" if beside else ""
    return (
        f"Layered search is significantly better than {other} search on {ours.better} and worse on "
        f"{ours.worse} of {count_text(len(tables), 'table')}{published}."
    )


def _trials_sentence(tables: Sequence[TableTheories], other: Other, beside: bool) -> str:
    ours = total(table.versus(other) for table in tables)
    theirs = TRIALS_COMPARED[other]
    published = f"published {theirs.better:,} and {theirs.worse:,} of 6,000" if beside else ""
    return (
        f"Of {count_text(ours.trials, 'trial')} it is better than {other} search in "
        f"{ours.better:,} and worse in {ours.worse:,}{_in_brackets(ours, published)}."
    )


def _in_brackets(ours: Versus, published: str) -> str:
    """Return the p-value, if there are trials enough for one, and the published counts."""
    judged = [f"p {_p_phrase(ours.p_value)}"] if ours.trials >= LEAST else []
    said = [*judged, *([published] if published else [])]
    return f" ({'; '.join(said)})" if said else ""


def _p_phrase(p_value: float) -> str:
    text = p_text(p_value)
    return f"< {text[1:]}" if text.startswith("<") else f"= {text}"


def _judgement_sentences(tables: Sequence[TableTheories]) -> list[str]:
    verdicts = {t.facts.name: judgement(t) for t in tables if t.published}
    judged = [name for name, verdict in verdicts.items() if verdict != "not judged"]
    outside = [name for name in judged if verdicts[name] == "outside"]
    if not judged:
        return []
    away = f"; further away: {', '.join(outside)}" if outside else ""
    return [
        f"Within 1.5 points of the published error and 12 % of the published rules and theory "
        f"size: {len(judged) - len(outside)} of {count_text(len(judged), 'judged table')}{away}."
    ]


def _picture(tables: Sequence[TableTheories]) -> Picture:
    lower = f"Of {count_text(len(tables), 'table')}, the mean error of LS is lower " + " and ".join(
        f"than that of {SHORT[other]} on {sum(t.difference(other)[0] > 0 for t in tables)}"
        for other in OTHERS
    )
    _, size, _ = ratio_lines("conditions", tables)[0]
    sizes = (
        f" Theories of GS have {size.greedy:.2f} times, those of ES {size.extensive:.2f} times the "
        "conditions of LS, on average over the tables."
        if size
        else ""
    )
    return Picture(
        name="contrast",
        title="Errors and theory size of greedy and extensive search against layered search",
        draw=partial(draw_contrast, tables=tables),
        size=figure_size(len(tables)),
        published=TABLE_3_TEXT if any(table.published for table in tables) else "",
        found=f"{lower}.{sizes} Bars are one standard error of the difference.",
    )


STUDY = Study(
    name="layered",
    title="Greedy, layered and extensive search for whole theories (Table 3)",
    source=f"{PAPER}, section 4, Table 3",
    tables=TABLES,
    trials=TRIALS,
    seconds=4.0,
    run=learn_theories,
    findings=findings,
    settings={"max_width": MAX_WIDTH, "patience": PATIENCE},
    listed=LISTED,
)
