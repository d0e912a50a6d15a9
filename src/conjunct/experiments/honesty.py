"""Do the errors that rules promise come true? Our own study, the yardstick of `promises`.

The expected error of every learner's rules, and older estimates beside it, are held against the
errors of the same rules on rows that they were not learned from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from conjunct.choose import ESTIMATES
from conjunct.experiments.figures import Curve, Panel, drawing
from conjunct.experiments.findings import Findings, Grid, percent, signed, words_of
from conjunct.experiments.judging import LEAST, TOO_FEW
from conjunct.experiments.long_rows import by_key, with_trials
from conjunct.experiments.promise_trials import (
    ALL,
    BEAMS,
    EXPECTED,
    FEW_ROWS,
    GUMBEL,
    KINDS,
    LEARNERS,
    NOISE,
    PERMUTED,
    REAL,
    SHOWN,
    SMALL,
    WIDTHS,
    promises_and_truth,
)
from conjunct.experiments.study import Results, Row, make_study
from conjunct.plots.style import COLORS, INK

WORDS = words_of("honesty")
DESIGN: list[str] = WORDS.said["design"]
"""Tables that the method was chosen on."""

TITLES = {REAL: "real tables", PERMUTED: "the same tables with permuted classes", NOISE: "noise"}
WHERE = {REAL: "on real tables", PERMUTED: "with permuted classes", NOISE: "on noise"}
LABELS = {
    **{name: ESTIMATES[name].label for name in SHOWN if name in ESTIMATES},
    **{GUMBEL: "Gumbel", EXPECTED: "expected"},
}

Key = tuple[str, str, str]
"""Kind of table, group of rules, cover."""

Means = Mapping[Key, Mapping[str, float]]
"""Averages over the trials of a table, or over tables."""


class Bar(NamedTuple):
    """What is asked for, what each group of rules has, and what is good enough."""

    text: str
    values: Mapping[str, float]
    meets: Callable[[float], bool]

    @property
    def missed(self) -> dict[str, float]:
        """The groups that miss it."""
        return {name: value for name, value in self.values.items() if not self.meets(value)}


def findings(results: Results) -> Findings:
    """Say of each estimate how far it is off, and which bars the expected error meets."""
    tables = [table.name for table in with_trials(results)]
    by_table = {name: _over_trials(results.rows[name]) for name in tables}
    means = _over_tables(by_table)
    bars = [bar for bar in bars_of(means) if bar.values]
    judged = max(len(results.rows[name]) for name in tables) >= LEAST
    kinds = [kind for kind in KINDS if any(key[0] == kind for key in means)]
    names = ("training", EXPECTED, "error", "pull")
    widths = [
        {"width": width, **{name: one[name] for name in names}}
        for width, one in _beams(means, NOISE).items()
    ]
    panels = [_panel(kind, means) for kind in kinds]
    return Findings(
        _summary(means, bars, kinds, judged, tables),
        (
            *(_verdicts(bars, judged), *(_grid(kind, means, by_table) for kind in kinds)),
            *([WORDS.grid("noise-by-width", widths)] if NOISE in kinds else []),
        ),
        (WORDS.picture("bias-by-width", drawing(panels, 3)),),
    )


def bars_of(means: Means) -> list[Bar]:
    """Return the bars that the expected error must meet, each with the values of all groups."""
    bars = []
    for cover, limits in ((ALL, (1.5, 2.0, 2.0)), (SMALL, (3.0,) * 3)):
        for kind, limit in zip(KINDS, limits, strict=True):
            where = TITLES[kind] + (f", covers < {FEW_ROWS}" if cover == SMALL else "")
            text = WORDS.say("bias", limit=limit, where=where)
            bars.append(Bar(text, _biases(means, kind, cover), partial(_is_within, limit)))
    real = _groups(means, REAL, ALL)
    excess = {name: 100 * (one["expected_miss"] - one["ucf_miss"]) for name, one in real.items()}
    told = [one[EXPECTED] for one in _beams(means, NOISE).values()]
    rise = {"widest beam": 100 * (told[-1] - told[0])} if len(told) > 1 else {}
    bars.append(Bar(WORDS.say("miss"), excess, lambda value: value <= 0.0))
    return [*bars, Bar(WORDS.say("rise"), rise, lambda value: value > 0.0)]


def _is_within(limit: float, value: float) -> bool:
    return abs(value) <= limit


def _groups(means: Means, kind: str, cover: str) -> dict[str, Mapping[str, float]]:
    """Return the averages of one kind of table and one cover, by group of rules."""
    keys = {name: (kind, name, cover) for name in LEARNERS}
    return {name: means[key] for name, key in keys.items() if key in means}


def _biases(means: Means, kind: str, cover: str) -> dict[str, float]:
    return {name: 100 * one["expected_bias"] for name, one in _groups(means, kind, cover).items()}


def _beams(means: Means, kind: str) -> dict[int, Mapping[str, float]]:
    """Return the averages of one kind of table, by beam width."""
    groups = _groups(means, kind, ALL)
    return {width: groups[name] for name, width in BEAMS.items() if name in groups}


def _over_trials(trials: list[list[Row]]) -> Means:
    """Average the rows of one table; what no trial has is not a number."""
    return {
        key: {name: float(values.mean()) for name, values in columns.items()}
        for key, columns in by_key(trials, "kind", "group", "cover").items()
    }


def _over_tables(by_table: Mapping[str, Means]) -> Means:
    keys = dict.fromkeys(key for means in by_table.values() for key in means)
    found = {key: [means[key] for means in by_table.values() if key in means] for key in keys}
    return {
        key: {name: float(np.mean([one[name] for one in those])) for name in those[0]}
        for key, those in found.items()
    }


def _summary(
    means: Means, bars: list[Bar], kinds: list[str], judged: bool, tables: list[str]
) -> tuple[str, ...]:
    """Say how far the expected errors are off, and how many bars they meet; no more than that."""
    said = []
    for kind in kinds:
        off = _biases(means, kind, ALL).values()
        said.append(WORDS.say("off", low=min(off), high=max(off), where=WHERE[kind]))
    met = sum(not bar.missed for bar in bars)
    part = [name for name in tables if name in DESIGN]
    return (
        WORDS.say("expected", said=", ".join(said)),
        WORDS.say("met" if judged else "too_few", met=met, bars=len(bars), least=LEAST),
        WORDS.say("chosen" if part else "not_chosen", names=", ".join(part)),
    )


def _verdicts(bars: list[Bar], judged: bool) -> Grid:
    lines = []
    for bar in bars:
        missed = ", ".join(f"{name} ({signed(value)})" for name, value in bar.missed.items())
        met = f"{len(bar.values) - len(bar.missed)} of {len(bar.values)}"
        lines.append((bar.text, met, missed or "–") if judged else (bar.text, TOO_FEW, ""))
    rows = [
        {"bar": bar.text, "group": name, "value": value, "met": int(bar.meets(value))}
        for bar in bars
        for name, value in bar.values.items()
    ]
    return WORDS.grid("verdicts", rows, lines=lines)


def _grid(kind: str, means: Means, by_table: Mapping[str, Means]) -> Grid:
    rows = [
        {
            **{"table": table, "kind": kind, "group": group, "cover": cover, "estimate": name},
            **{"rules": one["rules"], "error": one["error"], "estimated": one[name]},
            **{"bias": one[f"{name}_bias"], "miss": one[f"{name}_miss"]},
        }
        for table, those in by_table.items()
        for (of, group, cover), one in those.items()
        if of == kind
        for name in SHOWN
    ]
    return WORDS.grid(
        "honesty",
        rows,
        {"where": TITLES[kind], "few": FEW_ROWS},
        name=f"honesty-{kind}",
        heads=("rules", "number", "error, %", *(LABELS[name] for name in SHOWN)),
        lines=[_line(kind, group, means) for group in _groups(means, kind, ALL)],
        notes=tuple(WORDS.said["notes"].values()) if kind == KINDS[0] else (),
    )


def _line(kind: str, group: str, means: Means) -> tuple[str, ...]:
    every, small = means[kind, group, ALL], means.get((kind, group, SMALL), {})
    cells = []
    for name in SHOWN:
        few = signed(100 * small.get(f"{name}_bias", np.nan)) or "–"
        bias, miss = signed(100 * every[f"{name}_bias"]), percent(every[f"{name}_miss"])
        cells.append(f"{bias} / {few} / {miss}" if bias else "–")
    return (group, f"{every['rules']:.0f}", percent(every["error"]), *cells)


def _panel(kind: str, means: Means) -> Panel:
    beams = _beams(means, kind)
    widths = [float(width) for width in beams]
    lines = [Curve("honest", widths, [0.0] * len(widths), style="dashed", color=INK)]
    for color, name in zip(COLORS, SHOWN, strict=False):
        biases = [100 * one[f"{name}_bias"] for one in beams.values()]
        lines.append(Curve(LABELS[name], widths, biases, color=color))
    return Panel(TITLES[kind], lines, "beam width", "bias, points", "widths")


STUDY = make_study("honesty", promises_and_truth, findings, {"max_width": WIDTHS[-1]})
