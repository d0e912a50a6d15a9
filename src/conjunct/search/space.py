"""The conjuncts that a search has met, and the candidates of those it has counted.

A conjunct is counted once, however many widths come back to it, unless a later one needs
candidates that an earlier one could leave out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from conjunct.choose.endings import Stage
from conjunct.count import CountingEngine, Tests
from conjunct.count.layout import Picks
from conjunct.evaluate import Heuristic
from conjunct.search import kernels
from conjunct.search.growing import Growing
from conjunct.search.language import Language
from conjunct.search.refinements import Refinements, Scorer
from conjunct.types import Ints

ROOT = 0
COVER, MADE_BY, FIRST, STOP, SCORED, COVERED, PRUNED, PUREST_P, PUREST_N = range(9)
PARENT, NODE = 0, 1
POSITIVES, NEGATIVES = 3, 4


class Level(NamedTuple):
    """What all refinements of a beam amount to.

    The best candidate so far, the candidates of the next beam, how many refinements were scored
    and the rows that they cover, how many candidates were pruned, distinct attribute sets, and
    how many candidates were selected, before those were pruned that cannot beat the best of all;
    counts of the refinement with the largest share of positives.
    """

    best: int
    picks: Ints
    scored: int
    covered: int
    pruned: int
    combinations: int
    selected: int
    purest_positives: int
    purest_negatives: int


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
        self.max_conditions = language.max_conditions
        self._language = language
        root = engine.root()
        p, n = engine.totals(root)
        self._scorer = Scorer(language, heuristic, (p, n))
        score = float(heuristic(np.array([p]), np.array([n]), p, n)[0]) if p else -np.inf
        self.empty = Stage(1, p + n, p, n, score, p, n)
        n_attributes = len(language.attribute_keys)
        self._ids: dict[int, int] = {}
        # A node: its cover (-1: not made yet), the candidate that it was, its own candidates
        # (-1: not counted yet), refinements scored, the rows they cover, candidates left out;
        # beside it the floor of the bounds of its candidates (infinite: not counted yet).
        self._nodes = Growing(np.int64, 9)
        self._keys = Growing(np.uint64)
        self._set_keys = Growing(np.uint64)
        self._used = Growing(bool, n_attributes)
        self._floors = Growing(np.float64)
        self._nodes.add(np.array([[root, -1, -1, -1, 0, 0, 0, 0, 1]]))
        self._keys.add(np.zeros(1, np.uint64))
        self._set_keys.add(np.zeros(1, np.uint64))
        self._used.add(np.zeros((1, n_attributes), bool))
        self._floors.add(np.full(1, np.inf))
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
            found, fresh, n_nodes = [], [], len(self._nodes.view)
            for number, key in enumerate(self._pick_keys.view[picks[unmet]].tolist()):
                node = self._ids.setdefault(key, n_nodes)
                if node == n_nodes:
                    fresh.append(number)
                    n_nodes += 1
                found.append(node)
            nodes[unmet] = found
            self._kin.view[picks, NODE] = nodes
            self._add_nodes(picks[unmet[fresh]])
        return nodes

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
        self._floors.room(len(picks))[:] = np.inf
        self._floors.keep(len(picks))

    def expand(self, nodes: Ints, floor: float) -> None:
        """Count and score the refinements of the nodes, where that has not been done before.

        Candidates whose bound is below `floor` are left out. A node that was expanded with a
        higher floor is expanded again; that is rare, because a wider beam seldom knows less.

        Parameters
        ----------
        nodes : ndarray of int
            The nodes; one may occur more than once.
        floor : float
            The lowest bound of a candidate that a beam may need.
        """
        new = nodes[self._floors.view[nodes] > floor]
        if not new.size:
            return
        new = np.unique(new)
        about = self._nodes.view[new]
        self._make_covers(about)
        counts = self.engine.count(about[:, COVER])
        found = self._scorer.refinements(
            counts, (self._used.view[new], self._keys.view[new]), floor, self._room
        )
        start = len(self._what.view)
        about[:, FIRST] = found.firsts[:-1] + start
        about[:, STOP] = found.firsts[1:] + start
        about[:, SCORED:] = found.sums
        self._nodes.view[new] = about
        self._floors.view[new] = floor
        self._keep(found, new)

    def _make_covers(self, about: Ints) -> None:
        bare = np.flatnonzero(about[:, COVER] < 0)
        if bare.size:
            picks = about[bare, MADE_BY]
            parents = self._nodes.view[self._kin.view[picks, PARENT], COVER]
            about[bare, COVER] = self.engine.refine(parents, self._what.view[picks, :3])

    def _room(self, size: int) -> Picks:
        return Picks(self._what.room(size), self._merit.room(size), self._pick_keys.room(size))

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

    def survey(
        self, beams: Sequence[Ints], widths: Sequence[int], bests: Sequence[int]
    ) -> list[Level]:
        """Find for each beam the best candidate and the next beam, once its nodes are expanded.

        Parameters
        ----------
        beams : sequence of ndarray of int
            The nodes of each beam, in its order.
        widths : sequence of int
            How many candidates the next beams hold at most.
        bests : sequence of int
            The best candidates so far, -1 where there is none.
        """
        found = np.zeros((len(beams), 9), np.int64)
        ends = np.cumsum([len(nodes) for nodes in beams])
        picks = kernels.survey_beams(
            (self._what.view, self._merit.view, self._pick_keys.view),
            self._nodes.view,
            (np.concatenate(beams), ends, np.array(widths), np.array(bests)),
            (self._set_keys.view, self._used.view, self._language.attribute_keys),
            found,
        )
        start, levels = 0, []
        for best, end, *sums in found.tolist():
            levels.append(Level(best, picks[start:end], *sums))
            start = end
        return levels

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
