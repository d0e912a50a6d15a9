"""The conjuncts that a search has met, and the candidates of those it has counted.

A conjunct is counted once, however many widths come back to it.
"""

from __future__ import annotations

import numpy as np

from conjunct.count import CountingEngine, Tests, kernels
from conjunct.evaluate import Heuristic
from conjunct.search.growing import Growing
from conjunct.search.language import Language
from conjunct.search.refinements import Refinements, Scorer
from conjunct.types import AnyArray, Ints

ROOT = 0
COVER, MADE_BY, FIRST, STOP, SCORED, COVERED, PRUNED = range(7)
PARENT, NODE = 0, 1
POSITIVES, NEGATIVES = 3, 4


class SearchSpace:
    """Conjuncts (nodes) and their scored refinements (candidates) in one search for a rule.

    Parameters
    ----------
    engine : CountingEngine
        Set to a class by ``begin``.
    language : Language
        The conditions that may be used.
    heuristic : Heuristic
        The score of a candidate.
    """

    def __init__(self, engine: CountingEngine, language: Language, heuristic: Heuristic) -> None:
        self.engine = engine
        self.limits = language.limits
        self._language = language
        root = engine.root()
        self._scorer = Scorer(language, heuristic, engine.totals(root))
        n_attributes = len(language.attribute_keys)
        self._ids: dict[int, int] = {}
        # A node: its cover (-1: not made yet), the candidate that it was, its own candidates
        # (-1: not counted yet), refinements scored, the rows they cover, candidates left out.
        self._nodes = Growing(np.int64, 7)
        self._keys = Growing(np.uint64)
        self._set_keys = Growing(np.uint64)
        self._used = Growing(bool, n_attributes)
        self._nodes.add(np.array([[root, -1, -1, -1, 0, 0, 0]]))
        self._keys.add(np.zeros(1, np.uint64))
        self._set_keys.add(np.zeros(1, np.uint64))
        self._used.add(np.zeros((1, n_attributes), bool))
        # A candidate: what it is, its score and bound, its key, its parent and its own node.
        self._what = Growing(np.int64, 5)
        self._merit = Growing(np.float64, 2)
        self._pick_keys = Growing(np.uint64)
        self._kin = Growing(np.int64, 2)

    def nodes_of(self, picks: Ints) -> Ints:
        """Return the nodes of candidates; those met for the first time are added."""
        nodes: Ints = self._kin.view[picks, NODE]
        unmet = np.flatnonzero(nodes < 0)
        if unmet.size:
            keys = self._pick_keys.view[picks[unmet]].tolist()
            n_nodes = len(self._nodes.view)
            found = [self._ids.setdefault(key, n_nodes + i) for i, key in enumerate(keys)]
            nodes[unmet] = self._number(picks[unmet], np.array(found), n_nodes)
            self._kin.view[picks, NODE] = nodes
        return nodes

    def _number(self, picks: Ints, nodes: Ints, n_nodes: int) -> Ints:
        """Give new nodes the next numbers, and add them."""
        new = nodes >= n_nodes
        numbered = np.where(new, n_nodes + np.cumsum(new) - 1, nodes)
        fresh = picks[new]
        if fresh.size < picks.size:
            keys = self._pick_keys.view[fresh].tolist()
            self._ids.update(zip(keys, numbered[new].tolist(), strict=True))
        self._add_nodes(fresh)
        return numbered

    def _add_nodes(self, picks: Ints) -> None:
        parents = self._kin.view[picks, PARENT]
        attributes = self._language.columns.attribute[self._what.view[picks, 0]]
        nodes = self._nodes.room(len(picks))
        nodes[:] = -1
        nodes[:, MADE_BY] = picks
        self._nodes.keep(len(picks))
        self._keys.add(self._pick_keys.view[picks])
        self._set_keys.add(self._set_keys.view[parents] ^ self._language.attribute_keys[attributes])
        used = self._used.room(len(picks))
        used[:] = self._used.view[parents]
        used[np.arange(len(picks)), attributes] = True
        self._used.keep(len(picks))

    def expand(self, nodes: Ints, floor: float = -np.inf) -> None:
        """Count and score the refinements of the nodes for which that has not been done.

        Parameters
        ----------
        nodes : ndarray of int
            The nodes.
        floor : float
            Candidates whose bound is lower are left out: right only if no later beam needs them.
        """
        new = nodes[self._nodes.view[nodes, FIRST] < 0]
        if not new.size:
            return
        about = self._nodes.view[new]
        if about[0, COVER] < 0:
            picks = about[:, MADE_BY]
            parents = self._kin.view[picks, PARENT]
            about[:, COVER] = self.engine.refine(
                self._nodes.view[parents, COVER], self._what.view[picks, :3]
            )
        counts = self.engine.count(about[:, COVER])
        found = self._scorer.refinements(
            counts, (self._used.view[new], self._keys.view[new]), floor, self._room
        )
        start = len(self._what.view)
        about[:, FIRST] = found.firsts[:-1] + start
        about[:, STOP] = found.firsts[1:] + start
        about[:, SCORED:] = found.sums
        self._nodes.view[new] = about
        self._keep(found, new)

    def _room(self, size: int) -> kernels.Picks:
        return kernels.Picks(
            self._what.room(size), self._merit.room(size), self._pick_keys.room(size)
        )

    def _keep(self, found: Refinements, nodes: Ints) -> None:
        n_picks = len(found.picks.key)
        if found.picks.key.base is not self._pick_keys.room(0).base:
            for store, part in zip(self._room(n_picks), found.picks, strict=True):
                store[:] = part
        self._what.keep(n_picks)
        self._merit.keep(n_picks)
        self._pick_keys.keep(n_picks)
        kin = self._kin.room(n_picks)
        kin[:, PARENT] = np.repeat(nodes, found.firsts[1:] - found.firsts[:-1])
        kin[:, NODE] = -1
        self._kin.keep(n_picks)

    def every_refinement(self, covers: Ints, last: Ints) -> Refinements:
        """Score every refinement of covers by attributes after their last one."""
        used = np.arange(len(self._language.attribute_keys)) <= last[:, None]
        nodes = used, np.zeros(len(covers), np.uint64)
        counts = self.engine.count(covers)
        return self._scorer.plain_refinements(counts, nodes, -np.inf, every=True)

    def attribute_of(self, column: int) -> int:
        """Return the attribute that a coded column belongs to."""
        return int(self._language.columns.attribute[column])

    def best(self, nodes: Ints, best: int) -> int:
        """Return the best candidate of the nodes, or `best` (-1: none) if none beats it."""
        segments = self._nodes.view[nodes, FIRST : STOP + 1]
        return int(kernels.best_pick(self._what.view, self._merit.view, segments, best))

    def beam(self, nodes: Ints, width: int, best: int) -> tuple[Ints, int]:
        """Return the candidates to go on with, best first, and how many were pruned."""
        segments = self._nodes.view[nodes, FIRST : STOP + 1]
        n_candidates = int((segments[:, 1] - segments[:, 0]).sum())
        heap = np.empty((min(width, n_candidates), 2), np.int64)
        size, pruned = kernels.pick_beam(
            self._what.view,
            self._merit.view,
            self._pick_keys.view,
            segments,
            best,
            _key_table(n_candidates),
            heap,
        )
        return heap[:size, 0], int(pruned)

    def combinations(self, nodes: Ints) -> int:
        """Count the distinct attribute sets among all refinements of the nodes."""
        keys = self._language.attribute_keys
        return int(
            kernels.count_combinations(
                self._set_keys.view[nodes],
                self._used.view[nodes],
                keys,
                _key_table(len(nodes) * (len(keys) + 1)),
            )
        )

    def sums(self, nodes: Ints) -> tuple[int, int, int]:
        """Return the refinements of the nodes: how many, rows they cover, how many left out."""
        scored, covered, pruned = self._nodes.view[nodes, SCORED:].sum(axis=0).tolist()
        return scored, covered, pruned

    @property
    def n_scored(self) -> int:
        """Number of different candidates scored so far."""
        counted = self._nodes.view[:, FIRST] >= 0
        return int(self._nodes.view[counted, SCORED].sum())

    def score(self, pick: int) -> float:
        """Return the score of a candidate."""
        return float(self._merit.view[pick, 0])

    def counts(self, pick: int) -> tuple[int, int]:
        """Return the positives and negatives that a candidate covers."""
        what = self._what.view[pick]
        return int(what[POSITIVES]), int(what[NEGATIVES])

    def body(self, pick: int) -> Tests:
        """Return the conditions of a candidate, in the order of the columns."""
        tests = []
        while pick >= 0:
            tests.append(self._what.view[pick, :3])
            pick = int(self._nodes.view[self._kin.view[pick, PARENT], MADE_BY])
        body = np.array(tests, np.int64).reshape(-1, 3)
        return body[np.argsort(body[:, 0])]


def _key_table(size: int) -> AnyArray:
    return np.zeros(1 << max(4, (2 * size).bit_length()), np.uint64)
