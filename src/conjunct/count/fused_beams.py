"""Beam search over few rows in one compiled call per width; same result as the plain path."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from conjunct.count import node_kernels as kernels
from conjunct.count.beam_kernels import MOST, Selection, run_beam
from conjunct.count.engine import Channels, Tests, as_tests
from conjunct.count.kernels import WORD
from conjunct.count.requests import BeamRequest, Columns, Level
from conjunct.encode import CodedTable
from conjunct.types import AnyArray, Flags, Floats, Ints, Rows

if TYPE_CHECKING:
    from conjunct.count.local import LocalEngine

MOST_CODES = 64
"""Largest number of codes of a nominal column that has bit sets."""
MOST_ROWS = 5120
"""Largest number of rows; with more, a table of scores for all pairs of counts would need over
50 MB."""
MOST_SCORES = MOST_ROWS**2 // 4
"""Largest number of scores that two classes of a table with `MOST_ROWS` rows need."""
AT_ONCE = 1 << 14
"""Number of scores that are computed at a time: they stay in the processor's cache."""
MOST_COLUMNS = (1 << 14) - 1
MOST_LAID = 64
"""Number of layouts that are kept, one for each set of channels."""


class ReadRows(NamedTuple):
    """Rows to be laid out: their classes and codes, and a last row whose cells are all missing.

    Each line of `codes` is a column. The codes of column ``c`` have bit sets from ``first_bits[c]``
    on, or none if ``first_bits[c]`` is -1; there are `n_bits` in all. `complete` columns have no
    missing cells.
    """

    labels: AnyArray
    codes: AnyArray
    n_codes: Ints
    first_bits: Ints
    n_bits: int
    complete: Flags


def read_rows(table: CodedTable, rows: Rows) -> ReadRows:
    """Read rows of a table."""
    n_codes = np.array([column.n_codes for column in table.columns], np.int64)
    codes = np.empty((len(n_codes), len(rows) + 1), np.uint16)
    for column, line in enumerate(codes):
        line[:-1] = table.codes(column)[rows]
    codes[:, -1] = n_codes
    packed = [column.kind == "nominal" and column.n_codes <= MOST_CODES for column in table.columns]
    sizes = np.where(np.array(packed, bool), n_codes, 0)
    first_bits = np.where(np.array(packed, bool), np.cumsum(sizes) - sizes, -1)
    complete = np.all(codes[:, :-1] < n_codes[:, None], axis=1)
    return ReadRows(table.labels[rows], codes, n_codes, first_bits, int(sizes.sum()), complete)


class Laid(NamedTuple):
    """Coded rows as bit sets, with the positives first.

    Positives are at the places from 0 on, negatives from the beginning of word `split` on; the
    places between belong to no row. `bits` has the places of each code that has a bit set, see
    `ReadRows`, and ``known[c]`` the places with any code of column ``c``. `places` has the place of
    each row; -1 for a row that is not counted.
    """

    codes: AnyArray
    bits: AnyArray
    known: AnyArray
    split: int
    places: Ints


