"""Digests that identify results: of the content of a table, and of the code of the trials."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import conjunct
from conjunct.data import Table

# Packages whose code can change the rows of a trial.
LAYERS = (
    *("data", "encode", "count", "evaluate", "model", "choose"),
    *("search", "cover", "trees", "cards", "estimators", "metalearning"),
)
# Modules of the experiments that trial functions need beside their own; others only show.
SHARED = ("descent", "made_tables", "promise_trials", "single_rules", "tables", "trial")
_ROOT, _HERE = Path(conjunct.__file__).parent, Path(__file__).parent


def table_digest(table: Table) -> str:
    """Return a digest of everything in a table that a learner can see."""
    digest = hashlib.sha256()
    columns = table.columns if table.target is None else (*table.columns, table.target)
    for column in columns:
        digest.update(repr((column.name, column.kind, column.levels, len(column))).encode())
        kind = "<f8" if column.kind == "numeric" else "<i4"
        digest.update(column.values.astype(kind).tobytes())
    return digest.hexdigest()[:16]


@cache
def code_version(run: Callable[..., Any]) -> str:
    """Return the version of the package and a digest of the code behind a study's trials.

    What only shows results is left out. What is edited during a run belongs to the next one.
    """
    digest, own = hashlib.sha256(), getattr(sys.modules.get(run.__module__), "__file__", None)
    files = [path for layer in LAYERS for path in (_ROOT / layer).rglob("*.py")]
    files += [*_ROOT.glob("*.py"), _HERE / "public.toml", *(_HERE / f"{one}.py" for one in SHARED)]
    files += [Path(own)] if own else []  # a function at a prompt has no file
    for path in sorted(set(files)):
        digest.update(f"{path.parent.name}/{path.name}\n".encode())
        digest.update(path.read_bytes())
    return f"{conjunct.__version__}+{digest.hexdigest()[:16]}"
