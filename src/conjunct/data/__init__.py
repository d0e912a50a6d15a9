"""Tables: read from files and data frames, with column kinds and missing values resolved."""

from __future__ import annotations

from conjunct.data.names import column_names
from conjunct.data.read import read_table
from conjunct.data.shipped import shipped_table
from conjunct.data.table import Column, Kind, Table
from conjunct.data.tokens import MISSING_TOKENS

__all__ = [
    "MISSING_TOKENS",
    "Column",
    "Kind",
    "Table",
    "column_names",
    "read_table",
    "shipped_table",
]
