"""The study `knopf`: three MDL measures where classes are noisy, rare or frequent, and rows few."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from conjunct.choose.theories import MEASURES, Decided, Measure, theory_cost
from conjunct.experiments.figures import Curve, Panel, drawing
from conjunct.experiments.findings import Findings, Grid, Line, Picture, words_of
from conjunct.experiments.knopf_trials import NOISE, SHARES, noisy_theories
from conjunct.experiments.long_rows import TrialRows, standard_error
from conjunct.experiments.study import Results, make_study
from conjunct.plots.style import BLUE, GREEN, GREY, VERMILION

WORDS = words_of("knopf")
NOTE = {"SHORT": WORDS.say("short_note")}
NAMES = {"pfahringer": "Pfahringer", "quinlan": "Quinlan", "complete": "complete code"}
COLORS = {"pfahringer": BLUE, "quinlan": VERMILION, "complete": GREEN}
WON = {"correctness-preserving": BLUE, "unpruned": GREEN, "p - n": VERMILION, "no rules": GREY}
CHOICES = {"all": "all theories", "exact": "without p − n"}


def gather(results: Results) -> TrialRows:
    """Put the theories of all tables into columns, one of them for each strategy that may win."""
    rows = [
        {**row, "table": table, "trial": at, **{one: row["strategy"] == one for one in WON}}
        for table, trials in results.rows.items()
        for at, trial in enumerate(trials)
        for row in trial
    ]
    n_trials = max(map(len, results.rows.values()))
    return TrialRows(n_trials, {name: np.array([row[name] for row in rows]) for name in rows[0]})


def mean(theories: TrialRows, name: str) -> float:
    """Return the mean of a column over tables, each of them counting the same."""
    means = [float(one[name].mean()) for one in theories.by("table").values()]
    return float(np.mean(means)) if means else math.nan


def error_bar(theories: TrialRows, name: str) -> float:
    """Return the standard error of a mean over the trials of one table."""
    return standard_error(np.array([one[name].mean() for one in theories.by("trial").values()]))


def findings(results: Results) -> Findings:
    """Compare the measures by noise, share of the class, sample size and table."""
    theories = gather(results)
    chosen = theories.where(choice="all")
    return Findings(
        tuple(_summary(theories)),
        (*_grids(theories, chosen), *contrast_grids()),
        (
            _noise_picture(chosen, "error", 100.0),
            _noise_picture(chosen, "conditions", 1.0),
            _strategy_picture(chosen),
        ),
    )


def _summary(theories: TrialRows) -> list[str]:
    sentences = [WORDS.say("claims")]
    for choice, name in CHOICES.items():
        means = []
        for measure in NAMES:
            if own := theories.where(choice=choice, measure=measure):
                facts = {one: mean(own, one) for one in ("error", "conditions")}
                means.append(WORDS.say("mean", facts, name=NAMES[measure]))
        sentences.append(WORDS.say("over_all", name=name, means=", ".join(means)))
    chosen = theories.where(choice="all")
    claims = [_fit_sentence(chosen), _share_sentence(chosen), contrast_sentence()]
    return [*sentences, *claims, _strategy_sentence(chosen)]


def _fit_sentence(chosen: TrialRows) -> str:
    """Say whether Quinlan's measure fits noise more than Pfahringer's, as the paper has it."""
    facts: dict[str, Any] = _by_measure(chosen.where(noise=NOISE[-1]), ("error", "conditions"))
    larger = facts["quinlan_conditions"] > facts["pfahringer_conditions"]
    worse = facts["quinlan_error"] > facts["pfahringer_error"]
    facts["larger"] = "is borne out" if larger else "is not borne out"
    facts["worse"] = "makes more errors" if worse else "does not make more errors"
    return WORDS.say("fit", facts, noise=NOISE[-1])


def _share_sentence(chosen: TrialRows) -> str:
    """Say whether Quinlan's measure is too general for rare classes, too special for frequent."""
    said, agree = {}, 0
    for name, claimed in (("minority", "general"), ("majority", "special")):
        called = mean(chosen.where(measure="quinlan", share=name), "called")
        found = "general" if called > SHARES[name] else "special"
        agree += found == claimed
        said[name] = WORDS.say("called", called=called, share=SHARES[name], found=found)
    return WORDS.say(
        "share", said, agrees=("neither case", "one of the two cases", "both cases")[agree]
    )


