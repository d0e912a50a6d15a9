"""Rules and how they did on unseen rows, as arrays that a regression learns from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from conjunct.evaluate import precision, rule_features
from conjunct.evaluate.learned import Target
from conjunct.types import AnyArray, Flags, Floats, Ints

_COLUMNS = ("P", "N", "p", "n", "test_p", "test_n", "final_p", "final_n", "length")


@dataclass(frozen=True, eq=False)
class Examples:
    """One entry for each rule of each search.

    Parameters
    ----------
    counts : mapping of str to ndarray
        ``P``, ``N``, ``p`` and ``n`` where the rule was learned; ``test_p`` and ``test_n`` on the
        other half; ``final_p`` and ``final_n`` those of the rule that its search kept; and
        ``length``, the conditions that were added up to the rule.
    table, heuristic : ndarray of int
        Where it comes from: positions in `tables` and `heuristics`.
    tables, heuristics : tuple of str
        Their names.
    """

    counts: Mapping[str, Ints]
    table: Ints
    heuristic: Ints
    tables: tuple[str, ...]
    heuristics: tuple[str, ...]

    @classmethod
    def of(
        cls, rows: Mapping[str, Iterable[Sequence[Mapping[str, Any]]]], heuristics: Sequence[str]
    ) -> Examples:
        """Read the rows that `conjunct.metalearning.recorder.recorded_searches` yields.

        Parameters
        ----------
        rows : mapping of str to iterable of sequence of mapping
            For each table the trials, each a list of searches.
        heuristics : sequence of str
            Those that led the searches.
        """
        blocks = [np.zeros((0, len(_COLUMNS) + 2), np.int64)]
        for place, trials in enumerate(rows.values()):
            for trial in trials:
                for row in trial:
                    blocks.append(_block(row, place, heuristics.index(str(row["heuristic"]))))
        *counts, table, heuristic = np.concatenate(blocks).T
        named = dict(zip(_COLUMNS, counts, strict=True))
        return cls(named, table, heuristic, tuple(rows), tuple(heuristics))

    def __len__(self) -> int:
        return len(self.table)

    def take(self, which: AnyArray) -> Examples:
        """Return some of the examples, by numbers or flags."""
        counts = {name: values[which] for name, values in self.counts.items()}
        named = (self.tables, self.heuristics)
        return Examples(counts, self.table[which], self.heuristic[which], *named)

    def for_target(self, target: Target) -> Examples:
        """Return those that tell something: that cover a row of the other half.

        Where the precision of the final rule is to be told, that rule must do so too: else its
        whole search goes.
        """
        useful: Flags = self.counts["test_p"] + self.counts["test_n"] > 0
        if target == "final precision":
            useful = useful & (self.counts["final_p"] + self.counts["final_n"] > 0)
        return self.take(useful)

    def values(self, target: Target) -> Floats:
        """Return what is to be predicted, a column for each output."""
        if target == "coverage":
            return np.column_stack((self.counts["test_p"], self.counts["test_n"])).astype(float)
        kind = "final" if target == "final precision" else "test"
        return precision(self.counts[f"{kind}_p"], self.counts[f"{kind}_n"])[:, None]

    def features(self, names: Sequence[str]) -> Floats:
        """Return what the prediction is made from, a column for each feature."""
        counts = self.counts
        p, n, P, N = (counts[name] for name in ("p", "n", "P", "N"))
        return rule_features(p, n, P, N, names, counts["length"])


def _block(row: Mapping[str, Any], table: int, heuristic: int) -> Ints:
    steps = np.array(
        [str(row[name]).split() for name in ("p", "n", "test_p", "test_n")], dtype=np.int64
    )
    P, N, kept = (int(row[name] or 0) for name in ("P", "N", "kept"))
    final = steps[2:, kept - 1].tolist()
    block = np.empty((steps.shape[1], len(_COLUMNS) + 2), np.int64)
    block[:, :2] = P, N
    block[:, 2:6] = steps.T
    block[:, 6:8] = final
    block[:, 8] = np.arange(1, len(block) + 1)
    block[:, 9:] = table, heuristic
    return block
