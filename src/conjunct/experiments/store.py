"""The store: every finished trial of every run, in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

from conjunct.errors import StudyError
from conjunct.experiments.study import Row, Settings

Answer = TypeVar("Answer")

APPLICATION = 0x434A5354
"""Marks a SQLite file as a store: the letters CJST."""

SCHEMA = 1
"""Goes up when the tables of the store change."""

_TABLES = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    study TEXT NOT NULL,
    version TEXT NOT NULL,
    seed INTEGER NOT NULL,
    settings TEXT NOT NULL,
    created TEXT NOT NULL,
    UNIQUE (study, version, seed, settings)
);
CREATE TABLE trials (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs (id),
    table_name TEXT NOT NULL,
    table_digest TEXT NOT NULL,
    number INTEGER NOT NULL,
    seconds REAL NOT NULL,
    UNIQUE (run, table_name, table_digest, number)
);
CREATE TABLE results (
    trial INTEGER NOT NULL REFERENCES trials (id),
    position INTEGER NOT NULL,
    row TEXT NOT NULL,
    PRIMARY KEY (trial, position)
) WITHOUT ROWID;
"""


class RunKey(NamedTuple):
    """The key of a run; results of different runs never mix.

    `version` is that of `conjunct.experiments.digest.code_version`, `settings` are sorted JSON.
    """

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


class Store:
    """Finished trials, kept by one process at a time.

    A trial and its rows are written in one transaction, so a process that is killed leaves whole
    trials only. The file is locked from opening to closing; the lock belongs to the process and
    vanishes with it.

    Parameters
    ----------
    path : Path
        Of the file; it and its folder are made if they are not there.

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
        with self._in_a_sentence():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=0.2, isolation_level=None)
        try:
            with self._in_a_sentence():
                self._open()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the file."""
        self._connection.close()

    def run(self, key: RunKey) -> int:
        """Return the number of a run; a run that is new is entered first."""
        with self._writing():
            self._connection.execute(
                "INSERT OR IGNORE INTO runs (study, version, seed, settings, created) "
                "VALUES (?, ?, ?, ?, ?)",
                (*key, datetime.now(UTC).isoformat(timespec="seconds")),
            )
        question = "SELECT id FROM runs WHERE (study, version, seed, settings) = (?, ?, ?, ?)"
        return self._read(question, key, lambda found: int(found[0][0]))

    def last_run(self, study: str, version: str, seed: int) -> tuple[str, int] | None:
        """Return the settings of the newest run that has trials, and how many a table has."""
        return self._read(
            "SELECT settings, max(number) + 1 FROM runs JOIN trials ON trials.run = runs.id "
            "WHERE (study, version, seed) = (?, ?, ?) "
            "GROUP BY runs.id ORDER BY runs.id DESC LIMIT 1",
            (study, version, seed),
            lambda found: (str(found[0][0]), int(found[0][1])) if found else None,
        )

    def add(self, key: TrialKey, seconds: float, rows: Sequence[str]) -> None:
        """Write a finished trial, which must not be there yet, with its rows as JSON.

        It is written whole or not at all.
        """
        with self._writing():
            trial = self._connection.execute(
                "INSERT INTO trials (run, table_name, table_digest, number, seconds) "
                "VALUES (?, ?, ?, ?, ?)",
                (*key, seconds),
            ).lastrowid
            self._connection.executemany(
                "INSERT INTO results VALUES (?, ?, ?)",
                [(trial, position, row) for position, row in enumerate(rows)],
            )

    def numbers(self, run: int, table: str, digest: str) -> set[int]:
        """Return the numbers of the trials that are there."""
        question = "SELECT number FROM trials WHERE (run, table_name, table_digest) = (?, ?, ?)"
        return self._read(
            question, (run, table, digest), lambda found: {int(one[0]) for one in found}
        )

    def trials(self, run: int, table: str, digest: str) -> dict[int, list[Row]]:
        """Return the rows of every trial that is there, in the order of the trials' numbers."""
        return self._read(
            "SELECT number, row FROM trials LEFT JOIN results ON results.trial = trials.id "
            "WHERE (run, table_name, table_digest) = (?, ?, ?) ORDER BY number, position",
            (run, table, digest),
            _rows_by_trial,
        )

    def _open(self) -> None:
        """Lock the file, check that it is one of our stores, and make a new one if it is empty."""
        connection = self._connection
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN IMMEDIATE")
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        schema = connection.execute("PRAGMA user_version").fetchone()[0]
        is_empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION and not (is_empty and application == schema == 0):
            raise StudyError(f"{self.path} is no store of results; choose another folder")
        if schema > SCHEMA:
            raise StudyError(
                f"{self.path} was written by a newer version of conjunct; "
                "update conjunct or choose another folder"
            )
        if is_empty:
            for statement in _TABLES.split(";")[:-1]:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
        connection.execute("COMMIT")
        # A commit is one append that survives the end of the process without waiting for the disk.
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")

    def _read(
        self, question: str, values: Sequence[str | int], read: Callable[[list[Any]], Answer]
    ) -> Answer:
        with self._in_a_sentence():
            return read(self._connection.execute(question, tuple(values)).fetchall())

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Run what follows in one transaction."""
        with self._in_a_sentence():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _in_a_sentence(self) -> Iterator[None]:
        """Turn errors of SQLite and of the system into one sentence."""
        try:
            yield
        except StudyError:
            raise
        except (sqlite3.DatabaseError, ValueError, TypeError, IndexError, OSError) as error:
            raise StudyError(_sentence(self.path, error)) from error


def _rows_by_trial(found: list[Any]) -> dict[int, list[Row]]:
    """Gather rows by the number of their trial; a trial without rows has a number only."""
    trials: dict[int, list[Row]] = {}
    for number, row in found:
        rows = trials.setdefault(int(number), [])
        if row is not None:
            rows.append(dict(json.loads(row)))
    return trials


def _sentence(path: Path, error: Exception) -> str:
    damaged = f"{path} is no store of results, or a damaged one; choose another folder"
    if isinstance(error, OSError):
        return f"{path} cannot be made: {error.strerror}; choose another folder"
    if not isinstance(error, sqlite3.DatabaseError):  # a value of a wrong kind, or none
        return damaged
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"another run is using {path}; wait for it, or choose another folder"
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return damaged
        case _:
            return f"{path} cannot be used: {error}; choose another folder"