def _strategy_sentence(chosen: TrialRows) -> str:
    """Say how often the strategy that wins tells that there is noise."""
    said = []
    for noise in NOISE:
        own = chosen.where(noise=noise, measure="pfahringer")
        shares = {"pruned": mean(own, "p - n"), "none": mean(own, "no rules")}
        said.append(WORDS.say("strategy_noise", shares, noise=noise))
    return WORDS.say("strategy", said=", ".join(said))


def _by_measure(own: TrialRows, names: Iterable[str], gap: str = "_") -> dict[str, float]:
    """Return means of columns for each of the measures."""
    by = {measure: own.where(measure=measure) for measure in NAMES}
    return {f"{measure}{gap}{name}": mean(by[measure], name) for measure in NAMES for name in names}


def _grids(theories: TrialRows, chosen: TrialRows) -> tuple[Grid, ...]:
    """Return the tables by noise, by strategy, and by share of the class."""
    by_noise, by_share = list[Line](), list[Line]()
    for choice, noise in product(CHOICES, NOISE):
        own = theories.where(choice=choice, noise=noise)
        about = {"choice": choice, "noise": noise, "_name": CHOICES[choice]}
        by_noise.append({**about, **_by_measure(own, ("error", "conditions", "rules"))})
    strategies = [
        {"table": table, "noise": noise, **_by_measure(own.where(noise=noise), WON, " ")}
        for (table, own), noise in product(_by_table(chosen).items(), NOISE)
    ]
    for share, (size, own) in product(SHARES, chosen.by("size").items()):
        row = {"share": share, "size": size, "tables": len(own.by("table"))}
        means = _by_measure(own.where(share=share), ("error", "called"))
        by_share.append({**row, "true_share": SHARES[share], **means})
    return (
        WORDS.grid("by-noise", by_noise, NOTE),
        WORDS.grid("strategies", strategies, NOTE),
        WORDS.grid("by-share", by_share, NOTE),
    )


def _noise_picture(chosen: TrialRows, column: str, scale: float) -> Picture:
    what, unit = ("error on rows without noise", " %") if column == "error" else ("conditions", "")
    highest = _by_measure(chosen.where(noise=NOISE[-1]), [column])
    means = zip(NAMES.values(), highest.values(), strict=True)
    ends = ", ".join(f"{name} {scale * one:.1f}" for name, one in means)
    panels = [_noise_panel(*one, column, scale) for one in _by_table(chosen).items()]
    said = {"what": what.capitalize(), "noise": NOISE[-1], "ends": ends, "unit": unit}
    return WORDS.picture("by-noise", drawing(panels), said, f"{column}-by-noise")


def _by_table(chosen: TrialRows) -> dict[str, TrialRows]:
    """Return the rows of each table, in the order of the study."""
    return {one: chosen.where(table=one) for one in dict.fromkeys(chosen["table"].tolist())}


def _noise_panel(table: str, chosen: TrialRows, column: str, scale: float) -> Panel:
    by_size = chosen.by("size")
    largest = max(by_size)
    shown = {largest: ("largest sample", "solid")}
    shown |= {size: ("120 rows", "dotted") for size in by_size if size == 120 < largest}
    found = []
    for (measure, name), (size, (label, style)) in product(NAMES.items(), shown.items()):
        lines = [by_size[size].where(measure=measure, noise=noise) for noise in NOISE]
        bars = [scale * error_bar(line, column) for line in lines]
        error = None if any(map(math.isnan, bars)) else bars
        means, color = [scale * mean(line, column) for line in lines], COLORS[measure]
        found.append(Curve(f"{name}, {label}", NOISE, means, error, style, color))
    label = "error, %" if scale > 1 else column
    return Panel(f"{table} ({largest:,} rows)", found, "noise, %", label)


def _strategy_picture(chosen: TrialRows) -> Picture:
    panels = []
    for measure, name in NAMES.items():
        by_noise = [chosen.where(measure=measure, noise=noise) for noise in NOISE]
        found = []
        for strategy, color in WON.items():
            shares = [100 * mean(one, strategy) for one in by_noise]
            found.append(Curve(strategy.replace(" - ", " − "), NOISE, shares, color=color))
        panels.append(Panel(name.capitalize(), found, "noise, %", "chosen, % of all samples"))
    shown, said = drawing(panels, 3, (11.0, 3.4)), _strategy_sentence(chosen)
    return WORDS.picture("strategies-by-noise", shown, {"said": said})


