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
    noisiest = _by_measure(chosen.where(noise=NOISE[-1]), ("error", "conditions"))
    by_noise = [_strategies_at(chosen, noise) for noise in NOISE]
    strategies = WORDS.say("strategy", said=", ".join(by_noise))
    said = (_fit_sentence(noisiest), _share_sentence(chosen), contrast_sentence(), strategies)
    return Findings(
        (WORDS.say("claims"), *_means_sentences(theories), *said),
        (*_grids(theories, chosen), *contrast_grids()),
        (
            _noise_picture(chosen, "error", noisiest, 100.0),
            _noise_picture(chosen, "conditions", noisiest, 1.0),
            _strategy_picture(chosen, strategies),
        ),
    )


def _means_sentences(theories: TrialRows) -> list[str]:
    sentences = []
    for choice, name in CHOICES.items():
        by = {measure: theories.where(choice=choice, measure=measure) for measure in NAMES}
        means = [
            WORDS.say("mean", {n: mean(own, n) for n in ("error", "conditions")}, name=NAMES[one])
            for one, own in by.items()
            if own
        ]
        sentences.append(WORDS.say("over_all", name=name, means=", ".join(means)))
    return sentences


def _fit_sentence(noisiest: dict[str, float]) -> str:
    """Say whether Quinlan's measure fits noise more than Pfahringer's, as the paper has it."""
    is_larger, is_worse = (
        noisiest[f"quinlan_{one}"] > noisiest[f"pfahringer_{one}"]
        for one in ("conditions", "error")
    )
    larger = "is borne out" if is_larger else "is not borne out"
    worse = "makes more errors" if is_worse else "does not make more errors"
    return WORDS.say("fit", noisiest, noise=NOISE[-1], larger=larger, worse=worse)


def _share_sentence(chosen: TrialRows) -> str:
    """Say whether Quinlan's measure is too general for rare classes, too special for frequent."""
    said, agree = {}, 0
    for name, claimed in (("minority", "general"), ("majority", "special")):
        called = mean(chosen.where(measure="quinlan", share=name), "called")
        found = "general" if called > SHARES[name] else "special"
        agree += found == claimed
        said[name] = WORDS.say("called", called=called, share=SHARES[name], found=found)
    cases = ("neither case", "one of the two cases", "both cases")
    return WORDS.say("share", said, agrees=cases[agree])


def _strategies_at(chosen: TrialRows, noise: int) -> str:
    """Say how often the strategy that wins tells that there is noise."""
    own = chosen.where(noise=noise, measure="pfahringer")
    return WORDS.say(
        "strategy_noise", pruned=mean(own, "p - n"), none=mean(own, "no rules"), noise=noise
    )


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
    strategies: list[Line] = [
        {"table": table, "noise": noise, **_by_measure(own.where(noise=noise), WON, " ")}
        for (table, own), noise in product(_by_table(chosen).items(), NOISE)
    ]
    for share, (size, own) in product(SHARES, chosen.by("size").items()):
        row = {"share": share, "size": size, "tables": len(own.by("table"))}
        means = _by_measure(own.where(share=share), ("error", "called"))
        by_share.append({**row, "true_share": SHARES[share], **means})
    rows = {"by-noise": by_noise, "strategies": strategies, "by-share": by_share}
    return tuple(WORDS.grid(name, those, NOTE) for name, those in rows.items())


def _by_table(chosen: TrialRows) -> dict[str, TrialRows]:
    """Return the rows of each table, in the order of the study."""
    return {one: chosen.where(table=one) for one in dict.fromkeys(chosen["table"].tolist())}


def _noise_picture(
    chosen: TrialRows, column: str, noisiest: dict[str, float], scale: float
) -> Picture:
    what, unit = ("Error on rows without noise", " %") if column == "error" else ("Conditions", "")
    ends = ", ".join(f"{n} {scale * noisiest[f'{m}_{column}']:.1f}" for m, n in NAMES.items())
    panels = [_noise_panel(*one, column, scale) for one in _by_table(chosen).items()]
    said = {"what": what, "noise": NOISE[-1], "ends": ends, "unit": unit}
    return WORDS.picture("by-noise", drawing(panels), said, f"{column}-by-noise")


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


def _strategy_picture(chosen: TrialRows, said: str) -> Picture:
    panels = []
    for measure, name in NAMES.items():
        by_noise = [chosen.where(measure=measure, noise=noise) for noise in NOISE]
        found = []
        for strategy, color in WON.items():
            shares = [100 * mean(one, strategy) for one in by_noise]
            found.append(Curve(strategy.replace(" - ", " − "), NOISE, shares, color=color))
        panels.append(Panel(name.capitalize(), found, "noise, %", "chosen, % of all samples"))
    return WORDS.picture("strategies-by-noise", drawing(panels, 3, (11.0, 3.4)), {"said": said})


# Where two measures choose differently: all small tables of one kind, and one worked example. One
# attribute has three values with the same number of rows each. Values come in the order of their
# shares of the learned class, and a theory has a rule for the first none, one or two of them.
N_VALUES = 3
SIZES = (6, 12, 24)  # rows per value
CLEARLY = 2.0  # bits by which each measure prefers its own theory, where they differ clearly
WORKED, WORKED_ROWS = (80, 30, 0), 80  # rows of the learned class at each value, and all its rows


def costs_of(positives: Sequence[int], n_rows: int, measure: Measure) -> list[float]:
    """Return what theories with none, one, two … rules cost in bits."""
    cost, costs = theory_cost(measure), []
    for size in range(len(positives)):
        decided = [Decided(1, 1, (n_rows - own, own)) for own in positives[:size]]
        left, learned = n_rows * (len(positives) - size), sum(positives[size:])
        costs.append(cost(decided, (left - learned, learned), len(positives), 1))
    return costs


@cache
def contrast(n_rows: int) -> dict[str, int]:
    """Let Pfahringer's measure and Quinlan's choose for every table, and count.

    ``clearly`` each prefers its own by more than `CLEARLY` bits; what follows is of those tables.
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
    costs = {f"{one}_bits": costs_of(WORKED, WORKED_ROWS, one) for one in MEASURES}
    rows: list[dict[str, Any]] = [{"rules": size} for size in range(N_VALUES)]
    for size, row in enumerate(rows):
        row |= {name: bits[size] for name, bits in costs.items()}
        row["wrong_rows"] = _wrong(WORKED, WORKED_ROWS, size)
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
    return int(np.argmin(np.round(costs, 9)))


def _wrong(positives: Sequence[int], n_rows: int, size: int) -> int:
    """Return the rows that are called wrongly if what no rule covers is of the other class."""
    return sum(n_rows - own for own in positives[:size]) + sum(positives[size:])


STUDY = make_study("knopf", noisy_theories, findings)
