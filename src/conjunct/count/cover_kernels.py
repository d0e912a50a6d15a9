"""The compiled loops that test rows: those that make covers, and tallies of many bodies.

The conventions are those of `conjunct.count.kernels`.
"""

from __future__ import annotations

import numpy as np

from conjunct.count.jit import inner, njit, ones
from conjunct.count.kernels import EMPTY, FULL, ONE, ZERO, find_bounds, passes, read_cells


@inner
def keep_rows(codes, line, passing, rows, start, stop, out, at):
    """Append the rows of one cover whose code passes.

    IN codes (columns, rows), line, passing (codes + 1,): 1 or 0, rows, start, stop, at; OUT out.
    Return the new end.
    """
    end = np.uint64(at)
    for i in range(np.uint64(start), np.uint64(stop)):
        row = rows[i]
        out[end] = row
        end += passing[codes[line, np.uint32(row)]]
    return np.int64(end)


@njit(cache=True, nogil=True)
def refine_covers(coded, rows, spans, tests, out, ends):
    """List the rows of each cover that pass its test.

    IN coded, rows, spans (children, 2) of their parents, tests (children, 3);
    OUT out, with room for the rows of all parents and one more; ends (children + 1,).
    """
    most = ZERO
    for child in range(tests.shape[0]):
        most = max(most, coded.n_codes[tests[child, 0]])
    passing = np.empty(most + 1, np.uint64)
    ends[0] = 0
    for child in range(tests.shape[0]):
        column, at = tests[child, 0], ends[child]
        n_codes = coded.n_codes[column]
        for code in range(n_codes + 1):
            passing[code] = passes(code, tests[child, 1], tests[child, 2], n_codes)
        place = np.int64(coded.place[column])
        start, stop = spans[child, 0], spans[child, 1]
        if place >= 0:
            at = keep_rows(coded.narrow, place, passing, rows, start, stop, out, at)
        else:
            at = keep_rows(coded.wide, -1 - place, passing, rows, start, stop, out, at)
        ends[child + 1] = at


@inner
def divide_rows(codes, part_of, rows, start, stop, out, ends):
    """List the rows of one cover part by part.

    IN codes, part_of (codes + 1,), rows, start, stop; OUT out, ends (parts + 1,): the first is IN.
    """
    n_parts = ends.size - 1
    for part in range(n_parts):
        ends[part + 1] = 0
    for i in range(start, stop):
        ends[1 + part_of[codes[np.uint32(rows[i])]]] += 1
    places = np.empty(n_parts, np.int64)
    for part in range(n_parts):
        places[part] = ends[part]
        ends[part + 1] += ends[part]
    for i in range(start, stop):
        part = part_of[codes[np.uint32(rows[i])]]
        out[places[part]] = rows[i]
        places[part] += 1


@njit(cache=True, nogil=True)
def divide_covers(coded, rows, spans, columns, parts, n_parts, out, ends):
    """Divide every cover by a column.

    IN coded, rows, spans (splits, 2), columns, parts, n_parts (see `Splits`); OUT out, with room
    for the rows of all covers; ends (all parts + 1,).
    """
    ends[0] = 0
    at, slot = 0, 0
    for split in range(columns.size):
        column = columns[split]
        own = ends[at : at + n_parts[split] + 1]
        part_of = parts[slot : slot + coded.n_codes[column] + 1]
        place = coded.place[column]
        start, stop = spans[split, 0], spans[split, 1]
        if place >= 0:
            divide_rows(coded.narrow[place], part_of, rows, start, stop, out, own)
        else:
            divide_rows(coded.wide[-1 - place], part_of, rows, start, stop, out, own)
        at += n_parts[split]
        slot += part_of.size


@inner
def satisfies(coded, row, tests, start, stop):
    """Tell whether a row satisfies the conditions `start` to `stop`."""
    for i in range(start, stop):
        column = tests[i, 0]
        place = coded.place[column]
        if place >= 0:
            code = np.int64(coded.narrow[place, row])
        else:
            code = np.int64(coded.wide[-1 - place, row])
        if not passes(code, tests[i, 1], tests[i, 2], coded.n_codes[column]):
            return False
    return True


