"""Columns with few codes are also kept as bit sets."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count.layout import coded_table
from conjunct.encode import CodedTable


@given(table=st.from_type(CodedTable))
def test_bit_sets_hold_a_bit_for_every_row_and_code(table):
    coded = coded_table(table)
    flags = np.unpackbits(coded.bits.view(np.uint8), axis=1, bitorder="little")
    for number, column in enumerate(table.columns):
        if column.n_codes > 8:
            assert coded.first_bits[number] == -1
            continue
        own = flags[coded.first_bits[number] :][: column.n_codes, : table.n_rows]
        for code in range(column.n_codes):
            assert own[code].tolist() == (table.codes(number) == code).tolist()
    assert not flags[:, table.n_rows :].any()
    assert len(flags) == sum(c.n_codes for c in table.columns if c.n_codes <= 8)
