"""How layered search chooses a beam width: Table 2."""

from __future__ import annotations

import numpy as np
from scipy.special import bdtr

from conjunct.experiments.curves import (
    number_or_none,
    percent,
    stand_in_notes,
    tables_with_rules,
    title_of,
)
from conjunct.experiments.findings import Findings, Grid
from conjunct.experiments.published import quinlan1995 as paper
from conjunct.experiments.rule_results import RuleResults, read_results
from conjunct.experiments.single_rules import MAX_WIDTH, laplace_rules
from conjunct.experiments.study import Results, Study, TableFacts
from conjunct.types import Floats

POSITIVE = "+"
PUBLISHED_TABLE = "promoters"
ROUNDING = 0.0005
"""Half a unit of the last digit that Table 2 gives of r_w."""

PUBLISHED_HEADS = ("published e_w", "published n_w", "implied h_w", "published r_w")
CHOSEN_NOTE = "* lowest r_w: the width that layered search takes."
PUBLISHED_NOTE = (
    "The published trial has other halves of the data: its lines are not comparable with ours "
    "number by number, only in their course. Its h_w is lost in the text; shown is the h that "
    "solves h P(n, e, r) = 0.5, with the range that r_w rounded to three digits leaves open."
)

TRIED_NOTE = (
    "No reading of h that was tried gives the published course. Three change little: counting "
    "every pair of a conjunct and an attribute, not only distinct sets; pruning by the best rule "
    "of the level before; taking only trials whose greedy rule covers as few rows as the published "
    "one. Adding up all widths up to w gives too much, and so does counting conditions in place of "
    "attributes, about eight times (decision 001)."
)
"""What was tried to explain the published h."""


def implied_rules(n: int, e: int, r: float) -> float:
    """Return the h that r_w comes from: h P(n, e, r) = 0.5.

    Examples
    --------
    The first line of Table 2: three levels over 57 attributes are 57 + 56 + 55 = 168 sets.

    >>> round(implied_rules(10, 0, 0.441))
    168
    """
    return 0.5 / float(bdtr(e, n, r))


def findings(results: Results) -> Findings:
    """Show the first trial width by width, and which widths are chosen in all trials."""
    tables = tables_with_rules(results)
    if not tables:
        return Findings(("No trial has found a rule yet.",))
    table = tables[0]
    rules = read_results(results.rows[table.name])
    head = _shown_class(rules)
    rules = rules.take(rules.head == head)
    first = rules.take(rules.trial == rules.trial.min())
    chosen = first.layered_choice()
    r = float(chosen.estimate("layered")[0])
    published = _published_sentences(rules) if table.name == PUBLISHED_TABLE else []
    return Findings(
        (
            f"{title_of(table)}, class {head}, one trial: layered search takes the rule of width "
            f"{int(chosen.width[0])}, with r_w = {r:.3f}; its error on unseen rows is "
            f"{percent(float(chosen.error[0])) or '(no row covered)'} %.",
            *published,
        ),
        (_width_grid(table, head, first), _choice_grid(table, head, rules)),
    )


def _published_sentences(rules: RuleResults) -> list[str]:
    """Say where the h that the published r_w come from lies above ours, and what was tried."""
    above = [
        line.width
        for line in paper.TABLE_2
        if line.width in rules.widths
        and np.mean(rules.chosen.combinations[rules.width == line.width] < _implied(line)) >= 0.9
    ]
    if not above:
        return []
    return [
        "The h_w of the paper, as its r_w implies it, lies above ours in at least nine of ten "
        f"trials for w = {', '.join(map(str, above))}. {TRIED_NOTE}"
    ]


def _implied(line: paper.Width, shift: float = 0.0) -> float:
    return implied_rules(line.covered, line.errors, line.estimate + shift)


def _shown_class(rules: RuleResults) -> str:
    """Return the positive class, or the rarest one where none is called so."""
    heads: list[str] = sorted(set(rules.head.tolist()))
    if POSITIVE in heads:
        return POSITIVE
    return min(heads, key=lambda head: float(rules.weight[rules.head == head].mean()))


