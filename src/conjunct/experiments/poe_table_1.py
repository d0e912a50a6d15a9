"""Table 1 of Domingos (1998) as a run gives it, the published numbers beside."""

from __future__ import annotations

import math
from collections.abc import Sequence

from conjunct.experiments.findings import Grid
from conjunct.experiments.poe_results import MEASURES, TableEndings, tally
from conjunct.experiments.poe_trials import RATES, Learner, Rate
from conjunct.experiments.published.domingos1998 import LOWER_ERROR, SIMPLER, TABLES, Spread

KINDS = {False: "unordered", True: "ordered"}
READINGS: dict[Rate, str] = {
    "best": "error rate of the best rule by score",
    "raw": "lowest error rate of any rule tried",
    "m_estimate": "m-estimate of the best rule",
}
"""What each reading of POE takes for the lowest error rate found so far."""

Line = tuple[str | int | float | None, ...]


def table_1(ordered: bool, tables: Sequence[TableEndings]) -> Grid:
    """Return Table 1 for rule sets or for decision lists, with the default reading of POE.

    Parameters
    ----------
    ordered : bool
        Whether for decision lists.
    tables : sequence of TableEndings
        At least one, in the order to show them.
    """
    kind = KINDS[ordered]
    beside = any(table.published for table in tables)
    heads = ("error % CN2", "error % CN2-POE", "size CN2", "size CN2-POE")
    names = ("cn2_error", "poe_error", "cn2_size", "poe_size")
    return Grid(
        name=f"table-1-{kind}",
        title=f"Table 1: error rates and theory sizes of {kind} rules",
        columns=("table", *heads),
        lines=tuple(_line(ordered, table, beside) for table in tables),
        data_columns=(
            *("table", "published_as", "trials"),
            *(f"{name}{part}" for name in names for part in ("", "_sd", "_standard_error")),
            *(f"published_{name}{part}" for name in names for part in ("", "_sd")),
        ),
        data=tuple(_data(ordered, table) for table in tables),
        notes=(
            "Averages ± standard deviations over the trials"
            + ("; published ones in brackets." if beside else "."),
            "Theory size: conditions of all rules.",
        ),
    )


def readings_grid(tables: Sequence[TableEndings]) -> Grid:
    """Return for each reading of POE on how many tables it errs less and is simpler than CN2.

    Parameters
    ----------
    tables : sequence of TableEndings
        At least one.
    """
    pairs = [(ordered, rate) for ordered in KINDS for rate in RATES]
    data = [_reading_data(ordered, rate, tables) for ordered, rate in pairs]
    lines = [_reading_line(line) for line in data]
    if any(table.published for table in tables):
        count = len(TABLES)
        printed = (LOWER_ERROR, count - LOWER_ERROR, SIMPLER, count - SIMPLER)
        lines.append(
            ("published", *map(str, (printed[0], printed[1])), "–", "–", str(SIMPLER), "–")
        )
        data.append(("published", None, *printed[:2], None, None, *printed[2:], None))
    return Grid(
        name="readings",
        title="CN2-POE against CN2 by reading of the lowest error rate, over tables",
        columns=("rules, reading", "lower error", "higher", "p", "points", "simpler", "size ratio"),
        lines=tuple(lines),
        data_columns=(
            *("rules", "reading", "lower_error", "higher_error", "sign_test_p"),
            *("mean_points_saved", "simpler", "larger", "mean_size_ratio"),
        ),
        data=tuple(data),
        notes=(
            *(f"{rate}: {text}." for rate, text in READINGS.items()),
            "Six versions on the same divisions: the best of them looks better than it is.",
            "p: two-tailed sign test over the tables. Points: error of CN2 less that of CN2-POE, "
            "average over the tables. Size ratio: CN2-POE to CN2, average over the tables.",
        ),
    )


def by_reading_grid(tables: Sequence[TableEndings]) -> Grid:
    """Return average error and theory size of every version of CN2 on every table."""
    lines: list[tuple[str, ...]] = []
    data: list[Line] = []
    for ordered, kind in KINDS.items():
        learners = [Learner(ordered, rate) for rate in (None, *RATES)]
        for table in tables:
            means = [table.spread(m, one).mean for m in MEASURES for one in learners]
            lines.append((f"{table.facts.name}, {kind}", *(f"{mean:.1f}" for mean in means)))
            data.append((table.facts.name, kind, table.n_trials, *means))
    versions = ("CN2", *RATES)
    return Grid(
        name="by-reading",
        title="Error rates (%) and theory sizes of every reading",
        columns=("table, rules", *versions, *(f"size {one}" for one in versions)),
        lines=tuple(lines),
        data_columns=(
            *("table", "rules", "trials"),
            *(f"{measure}_{one}" for measure in MEASURES for one in versions),
        ),
        data=tuple(data),
    )


def _four(ordered: bool, table: TableEndings) -> list[Spread]:
    learners = (Learner(ordered, None), Learner(ordered, RATES[0]))
    return [table.spread(measure, learner) for measure in MEASURES for learner in learners]


def _line(ordered: bool, table: TableEndings, beside: bool) -> tuple[str, ...]:
    theirs: Sequence[Spread | None] = table.published or (None,) * 4
    cells = (
        f"{ours.mean:.1f} ± {ours.deviation:.1f}" + (f" {_bracket(known)}" if beside else "")
        for ours, known in zip(_four(ordered, table), theirs, strict=True)
    )
    return (table.facts.name, *cells)


def _bracket(known: Spread | None) -> str:
    return "(–)" if known is None else f"({known.mean:.1f} ± {known.deviation:.1f})"


def _data(ordered: bool, table: TableEndings) -> Line:
    root = math.sqrt(table.n_trials)
    ours = [(one.mean, one.deviation, one.deviation / root) for one in _four(ordered, table)]
    theirs = table.published or (Spread(math.nan, math.nan),) * 4
    known = [number for spread in theirs for number in spread]
    return (
        *(table.facts.name, table.facts.published_as, table.n_trials),
        *(number for three in ours for number in three),
        *(None if math.isnan(number) else number for number in known),
    )


def _reading_data(ordered: bool, rate: Rate, tables: Sequence[TableEndings]) -> Line:
    errors, sizes = (tally(tables, measure, ordered, rate) for measure in MEASURES)
    points = sum(float(table.saved(ordered, rate).mean()) for table in tables) / len(tables)
    ratios = [ratio for t in tables if (ratio := t.size_ratio(ordered, rate)) is not None]
    return (
        *(KINDS[ordered], rate, errors.better, errors.worse, errors.p_value, points),
        *(sizes.better, sizes.worse, sum(ratios) / len(ratios) if ratios else None),
    )


def _reading_line(data: Line) -> tuple[str, ...]:
    kind, rate, lower, higher, p_value, points, simpler, _, ratio = data
    share = "–" if ratio is None else f"{ratio:.2f}"
    return (
        *(f"{kind}, {rate}", str(lower), str(higher), f"{p_value:.3f}"),
        *(f"{points:+.2f}", str(simpler), share),
    )
