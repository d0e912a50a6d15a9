"""A million rows scored by DuckDB with the query of a card, compared with `predict`.

Run: python benchmarks/export_rows.py. Prints the processor seconds of both, and the number of rows
that differ.
"""

from __future__ import annotations

import time

import duckdb
import numpy as np

from conjunct import ScoreCardClassifier
from conjunct.data import Table, shipped_table

N_ROWS = 1_000_000


def columns(table: Table) -> dict[str, np.ndarray]:
    """Return the columns as DuckDB reads them; None for a missing text."""
    found = {}
    for column in table.columns:
        if column.kind == "numeric":
            found[column.name] = column.values
        else:
            found[column.name] = np.array([*column.levels, None], dtype=object)[column.values]
    return found


def main() -> None:
    shipped = shipped_table()
    rules = ScoreCardClassifier(promises=False).fit_table(shipped).rules_
    rows = np.random.default_rng(0).integers(0, shipped.n_rows, N_ROWS)
    table = shipped.take(rows)
    connection = duckdb.connect()
    given = {"number": np.arange(N_ROWS), **columns(table)}
    connection.register("given", given)
    connection.execute("CREATE TABLE birds AS SELECT * FROM given")
    query = rules.to_sql("duckdb", "birds", keep=["number"])
    start = time.process_time()
    found = connection.execute(f"SELECT * FROM ({query}) ORDER BY number").fetchnumpy()
    middle = time.process_time()
    labels, shares = rules.predict(table), rules.predict_proba(table)
    end = time.process_time()
    probabilities = np.column_stack([found[name] for name in found if name.startswith("p_")])
    n_different = int(np.count_nonzero(found["prediction"] != labels))
    print(f"DuckDB {middle - start:.2f} s, predict {end - middle:.2f} s of processor time")
    print(f"{n_different} of {N_ROWS:,} classes differ; largest relative difference of")
    print(f"probabilities {np.max(np.abs(probabilities / shares - 1)):.1e}")


if __name__ == "__main__":
    main()
