"""A textbook tree learner: rows in lists, one node after the other."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from conjunct.encode import CodedTable
from conjunct.trees import GrowthLimits
from conjunct.trees.splits import entropy_units


class PlainTree:
    """Grows by trying every split on the rows themselves; units are those of `n_rows` rows."""

    def __init__(self, table: CodedTable, limits: GrowthLimits, n_rows: int):
        self.codes = [table.codes(number).tolist() for number in range(table.n_columns)]
        self.columns = table.columns
        self.labels = table.labels.tolist()
        self.n_classes = len(table.classes)
        self.units = [int(one) for one in entropy_units(n_rows)]
        self.criterion, self.binary = limits.criterion, limits.binary
        self.least, self.gain = limits.min_coverage, limits.require_gain
        self.max_leaves = limits.max_leaves

    def grow(self, rows: list[int]) -> Any:
        """Return nested tuples: class counts, and (column, parts of rows) of a split."""
        splits = {} if self.max_leaves is None else self.best_first(rows, self.max_leaves)
        return self.below(rows, (), splits)

    def below(self, rows: list[int], path: tuple[int, ...], splits: dict[Any, Any]) -> Any:
        """Return the tree below a node; `path` has the branches on the way to it."""
        best = self.split(rows) if self.max_leaves is None else splits.get(path)
        if best is None:
            return self.count(rows), None
        column, parts = best
        below = [self.below(part, (*path, at), splits) for at, part in enumerate(parts)]
        return self.count(rows), (column, below)

    def best_first(self, rows: list[int], max_leaves: int) -> dict[Any, Any]:
        """Split the best of the leaves, again and again; return the splits by the way to them."""
        leaves, splits = {(): rows}, {}
        while True:
            fitting = []
            for path, own in leaves.items():
                best = self.split(own)
                if best is not None and len(leaves) - 1 + len(best[1]) <= max_leaves:
                    gain = self.impurity(own) - self.left(best[1])
                    fitting.append(((-gain, len(path), path), best))
            if not fitting:
                return splits
            (_, _, path), best = min(fitting, key=lambda one: one[0])
            splits[path] = best
            del leaves[path]
            leaves |= {(*path, at): part for at, part in enumerate(best[1])}

    def split(self, rows: list[int]) -> tuple[int, list[list[int]]] | None:
        """Return the best split of some rows; None if they are a leaf."""
        if max(self.count(rows)) == len(rows) or len(rows) < 2 * self.least:
            return None
        return self.best(rows)

    def count(self, rows: list[int]) -> list[int]:
        labels = [self.labels[row] for row in rows]
        return [labels.count(number) for number in range(self.n_classes)]

    def best(self, rows: list[int]) -> tuple[int, list[list[int]]] | None:
        found = []
        for column in range(len(self.columns)):
            splits = list(self.splits(rows, column))
            if splits:
                # The first of equally good splits: the one with the lower code.
                parts = min(splits, key=self.left)
                ways = self.columns[column].n_codes
                if self.binary or self.columns[column].kind == "numeric":
                    ways = 2
                rounding = (self.n_classes + 1) * (ways + 1)
                units = self.impurity(rows) - self.left(parts)
                units = 0 if self.criterion != "accuracy" and units <= rounding else units
                found.append((column, parts, units))
        if self.gain:
            found = [one for one in found if one[2] > 0]
        if not found:
            return None
        column, parts, _ = max(found, key=lambda one: (self.score(one, found), -one[0]))
        return column, parts

    def score(self, one: tuple[int, list[list[int]], int], found: list[Any]) -> Fraction | float:
        _, parts, units = one
        if self.criterion != "gain_ratio":
            return Fraction(units)
        positive = [other for _, _, other in found if other > 0]
        if units * len(positive) < sum(positive):
            return -1.0
        sizes = [len(part) for part in parts]
        return units / max(self.units[sum(sizes)] - sum(self.units[n] for n in sizes), 1)

    def left(self, parts: list[list[int]]) -> int:
        return sum(self.impurity(part) for part in parts)

    def impurity(self, rows: list[int]) -> int:
        """Return the entropy of rows in units; the rows of rarer classes if accuracy is asked."""
        if self.criterion == "accuracy":
            return len(rows) - max(self.count(rows))
        return self.units[len(rows)] - sum(self.units[n] for n in self.count(rows))

    def splits(self, rows: list[int], column: int) -> Any:
        """Yield every split of a column: parts of rows, missing cells with the largest."""
        codes = self.codes[column]
        n_codes = self.columns[column].n_codes
        known = [row for row in rows if codes[row] < n_codes]
        values = sorted({codes[row] for row in known})
        if self.columns[column].kind == "numeric":
            ways = [
                [[r for r in known if codes[r] <= value], [r for r in known if codes[r] > value]]
                for value in values[:-1]
            ]
        elif self.binary:
            tried = values if len(values) > 2 else values[:1]
            ways = [
                [[r for r in known if codes[r] == value], [r for r in known if codes[r] != value]]
                for value in tried
            ]
        else:
            ways = [[[r for r in known if codes[r] == value] for value in values]]
        for parts in ways:
            if len(values) < 2:
                continue
            most = max(range(len(parts)), key=lambda at: (len(parts[at]), -at))
            parts[most] = parts[most] + [row for row in rows if codes[row] >= n_codes]
            if sum(len(part) >= self.least for part in parts) >= 2:
                yield parts
