"""Beam search on a small table in one compiled call a width; the same outcome as `SearchSpace`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from conjunct.choose.endings import Ending, Stage
from conjunct.count import CountingEngine, Tests, as_tests
from conjunct.count.bitsets import BitSets
from conjunct.count.kernels import WORD
from conjunct.evaluate import Heuristic, LinearFraction
from conjunct.model.record import Round
from conjunct.search import bit_kernels as kernels
from conjunct.search.language import Language
from conjunct.search.result import BeamResult
from conjunct.search.space import SearchSpace
from conjunct.types import AnyArray, Floats, Ints


class Nodes(NamedTuple):
    """The conjuncts that a search has met, as the kernels see them.

    `bits` are the rows that a node covers, `used` its attributes, `key` and `set_key` tell its
    conditions and its attributes from others'; `about` has parent, condition, counts, candidates
    and what was scored; `floor` the bound below which candidates were left out, infinite before
    they are counted. `slots` find a node by its key.
    """

    bits: AnyArray
    used: AnyArray
    key: AnyArray
    set_key: AnyArray
    about: Ints
    floor: Floats
    slots: Ints


class Workspace:
    """What the searches of one fit share: room for nodes and candidates, and tables of scores.

    Parameters
    ----------
    language : Language
        The conditions.
    heuristic : Heuristic
        The score of a candidate.
    """

    def __init__(self, language: Language, heuristic: Heuristic) -> None:
        self.language = language
        self.heuristic = heuristic
        self.pools = np.empty(0, np.int64), np.empty(0)
        columns = language.columns
        self.room = int(np.where(columns.numeric, 2, 2 * columns.n_codes).sum())
        self.nodes: Nodes | None = None
        self._table: tuple[object, Floats] = None, np.empty((0, 0))

    def nodes_of(self, n_words: int) -> Nodes:
        """Return room for nodes with that many words of bits each."""
        if self.nodes is None or self.nodes.bits.shape[1] != n_words:
            n_attributes = len(self.language.attribute_keys)
            self.nodes = _room_for(256, n_words, -(-n_attributes // WORD))
        return self.nodes

    def scores(self, totals: tuple[int, int]) -> Floats:
        """Return the scores of all counts in a problem of `totals`."""
        about: object = totals
        if isinstance(self.heuristic, LinearFraction):
            about = self.heuristic.weights(*totals)
        known, table = self._table
        if known != about or any(np.less_equal(table.shape, totals)):
            p, n = np.indices((totals[0] + 1, totals[1] + 1))
            table = np.full(p.shape, -np.inf)
            table[1:] = self.heuristic(p[1:].ravel(), n[1:].ravel(), *totals).reshape(p[1:].shape)
            self._table = about, table
        return table


def _room_for(size: int, n_words: int, n_used: int) -> Nodes:
    return Nodes(
        np.empty((size, n_words), np.uint64),
        np.empty((size, n_used), np.uint64),
        np.empty(size, np.uint64),
        np.empty(size, np.uint64),
        np.empty((size, kernels.ABOUT), np.int64),
        np.empty(size),
        np.empty(0, np.int64),
    )


class BitSpace:
    """One search for a rule on bit sets.

    Parameters
    ----------
    engine : CountingEngine
        Set to a class by ``begin``.
    sets : BitSets
        Its rows.
    workspace : Workspace
        Of the fit.
    """

    def __init__(self, engine: CountingEngine, sets: BitSets, workspace: Workspace) -> None:
        self.engine = engine
        self.max_conditions = workspace.language.max_conditions
        self._sets = sets
        self._workspace = workspace
        totals = engine.totals(engine.root())
        self._scores = workspace.scores(totals)
        root = engine.root_bits()
        nodes = workspace.nodes_of(len(root))
        nodes.bits[0] = root
        nodes.used[0] = 0
        nodes.key[0] = nodes.set_key[0] = 0
        nodes.about[0] = -1
        nodes.about[0, [kernels.P, kernels.N]] = totals
        nodes.floor[0] = np.inf
        self._nodes = nodes
        self._ends: Ints = np.array([1, 0, 0])

    def beams(
        self, widths: list[int], keep: bool, ending: Ending | None = None
    ) -> list[BeamResult | None]:
        """Search with one width after the other.

        Parameters
        ----------
        widths : list of int
            The widths.
        keep : bool
            Whether candidates are kept for wider beams that meet the same conjuncts again.
        ending : Ending or None
            Cuts each search off at one of its rounds.
        """
        workspace = self._workspace
        language = workspace.language
        self._reserve(sum(widths) * language.max_conditions, keep)
        counted = int(self._ends[2])
        rounds = np.empty((len(widths), language.max_conditions, 8), np.int64)
        found = np.empty((len(widths), 3), np.int64)
        workspace.pools = kernels.run_beams(
            self._sets,
            (language.columns, language.attribute_keys),
            self._scores,
            (language.limits.min_coverage, language.max_conditions, workspace.room, keep),
            self._nodes,
            workspace.pools,
            self._ends,
            np.array(widths),
            rounds,
            found,
        )
        self.engine.n_covers_counted += int(self._ends[2]) - counted
        return [
            None if word < 0 else self._result(width, lines[:n_levels].tolist(), ending)
            for width, lines, (word, _, n_levels) in zip(
                widths, rounds, found.tolist(), strict=True
            )
        ]

    def _result(
        self, width: int, levels: list[list[int]], ending: Ending | None
    ) -> BeamResult | None:
        last = len(levels)
        if ending is not None:
            last = ending.last([self._empty, *map(self._stage, levels)])
            if not last:
                return None
            levels = levels[: last + 1]
        word, parent = levels[last - 1][6:]
        p, n = kernels.unpack_counts(word)
        return BeamResult(
            self._body(word, parent),
            p,
            n,
            float(self._scores[p, n]),
            combinations=sum(line[3] for line in levels),
            rounds=tuple(
                Round(width, number, scored, pruned, covered / max(scored, 1))
                for number, (scored, covered, pruned, *_) in enumerate(levels, start=1)
            ),
            cut=any(line[4] == width for line in levels),
        )

    @property
    def _empty(self) -> Stage:
        """The stage before any round: the body without conditions."""
        p, n = self._nodes.about[0, [kernels.P, kernels.N]].tolist()
        score = float(self._scores[p, n]) if p else -np.inf
        return Stage(1, p + n, p, n, score, p, n)

    def _stage(self, level: list[int]) -> Stage:
        p, n = kernels.unpack_counts(level[6])
        purest = level[5] >> 32, level[5] & kernels.LOW
        return Stage(level[0], level[1], p, n, float(self._scores[p, n]), *purest, level[3])

    def general(self) -> SearchSpace:
        """Return a space for searches that are not beams."""
        return SearchSpace(self.engine, self._workspace.language, self._workspace.heuristic)

    @property
    def n_scored(self) -> int:
        """Number of different candidates scored so far."""
        n_nodes = int(self._ends[0])
        counted = self._nodes.floor[:n_nodes] < np.inf
        return int(self._nodes.about[:n_nodes][counted, kernels.SCORED].sum())

    def _body(self, word: int, parent: int) -> Tests:
        tests = [kernels.unpack_test(word)]
        while parent > 0:
            about = self._nodes.about[parent].tolist()
            tests.append((about[kernels.COLUMN], about[kernels.OP], about[kernels.CODE]))
            parent = about[kernels.PARENT]
        return as_tests(sorted(tests))

    def _reserve(self, more: int, keep: bool) -> None:
        """Make room for more nodes."""
        n_nodes = int(self._ends[0])
        nodes, size = self._nodes, n_nodes + more
        if size > len(nodes.key):
            larger = _room_for(2 * size, nodes.bits.shape[1], nodes.used.shape[1])
            for old, new in zip(nodes[:-1], larger[:-1], strict=True):
                new[:n_nodes] = old[:n_nodes]
            nodes = larger
        if keep:
            n_slots = 1 << (2 * size).bit_length()
            if n_nodes == 1 or len(nodes.slots) < n_slots:
                nodes = nodes._replace(slots=np.full(n_slots, -1))
                kernels.index_nodes(nodes.slots, nodes.key, n_nodes)
        self._nodes = self._workspace.nodes = nodes


class Spaces:
    """Opens one search space after the other over the rows of an engine.

    Parameters
    ----------
    engine : CountingEngine
        The rows.
    language : Language
        The conditions.
    heuristic : Heuristic
        The score of a candidate.
    """

    def __init__(self, engine: CountingEngine, language: Language, heuristic: Heuristic) -> None:
        self._engine = engine
        self._workspace = Workspace(language, heuristic)

    def open(self) -> SearchSpace | BitSpace:
        """Return a space for the next search of the engine's class."""
        sets = self._engine.bit_sets()
        if sets is not None:
            return BitSpace(self._engine, sets, self._workspace)
        return SearchSpace(self._engine, self._workspace.language, self._workspace.heuristic)
