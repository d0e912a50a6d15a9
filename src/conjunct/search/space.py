"""Beam searches by counting: the bodies that were met, their covers and their candidates.

A body is counted once, even if beams of several widths meet it, unless a later beam needs
candidates that an earlier one left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from conjunct.count import BeamRequest, Beams, CountingEngine, Level, Tests, two_counts
from conjunct.count.counts import CODE_BITS
from conjunct.search.candidates import Candidates, ScoredCandidates, score_refinements, unpacked
from conjunct.types import Flags, Ints

MOST_ROWS = 1 << 24
"""Largest number of rows of all covers that are kept for later refinements. Beyond it, covers are
released and made again when needed."""
MOST_ENTRIES = 1 << 15
"""Number of codes whose refinements are listed at a time, which bounds the memory used."""


def open_beams(engine: CountingEngine, request: BeamRequest) -> Beams:
    """Return the engine's own beam searches for a request, or the plain ones if it has none."""
    beams: Beams | None = engine.search(request)
    return PlainBeams(engine, request) if beams is None else beams


@dataclass(eq=False, slots=True)
class BeamNode:
    """A body that a search has met.

    `number` is its position in the order in which bodies were met, `test` the condition that was
    added to its parent, as one number. `key` and `set_key` are the exclusive ors of the random
    words of its conditions and of its attributes; `used` flags the attributes. `cover` is -1 if the
    engine has none. Candidates with a bound below `floor` were left out; it is infinite before they
    are counted. `found` has its refinements, if they are kept.
    """

    number: int
    parent: BeamNode | None
    test: int
    n_rows: int
    key: int
    set_key: int
    used: Flags
    cover: int = -1
    floor: float = np.inf
    found: ScoredCandidates | None = None


@dataclass
class Beam:
    """A running beam search: its current bodies, and the result of each level so far."""

    width: int
    nodes: list[BeamNode]
    levels: list[Level] = field(default_factory=list)

    @property
    def score(self) -> float:
        """Score of the best candidate so far."""
        return self.levels[-1].score if self.levels else -np.inf


