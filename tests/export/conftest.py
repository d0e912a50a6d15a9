from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .databases import Run, run_duckdb, run_postgresql, run_sqlite


def _postgresql_program(name: str) -> str:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(name, path=os.pathsep.join(map(str, folders))) or shutil.which(name)
    if found is None:
        pytest.skip("PostgreSQL is not installed; Debian's package is postgresql")
    return found


def _unprivileged() -> str | None:
    """Return a user to run the server as; PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    import pwd

    users = {one.pw_name for one in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in users)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Any]:
    """Connect to a server of its own, which is removed at the end."""
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    initdb, pg_ctl = _postgresql_program("initdb"), _postgresql_program("pg_ctl")
    user, port = _unprivileged(), _free_port()
    with tempfile.TemporaryDirectory(prefix="conjunct-postgresql-") as folder:
        if user is not None:
            shutil.chown(folder, user)
        data = f"{folder}/data"
        options = {"check": True, "capture_output": True, "cwd": folder, "user": user}
        made = [initdb, "-D", data, "-A", "trust", "-U", "tester", "-E", "UTF8", "--no-sync"]
        subprocess.run([*made, "--locale=C"], **options)
        flags = f"-p {port} -c listen_addresses=127.0.0.1 -c fsync=off -k {folder}"
        log = ["-l", f"{folder}/log"]
        subprocess.run([pg_ctl, "-D", data, "-w", *log, "-o", flags, "start"], **options)
        try:
            place = f"host=127.0.0.1 port={port} user=tester dbname=postgres"
            with psycopg.connect(place, autocommit=True) as connection:
                yield connection
        finally:
            subprocess.run([pg_ctl, "-D", data, "-w", "-m", "immediate", "stop"], **options)


@pytest.fixture(scope="session", params=["sqlite", "duckdb", "postgresql"])
def database(request: pytest.FixtureRequest) -> tuple[str, Run]:
    """Return the name of a database, and what runs a query in it."""
    if request.param == "duckdb":
        pytest.importorskip("duckdb", reason="DuckDB is not installed")
        return "duckdb", run_duckdb
    if request.param == "postgresql":
        return "postgresql", run_postgresql(request.getfixturevalue("postgresql"))
    return "sqlite", run_sqlite
