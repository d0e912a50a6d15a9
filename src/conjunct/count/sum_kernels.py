"""The compiled loop that adds up numbers of rows by code, as `conjunct.count.kernels` counts rows.

The numbers are whole (fixed point), so that sums are the same in any order.
"""

from __future__ import annotations

from numba import njit


@njit(cache=True, nogil=True)
def sum_column(codes, rows, values, sums):
    """Add the numbers of every listed row to those of its code.

    IN codes (rows,), rows (cover,), values (rows, channels); OUT sums (codes + 1, channels).
    """
    n_channels = values.shape[1]
    if n_channels == 3:  # two classes: the loop below would cost more than its additions
        for i in range(rows.size):
            row = rows[i]
            line = sums[codes[row]]
            line[0] += values[row, 0]
            line[1] += values[row, 1]
            line[2] += values[row, 2]
        return
    for i in range(rows.size):
        row = rows[i]
        line = sums[codes[row]]
        own = values[row]
        for channel in range(n_channels):
            line[channel] += own[channel]


@njit(cache=True, nogil=True)
def sum_cover(coded, rows, values, sums):
    """Add up every column of a cover.

    IN coded, rows, values; OUT sums (columns, codes + 1, channels).
    """
    for column in range(coded.n_codes.size):
        place = coded.place[column]
        if place >= 0:
            sum_column(coded.narrow[place], rows, values, sums[column])
        else:
            sum_column(coded.wide[-1 - place], rows, values, sums[column])