class PlainBeams:
    """Beam searches that ask the engine for counts; see `conjunct.count.Beams`."""

    def __init__(self, engine: CountingEngine, request: BeamRequest) -> None:
        self.request = request
        self._engine = engine
        self.totals = two_counts(engine, request.cover, request.channels)
        unused = np.zeros(len(request.attribute_keys), bool)
        root = BeamNode(0, None, -1, sum(self.totals), 0, 0, unused, request.cover)
        self._nodes = [root]
        self._known: dict[int, BeamNode] = {}
        self._larger_sets: dict[int, set[int]] = {}
        self._living: list[BeamNode] = []
        self._n_rows = 0
        self._n_scored = 0

    @property
    def n_scored(self) -> int:
        """Number of refinements tried so far; those of each body count once."""
        return self._n_scored

    def run(self, widths: list[int], keep: bool) -> list[list[Level]]:
        """Search with several widths side by side; see `conjunct.count.Beams`."""
        beams = [Beam(width, self._nodes[:1]) for width in widths]
        for _ in range(self.request.max_conditions):
            going = [beam for beam in beams if beam.nodes]
            if not going:
                break
            nodes = list(dict.fromkeys(node for beam in going for node in beam.nodes))
            self._expand(nodes, min(beam.score for beam in going))
            for beam in going:
                self._advance(beam)
            if not keep:
                for node in nodes:
                    node.found = None
        self._release()
        return [beam.levels for beam in beams]

    def body(self, level: Level) -> Tests:
        """Return the conditions of the best candidate, in the order of the columns."""
        number, test = level.best
        tests, node = [test], self._nodes[number]
        while node.parent is not None:
            tests.append(node.test)
            node = node.parent
        return unpacked(sorted(tests))

    # Counting

    def _expand(self, nodes: list[BeamNode], floor: float) -> None:
        """Score the refinements of bodies, if that has not been done before.

        Candidates whose bound is below `floor` are left out. A body that was expanded with a
        higher floor is expanded again. That is rare: a wider beam seldom has a lower best score.
        """
        attribute = self.request.columns.attribute
        fresh = [node for node in nodes if node.floor > floor or node.found is None]
        for batch in self._batches(fresh):
            counts = self._engine.count(self._covers(batch), self.request.channels)
            usable = ~np.array([node.used for node in batch])[:, attribute]
            keys = np.array([node.key for node in batch], np.uint64)
            found = score_refinements(counts, self.request, usable, keys, floor)
            for node, one in zip(batch, found, strict=True):
                self._n_scored += one.scored if node.floor == np.inf else 0
                node.found, node.floor = one, floor
            if self._n_rows > MOST_ROWS:
                self._release()

    def _batches(self, nodes: list[BeamNode]) -> Iterator[list[BeamNode]]:
        """Divide bodies into batches whose covers and refinements need bounded memory."""
        if not nodes:
            return
        rows = np.array([node.n_rows for node in nodes], np.int64)
        entries = np.minimum(rows[:, None], self.request.columns.n_codes).sum(axis=1)
        parts = np.cumsum(entries / MOST_ENTRIES + 4 * rows / MOST_ROWS).astype(np.int64)
        ends = [*(np.flatnonzero(np.diff(parts)) + 1).tolist(), len(nodes)]
        for start, end in zip([0, *ends[:-1]], ends, strict=True):
            yield nodes[start:end]

    def _covers(self, nodes: Iterable[BeamNode]) -> Ints:
        """Return the covers of bodies; missing covers are refined from those of their parents."""
        nodes = list(nodes)
        bare = [node for node in dict.fromkeys(nodes) if node.cover < 0]
        if bare:
            parents = self._covers(node.parent for node in bare if node.parent is not None)
            made = self._engine.refine(parents, unpacked([node.test for node in bare]))
            for node, cover in zip(bare, made.tolist(), strict=True):
                node.cover = cover
            self._living += bare
            self._n_rows += sum(node.n_rows for node in bare)
        return np.array([node.cover for node in nodes], np.int64)

    def _release(self) -> None:
        """Release all covers except that of the whole search."""
        self._engine.release(np.array([node.cover for node in self._living], np.int64))
        for node in self._living:
            node.cover = -1
        self._living, self._n_rows = [], 0

    # Levels

    def _advance(self, beam: Beam) -> None:
        """Find the best candidate of a beam, and continue with those that may lead to a better one.

        A candidate is pruned if its positives alone would score no higher than the best candidate
        up to it. A selected candidate is pruned if they would score no higher than the best of all.
        """
        nodes, beam.nodes = beam.nodes, []
        scored = [node.found for node in nodes if node.found is not None]
        ends = np.cumsum([len(one.candidates.test) for one in scored])
        every = Candidates.joined([one.candidates for one in scored])
        parents = np.arange(len(nodes)).repeat(np.diff(ends, prepend=0))
        best = _best(beam, every, [node.number for node in nodes], parents)
        if best is None:
            return
        highest = np.maximum(np.maximum.accumulate(every.score), beam.score)
        hopeful = np.flatnonzero(every.bound > highest)
        chosen = every.select(hopeful, beam.width, len(beam.levels) + 1)
        kept = chosen[every.bound[chosen] > best[-1]]
        beam.nodes = self._met([nodes[place] for place in parents[kept].tolist()], every.at(kept))
        pruned = len(parents) - len(hopeful) + len(chosen) - len(kept)
        beam.levels.append(
            Level(
                *best,
                sum(one.scored for one in scored),
                sum(one.covered for one in scored),
                sum(one.pruned for one in scored) + pruned,
                self._n_attribute_sets(nodes),
                len(chosen),
                *max((one.purest for one in scored), key=lambda one: one[0] / sum(one)),
            )
        )

    def _met(self, parents: Sequence[BeamNode], picks: Candidates) -> list[BeamNode]:
        """Return the nodes of candidates; new bodies get a new node."""
        attribute, words = self.request.columns.attribute, self.request.attribute_keys
        rows = picks.positives + picks.negatives
        found = []
        for parent, key, test, n_rows in zip(
            parents, picks.key.tolist(), picks.test.tolist(), rows.tolist(), strict=True
        ):
            node = self._known.get(key)
            if node is None:
                own = attribute[test >> CODE_BITS + 2]
                used = parent.used.copy()
                used[own] = True
                set_key = parent.set_key ^ int(words[own])
                node = BeamNode(len(self._nodes), parent, test, n_rows, key, set_key, used)
                self._known[key] = node
                self._nodes.append(node)
            found.append(node)
        return found

    def _n_attribute_sets(self, nodes: list[BeamNode]) -> int:
        """Count the different attribute sets of the bodies after adding one attribute."""
        sets = {node.set_key: node.used for node in nodes}
        for key in sets.keys() - self._larger_sets.keys():
            more = self.request.attribute_keys[~sets[key]]
            self._larger_sets[key] = set((more[more > 0] ^ np.uint64(key)).tolist())
        return len(set().union(*(self._larger_sets[key] for key in sets)))


def _best(
    beam: Beam, every: Candidates, numbers: list[int], parents: Ints
) -> tuple[tuple[int, int], int, int, float] | None:
    """Return the best candidate up to this level, its counts and its score; None if none exists."""
    before = beam.levels[-1][:4] if beam.levels else None
    if not len(parents):
        return before
    ties = np.flatnonzero(every.score == every.score.max())
    place = int(ties[every.negatives[ties].argmin()])
    positives, negatives = every.positives[place].item(), every.negatives[place].item()
    score = float(every.score[place])
    if before is not None and (score, -negatives) <= (before[3], -before[2]):
        return before
    return (numbers[parents[place]], int(every.test[place])), positives, negatives, score
