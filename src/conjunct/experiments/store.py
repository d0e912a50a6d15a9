"""The store: every finished trial of every run, in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Self

from conjunct.errors import StudyError
from conjunct.experiments.trial import Row, Settings

APPLICATION = 0x434A5354  # the letters CJST, which mark a SQLite file as a store
SCHEMA = 1  # goes up when the tables of the store change

_TABLES = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, study TEXT NOT NULL, version TEXT NOT NULL, seed INTEGER NOT NULL,
    settings TEXT NOT NULL, created TEXT NOT NULL,
    UNIQUE (study, version, seed, settings)
);
CREATE TABLE trials (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs (id), table_name TEXT NOT NULL,
    table_digest TEXT NOT NULL, number INTEGER NOT NULL, seconds REAL NOT NULL,
    UNIQUE (run, table_name, table_digest, number)
);
CREATE TABLE results (
    trial INTEGER NOT NULL REFERENCES trials (id), position INTEGER NOT NULL, row TEXT NOT NULL,
    PRIMARY KEY (trial, position)
) WITHOUT ROWID;
"""


class RunKey(NamedTuple):
    """The key of a run; results of different runs never mix. `settings` are sorted JSON."""

    study: str
    version: str
    seed: int
    settings: str

    @classmethod
    def of(cls, study: str, version: str, seed: int, settings: Settings) -> RunKey:
        """Build the key, with the settings in an order that does not matter."""
        return cls(study, version, seed, json.dumps(dict(settings), sort_keys=True))


class TrialKey(NamedTuple):
    """A trial of a run: on which table, with which content, and its number."""

    run: int
    table: str
    digest: str
    number: int


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """Tell errors of SQLite, of the system and of damaged values in one sentence."""
    try:
        yield
    except StudyError:
        raise
    except (sqlite3.DatabaseError, ValueError, TypeError, IndexError, OSError) as error:
        raise StudyError(_sentence(path, error)) from error


class Store:
    """Finished trials, kept by one process at a time.

    A trial and its rows are one transaction, so a process that is killed leaves whole trials only.
    The file, which is made if it is not there, is locked until it is closed or the process ends.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "results.sqlite"
    >>> with Store(path) as store:
    ...     run = store.run(RunKey.of("layered", "0.1.0", 0, {"max_width": 512}))
    ...     store.add(TrialKey(run, "vote", "8e37", 0), 0.5, ['{"error": 0.05}'])
    ...     store.trials(run, "vote", "8e37")
    {0: [{'error': 0.05}]}
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with _telling(path), ExitStack() as opened:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=0.2, isolation_level=None)
            opened.callback(self.close)
            self._lock()
            opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    def run(self, key: RunKey) -> int:
        """Return the number of a run; a run that is new is entered first."""
        question = "SELECT id FROM runs WHERE (study, version, seed, settings) = (?, ?, ?, ?)"
        with _telling(self.path), self._connection as write:
            now = datetime.now(UTC).isoformat(timespec="seconds")
            write.execute("INSERT OR IGNORE INTO runs VALUES (NULL, ?, ?, ?, ?, ?)", (*key, now))
            return int(write.execute(question, key).fetchall()[0][0])

    def last_run(self, study: str, version: str, seed: int) -> tuple[str, int] | None:
        """Return the settings of the newest run that has trials, and how many a table has."""
        with _telling(self.path):
            found = self._connection.execute(
                "SELECT settings, max(number) + 1 FROM runs JOIN trials ON trials.run = runs.id "
                "WHERE (study, version, seed) = (?, ?, ?) "
                "GROUP BY runs.id ORDER BY runs.id DESC LIMIT 1",
                (study, version, seed),
            ).fetchone()
            return (str(found[0]), int(found[1])) if found else None

    def add(self, key: TrialKey, seconds: float, rows: Sequence[str]) -> None:
        """Write a finished trial, which must not be there yet, with its rows as JSON."""
        with _telling(self.path), self._connection as write:
            write.execute("BEGIN IMMEDIATE")
            own = (*key, seconds)
            trial = write.execute("INSERT INTO trials VALUES (NULL, ?, ?, ?, ?, ?)", own).lastrowid
            lines = [(trial, position, row) for position, row in enumerate(rows)]
            write.executemany("INSERT INTO results VALUES (?, ?, ?)", lines)

    def trials(self, run: int, table: str, digest: str) -> dict[int, list[Row]]:
        """Return the rows of every trial that is there, in the order of the trials' numbers."""
        trials: dict[int, list[Row]] = {}
        with _telling(self.path):
            found = self._connection.execute(
                "SELECT number, row FROM trials LEFT JOIN results ON results.trial = trials.id "
                "WHERE (run, table_name, table_digest) = (?, ?, ?) ORDER BY number, position",
                (run, table, digest),
            )
            for number, row in found.fetchall():
                rows = trials.setdefault(int(number), [])
                if row is not None:  # else the trial has no rows
                    rows.append(dict(json.loads(row)))
        return trials

    def _lock(self) -> None:
        """Lock the file and check that it is a store of ours; make one of an empty file."""
        execute = self._connection.execute
        execute("PRAGMA locking_mode = EXCLUSIVE")
        execute("BEGIN IMMEDIATE")
        application = execute("PRAGMA application_id").fetchone()[0]
        schema = execute("PRAGMA user_version").fetchone()[0]
        is_empty = not execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION and not (is_empty and application == schema == 0):
            raise StudyError(f"{self.path} is no store of results; choose another folder")
        if schema > SCHEMA:
            newer = f"{self.path} was written by a newer version of conjunct; "
            raise StudyError(newer + "update conjunct or choose another folder")
        if is_empty:
            marks = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA}"
            for statement in f"{_TABLES}{marks}".split(";"):
                execute(statement)
        execute("COMMIT")
        # A commit is one append that survives the end of the process without waiting for the disk.
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")


def _sentence(path: Path, error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{path} cannot be made: {error.strerror}; choose another folder"
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"another run is using {path}; wait for it, or choose another folder"
    damaged = code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
    if isinstance(error, sqlite3.DatabaseError) and not damaged:
        return f"{path} cannot be used: {error}; choose another folder"
    return f"{path} is no store of results, or a damaged one; choose another folder"
