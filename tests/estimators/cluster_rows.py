"""Rows for a cluster: every kind of column, and a category that one part alone has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

N_ROWS = 120


def cluster_rows(seed: int = 0, n_classes: int = 3) -> pd.DataFrame:
    """Return rows with numbers, texts, ordered categories, booleans, an identifier and dates."""
    random = np.random.default_rng(seed)
    sizes = random.choice(["low", "middle", "high"], N_ROWS)
    frame = pd.DataFrame(
        {
            "age": random.integers(18, 80, N_ROWS).astype(float),
            "income": np.round(random.normal(3, 1, N_ROWS), 2),
            "city": random.choice(["Bonn", "Rome", "Oslo"], N_ROWS),
            "size": pd.Categorical(sizes, categories=["low", "middle", "high"]),
            "member": random.random(N_ROWS) < 0.3,
            "number": np.arange(N_ROWS) + 5,
            "since": pd.Timestamp("2020-01-01"),
            "nothing": pd.Series([None] * N_ROWS, dtype="float64"),
        }
    )
    frame.loc[random.random(N_ROWS) < 0.1, "age"] = np.nan
    frame.loc[3, "city"] = "Faro"
    is_yes = ((frame["age"] > 50) & (frame["city"] != "Rome")) | (frame["income"] > 4)
    other = np.where(random.random(N_ROWS) < 0.3, "maybe", "no")
    frame["kind"] = np.where(is_yes, "yes", other if n_classes > 2 else "no")
    return frame


def in_dask(frame: pd.DataFrame, ends: tuple[int, ...]) -> Any:
    """Return a Dask frame whose parts end at these rows; a part may be empty."""
    import dask.dataframe as dd

    starts = (0, *ends)
    stops = (*ends, len(frame))
    parts = [frame.iloc[a:b] for a, b in zip(starts, stops, strict=True)]
    return dd.from_map(lambda at: parts[at], range(len(parts)), meta=frame.iloc[:0])
