"""How layered search chooses a beam width: Table 2."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.special import bdtr

from conjunct.experiments.curves import RuleResults
from conjunct.experiments.findings import Findings, Line, cell, words_of
from conjunct.experiments.long_rows import rows_of
from conjunct.experiments.single_rules import MAX_WIDTH, laplace_rules
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import paper, stand_in_notes

WORDS, PAPER = words_of("selection"), paper("quinlan1995")
POSITIVE = "+"
PUBLISHED_TABLE = "promoters"
ROUNDING = 0.0005  # half a unit of the last digit that Table 2 gives of r_w


def implied_rules(n: int, e: int, r: float) -> float:
    """Return the h that r_w comes from: h P(n, e, r) = 0.5."""
    return 0.5 / float(bdtr(e, n, r))


def findings(results: Results) -> Findings:
    """Show the first trial width by width, and which widths are chosen in all trials."""
    table, *_ = results.with_rows
    rules = RuleResults.of(results.rows[table.name])
    weights = {head: float(one["weight"].mean()) for head, one in rules.by("class").items()}
    head = POSITIVE if POSITIVE in weights else min(weights, key=lambda head: weights[head])
    rules = rules.where(**{"class": head})
    first = rules.where(trial=rules["trial"].min())
    chosen = first.layered_choice()
    about = {"title": table.title, "head": head, "trials": len(rules.layered_choice())}
    facts = {"width": int(chosen["width"][0]), "r_w": float(chosen.estimate("layered")[0])}
    error = cell("{error:%1}", {"error": chosen.error[0]}) or "(no row covered)"
    summary, notes = [WORDS.say("chosen", {**about, **facts}, error=error)], list[str]()
    known = PAPER["table_2"] if table.name == PUBLISHED_TABLE else ()
    if known:
        notes.append(WORDS.say("published"))
        # The widths at which the h that the published r_w come from lies above ours.
        ours = {width: one["combinations"] for width, one in rules.by("width").items()}
        above = [
            str(width)
            for width, e, n, r in known
            if width in ours and np.mean(ours[width] < implied_rules(n, e, r)) >= 0.9
        ]
        summary += [WORDS.say("above", widths=", ".join(above))] if above else []
    rows, stand_ins = _width_rows(first, known), stand_in_notes([table])
    return Findings(
        tuple(summary),
        (
            WORDS.grid("table-2", rows, about, notes=[*notes, *stand_ins]),
            WORDS.grid("choices", _choice_rows(rules), about, notes=stand_ins),
        ),
    )


def _width_rows(rules: RuleResults, published: Sequence[Any]) -> Sequence[Line]:
    """Return a row for each width, with the published numbers and the h that they imply."""
    known = {line[0]: line for line in published}
    chosen = int(rules.layered_choice()["width"][0])
    columns = {name: rules[name] for name in ("width", "errors", "covered", "combinations")}
    columns |= {"r_w": rules.estimate("layered"), "error_on_unseen_rows": rules.error}
    names = ("published_errors", "published_covered", "published_r_w", "implied_combinations")
    rows = rows_of(columns)
    for row in rows:
        row |= {**dict.fromkeys(names), "_range": "", "_published": ""}
        row["_chosen"] = "*" * (row["width"] == chosen)
        if row["width"] in known:
            width, e, n, r = known[row["width"]]
            low, exact, high = (implied_rules(n, e, r + off) for off in (-ROUNDING, 0.0, ROUNDING))
            row |= zip(names, (e, n, r, exact), strict=True)
            row["_range"] = f" ({math.ceil(low):,}–{math.floor(high):,})"
            row["_published"] = "*" * (width == PAPER["table_2_choice"])
    return rows


def _choice_rows(rules: RuleResults) -> list[Line]:
    chosen, rows = rules.layered_choice()["width"], list[Line]()
    for width, own in rules.by("width").items():
        row: dict[str, float] = {"width": width}
        for name in ("covered", "combinations"):
            row |= {f"{name}_{at}": np.quantile(own[name], at / 100) for at in (10, 50, 90)}
        taken = int(np.sum(chosen == width))
        rows.append({**row, "trials_taken": taken, "_share": taken / len(chosen)})
    return rows


STUDY = make_study("selection", laplace_rules, findings, max_width=MAX_WIDTH)
