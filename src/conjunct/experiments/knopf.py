"""The study `knopf`: three MDL measures where classes are noisy, rare or frequent, and rows few."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from conjunct.experiments.curves import percent
from conjunct.experiments.figures import draw_panels, panels_size
from conjunct.experiments.findings import Findings, Grid, Picture
from conjunct.experiments.knopf_claims import fit_sentence, share_sentence, strategy_sentence
from conjunct.experiments.knopf_contrast import contrast_grids, contrast_sentence
from conjunct.experiments.knopf_results import KnopfTheories, gather
from conjunct.experiments.knopf_trials import NOISE, SHARES, noisy_theories
from conjunct.experiments.panels import Curve, Panel
from conjunct.experiments.study import Results, Study
from conjunct.plots.style import BLUE, GREEN, GREY, VERMILION

Line = tuple[Any, ...]
NAMES = {"pfahringer": "Pfahringer", "quinlan": "Quinlan", "complete": "complete code"}
SHORT = {"pfahringer": "Pf", "quinlan": "Qu", "complete": "Co"}
SHORT_NOTE = (
    "Pf: Pfahringer's measure, Qu: Quinlan's, Co: a complete code, which also pays for the lengths "
    "of rules and for class shares (not in the paper)."
)
COLORS = {"pfahringer": BLUE, "quinlan": VERMILION, "complete": GREEN}
WON = {
    "correctness-preserving": ("correct", BLUE),
    "unpruned": ("unpruned", GREEN),
    "p - n": ("p − n", VERMILION),
    "no rules": ("none", GREY),
}
CHOICES = {"all": "all theories", "exact": "without p − n"}
PAPER = "Pfahringer (1995), A new MDL measure for robust rule induction"
PROBLEMS = (
    "Of Quinlan's measure the paper says that theories are too special (too general) where the "
    "class is in the majority (minority), above all with noise and few examples, and that with "
    "many noisy examples it still tends to fit the noise."
)


def findings(results: Results) -> Findings:
    """Compare the measures by noise, share of the class, sample size and table.

    Parameters
    ----------
    results : Results
        Of any number of trials; tables without a trial are left out.
    """
    theories = gather(results)
    if not len(theories):
        return Findings(summary=("There is no trial yet.",))
    return Findings(
        summary=tuple(_summary(theories)),
        grids=(
            *(_noise_grid(theories), _strategy_grid(theories), _share_grid(theories)),
            *contrast_grids(),
        ),
        pictures=(
            _picture(theories, "error", 100.0),
            _picture(theories, "conditions", 1.0),
            _strategy_picture(theories),
        ),
    )


def _summary(theories: KnopfTheories) -> list[str]:
    sentences = ["The extended abstract prints no measurements; its claims are tested here."]
    for choice, name in CHOICES.items():
        means = [
            f"{NAMES[measure]} {percent(own.mean('error'))} % errors with "
            f"{own.mean('conditions'):.1f} conditions"
            for measure in NAMES
            if (own := theories.where(choice=choice, measure=measure))
        ]
        sentences.append(f"Over all samples, {name}: {', '.join(means)}.")
    claims = [fit_sentence(theories), share_sentence(theories), contrast_sentence()]
    return [*sentences, *claims, strategy_sentence(theories)]


def _noise_grid(theories: KnopfTheories) -> Grid:
    lines, data = list[tuple[str, ...]](), list[Line]()
    for choice, name in CHOICES.items():
        for noise in NOISE:
            facts = []
            for measure in NAMES:
                own = theories.where(choice=choice, noise=noise, measure=measure)
                facts += [own.mean("error"), own.mean("conditions"), own.mean("rules")]
            cells = [
                percent(fact) if place % 3 == 0 else f"{fact:.1f}"
                for place, fact in enumerate(facts)
            ]
            lines.append((f"{name}, {noise} %", *cells))
            data.append((choice, noise, *facts))
    heads = ("error %", "conditions", "rules")
    return Grid(
        name="by-noise",
        title="Error without noise, and size, of theories learned at growing noise",
        columns=(
            "choice, noise",
            *(f"{name} {head}" for name in SHORT.values() for head in heads),
        ),
        lines=tuple(lines),
        data_columns=(
            *("choice", "noise"),
            *(f"{m}_{head}" for m in NAMES for head in ("error", "conditions", "rules")),
        ),
        data=tuple(data),
        notes=(
            SHORT_NOTE,
            "Averages over sample sizes and shares, then over tables. Noise: share of the training "
            "rows whose class is turned round.",
            "Without p − n: only unpruned and correctness-preserving theories to choose from, so "
            "that the measure alone must keep noise out.",
        ),
    )


def _strategy_grid(theories: KnopfTheories) -> Grid:
    data: list[Line] = []
    for table in theories.tables:
        for noise in NOISE:
            own = theories.where(choice="all", noise=noise, table=table.name)
            shares = [
                own.where(measure=measure).share(strategy) for measure in NAMES for strategy in WON
            ]
            data.append((table.name, noise, *shares))
    return Grid(
        name="strategies",
        title="Which theory is chosen, % of all samples",
        columns=(
            "table, noise",
            *(f"{name} {one}" for name in SHORT.values() for one, _ in WON.values()),
        ),
        lines=tuple(
            (f"{name}, {noise} %", *(percent(share, 0) for share in shares))
            for name, noise, *shares in data
        ),
        data_columns=("table", "noise", *(f"{m} {one}" for m in NAMES for one in WON)),
        data=tuple(data),
        notes=(
            SHORT_NOTE,
            "Rules pruned correctness-preservingly, unpruned, pruned by p − n, or no rules at all.",
        ),
    )


def _share_grid(theories: KnopfTheories) -> Grid:
    data: list[Line] = []
    for share in SHARES:
        for size in theories.values("size"):
            facts: list[float] = []
            for measure in NAMES:
                own = theories.where(choice="all", share=share, size=size, measure=measure)
                facts += [own.mean("error"), own.mean("called")]
            n_tables = len(theories.where(size=size).values("table"))
            data.append((share, size, n_tables, SHARES[share], *facts))
    return Grid(
        name="by-share",
        title="Rare and frequent classes in growing samples, all noise levels together",
        columns=(
            *("class, rows", "tables", "true share %"),
            *(f"{name} {head}" for name in SHORT.values() for head in ("error %", "called %")),
        ),
        lines=tuple(
            (f"{share}, {size:,}", str(n), *(percent(fact) for fact in facts))
            for share, size, n, *facts in data
        ),
        data_columns=(
            *("share", "size", "tables", "true_share"),
            *(f"{measure}_{head}" for measure in NAMES for head in ("error", "called")),
        ),
        data=tuple(data),
        notes=(
            SHORT_NOTE,
            "Called: rows that the theory says are of the learned class. Below the true share it "
            "is too special, above it too general.",
        ),
    )


def _picture(theories: KnopfTheories, column: str, scale: float) -> Picture:
    theories = theories.where(choice="all")
    panels = tuple(_panel(theories, table.name, column, scale) for table in theories.tables)
    what = "error on rows without noise" if column == "error" else "conditions"
    highest = theories.where(noise=NOISE[-1])
    ends = ", ".join(
        f"{NAMES[measure]} {scale * highest.where(measure=measure).mean(column):.1f}"
        for measure in NAMES
    )
    unit = " %" if column == "error" else ""
    return Picture(
        name=f"{column}-by-noise",
        title=f"{what.capitalize()} by noise",
        draw=partial(draw_panels, panels=panels, columns=4),
        size=panels_size(len(panels), columns=4),
        published=PROBLEMS,
        found=f"Solid: the largest sample of each table, dotted: 120 rows; all shares together, "
        f"bars of one standard error. At {NOISE[-1]} % noise, over all samples: {ends}{unit}.",
    )


def _strategy_picture(theories: KnopfTheories) -> Picture:
    panels = tuple(_strategy_panel(theories, measure) for measure in NAMES)
    return Picture(
        name="strategies-by-noise",
        title="Which theory is chosen by noise",
        draw=partial(draw_panels, panels=panels, columns=3),
        size=(11.0, 3.4),
        published="When a set of correctness-preservingly pruned rules is chosen, noise-free data "
        "can be assumed, and vice versa.",
        found=strategy_sentence(theories),
    )


def _strategy_panel(theories: KnopfTheories, measure: str) -> Panel:
    own = theories.where(choice="all", measure=measure)
    by_noise = [own.where(noise=noise) for noise in NOISE]
    return Panel(
        title=NAMES[measure].capitalize(),
        curves=tuple(
            Curve(
                strategy.replace(" - ", " − "),
                NOISE,
                [100 * one.share(strategy) for one in by_noise],
                color=color,
            )
            for strategy, (_, color) in WON.items()
        ),
        x_label="noise, %",
        y_label="chosen, % of all samples",
        x_scale="linear",
    )


def _panel(theories: KnopfTheories, table: str, column: str, scale: float) -> Panel:
    own = theories.where(table=table)
    sizes = own.values("size")
    curves = []
    for measure, name in NAMES.items():
        for size in (sizes[-1], *(one for one in sizes[:-1] if one == 120)):
            lines = [own.where(measure=measure, size=size, noise=noise) for noise in NOISE]
            bars = [scale * line.error_bar(column) for line in lines]
            is_largest = size == sizes[-1]
            curves.append(
                Curve(
                    f"{name}, {'largest sample' if is_largest else '120 rows'}",
                    NOISE,
                    [scale * line.mean(column) for line in lines],
                    error=None if any(map(math.isnan, bars)) else bars,
                    style="solid" if is_largest else "dotted",
                    color=COLORS[measure],
                )
            )
    return Panel(
        title=f"{table} ({sizes[-1]:,} rows)",
        curves=tuple(curves),
        x_label="noise, %",
        y_label="error, %" if column == "error" else "conditions",
        x_scale="linear",
    )


STUDY = Study(
    name="knopf",
    title="Three MDL measures under noise, for rare and frequent classes, in growing samples",
    source=f"{PAPER}, sections 2 to 4",
    tables=(
        *("monks-1-test", "monks-2-test", "monks-3-test", "vote", "kr-vs-kp", "mushroom"),
        "dnf-20",
    ),
    trials=10,
    seconds=6.2,
    run=noisy_theories,
    findings=findings,
)