# Where two measures choose differently: all small tables of one kind, and one worked example. One
# attribute has three values with the same number of rows each. Values come in the order of their
# shares of the learned class, and a theory has a rule for the first none, one or two of them.
N_VALUES = 3
SIZES = (6, 12, 24)  # rows per value
CLEARLY = 2.0  # bits by which each measure prefers its own theory, where they differ clearly
WORKED, WORKED_ROWS = (80, 30, 0), 80
"""Rows of the learned class at each value of the worked example, and all rows of a value."""


def costs_of(positives: Sequence[int], n_rows: int, measure: Measure) -> list[float]:
    """Return what theories with none, one, two … rules cost in bits.

    There are `n_rows` rows per value. `positives` counts those of the learned class, in falling
    order.

    Examples
    --------
    >>> [round(bits, 1) for bits in costs_of((8, 3, 0), 8, "pfahringer")]
    [23.9, 12.7, 10.8]
    >>> [round(bits, 1) for bits in costs_of((8, 3, 0), 8, "quinlan")]
    [21.3, 10.7, 15.3]
    """
    cost, costs = theory_cost(measure), []
    for size in range(len(positives)):
        decided = [Decided(1, 1, (n_rows - own, own)) for own in positives[:size]]
        left, learned = n_rows * (len(positives) - size), sum(positives[size:])
        costs.append(cost(decided, (left - learned, learned), len(positives), 1))
    return costs


@cache
def contrast(n_rows: int) -> dict[str, int]:
    """Let both measures choose for every table, and count.

    There are ``tables`` up to the order of the values. For ``different`` of them Pfahringer's
    measure and Quinlan's choose different theories, ``clearly`` where each prefers its own by more
    than `CLEARLY` bits; the other counts are of those.
    """
    counts = Counter({"rows_a_value": n_rows})
    for positives in combinations_with_replacement(range(n_rows, -1, -1), N_VALUES):
        first, second = (costs_of(positives, n_rows, m) for m in ("pfahringer", "quinlan"))
        one, two = _cheapest(first), _cheapest(second)
        clearly = min(first[two] - first[one], second[one] - second[two]) > CLEARLY
        counts["tables"] += 1
        counts["different"] += one != two
        counts["clearly"] += clearly
        counts["pfahringer_larger"] += clearly and one > two
        counts["pfahringer_wrong"] += clearly * _wrong(positives, n_rows, one)
        counts["quinlan_wrong"] += clearly * _wrong(positives, n_rows, two)
    return dict(counts)


def contrast_grids() -> tuple[Grid, Grid]:
    """Return the counts over all small tables, and the bits of the worked example."""
    costs = {measure: costs_of(WORKED, WORKED_ROWS, measure) for measure in MEASURES}
    rows = [
        {"rules": size}
        | {f"{measure}_bits": bits[size] for measure, bits in costs.items()}
        | {"wrong_rows": _wrong(WORKED, WORKED_ROWS, size)}
        for size in range(N_VALUES)
    ]
    shares = ", ".join(f"{own} of {WORKED_ROWS}" for own in WORKED)
    return (
        WORDS.grid("where-they-differ", [contrast(n) for n in SIZES], {"bits": CLEARLY}),
        WORDS.grid("worked-example", rows, {"shares": shares}),
    )


def contrast_sentence() -> str:
    """Say in which setting the measures choose differently."""
    return WORDS.say("contrast", contrast(SIZES[-1]), bits=CLEARLY)


def _cheapest(costs: Sequence[float]) -> int:
    """Return the smallest theory of those that cost least, differences in rounding left out."""
    rounded = [round(cost, 9) for cost in costs]
    return rounded.index(min(rounded))


def _wrong(positives: Sequence[int], n_rows: int, size: int) -> int:
    """Return the rows that are called wrongly if what no rule covers is of the other class."""
    return sum(n_rows - own for own in positives[:size]) + sum(positives[size:])


STUDY = make_study("knopf", noisy_theories, findings)
