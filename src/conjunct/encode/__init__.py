"""Values to integer codes, and codes back to readable conditions."""

from conjunct.encode.coded import CodedColumn, CodedTable, Reading
from conjunct.encode.cuts import MAX_CODES, Bins, find_bins, shortest_between
from conjunct.encode.encoder import encode

__all__ = [
    "MAX_CODES",
    "Bins",
    "CodedColumn",
    "CodedTable",
    "Reading",
    "encode",
    "find_bins",
    "shortest_between",
]
