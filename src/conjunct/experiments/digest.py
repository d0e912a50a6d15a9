"""Digests that identify results: of the content of a table, and of the code of the trials."""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import conjunct
from conjunct.data import Table

LAYERS = (
    *("data", "encode", "count", "evaluate", "model", "choose"),
    *("search", "cover", "trees", "cards", "estimators", "metalearning"),
)
"""Packages whose code can change the rows of a trial."""

_SHOWING = {
    *("curves", "figures", "findings", "judging", "long_rows", "output", "study"),
}
"""Modules that only describe and show results."""

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

    That is every file of the layers below the experiments, how the public tables are read, the
    module of the trial function, and the modules of the experiments that it imports; what only
    shows results is left out. The files are read once: what is edited during a run belongs to the
    next one.
    """
    digest = hashlib.sha256()
    layers = [path for layer in LAYERS for path in (_ROOT / layer).rglob("*.py")]
    behind = files_behind(Path(getattr(sys.modules.get(run.__module__), "__file__", None) or ""))
    for path in sorted({*_ROOT.glob("*.py"), *layers, _HERE / "public.toml", *behind}):
        digest.update(f"{path.parent.name}/{path.name}\n".encode())
        digest.update(path.read_bytes())
    return f"{conjunct.__version__}+{digest.hexdigest()[:16]}"


def files_behind(file: Path) -> set[Path]:
    """Return the file of a module and those of the experiments that it needs to run a trial.

    A function that has no file, as at a prompt, has nothing behind it.
    """
    found: set[Path] = set()
    waiting = [file]
    while waiting:
        path = waiting.pop()
        if path not in found and path.is_file():
            found.add(path)
            waiting += _imported(path)
    return found


def _imported(path: Path) -> list[Path]:
    """Return the files of the experiments that a file imports, those that show left out."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    prefix = "conjunct.experiments."
    own = {name.removeprefix(prefix) for name in names if name.startswith(prefix)} - _SHOWING
    return [_HERE / f"{name}.py" for name in own]