def _width_grid(table: TableFacts, head: str, rules: RuleResults) -> Grid:
    is_published = table.name == PUBLISHED_TABLE
    published = {line.width: line for line in paper.TABLE_2} if is_published else {}
    lines, data = [], []
    chosen = int(rules.layered_choice().width[0])
    for place, width in enumerate(rules.width.tolist()):
        ours = _line_of(rules, place)
        mark = "*" if width == chosen else ""
        line = published.get(width)
        cells = (*(f"{fact:,}" for fact in ours[:3]), f"{ours[3]:.3f}{mark}", percent(ours[4]))
        lines.append((str(width), *cells, *_published_cells(line)))
        data.append((width, *map(number_or_none, ours), *_published_data(line)))
    return Grid(
        "table-2",
        f"Selecting a beam width: {title_of(table)}, class {head}, one trial",
        ("w", "e_w", "n_w", "h_w", "r_w", "error on unseen rows, %", *PUBLISHED_HEADS),
        tuple(lines),
        (
            *("width", "errors", "covered", "combinations", "r_w", "error_on_unseen_rows"),
            *("published_errors", "published_covered", "published_r_w", "implied_combinations"),
        ),
        tuple(data),
        (CHOSEN_NOTE, *([PUBLISHED_NOTE] if is_published else []), *stand_in_notes([table])),
    )


def _line_of(rules: RuleResults, place: int) -> tuple[int, int, int, float, float]:
    """Return e_w, n_w, h_w and r_w of one rule, and its error on unseen rows."""
    facts = rules.chosen
    return (
        int(facts.errors[place]),
        int(facts.covered[place]),
        int(facts.combinations[place]),
        float(rules.estimate("layered")[place]),
        float(rules.error[place]),
    )


def _published_cells(line: paper.Width | None) -> tuple[str, ...]:
    if line is None:
        return ("–",) * len(PUBLISHED_HEADS)
    low, mid, high = (_implied(line, shift) for shift in (-ROUNDING, 0.0, ROUNDING))
    mark = "*" if line.width == paper.TABLE_2_CHOICE else ""
    implied = f"{mid:,.0f} ({np.ceil(low):,.0f}–{np.floor(high):,.0f})"
    return str(line.errors), str(line.covered), implied, f"{line.estimate:.3f}{mark}"


def _published_data(line: paper.Width | None) -> tuple[float | None, ...]:
    if line is None:
        return (None,) * 4
    return line.errors, line.covered, line.estimate, _implied(line)


def _choice_grid(table: TableFacts, head: str, rules: RuleResults) -> Grid:
    chosen = rules.layered_choice().width
    lines, data = [], []
    for width in rules.widths:
        facts = rules.chosen
        covered, tried = (
            np.quantile(fact[rules.width == width], (0.1, 0.5, 0.9))
            for fact in (facts.covered, facts.combinations)
        )
        taken = int(np.sum(chosen == width))
        cells = (_range_text(covered), _range_text(tried), str(taken))
        lines.append((str(width), *cells, percent(taken / len(chosen))))
        data.append((width, *covered.tolist(), *tried.tolist(), taken))
    return Grid(
        "choices",
        f"Widths that layered search takes: {title_of(table)}, class {head}, all trials",
        ("w", "n_w", "h_w", "trials", "%"),
        tuple(lines),
        ("width", *_quantile_heads("covered"), *_quantile_heads("combinations"), "trials_taken"),
        tuple(data),
        (
            f"{len(chosen)} trials. n_w and h_w: the median, and in brackets what the middle "
            "80 % of the trials lie between.",
            *stand_in_notes([table]),
        ),
    )


def _range_text(quantiles: Floats) -> str:
    low, middle, high = (f"{value:,.0f}" for value in quantiles)
    return f"{middle} ({low}–{high})"


def _quantile_heads(name: str) -> tuple[str, ...]:
    return tuple(f"{name}_{quantile}" for quantile in ("10", "50", "90"))


STUDY = Study(
    name="selection",
    title="Selecting a beam width by the corrected error r_w (Table 2)",
    source=f"{paper.PAPER}, section 3",
    tables=(PUBLISHED_TABLE,),
    trials=100,
    seconds=0.03,
    run=laplace_rules,
    findings=findings,
    settings={"max_width": MAX_WIDTH},
    listed=paper.LISTED,
)
