"""The study `knopf`: three MDL measures where classes are noisy, rare or frequent, and rows few."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import product

from conjunct.experiments.cells import percent
from conjunct.experiments.figures import curves_picture, draw_panels
from conjunct.experiments.findings import Findings, Grid, Picture, grid
from conjunct.experiments.knopf_contrast import contrast_grids, contrast_sentence
from conjunct.experiments.knopf_results import KnopfTheories, gather
from conjunct.experiments.knopf_trials import NOISE, SHARES, noisy_theories
from conjunct.experiments.panels import Curve, Panel
from conjunct.experiments.study import Results, Study
from conjunct.plots.style import BLUE, GREEN, GREY, VERMILION

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
    """Compare the measures by noise, share of the class, sample size and table."""
    theories = gather(results)
    if not len(theories):
        return Findings(summary=("There is no trial yet.",))
    chosen = theories.where(choice="all")
    return Findings(
        summary=tuple(_summary(theories)),
        grids=(
            *(_noise_grid(theories), _strategy_grid(chosen), _share_grid(chosen)),
            *contrast_grids(),
        ),
        pictures=(
            _noise_picture(chosen, "error", 100.0),
            _noise_picture(chosen, "conditions", 1.0),
            _strategy_picture(chosen),
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
    chosen = theories.where(choice="all")
    claims = [_fit_sentence(chosen), _share_sentence(chosen), contrast_sentence()]
    return [*sentences, *claims, _strategy_sentence(chosen)]


def _fit_sentence(chosen: KnopfTheories) -> str:
    """Say whether Quinlan's measure fits noise more than Pfahringer's, as the paper has it."""
    noisy = [chosen.where(noise=NOISE[-1], measure=one) for one in ("pfahringer", "quinlan")]
    (error, other_error), (size, other_size) = (
        [own.mean(column) for own in noisy] for column in ("error", "conditions")
    )
    larger = "is borne out" if other_size > size else "is not borne out"
    worse = "makes more errors" if other_error > error else "does not make more errors"
    return (
        f"The paper says that Quinlan's measure tends to fit the noise. At {NOISE[-1]} % noise its "
        f"theories have {other_size:.1f} conditions, Pfahringer's {size:.1f}: that {larger} in "
        f"size. It {worse}: {percent(other_error)} % against {percent(error)} %."
    )


def _share_sentence(chosen: KnopfTheories) -> str:
    """Say whether Quinlan's measure is too general for rare classes, too special for frequent."""
    said, agree = [], 0
    for name, claimed in (("minority", "general"), ("majority", "special")):
        called = chosen.where(measure="quinlan", share=name).mean("called")
        found = "general" if called > SHARES[name] else "special"
        agree += found == claimed
        said.append(
            f"{percent(called)} % of the rows where {percent(SHARES[name], 0)} % are, too {found}"
        )
    agrees = ("neither case", "one of the two cases", "both cases")[agree]
    return (
        "The paper says that theories by Quinlan's measure are too general for a class in the "
        "minority and too special for one in the majority. Here they say that a row is of the "
        f"class for {said[0]}, and for {said[1]}: as in the paper in {agrees}."
    )


def _strategy_sentence(chosen: KnopfTheories) -> str:
    """Say how often the strategy that wins tells that there is noise."""
    said = []
    for noise in NOISE:
        own = chosen.where(noise=noise, measure="pfahringer")
        pruned, none = (percent(own.share(one), 0) for one in ("p - n", "no rules"))
        said.append(f"{pruned} % at {noise} % noise (no rules {none} %)")
    return (
        "Rules pruned by p − n are a sign of noise. Share of the samples in which Pfahringer's "
        f"measure chooses them: {', '.join(said)}."
    )


def _noise_grid(theories: KnopfTheories) -> Grid:
    heads = {"error": "error %", "conditions": "conditions", "rules": "rules"}
    rows = []
    for choice, noise in product(CHOICES, NOISE):
        row = {"choice": choice, "noise": noise, "_name": CHOICES[choice]}
        for measure in NAMES:
            own = theories.where(choice=choice, noise=noise, measure=measure)
            row |= {f"{measure}_{name}": own.mean(name) for name in heads}
        rows.append(row)
    return grid(
        "by-noise",
        "Error without noise, and size, of theories learned at growing noise",
        {"choice, noise": "{_name}, {noise} %"}
        | {
            f"{short} {head}": f"{{{measure}_{name}:{'%1' if name == 'error' else '.1f'}}}"
            for measure, short in SHORT.items()
            for name, head in heads.items()
        },
        rows,
        (
            SHORT_NOTE,
            "Averages over sample sizes and shares, then over tables. Noise: share of the training "
            "rows whose class is turned round.",
            "Without p − n: only unpruned and correctness-preserving theories to choose from, so "
            "that the measure alone must keep noise out.",
        ),
    )


