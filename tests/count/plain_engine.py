"""The slow twin of all engines: plain loops over rows, one row and one number at a time."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from conjunct.count.counts import Counts
from conjunct.count.engine import (
    CLASS_WEIGHTS,
    FLAT,
    IDENTITY,
    LOSS_SCALE,
    SCALE,
    Applied,
    Channels,
    Points,
    Splits,
    Spread,
    Tests,
    n_channels,
)
from conjunct.count.exact import exact_exp, exact_log
from conjunct.count.folds import Fold, scrambled
from conjunct.encode import CodedTable
from conjunct.types import Ints


class Row(NamedTuple):
    """One row of a table; None is a missing cell."""

    number: int
    codes: tuple[int | None, ...]
    label: int
    rank: int
    weight: float


class PlainEngine:
    """Answer every question by looking at every row."""

    def __init__(self, table: CodedTable) -> None:
        self.columns = table.columns
        self.n_classes = len(table.classes)
        n_codes = [column.n_codes for column in table.columns]
        cells = [table.codes(column).tolist() for column in range(len(n_codes))]
        weights = [1.0] * table.n_rows if table.weights is None else table.weights.tolist()
        rows = []
        for number in range(table.n_rows):
            codes = [column[number] for column in cells]
            known = tuple(
                None if code == n else code for code, n in zip(codes, n_codes, strict=True)
            )
            label, rank = int(table.labels[number]), int(table.ranks[number])
            rows.append(Row(number, known, label, rank, weights[number]))
        self.covers: dict[int, list[Row]] = {0: rows}
        self.n_made = 1
        self.states: dict[str, dict[int, list[int]]] = {
            IDENTITY: {row.number: [identity(row)] for row in rows},
            CLASS_WEIGHTS: {
                row.number: [
                    round(SCALE * row.weight) * (label == row.label)
                    for label in range(self.n_classes)
                ]
                for row in rows
            },
        }
        self.widths = {IDENTITY: 1, CLASS_WEIGHTS: self.n_classes}

    def root(self) -> int:
        return 0

    def keep(self, rows: Iterable[Row]) -> int:
        self.covers[self.n_made] = list(rows)
        self.n_made += 1
        return self.n_made - 1

    def subset(
        self,
        cover: int,
        *,
        classes: Collection[int] | None = None,
        without: Sequence[Tests] = (),
        of: Collection[int] | None = None,
        fold: Fold | None = None,
    ) -> int:
        def kept(row: Row) -> bool:
            if classes is not None and row.label not in classes:
                return False
            if fold is not None and not fold.has(np.array([row.rank]))[0]:
                return False
            return not any(holds(row, body) and (of is None or row.label in of) for body in without)

        return self.keep(filter(kept, self.covers[cover]))

    def refine(self, covers: Ints, tests: Tests) -> Ints:
        return np.array(
            [
                self.keep(row for row in self.covers[cover] if holds(row, test[None]))
                for cover, test in zip(covers.tolist(), tests, strict=True)
            ],
            np.int64,
        )

    def part(self, covers: Ints, splits: Splits) -> Ints:
        made, parts = [], splits.parts.tolist()
        for cover, column, n_parts in zip(
            covers.tolist(), splits.columns.tolist(), splits.n_parts.tolist(), strict=True
        ):
            n_codes = self.columns[column].n_codes
            part_of = dict(zip([*range(n_codes), None], parts[: n_codes + 1], strict=True))
            parts = parts[n_codes + 1 :]
            for part in range(n_parts):
                rows = [row for row in self.covers[cover] if part_of[row.codes[column]] == part]
                made.append(self.keep(rows))
        return np.array(made, np.int64)

    def release(self, covers: Ints) -> None:
        for cover in covers.tolist():
            if cover:
                del self.covers[cover]

    def count(self, covers: Ints, channels: Channels) -> Counts:
        def numbers(row: Row) -> list[int] | None:
            if channels[row.label] < 0:
                return None
            return [int(channels[row.label] == one) for one in range(n_channels(channels))]

        return self.added(covers, numbers, n_channels(channels))

    def sum(self, covers: Ints, state: str) -> Counts:
        values = self.states[state]
        width = self.widths[state]
        every = self.added(covers, lambda row: values.get(row.number, [0] * width), width)
        kept = every.values.any(axis=1)
        ends = np.concatenate(([0], np.cumsum(kept)))
        return Counts(ends[every.offsets], every.codes[kept], every.values[kept], every.totals)

    def added(self, covers: Ints, numbers: Any, width: int) -> Counts:
        """Add up the numbers of rows by code; rows without numbers are left out."""
        offsets, codes, values, totals = [0], [], [], []
        for cover in covers.tolist():
            rows = [row for row in self.covers[cover] if numbers(row) is not None]
            totals.append(summed(map(numbers, rows), width))
            for column in range(len(self.columns)):
                found = {row.codes[column] for row in rows} - {None}
                for code in sorted(found):
                    own = [numbers(row) for row in rows if row.codes[column] == code]
                    codes.append(code)
                    values.append(summed(own, width))
                offsets.append(len(codes))
        return Counts(
            np.array(offsets, np.int64),
            np.array(codes, np.int64),
            np.array(values, np.int64).reshape(-1, width),
            np.array(totals, np.int64).reshape(-1, width),
        )

    def tally(
        self, covers: Ints, bodies: Sequence[Tests], of: Channels | str, first: bool = False
    ) -> Ints:
        def numbers(row: Row) -> list[int]:
            if not isinstance(of, str):
                return [int(of[row.label] == one) for one in range(n_channels(of))]
            values = self.states[of].get(row.number, [0] * self.widths[of])
            if of in (IDENTITY, CLASS_WEIGHTS):
                return values
            gradients = values[1 : 1 + len(values) // 2]
            return values + [max(gradient, 0) for gradient in gradients]

        width = len(numbers(Row(-1, (), 0, 0, 0.0)))
        sums = np.zeros((len(covers), len(bodies), width), np.int64)
        for place, cover in enumerate(covers.tolist()):
            left = self.covers[cover]
            for number, body in enumerate(bodies):
                held = [row for row in left if holds(row, body)]
                sums[place, number] = summed(map(numbers, held), width)
                if first:
                    left = [row for row in left if not holds(row, body)]
        return sums

    def apply(self, state: str | None, cover: int, points: Points, least: float = 0.0) -> Applied:
        written, applied = {}, Applied(0, 0, 0)
        for row in self.covers[cover]:
            scores = points.base.tolist()
            for rule, channel, weight in zip(
                points.rules.tolist(),
                points.channels.tolist(),
                points.weights.tolist(),
                strict=True,
            ):
                if holds(row, points.bodies[rule]):
                    scores[channel] += weight
            values, done = self.scored(row, scores, least)
            written[row.number] = values
            applied += done
        if state is not None:
            self.states[state] = written
            self.widths[state] = 1 + 2 * len(points.base)
        return applied

    def scored(self, row: Row, scores: list[float], least: float) -> tuple[list[int], Applied]:
        target, every = row.label, scores
        if len(scores) == 1:
            target, every = int(row.label == self.n_classes - 1), [0.0, scores[0]]
        odds = [exponential(score - max(every)) for score in every]
        total = odds[0]
        for more in odds[1:]:
            total += more
        nats = logarithm(total) - (every[target] - max(every))
        if least:
            nats = min(nats, -math.log(least))
        weight = round(SCALE * row.weight)
        gradients, curvatures = [], []
        for one in range(len(every))[-len(scores) :]:
            p = odds[one] * (1.0 / total)
            gradients.append(fixed((one == target) - p, row.weight))
            curvatures.append(fixed(p * (1.0 - p), row.weight))
        loss = round(float(round(LOSS_SCALE * nats)) * row.weight)
        wrong = weight if every[target] < max(every) else 0
        return [weight, *gradients, *curvatures], Applied(loss, wrong, weight)

    def curvature(
        self, state: str, cover: int, bodies: Sequence[Tests], blocks: Sequence[Ints]
    ) -> list[Ints]:
        values, rows, made = self.states[state], self.covers[cover], []
        for score, block in enumerate(blocks):
            size = len(block)
            sums = np.zeros((size + 1, size + 1), np.int64)
            for row in rows:
                own = values[row.number][1 + len(blocks) + score]
                held = [at for at, rule in enumerate(block) if holds(row, bodies[rule])]
                sums[size, size] += own
                for one in held:
                    sums[one, size] += own
                    sums[size, one] += own
                    for two in held:
                        sums[one, two] += own if own > FLAT else 0
            made.append(sums)
        return made

    def spread(self, cover: int, bodies: Sequence[Tests], points: Ints) -> Spread:
        found: dict[int, list[int]] = {}
        for row in self.covers[cover]:
            given = zip(bodies, points.tolist(), strict=True)
            total = sum(one for body, one in given if holds(row, body))
            found.setdefault(total, [0] * self.n_classes)[row.label] += 1
        sums = sorted(found)
        counts = np.array([found[one] for one in sums], np.int64)
        return Spread(np.array(sums, np.int64), counts.reshape(-1, self.n_classes))

    def search(self, request: Any) -> None:
        """Search nothing: the plain path serves."""


def holds(row: Row, body: Tests) -> bool:
    """Tell whether a row satisfies all conditions."""
    for column, op, code in body.tolist():
        own = row.codes[column]
        if own is None or not (own == code, own != code, own <= code, own > code)[op]:
            return False
    return True


def identity(row: Row) -> int:
    word = np.array([(row.label << 40) ^ row.rank], np.uint64)
    return wrapped(int(scrambled(word, 1)[0]))


def wrapped(number: int) -> int:
    """Return what is left of a whole number in 64 bits with a sign."""
    return (number + 2**63) % 2**64 - 2**63


def summed(lines: Iterable[Sequence[int]], width: int) -> list[int]:
    """Add up lines of numbers."""
    total = [0] * width
    for line in lines:
        total = [wrapped(one + two) for one, two in zip(total, line, strict=True)]
    return total


def exponential(x: float) -> float:
    return float(exact_exp(np.array([x]))[0])


def logarithm(y: float) -> float:
    return float(exact_log(np.array([y]))[0])


def fixed(value: float, weight: float) -> int:
    return round(float(round(SCALE * value)) * weight)
