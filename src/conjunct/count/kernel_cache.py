"""The folder of compiled kernels: one for each state of the sources, so that none is stale.

Numba detects a stale function only by changes to the file that defines it. But kernels also use
functions and constants of other files, which are compiled into them. So the folder is named after a
digest of all files of this package and of all kernels: after any edit, kernels are compiled again.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

PREFIX = "conjunct-kernels-"
KEPT = 3
"""Number of folders of other states of the sources that are kept, newest first."""

_log = logging.getLogger("conjunct")


def source_digest(folder: Path) -> str | None:
    """Return a digest of the Python files of a folder and of the kernels in its sibling folders.

    None if there are no files.

    Examples
    --------
    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp()) / "count"
    >>> folder.mkdir()
    >>> source_digest(folder) is None
    True
    >>> _ = (folder / "a.py").write_text("ZERO = 0")
    >>> before = source_digest(folder)
    >>> _ = (folder / "a.py").write_text("ZERO = 1")
    >>> before == source_digest(folder)
    False
    """
    beside = (path for path in folder.parent.glob("*/*_kernels.py") if path.parent != folder)
    sources = [*sorted(folder.glob("*.py")), *sorted(beside)]
    digest = hashlib.sha256()
    for source in sources:
        text = source.read_bytes()
        digest.update(f"{source.name} {len(text)} ".encode())
        digest.update(text)
    return digest.hexdigest()[:20] if sources else None


@cache
def kernel_folder() -> Path | None:
    """Return the kernel folder for the current sources, or None if no folder is writable."""
    digest = source_digest(Path(__file__).parent)
    for base in _bases() if digest else ():
        folder = base / f"{PREFIX}{digest}"
        with suppress(OSError):
            is_new = not folder.exists()
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                """The folder is writable."""
            if is_new:
                _forget_old(base, folder)
            return folder
    return None


def _bases() -> Iterator[Path]:
    """Yield the folders to try: NUMBA_CACHE_DIR if set, else the sources, then the user's cache."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
        return
    yield Path(__file__).parent / "__pycache__"
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if named:
        yield Path(named) / "conjunct"
    with suppress(RuntimeError):  # a user without a home folder
        yield Path.home() / ".cache" / "conjunct"


def _forget_old(base: Path, own: Path) -> None:
    """Remove all but the newest folders of other sources; code that still uses them recompiles."""
    others = [folder for folder in base.glob(f"{PREFIX}*") if folder != own]
    others.sort(key=lambda folder: folder.stat().st_mtime)
    for folder in others[:-KEPT]:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def tell_unkept() -> None:
    """Warn once that compiled code cannot be kept."""
    _log.warning(
        "compiled code cannot be kept, because no folder for it can be written: every run compiles "
        "for some seconds; set NUMBA_CACHE_DIR to a folder that can be written"
    )


def kept(compile_function: Callable[..., Any], function: Any, options: dict[str, Any]) -> Any:
    """Compile a function by `numba.njit`, and keep the result if a folder is writable."""
    folder = kernel_folder()
    if folder is None:
        return compile_function(**options)(function)
    with _kept_in(folder):
        dispatcher = compile_function(cache=True, **options)(function)
    if hasattr(dispatcher, "_cache"):
        dispatcher._cache = ForgivingCache(dispatcher._cache)
    return dispatcher


@contextmanager
def _kept_in(folder: Path) -> Iterator[None]:
    from numba import config

    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


class ForgivingCache:
    """A cache of numba that ignores damaged files and may fail to write."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        """Delegate all other attributes to numba."""
        return getattr(self._cache, name)

    def load_overload(self, *about: Any) -> Any:
        """Return compiled code, or None if there is none or its file is damaged."""
        try:
            return self._cache.load_overload(*about)
        except Exception as error:  # a damaged file can raise anything in pickle or the compiler
            _log.info("compiled code is made again: %s", error)
            with suppress(Exception):
                self._cache.flush()
            return None

    def save_overload(self, *about: Any) -> None:
        """Keep compiled code; if that fails, the next run compiles again."""
        try:
            self._cache.save_overload(*about)
        except OSError as error:
            _log.info("compiled code is not kept: %s", error)
            tell_unkept()
