"""Databases that run a query on rows of a table: SQLite, DuckDB, PostgreSQL."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from conjunct.data.table import Table
from conjunct.model import Rules, ScoreCard

from .agreement import Answers, Cell, rows_of

Rows = list[tuple[Any, ...]]
Run = Callable[[str, Sequence[str], Sequence[str], list[tuple[Cell, ...]]], Rows]
"""Makes the table ``rows`` of names, types and cells, and returns what a query gives, in order."""

ROW = "row number"


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def table_sql(names: Sequence[str], types: Sequence[str]) -> str:
    columns = (f"{quoted(name)} {kind}" for name, kind in zip(names, types, strict=True))
    return f"CREATE TABLE rows ({', '.join(columns)})"


def run_sqlite(query: str, names: Sequence[str], types: Sequence[str], rows: Any) -> Rows:
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute(table_sql(names, types))
        marks = ", ".join("?" * len(names))
        connection.executemany(f"INSERT INTO rows VALUES ({marks})", rows)
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def run_duckdb(query: str, names: Sequence[str], types: Sequence[str], rows: Any) -> Rows:
    import duckdb

    with duckdb.connect() as connection:
        connection.execute("SET threads = 1")
        connection.execute(table_sql(names, types))
        marks = ", ".join("?" * len(names))
        connection.executemany(f"INSERT INTO rows VALUES ({marks})", rows)
        return connection.execute(query).fetchall()


def run_postgresql(connection: Any) -> Run:
    def run(query: str, names: Sequence[str], types: Sequence[str], rows: Any) -> Rows:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE IF EXISTS rows")
            cursor.execute(table_sql(names, types))
            with cursor.copy("COPY rows FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return list(cursor.execute(query).fetchall())

    return run


def found_rows(run: Run, table: Table, query: str, nan: bool) -> Rows:
    """Run a query that keeps the number of the row alone, and return its answers in order."""
    names = list(table.names)
    kinds = {column.name: column.kind for column in table.columns}
    types = ["DOUBLE PRECISION" if kinds[name] == "numeric" else "TEXT" for name in names]
    rows = rows_of(table, names)
    if nan:
        numeric = [kinds[name] == "numeric" for name in names]
        rows = [_with_nan(row, numeric) if number % 2 else row for number, row in enumerate(rows)]
    numbered = [(number, *row) for number, row in enumerate(rows)]
    found = sorted(run(query, [ROW, *names], ["INTEGER", *types], numbered))
    assert [row[0] for row in found] == list(range(table.n_rows))
    return found


def answers(run: Run, rules: Rules, table: Table, query: str, nan: bool) -> Answers:
    """Run a query that keeps the number of the row alone, and sort its answers out."""
    return sorted_out(rules, found_rows(run, table, query, nan))


def sorted_out(rules: Rules, found: Rows) -> Answers:
    """Return what a query says about the classes of rows."""
    n_scores = len(rules.scored) if isinstance(rules, ScoreCard) else 0
    labels = [_label(rules, row[1]) for row in found]
    split = 2 + n_scores
    shares = [[float(one) for one in row[split : split + len(rules.classes)]] for row in found]
    return Answers(labels, shares, [list(row[2:split]) for row in found])


def _with_nan(row: tuple[Cell, ...], numeric: Sequence[bool]) -> tuple[Cell, ...]:
    """Put NaN where a number is missing."""
    return tuple(
        math.nan if number and cell is None else cell
        for cell, number in zip(row, numeric, strict=True)
    )


def _label(rules: Rules, found: Any) -> Any:
    """SQLite has no truth values."""
    return bool(found) if {type(label) for label in rules.classes} == {bool} else found
