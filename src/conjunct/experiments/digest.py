"""Digests that identify results: of the content of a table, and of the code of the trials."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import conjunct
from conjunct.data import Table

LAYERS = (
    *("data", "encode", "count", "evaluate", "model", "choose"),
    *("search", "cover", "trees", "cards", "estimators", "metalearning"),
)
"""Packages whose code can change the rows of a trial."""

_EXPERIMENTS = "conjunct.experiments"
_SHOWING = {
    f"{_EXPERIMENTS}.{name}"
    for name in ("findings", "figures", "labels", "output", "page", "study")
}
"""Modules that only describe and show results."""


def table_digest(table: Table) -> str:
    """Return a digest of everything in a table that a learner can see.

    Examples
    --------
    >>> from conjunct.data import shipped_table
    >>> table = shipped_table()
    >>> table_digest(table) == table_digest(shipped_table())
    True
    >>> import numpy as np
    >>> table_digest(table) == table_digest(table.take(np.arange(100)))
    False
    """
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

    That is every file of the layers below the experiments, how the public tables are read, the
    module of the trial function, and the modules of the experiments that it imports; what only
    shows results is left out. The files are read once: what is edited during a run belongs to the
    next one.
    """
    digest = hashlib.sha256()
    root = Path(conjunct.__file__).parent
    layers = [path for layer in LAYERS for path in (root / layer).rglob("*.py")]
    for path in sorted([*root.glob("*.py"), *layers]):
        digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    digest.update((root / "experiments" / "public.toml").read_bytes())
    for module in sorted(_modules_behind(run.__module__)):
        digest.update(f"{module}\n".encode())
        digest.update(_source_of(module))
    return f"{conjunct.__version__}+{digest.hexdigest()[:16]}"


def _modules_behind(module: str) -> set[str]:
    """Return a module and all modules of the experiments that it needs, shown ones left out."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imports_of(name) - _SHOWING
    return found


def _imports_of(module: str) -> set[str]:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(_source_of(module))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in imported if name.startswith(f"{_EXPERIMENTS}.") and _is_module(name)}


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _source_of(module: str) -> bytes:
    """Return the source of a module; one that has no file, as at a prompt, has none."""
    loaded = sys.modules.get(module)
    spec = find_spec(module) if loaded is None else None
    file = getattr(loaded, "__file__", None) if spec is None else spec.origin
    return b"" if file is None else Path(file).read_bytes()
