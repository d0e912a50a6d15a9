"""Give a reader many inputs, and keep those on which it fails."""

from __future__ import annotations

import resource
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.readers import READERS

from conjunct.errors import ConjunctError, DataWarning

LIMIT = 5.0
"""Processor seconds that an input may take."""


@dataclass
class Run:
    """What happened to a range of inputs of one reader.

    Parameters
    ----------
    reader, seed : str, int
        With the number of an input, all that it depends on.
    n_read, n_refused : int
        Inputs that were read, and those that were refused in a sentence.
    faults : dict of int to str
        Numbers of inputs that raised something else or took too long, and what happened.
    slowest : tuple of float and int
        Processor seconds, and the number of the input.
    """

    reader: str
    seed: int
    n_read: int = 0
    n_refused: int = 0
    faults: dict[int, str] = field(default_factory=dict)
    slowest: tuple[float, int] = (0.0, 0)

    @property
    def n_inputs(self) -> int:
        """Inputs that were given."""
        return self.n_read + self.n_refused + len(self.faults)

    def __str__(self) -> str:
        seconds, number = self.slowest
        return (
            f"{self.reader}, seed {self.seed}: {self.n_inputs:,} inputs, {self.n_read:,} read, "
            f"{self.n_refused:,} refused, {len(self.faults)} at fault; slowest input {number} with "
            f"{seconds:.2f} s; peak memory {peak_memory()} MB"
        )


def peak_memory() -> int:
    """Return the most memory that this process had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def run(
    reader: str,
    numbers: Iterable[int],
    seed: int = 0,
    before: Callable[[int, Run], object] = lambda number, found: None,
) -> Run:
    """Give the inputs of some numbers to a reader; call `before` ahead of each."""
    found = Run(reader, seed)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", DataWarning)
        for number in numbers:
            before(number, found)
            _one(found, number, Path(folder))
    return found


def _one(found: Run, number: int, folder: Path) -> None:
    content = READERS[found.reader].make(found.reader, found.seed, number)
    start = time.process_time()
    fault, refused = outcome(found.reader, content, folder)
    seconds = time.process_time() - start
    found.slowest = max(found.slowest, (seconds, number))
    if seconds > LIMIT:
        fault = f"took {seconds:.1f} s"
    if fault:
        found.faults[number] = fault
    elif refused:
        found.n_refused += 1
    else:
        found.n_read += 1


def outcome(reader: str, content: bytes, folder: Path) -> tuple[str, bool]:
    """Return what went wrong ("" if nothing did), and whether the input was refused."""
    try:
        READERS[reader].read(content, folder)
    except ConjunctError as error:
        bad = "\n" in str(error) or not str(error)
        return (f"a message that is not one line: {str(error)!r:.300}" if bad else ""), True
    except Exception as error:
        return f"{type(error).__name__}: {error!s:.300}", False
    return "", False
