"""The first moments of a command, and streams that are closed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import conjunct

START = "from conjunct.cli.start import main; main()"
PRESSED = f"""
import os, signal, sys

class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == "conjunct.cli.learn":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Presses())
{START}
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
def test_an_interrupt_while_commands_are_loaded_ends_without_a_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESSED, "--version"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert (done.returncode, done.stdout, done.stderr) == (
        130,
        "",
        "\ninterrupted; no file was written\n",
    )


def test_the_package_runs_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "conjunct", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"conjunct {conjunct.__version__}\n"


@pytest.mark.skipif(os.name == "nt", reason="shells are POSIX")
@pytest.mark.parametrize(
    ("closed", "sentence"),
    [
        (">&-", "error: standard output is closed; leave >&- out, or name a file to write\n"),
        ("<&-", "error: standard input is closed; name a file, or pass a table through a pipe\n"),
        ("2>&-", ""),
    ],
)
def test_closed_streams_get_one_sentence(tmp_path: Path, closed: str, sentence: str) -> None:
    table = "-" if closed == "<&-" else "t.csv"
    (tmp_path / "t.csv").write_text("a,b\n" + "1,x\n2,y\n" * 5)
    command = f"'{sys.executable}' -c '{START}' learn {table} --target b {closed}"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stderr == sentence
    assert done.returncode == (1 if sentence else 0)


@pytest.mark.parametrize(("given", "used"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_matrix_products_have_one_thread_unless_the_user_says_otherwise(
    given: dict[str, str], used: str
) -> None:
    rest = {name: value for name, value in os.environ.items() if "NUM_THREADS" not in name}
    shown = f"try:\n    {START}\nfinally:\n    print(os.environ['OPENBLAS_NUM_THREADS'])"
    done = subprocess.run(
        [sys.executable, "-c", f"import os\n{shown}", "--version"],
        capture_output=True,
        text=True,
        check=True,
        env=rest | given,
    )
    assert done.stdout.splitlines()[-1] == used


SELDOM = f"""
import atexit, sys
loaded = lambda: print("scipy.stats._stats_py" in sys.modules, file=sys.stderr)
atexit.register(loaded)
{START}
"""


def test_learning_leaves_out_what_is_slow_to_load_and_seldom_used() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SELDOM, "learn"], capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[-1] == "False"


def test_what_is_seldom_used_loads_on_its_first_use() -> None:
    used = f"{SELDOM}\nimport scipy.stats; print(scipy.stats.mode([2, 2, 3]).mode)"
    used = used.replace(START, f"import contextlib\nwith contextlib.suppress(SystemExit): {START}")
    done = subprocess.run(
        [sys.executable, "-c", used, "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "2"
    assert done.stderr.splitlines()[-1] == "True"