@inner
def scramble(word, salt):
    """Return a random-looking word, as one round of `conjunct.count.folds.scrambled` does."""
    word ^= salt
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inner
def in_fold(rank, fold):
    """Tell whether a row is in a fold, as `Fold.has` does."""
    seed, n_folds, number, outside = fold
    n_folds, rank = np.uint64(n_folds), np.uint64(rank)
    word = scramble(rank // n_folds, seed)
    shift = scramble(word, np.uint64(0x9E3779B97F4A7C15)) % n_folds
    return ((rank % n_folds + shift) % n_folds == np.uint64(number)) != outside


@njit(cache=True, nogil=True)
def flag_subset(coded, rows, labels, ranks, classes, fold, tests, ends, of, flags):
    """Tell which rows `CountingEngine.subset` keeps.

    IN coded, rows, labels and ranks of all rows, classes (classes,): whether their rows are kept,
    fold: seed, number of folds (0 for no fold), number of the fold and whether all other folds are
    meant, tests of all bodies, ends (bodies,), of (classes,): whether bodies drop their rows; OUT
    flags.
    """
    for i in range(rows.size):
        row = np.int64(rows[i])
        label = labels[row]
        kept = classes[label] and (fold[1] == 0 or in_fold(ranks[row], fold))
        start = ZERO
        for body in range(ends.size if kept and of[label] else 0):
            stop = ends[body]
            if satisfies(coded, row, tests, start, stop):
                kept = False
                break
            start = stop
        flags[i] = kept


@inner
def test_words(coded, rows, start, n, tests, cells, words):
    """Write which of at most 64 rows pass each test.

    IN coded, rows, start, n (their number), tests (in the order of columns); scratch cells (64,);
    OUT words (tests,).
    """
    column = np.int64(-1)
    for test in range(tests.shape[0]):
        if tests[test, 0] != column:
            column = tests[test, 0]
            read_cells(coded, column, rows, start, start + n, cells)
        op, code, n_codes = tests[test, 1], tests[test, 2], coded.n_codes[column]
        word = EMPTY
        for i in range(n):
            word |= np.uint64(passes(np.int64(cells[i]), op, code, n_codes)) << np.uint64(i)
        words[test] = word


@inner
def add_word(word, start, bounds, first_run, channels, sums):
    """Count the rows of a word by channel.

    IN word, start (the place of its first row), bounds (runs + 1,), first_run (of the word),
    channels; OUT sums (channels,).
    """
    run, left = first_run, word
    while left != EMPTY:
        size = bounds[run + 1] - start
        own = left if size >= 64 else left & ((ONE << np.uint64(max(size, 0))) - ONE)
        if channels[run] >= 0:
            sums[channels[run]] += ones(own)
        left &= ~own
        run += 1


@njit(cache=True, nogil=True)
def tally_words(coded, rows, spans, tests, parts, ends, first, borders, channels, sums):
    """Count the rows of every cover that satisfy every body, 64 rows at a time.

    IN coded, rows, spans (covers, 2), tests (each once, in the order of columns), parts (the tests
    of all bodies, by their place), ends (bodies,), first (whether a row counts only for the first
    body that it satisfies), borders, channels; OUT sums (covers, bodies, channels), zero on entry.
    """
    bounds = np.empty(borders.size, np.int64)
    words, cells = np.empty(tests.shape[0], np.uint64), np.empty(64, np.uint16)
    for cover in range(spans.shape[0]):
        find_bounds(rows, spans[cover, 0], spans[cover, 1], borders, bounds)
        run = 0
        for start in range(spans[cover, 0], spans[cover, 1], 64):
            n = min(64, spans[cover, 1] - start)
            test_words(coded, rows, start, n, tests, cells, words)
            while bounds[run + 1] <= start:
                run += 1
            left, at = FULL >> np.uint64(64 - n), 0
            for body in range(ends.size):
                word = left
                while at < ends[body] and word != EMPTY:
                    word &= words[parts[at]]
                    at += 1
                at = ends[body]
                if word != EMPTY:
                    add_word(word, start, bounds, run, channels, sums[cover, body])
                    if first:
                        left &= ~word
