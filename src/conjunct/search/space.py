"""The conjuncts that a search has met, and the candidates of those it has counted.

A conjunct is counted once, however many widths come back to it.
"""

from __future__ import annotations

import numpy as np

from conjunct.count import CountingEngine, Tests, kernels
from conjunct.evaluate import Heuristic
from conjunct.search.growing import Growing
from conjunct.search.limits import Limits
from conjunct.search.refinements import KEY_SEED, Keys, Refinements, Scorer, describe
from conjunct.types import AnyArray, Ints

ROOT = 0


class SearchSpace:
    """Conjuncts (nodes) and their scored refinements (candidates) in one search for a rule.

    Parameters
    ----------
    engine : CountingEngine
        Set to a class by ``begin``.
    heuristic : Heuristic
        The score of a candidate.
    limits : Limits
        What may be tried.
    """

    def __init__(self, engine: CountingEngine, heuristic: Heuristic, limits: Limits) -> None:
        self.engine = engine
        self.limits = limits
        root = engine.root()
        self.totals = engine.totals(root)
        self._columns = describe(engine.columns, limits)
        self._scorer = Scorer(self._columns, heuristic, self.totals, limits.min_coverage)
        self._attribute_keys = self._usable_attributes()
        n_attributes = len(self._attribute_keys)
        self._ids: dict[int, int] = {0: ROOT}
        self._key = _start(np.uint64, 0)
        self._set_key = _start(np.uint64, 0)
        self._cover = _start(np.int64, root)
        self._made_by = _start(np.int64, -1)
        self._segment = Growing(np.empty((0, 2), np.int64))
        self._segment.add(np.full((1, 2), -1))
        self._sums = Growing(np.empty((0, 2), np.int64))
        self._sums.add(np.zeros((1, 2), np.int64))
        self._used = Growing(np.empty((0, n_attributes), bool))
        self._used.add(np.zeros((1, n_attributes), bool))
        self._test = Growing(np.empty((0, 3), np.int64))
        self._parent = Growing(np.empty(0, np.int64))
        self._positives = Growing(np.empty(0, np.int64))
        self._negatives = Growing(np.empty(0, np.int64))
        self._score = Growing(np.empty(0))
        self._bound = Growing(np.empty(0))
        self._pick_key = Growing(np.empty(0, np.uint64))

    def _usable_attributes(self) -> Keys:
        attribute, _, allowed = self._columns[:3]
        n_attributes = int(attribute.max(initial=-1)) + 1
        keys = np.random.default_rng(KEY_SEED + 1).integers(1, 2**64, n_attributes, np.uint64)
        varied = allowed.any(axis=1) & (self._columns.n_codes > 1)
        keys[~np.isin(np.arange(n_attributes), attribute[varied])] = 0
        return keys

    def nodes_of(self, picks: Ints) -> Ints:
        """Return the nodes of candidates; those met for the first time are added."""
        keys = self._pick_key.view[picks]
        found = [self._ids.get(key, -1) for key in keys.tolist()]
        nodes = np.array(found, np.int64)
        new = np.flatnonzero(nodes < 0)
        if new.size:
            nodes[new] = np.arange(self._key.size, self._key.size + new.size)
            self._ids.update(zip(keys[new].tolist(), nodes[new].tolist(), strict=True))
            self._add_nodes(picks[new], keys[new])
        return nodes

    def _add_nodes(self, picks: Ints, keys: Keys) -> None:
        parents = self._parent.view[picks]
        attributes = self._columns.attribute[self._test.view[picks, 0]]
        used = self._used.view[parents]
        used[np.arange(len(picks)), attributes] = True
        self._key.add(keys)
        self._set_key.add(self._set_key.view[parents] ^ self._attribute_keys[attributes])
        self._cover.add(np.full(len(picks), -1))
        self._made_by.add(picks)
        self._segment.add(np.full((len(picks), 2), -1))
        self._sums.add(np.zeros((len(picks), 2), np.int64))
        self._used.add(used)

    def expand(self, nodes: Ints) -> None:
        """Count and score the refinements of the nodes for which that has not been done."""
        new = nodes[self._segment.view[nodes, 0] < 0]
        if not new.size:
            return
        bare = new[self._cover.view[new] < 0]
        if bare.size:
            picks = self._made_by.view[bare]
            covers = self._cover.view[self._parent.view[picks]]
            self._cover.view[bare] = self.engine.refine(covers, self._test.view[picks])
        counts = self.engine.count(self._cover.view[new])
        found = self._scorer.refinements(counts, self._used.view[new], self._key.view[new])
        self._segment.view[new] = (
            np.stack((found.firsts[:-1], found.firsts[1:]), axis=1) + self._score.size
        )
        self._sums.view[new] = found.sums
        self._add_picks(found.picks, np.repeat(new, np.diff(found.firsts)))

    def every_refinement(self, covers: Ints, last: Ints) -> Refinements:
        """Score every refinement of covers by attributes after their last one."""
        used = np.arange(len(self._attribute_keys)) <= last[:, None]
        keys = np.zeros(len(covers), np.uint64)
        return self._scorer.plain_refinements(self.engine.count(covers), used, keys, every=True)

    def attribute_of(self, column: int) -> int:
        """Return the attribute that a coded column belongs to."""
        return int(self._columns.attribute[column])

    def _add_picks(self, picks: kernels.Picks, parents: Ints) -> None:
        self._test.add(picks.test)
        self._parent.add(parents)
        self._positives.add(picks.positives)
        self._negatives.add(picks.negatives)
        self._score.add(picks.score)
        self._bound.add(picks.bound)
        self._pick_key.add(picks.key)

    def best(self, nodes: Ints) -> int:
        """Return the best candidate of the nodes, -1 if there is none."""
        return int(
            kernels.best_pick(self._score.view, self._negatives.view, self._segment.view[nodes])
        )

    def beam(self, nodes: Ints, width: int, floor: float) -> tuple[Ints, int]:
        """Return the best candidates whose bound is above `floor`, and how many were pruned."""
        segments = self._segment.view[nodes]
        n_candidates = int((segments[:, 1] - segments[:, 0]).sum())
        heap = np.empty((min(width, n_candidates), 2), np.int64)
        size, pruned = kernels.pick_beam(
            self._score.view,
            self._bound.view,
            self._negatives.view,
            self._pick_key.view,
            segments,
            floor,
            _key_table(n_candidates),
            heap,
        )
        return heap[:size, 0], int(pruned)

    def combinations(self, nodes: Ints) -> int:
        """Count the distinct attribute sets among all refinements of the nodes."""
        sets, first = np.unique(self._set_key.view[nodes], return_index=True)
        used = self._used.view[nodes[first]]
        table = _key_table(len(sets) * len(self._attribute_keys))
        return int(kernels.count_combinations(sets, used, self._attribute_keys, table))

    def scored(self, nodes: Ints) -> tuple[int, int]:
        """Return how many refinements of the nodes were scored, and the rows they cover in all."""
        scored, covered = self._sums.view[nodes].sum(axis=0).tolist()
        return scored, covered

    @property
    def n_scored(self) -> int:
        """Number of different candidates scored so far."""
        return int(self._sums.view[:, 0].sum())

    def rank(self, pick: int) -> tuple[float, int]:
        """Return what decides between candidates: the score, then fewer negatives."""
        return float(self._score.view[pick]), -int(self._negatives.view[pick])

    def counts(self, pick: int) -> tuple[int, int]:
        """Return the positives and negatives that a candidate covers."""
        return int(self._positives.view[pick]), int(self._negatives.view[pick])

    def body(self, pick: int) -> Tests:
        """Return the conditions of a candidate, in the order of the columns."""
        tests = []
        while pick >= 0:
            tests.append(self._test.view[pick])
            pick = int(self._made_by.view[self._parent.view[pick]])
        body = np.array(tests, np.int64).reshape(-1, 3)
        return body[np.argsort(body[:, 0])]


def _start(dtype: type, value: int) -> Growing:
    growing = Growing(np.empty(0, dtype))
    growing.add(np.full(1, value, dtype))
    return growing


def _key_table(size: int) -> AnyArray:
    return np.zeros(1 << max(4, (2 * size).bit_length()), np.uint64)