def _strategy_grid(chosen: KnopfTheories) -> Grid:
    rows = []
    for table, noise in product(chosen.tables, NOISE):
        own = chosen.where(noise=noise, table=table.name)
        shares = {f"{m} {one}": own.where(measure=m).share(one) for m in NAMES for one in WON}
        rows.append({"table": table.name, "noise": noise, **shares})
    return grid(
        "strategies",
        "Which theory is chosen, % of all samples",
        {"table, noise": "{table}, {noise} %"}
        | {f"{SHORT[m]} {head}": f"{{{m} {w}:%0}}" for m in NAMES for w, (head, _) in WON.items()},
        rows,
        (
            SHORT_NOTE,
            "Rules pruned correctness-preservingly, unpruned, pruned by p − n, or no rules at all.",
        ),
    )


def _share_grid(chosen: KnopfTheories) -> Grid:
    heads = {"error": "error %", "called": "called %"}
    rows = []
    for share, size in product(SHARES, chosen.values("size")):
        n_tables = len(chosen.where(size=size).values("table"))
        row = {"share": share, "size": size, "tables": n_tables, "true_share": SHARES[share]}
        for measure in NAMES:
            own = chosen.where(share=share, size=size, measure=measure)
            row |= {f"{measure}_{name}": own.mean(name) for name in heads}
        rows.append(row)
    return grid(
        "by-share",
        "Rare and frequent classes in growing samples, all noise levels together",
        {
            "class, rows": "{share}, {size:,}",
            "tables": "{tables}",
            "true share %": "{true_share:%1}",
        }
        | {f"{SHORT[m]} {head}": f"{{{m}_{n}:%1}}" for m in NAMES for n, head in heads.items()},
        rows,
        (
            SHORT_NOTE,
            "Called: rows that the theory says are of the learned class. Below the true share it "
            "is too special, above it too general.",
        ),
    )


def _noise_picture(chosen: KnopfTheories, column: str, scale: float) -> Picture:
    what, unit = ("error on rows without noise", " %") if column == "error" else ("conditions", "")
    highest = chosen.where(noise=NOISE[-1])
    ends = ", ".join(
        f"{NAMES[measure]} {scale * highest.where(measure=measure).mean(column):.1f}"
        for measure in NAMES
    )
    return curves_picture(
        f"{column}-by-noise",
        f"{what.capitalize()} by noise",
        [_noise_panel(chosen, table.name, column, scale) for table in chosen.tables],
        4,
        PROBLEMS,
        "Solid: the largest sample of each table, dotted: 120 rows; all shares together, bars of "
        f"one standard error. At {NOISE[-1]} % noise, over all samples: {ends}{unit}.",
    )


def _noise_panel(chosen: KnopfTheories, table: str, column: str, scale: float) -> Panel:
    own = chosen.where(table=table)
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
    return _by_noise(f"{table} ({sizes[-1]:,} rows)", curves, "error, %" if scale > 1 else column)


def _by_noise(title: str, curves: Sequence[Curve], y_label: str) -> Panel:
    return Panel(title, curves, (), "noise, %", y_label, "linear")


def _strategy_picture(chosen: KnopfTheories) -> Picture:
    panels = []
    for measure, name in NAMES.items():
        by_noise = [chosen.where(measure=measure, noise=noise) for noise in NOISE]
        curves = [
            Curve(
                strategy.replace(" - ", " − "),
                NOISE,
                [100 * one.share(strategy) for one in by_noise],
                color=color,
            )
            for strategy, (_, color) in WON.items()
        ]
        panels.append(_by_noise(name.capitalize(), curves, "chosen, % of all samples"))
    return Picture(
        "strategies-by-noise",
        "Which theory is chosen by noise",
        partial(draw_panels, panels=panels, columns=3),
        (11.0, 3.4),
        "When a set of correctness-preservingly pruned rules is chosen, noise-free data "
        "can be assumed, and vice versa.",
        _strategy_sentence(chosen),
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
