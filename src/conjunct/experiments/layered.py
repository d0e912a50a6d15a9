"""The study `layered`: greedy, layered and extensive search for whole theories, Table 3."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.choose.criteria import PATIENCE
from conjunct.experiments import table_3
from conjunct.experiments.figures import Dots, Panel, drawing, published_points
from conjunct.experiments.findings import Findings, Grid, Picture, cell
from conjunct.experiments.judging import LEAST, too_few
from conjunct.experiments.long_rows import TableRows, standard_error, table_rows
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.table_3 import OTHERS, PAPER, PUBLISHED, SHORT, WORDS, is_published
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

_STYLES = {"greedy": (BLUE, -0.16), "extensive": (ORANGE, 0.16)}
"""Colours, and how far points lie above and below their line where both searches are shown."""


def findings(results: Results) -> Findings:
    """Turn trials into Table 3, sign tests and differences from the published numbers."""
    tables = table_rows(results, "search")
    by_criterion = [table for table in tables if table.by.keys() >= CRITERIA.keys()]
    grids = [table_3.measure_grid(measure, tables) for measure in table_3.MEASURES]
    grids.append(table_3.sign_grid(tables))
    if any(map(is_published, tables)):
        grids.append(table_3.difference_grid(tables))
    patience = int(results.settings.get("patience", PATIENCE))
    summary = [WORDS.say("patience", patience=patience), *_summary(tables)]
    if by_criterion:
        grids.append(_criteria_grid(by_criterion))
        summary += _criteria_sentences(by_criterion)
    return Findings(tuple(summary), tuple(grids), (_picture(tables),))


def _summary(tables: Sequence[TableRows]) -> list[str]:
    sentences = [_ratio_sentence(tables)]
    beside = any(map(is_published, tables))
    if any(table.n_trials >= LEAST for table in tables):
        sentences += [_domains_sentence(tables, other, beside) for other in OTHERS]
    else:
        sentences.append(too_few())
    sentences += [_trials_sentence(tables, other, beside) for other in OTHERS]
    verdicts = {table.name: table_3.judgement(table) for table in tables if is_published(table)}
    judged = [name for name, verdict in verdicts.items() if verdict != "not judged"]
    outside = [name for name in judged if verdicts[name] == "outside"]
    if judged:
        away = f"; further away: {', '.join(outside)}" if outside else ""
        counts = {"within": len(judged) - len(outside), "judged": len(judged)}
        sentences.append(WORDS.say("within", counts, away=away))
    return sentences


def _domains_sentence(tables: Sequence[TableRows], other: str, beside: bool) -> str:
    better, worse = PAPER["domains_compared"][other]
    theirs = WORDS.say("domains_beside", better=better, worse=worse) if beside else ""
    better, worse = table_3.domains(tables, other)
    ours = {"better": better, "worse": worse, "tables": len(tables)}
    return WORDS.say("domains", ours, other=other, beside=theirs)


def _ratio_sentence(tables: Sequence[TableRows]) -> str:
    """Compare errors and sizes over the paper's own tables, or over all where there are none."""
    _, errors, theirs = table_3.ratio_lines("error", tables)[-1]
    _, sizes, _ = table_3.ratio_lines("conditions", tables)[-1]
    if errors is None or sizes is None:
        return WORDS.say("no_ratios")
    count = sum(map(is_published, tables))
    which = count_text(count or len(tables), "public table" if count else "table")
    beside = WORDS.say("ratios_beside", GS=theirs[0], ES=theirs[2]) if theirs else ""
    ours = {"errors_GS": errors[0], "errors_ES": errors[2]}
    ours |= {"sizes_GS": sizes[0], "sizes_ES": sizes[2]}
    return WORDS.say("ratios", ours, which=which, beside=beside)


def _trials_sentence(tables: Sequence[TableRows], other: str, beside: bool) -> str:
    ours = table_3.versus(tables, "layered", other)
    better, worse = PAPER["trials_compared"][other]
    p = cell("{p:p4}", {"p": ours.p_value})
    said = [f"p {f'< {p[1:]}' if p.startswith('<') else f'= {p}'}"] * (ours.compared >= LEAST)
    said += [f"published {better:,} and {worse:,} of 6,000"] * beside
    brackets = f" ({'; '.join(said)})" if said else ""
    return WORDS.say("trials", ours._asdict(), other=other, beside=brackets)


