"""Values to integer codes, and codes back to readable conditions.

There are three steps, and the first and the last work on parts of the rows: `summarise` the
columns, decide the codes from the merged summaries with `make_coding`, and apply them with
`code_table`. `encode` does all three for a table in memory.
"""

from conjunct.encode.coded import CodedColumn, CodedTable, Reading
from conjunct.encode.coding import MAX_LEVELS, Coding, Cuts, Missing, make_coding
from conjunct.encode.cuts import MAX_CODES, Bins, find_bins, shortest_between
from conjunct.encode.encoder import code_table, encode
from conjunct.encode.repetition import repeat_rows
from conjunct.encode.summary import (
    EXACT_VALUES,
    NominalSummary,
    NumericSummary,
    TableSummary,
    summarise,
)

__all__ = [
    "EXACT_VALUES",
    "MAX_CODES",
    "MAX_LEVELS",
    "Bins",
    "CodedColumn",
    "CodedTable",
    "Coding",
    "Cuts",
    "Missing",
    "NominalSummary",
    "NumericSummary",
    "Reading",
    "TableSummary",
    "code_table",
    "encode",
    "find_bins",
    "make_coding",
    "repeat_rows",
    "shortest_between",
    "summarise",
]
