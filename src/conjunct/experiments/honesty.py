"""Do the errors that rules promise come true? Our own study, the yardstick of `promises`.

The expected error of every learner's rules, and older estimates beside it, are held against the
errors of the same rules on rows that they were not learned from.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from conjunct.experiments import promise_trials as trials
from conjunct.experiments.figures import Curve, Panel, drawing
from conjunct.experiments.findings import Findings, Grid, Line, cell, signed, words_of
from conjunct.experiments.judging import LEAST, TOO_FEW
from conjunct.experiments.long_rows import TableRows, standard_error, table_rows
from conjunct.experiments.promise_trials import ALL, EXPECTED, KINDS, NOISE, REAL, SHOWN, SMALL
from conjunct.experiments.study import Results, make_study
from conjunct.plots.style import COLORS, INK
from conjunct.types import Floats

WORDS = words_of("honesty")
DESIGN: list[str] = WORDS.said["design"]  # tables that the method was chosen on
TITLES = ("real tables", "the same tables with permuted classes", "noise")
WHERE = ("on real tables", "with permuted classes", "on noise")
LABELS = dict(zip(SHOWN, WORDS.said["grids"]["honesty"]["heads"][3:], strict=True))

Averages = Mapping[str, Floats]  # averages over the trials by name, one for each table
Tables = Sequence[TableRows]


class Bar(NamedTuple):
    """What is asked for, what each group of rules has on each table, and the range it may have."""

    text: str
    values: Averages
    low: float
    high: float

    @property
    def missed(self) -> dict[str, Floats]:
        """The groups that miss it on average."""
        return {n: v for n, v in self.values.items() if not self.low <= v.mean() <= self.high}

    @property
    def n_clear(self) -> int:
        """Number of groups that miss it by more than two standard errors over the tables."""
        missed = self.missed.values()
        beyond = [max(self.low - own.mean(), own.mean() - self.high) for own in missed]
        return sum(b > 2 * standard_error(own) for b, own in zip(beyond, missed, strict=True))


def findings(results: Results) -> Findings:
    """Say of each estimate how far it is off, and which bars the expected error meets."""
    tables = table_rows(results, "kind", "group", "cover")
    bars = [bar for bar in bars_of(tables) if bar.values]
    kinds = {kind: at for at, kind in enumerate(KINDS) if _groups(tables, kind)}
    names = ("training", EXPECTED, "error", "pull")
    widths = [
        {"width": width, **{name: one[name].mean() for name in names}}
        for width, one in _beams(tables, NOISE).items()
    ]
    judged = max(len(results.rows[table.name]) for table in tables) >= LEAST
    grids = [
        _verdicts(bars, judged),
        *(_grid(kind, TITLES[at], tables) for kind, at in kinds.items()),
    ]
    grids += [WORDS.grid("noise-by-width", widths)] if NOISE in kinds else []
    said = []
    for kind, at in kinds.items():
        off = [100 * one["expected_bias"].mean() for one in _groups(tables, kind).values()]
        said.append(WORDS.say("off", low=min(off), high=max(off), where=WHERE[at]))
    met = {
        **{"met": sum(not bar.missed for bar in bars), "bars": len(bars), "least": LEAST},
        "misses": sum(len(bar.missed) for bar in bars),
        "clear": sum(bar.n_clear for bar in bars),
    }
    part = [table.name for table in tables if table.name in DESIGN]
    summary = (
        WORDS.say("expected", said=", ".join(said)),
        WORDS.say("met" if judged else "too_few", met),
        WORDS.say("chosen" if part else "not_chosen", names=", ".join(part)),
    )
    panels = [_panel(TITLES[at], _beams(tables, kind)) for kind, at in kinds.items()]
    return Findings(summary, tuple(grids), (WORDS.picture("bias-by-width", drawing(panels, 3)),))


def bars_of(tables: Tables) -> list[Bar]:
    """Return the bars that the expected error must meet, each with the values of all groups."""
    bars = []
    for cover, limits in WORDS.said["limits"].items():
        for title, (kind, limit) in zip(TITLES, limits.items(), strict=True):
            where = title + (f", covers < {trials.FEW_ROWS}" if cover == SMALL else "")
            groups = _groups(tables, kind, cover)
            biases = {name: 100 * one["expected_bias"] for name, one in groups.items()}
            bars.append(Bar(WORDS.say("bias", limit=limit, where=where), biases, -limit, limit))
    excess = {
        name: 100 * (one["expected_miss"] - one["ucf_miss"])
        for name, one in _groups(tables, REAL).items()
    }
    beams = [100 * one[EXPECTED] for one in _beams(tables, NOISE).values()]
    rise = {"widest beam": beams[-1] - beams[0]} if len(beams) > 1 else {}
    bars.append(Bar(WORDS.say("miss"), excess, -math.inf, 0.0))
    return [*bars, Bar(WORDS.say("rise"), rise, math.ulp(0.0), math.inf)]


def _groups(tables: Tables, kind: str, cover: str = ALL) -> dict[str, Averages]:
    """Return the averages of one kind of table and one cover, by group of rules."""
    found: dict[str, Averages] = {}
    for group in trials.LEARNERS:
        own = [table.by[key] for table in tables if (key := (kind, group, cover)) in table.by]
        if own:
            found[group] = {name: np.array([one[name].mean() for one in own]) for name in own[0]}
    return found


def _beams(tables: Tables, kind: str) -> dict[int, Averages]:
    """Return the averages of one kind of table, by beam width."""
    groups = _groups(tables, kind)
    return {width: groups[name] for name, width in trials.BEAMS.items() if name in groups}


def _verdicts(bars: list[Bar], judged: bool) -> Grid:
    rows: list[Line] = []
    for bar in bars:
        errors = {name: standard_error(own) for name, own in bar.values.items()}
        missed = [
            f"{name} ({cell('{m:s1}{e:±1}', {'m': own.mean(), 'e': errors[name]})})"
            for name, own in bar.missed.items()
        ]
        met = f"{len(bar.values) - len(missed)} of {len(bar.values)}"
        told = {"_met": met if judged else TOO_FEW}
        told["_missed"] = (", ".join(missed) or "–") if judged else ""
        for name, own in bar.values.items():
            row = {"bar": bar.text, "group": name, "value": own.mean()}
            row |= {"standard error": errors[name], "met": int(name not in bar.missed)}
            rows.append({**row, **told})
    return WORDS.grid("verdicts", rows)


def _grid(kind: str, title: str, tables: Tables) -> Grid:
    rows = []
    for table in tables:
        for (of, group, cover), columns in table.by.items():
            one = {name: values.mean() for name, values in columns.items()}
            row = {"table": table.name, "kind": kind, "group": group, "cover": cover}
            for name in SHOWN if of == kind else ():
                told = {"estimate": name, "rules": one["rules"], "error": one["error"]}
                told |= {"estimated": one[name], "bias": one[f"{name}_bias"]}
                rows.append({**row, **told, "miss": one[f"{name}_miss"]})
    lines, few = [], _groups(tables, kind, SMALL)
    for group, averages in _groups(tables, kind).items():
        every, small = (
            {name: values.mean() for name, values in one.items()}
            for one in (averages, few.get(group, {}))
        )
        cells = [cell("{rules:.0f}", every), cell("{error:%1}", every)]
        for name in SHOWN:
            bias, by_few = (
                signed(100 * one.get(f"{name}_bias", math.nan)) for one in (every, small)
            )
            text = f"{bias} / {by_few or '–'} / {{{name}_miss:%1}}"
            cells.append(cell(text, every) if bias else "–")
        lines.append((group, *cells))
    facts = {"where": title, "few": trials.FEW_ROWS}
    notes = tuple(WORDS.said["notes"].values()) if kind == REAL else ()
    return WORDS.grid("honesty", rows, facts, name=f"honesty-{kind}", lines=lines, notes=notes)


def _panel(title: str, beams: Mapping[int, Averages]) -> Panel:
    widths = [float(width) for width in beams]
    lines = [Curve("honest", widths, [0.0] * len(widths), style="dashed", color=INK)]
    for color, name in zip(COLORS, SHOWN, strict=False):
        biases = [100 * float(one[f"{name}_bias"].mean()) for one in beams.values()]
        lines.append(Curve(LABELS[name], widths, biases, color=color))
    return Panel(title, lines, "beam width", "bias, points", "widths")


STUDY = make_study("honesty", trials.promises_and_truth, findings, max_width=trials.WIDTHS[-1])