def _criteria_ratios(tables: Sequence[TableRows], measure: str) -> list[float]:
    lines = [[table.mean(measure, one) for one in CRITERIA] for table in tables]
    return table_3.mean_ratio(lines, base=0) or [float("nan")] * len(CRITERIA)


def _criteria_grid(tables: Sequence[TableRows]) -> Grid:
    kinds = ("error", "conditions")
    rows = [
        {"table": table.name, "trials": table.n_trials}
        | {f"{kind}_{name}": table.mean(kind, name) for kind in kinds for name in CRITERIA}
        for table in tables
    ]
    ratios = [f"{ratio:.3f}" for kind in kinds for ratio in _criteria_ratios(tables, kind)]
    return WORDS.grid("criteria", rows, extra=[("ratio to r_w", *ratios)])


def _criteria_sentences(tables: Sequence[TableRows]) -> list[str]:
    """Say of each criterion what it does in place of r_w; nothing where r_w makes no errors."""
    names = {"errors": "error", "sizes": "conditions", "seconds": "seconds"}
    found = {name: _criteria_ratios(tables, measure) for name, measure in names.items()}
    sentences = []
    for place, (name, label) in enumerate(CRITERIA.items()):
        test = table_3.versus(tables, name, "layered")
        facts = {one: ratios[place] for one, ratios in found.items()}
        facts |= {"p": test.p_value, **test._asdict()}
        sentences.append(WORDS.say("criterion", facts, label=label))
    return sentences[1:] if found["errors"][0] > 0 else []


def _picture(tables: Sequence[TableRows]) -> Picture:
    lower = {
        SHORT[o]: sum(t.change("error", o, "layered").mean() > 0 for t in tables) for o in OTHERS
    }
    _, size, _ = table_3.ratio_lines("conditions", tables)[0]
    panels = [*(_error_panel(tables, other) for other in OTHERS), _size_panel(tables)]
    facts = {
        "text": PAPER["table_3_text"] if any(map(is_published, tables)) else "",
        "sizes": WORDS.say("sizes", GS=size[0], ES=size[2]) if size else "",
        "tables": len(tables),
        **lower,
    }
    height = round(0.34 * len(tables) + 1.62, 2)
    return WORDS.picture("contrast", drawing(panels, size=(11.0, height), share_y=True), facts)


def _error_panel(tables: Sequence[TableRows], other: str) -> Panel:
    ours, theirs = [], {}
    label, color = f"{SHORT[other]} (filled: significant)", _STYLES[other][0]
    for line, table in enumerate(tables):
        change = table.change("error", other, "layered")
        bars = None if len(change) < 2 else [standard_error(change)]
        filled = bool(table_3.versus([table], "layered", other).verdict)
        x = [float(change.mean())]
        ours.append(Dots(label, x, [line], color, size=6, filled=filled, bars=bars))
        if is_published(table):
            greedy, layered, extensive = PUBLISHED[table.name]["error"]
            theirs[line] = (greedy if other == "greedy" else extensive) - layered
    return Panel(
        f"error of {SHORT[other]} less that of LS",
        [*ours, published_points(list(theirs.values()), list(theirs))],
        "points (right of 0: LS errs less)",
        at_x=0,
        lines=[table_3.title(table) for table in tables],
    )


def _size_panel(tables: Sequence[TableRows]) -> Panel:
    found = []
    own = {line: table_3.means(table, "conditions") for line, table in enumerate(tables)}
    known = {
        line: PUBLISHED[t.name]["conditions"] for line, t in enumerate(tables) if is_published(t)
    }
    for place, (color, shift) in zip((0, 2), _STYLES.values(), strict=True):
        ours = {line + shift: sizes[place] / sizes[1] for line, sizes in own.items() if sizes[1]}
        theirs = {line + shift: sizes[place] / sizes[1] for line, sizes in known.items()}
        found.append(Dots("", list(ours.values()), list(ours), color))
        found.append(published_points(list(theirs.values()), list(theirs)))
    names = [table_3.title(table) for table in tables]
    title, label = "theory size relative to LS", "ratio of conditions"
    return Panel(title, found, label, at_x=1, lines=names)


STUDY = make_study("layered", learn_theories, findings, max_width=MAX_WIDTH, patience=PATIENCE)