def lay_out(read: ReadRows, channels: Channels) -> Laid:
    """Lay out rows as bit sets: positives and negatives by the channels of their classes."""
    channel = channels[read.labels]
    positives, negatives = np.flatnonzero(channel == 1), np.flatnonzero(channel == 0)
    split = -(-len(positives) // WORD)
    n_words = split - (-len(negatives) // WORD)
    order = np.full(n_words * WORD, len(channel))
    order[: len(positives)] = positives
    order[split * WORD :][: len(negatives)] = negatives
    places = np.full(len(channel) + 1, -1)
    places[order] = np.arange(len(order))
    codes = read.codes.take(order, axis=1)
    bits = np.zeros((read.n_bits, n_words), np.uint64)
    known = np.zeros((len(codes), n_words), np.uint64)
    kernels.fill_bits(codes, read.first_bits, read.n_codes, bits, known)
    return Laid(codes, bits, known, split, places[:-1])


def fused_beams(engine: LocalEngine, request: BeamRequest) -> FusedBeams | None:
    """Return beam searches on bit sets, or None if there are too many rows or conditions."""
    rows, n_rows, columns = engine._covers[request.cover], engine.table.n_rows, request.columns
    at_hand = n_rows if n_rows <= MOST_ROWS else len(rows)
    if at_hand > MOST_ROWS or len(columns.n_codes) > MOST_COLUMNS:
        return None
    room = engine.beam_rooms.room(columns, at_hand)
    return None if room > MOST else FusedBeams(engine.beam_rooms, rows, request, room)


class BeamRooms:
    """What the beam searches of an engine share: its rows as bit sets, and working memory.

    `free` has the rooms that are not in use.
    """

    def __init__(self, table: CodedTable) -> None:
        self._table = table
        self._read: ReadRows | None = None
        self._facts: tuple[Columns | None, Ints] = None, np.empty((0, 0), np.int64)
        self._laid: dict[bytes, Laid] = {}
        self._candidates: tuple[Columns | None, int, int] = None, 0, 0
        self.most_codes = max((column.n_codes for column in table.columns), default=0)
        sizes = np.bincount(table.labels, minlength=len(table.classes))
        fewest = int(sizes.min(initial=table.n_rows))
        self._widest = int(sizes.max(initial=0)), table.n_rows - fewest
        self.free: list[Room] = []

    def laid(self, rows: Rows, request: BeamRequest) -> tuple[Laid, Rows, Ints]:
        """Return a layout with the given rows, their numbers in it, and facts about its columns.

        The layout of a small table has all rows, and can be used by the next search too.
        """
        channels, columns = request.channels, request.columns
        if self._table.n_rows > MOST_ROWS:
            read = read_rows(self._table, rows)
            own = np.arange(len(rows), dtype=np.int32)
            return lay_out(read, channels), own, _facts(columns, read)
        if self._read is None:
            self._read = read_rows(self._table, np.arange(self._table.n_rows, dtype=np.int32))
        if self._facts[0] is not columns:
            self._facts = columns, _facts(columns, self._read)
        laid = self._laid.get(channels.tobytes())
        if laid is None:
            if len(self._laid) >= MOST_LAID:
                self._laid = {}
            laid = self._laid[channels.tobytes()] = lay_out(self._read, channels)
        return laid, rows, self._facts[1]

    def room(self, columns: Columns, n_rows: int) -> int:
        """Return the largest number of candidates of a node that covers at most `n_rows`."""
        known, most, room = self._candidates
        if known is not columns or most != n_rows:
            own = np.where(columns.numeric, 2, 2 * np.minimum(columns.n_codes, n_rows))
            room = int(own.sum())
            self._candidates = columns, n_rows, room
        return room

    def take(self) -> Room:
        """Return a room that is not in use."""
        try:
            return self.free.pop()
        except IndexError:
            return Room(self._widest)


class Room:
    """Working memory for the nodes and candidates of one search at a time, and a table of scores.

    `widest` are the largest numbers of positives and negatives when one class is separated from all
    others.
    """

    def __init__(self, widest: tuple[int, int]) -> None:
        self._widest = widest
        self.pool = _pool(0)
        self.nodes = _nodes(256, 0, 0)
        self._key: object = None
        self._scores: Floats = np.empty((0, 0))

    def scores(self, request: BeamRequest, totals: tuple[int, int]) -> Floats:
        """Return the scores of all counts up to `totals`; minus infinity without positives."""
        (p, n), (more_p, more_n) = totals, self._scores.shape
        if self._key != request.score_key or p >= more_p or n >= more_n:
            shape = p + 1, n + 1
            wider = np.maximum(self._widest, totals) + 1
            if self._key == request.score_key and int(wider.prod()) <= MOST_SCORES:
                shape = tuple(wider.tolist())  # serves small and large classes
            self._scores, self._key = score_table(request.score, shape), request.score_key
        return self._scores

    def begin(self, n_words: int, n_attributes: int) -> kernels.Nodes:
        """Return empty nodes with room for the given numbers of words and attributes."""
        n_used = -(-n_attributes // WORD)
        if (self.nodes.bits.shape[1], self.nodes.used.shape[1]) != (n_words, n_used):
            self.nodes = _nodes(256, n_words, n_used)
        self.nodes = self.nodes._replace(slots=np.empty(0, np.int64))
        return self.nodes

    def enlarge(self, width: int, room: int, keep: bool) -> None:
        """Make room for the nodes of one more beam and the candidates of one more node."""
        n_nodes, n_candidates = self.nodes.ends[:2].tolist()
        size, nodes = n_nodes + width, self.nodes
        if size > len(nodes.floor):
            larger = _nodes(2 * size, nodes.bits.shape[1], nodes.used.shape[1])
            for old, new in zip(nodes[:5], larger[:5], strict=True):
                new[:n_nodes] = old[:n_nodes]
            nodes = larger._replace(slots=nodes.slots, ends=nodes.ends)
        if keep and 2 * size > len(nodes.slots):
            nodes = nodes._replace(slots=np.full(8 << size.bit_length(), -1))
            nodes.ends[kernels.INDEXED] = 1
        self.nodes = nodes
        if n_candidates + room > len(self.pool.words):
            longer = _pool(2 * (n_candidates + room))
            for old, new in zip(self.pool, longer, strict=True):
                new[:n_candidates] = old[:n_candidates]
            self.pool = longer


def score_table(score: Callable[[Ints, Ints], Floats], shape: tuple[int, int]) -> Floats:
    """Return the scores of all counts below a shape; minus infinity without positives.

    Examples
    --------
    >>> score_table(lambda p, n: p / (p + n), (3, 2))
    array([[      -inf,       -inf],
           [1.        , 0.5       ],
           [1.        , 0.66666667]])
    """
    n_lines, width = shape
    scores = np.empty(shape)
    scores[0] = -np.inf
    size = max(1, AT_ONCE // width)
    for start in range(1, n_lines, size):
        lines = scores[start : start + size]
        p = np.arange(start, start + len(lines)).repeat(width)
        lines[...] = score(p, np.tile(np.arange(width), len(lines))).reshape(lines.shape)
    return scores


def _pool(size: int) -> kernels.Pool:
    return kernels.Pool(np.empty(size, np.int64), np.empty(size))


def _nodes(size: int, n_words: int, n_used: int) -> kernels.Nodes:
    return kernels.Nodes(
        np.empty((size, n_words), np.uint64),
        np.empty((size, n_used), np.uint64),
        np.empty((size, 2), np.uint64),
        np.empty((size, kernels.PUREST + 1), np.int64),
        np.empty(size),
        np.empty(0, np.int64),
        np.empty(5, np.int64),
    )


def _scratch(n_places: int, n_codes: int) -> kernels.Scratch:
    seen = np.zeros(n_codes // WORD + 1, np.uint64)
    return kernels.Scratch(np.zeros((3, n_codes + 1), np.int64), seen, np.empty(n_places, np.int32))


def _facts(columns: Columns, read: ReadRows) -> Ints:
    """Return the facts about the columns, see `BeamProblem`."""
    operators = columns.allowed @ (1 << np.arange(4))
    facts = read.first_bits, columns.n_codes, read.complete, columns.attribute, columns.numeric
    return np.stack((*facts, operators, columns.first_key), axis=1).astype(np.int64)


class FusedBeams:
    """Beam searches on bit sets, see `conjunct.count.requests.Beams`.

    `room` is the largest number of candidates of one node.
    """

    def __init__(self, rooms: BeamRooms, rows: Rows, request: BeamRequest, room: int) -> None:
        self.request = request
        self._rooms = rooms
        self._room = rooms.take()
        laid, own, facts = rooms.laid(rows, request)
        nodes = self._room.begin(laid.known.shape[1], len(request.attribute_keys))
        kernels.begin(laid.places, own, laid.split, nodes)
        self.totals: tuple[int, int] = tuple(nodes.about[0, kernels.P : kernels.N + 1].tolist())
        scores = self._room.scores(request, self.totals)
        self._problem = kernels.BeamProblem(
            *(laid.codes, laid.bits, laid.known, facts),
            *(request.columns.keys, request.attribute_keys, scores),
            *(laid.split, request.min_coverage, room),
        )
        self._scratch = _scratch(laid.codes.shape[1], rooms.most_codes)

    def __del__(self) -> None:
        """Return the room, so that the next search can use it."""
        self._rooms.free.append(self._room)

    @property
    def n_scored(self) -> int:
        """Number of refinements tried so far; those of each body count once."""
        nodes = self._room.nodes
        return int(nodes.about[: nodes.ends[kernels.NODES], kernels.SCORED].sum())

    def run(self, widths: list[int], keep: bool) -> list[list[Level]]:
        """Search with one width after the other; return the levels of each."""
        keep = keep or len(widths) > 1 or int(self._room.nodes.ends[kernels.NODES]) > 1
        return [self._run(width, keep) for width in widths]

    def _run(self, width: int, keep: bool) -> list[Level]:
        room, most = self._room, min(self.request.max_conditions, sum(self.totals))
        levels = np.empty((most, 8), np.int64)
        selection = Selection(
            np.zeros((2, width), np.int64), np.empty(width), np.empty(width, np.int64)
        )
        room.nodes.ends[kernels.LEVELS :] = 0, 1
        while not run_beam(
            self._problem, room.nodes, room.pool, self._scratch, selection, width, keep, levels
        ):
            room.enlarge(width, self._problem.room, keep)
        n_nodes, _, _, n_levels, _ = room.nodes.ends.tolist()
        if not keep:  # the candidates of each level overwrote those of the level before
            room.nodes.floor[:n_nodes] = np.inf
        lines = levels[:n_levels].tolist()
        return [self._level(*line) for line in lines] if lines and lines[-1][6] >= 0 else []

    def _level(self, *line: int) -> Level:
        scored, covered, pruned, purest, combinations, selected, word, parent = line
        p, n = (word >> 32) & 0xFFFF, word >> 48
        facts = scored, covered, pruned, combinations, selected, purest >> 32, purest & kernels.LOW
        return Level((word, parent), p, n, float(self._problem.scores[p, n]), *facts)

    def body(self, level: Level) -> Tests:
        """Return the conditions of the best candidate, in the order of the columns."""
        word, parent = level.best
        tests = [((word >> 18) & 0x3FFF, (word >> 16) & 3, word & 0xFFFF)]
        while parent > 0:
            parent, *test = self._room.nodes.about[parent, : kernels.P].tolist()
            tests.append(tuple(test))
        return as_tests(sorted(tests))
