"""Environments with one peer each. They are made once; one that cannot be made says why."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import conjunct
from conjunct.experiments.digest import code_version
from peers.field import CONJUNCT, WEKA, Environment
from peers.workers import ours

BENCHMARKS = Path(__file__).parents[1]
WORKERS = Path(__file__).parent / "workers"
WEKA_JAR = Path("/usr/share/java/weka.jar")
INSTALL_SECONDS = 1800
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True)
class Ready:
    """An environment that can be used.

    Parameters
    ----------
    version : str
        Version of the peer, for people.
    code : str
        The version with a digest of the worker's code, so that results of different code never mix.
    command : tuple of str
        Command that starts a worker.
    variables : dict
        Environment variables of the command.
    """

    version: str
    code: str
    command: tuple[str, ...]
    variables: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Absent:
    """An environment that cannot be used, with a sentence that says why."""

    reason: str


def prepared(environment: Environment, folder: Path, weka: Path = WEKA_JAR) -> Ready | Absent:
    """Return how to start the workers of an environment; install what is missing.

    Parameters
    ----------
    environment : Environment
        The environment.
    folder : Path
        Folder of all environments, with one folder for each.
    weka : Path
        The archive of Weka, which is not installed automatically.
    """
    if environment is CONJUNCT:
        command = (sys.executable, "-m", f"peers.workers.{environment.worker}")
        return Ready(conjunct.__version__, code_version(ours.TableFit), command, _variables(True))
    if environment is WEKA:
        return _weka(environment, weka)
    return _installed(environment, folder / environment.name)


def is_installed(environment: Environment, folder: Path) -> bool:
    """Return whether an environment was made before."""
    return _stamp(folder / environment.name).is_file()


def _stamp(folder: Path) -> Path:
    """Return the file that marks a finished installation."""
    return folder / "installed.txt"


def required(environment: Environment, folder: Path, weka: Path = WEKA_JAR) -> Ready:
    """Return how to start workers; end the program with the reason if that is not possible."""
    ready = prepared(environment, folder, weka)
    if isinstance(ready, Absent):
        raise SystemExit(f"error: {ready.reason}")
    return ready


def _installed(environment: Environment, folder: Path) -> Ready | Absent:
    """Make a virtual environment unless it exists."""
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    stamp = _stamp(folder)
    if not stamp.is_file():
        steps = (
            [sys.executable, "-m", "venv", "--clear", str(folder)],
            [str(python), "-m", "pip", "install", "-q", environment.package, *environment.needs],
            [str(python), "-m", f"peers.workers.{environment.worker}", "compile"],
        )
        for step in steps if environment.compiles else steps[:-1]:
            failed = _failure(step)
            if failed:
                return Absent(f"{environment.package} cannot be installed: {failed}")
        stamp.write_text(environment.package, encoding="utf-8")
    ask = "import sys; from importlib.metadata import version; print(version(sys.argv[1]))"
    version = _said([str(python), "-c", ask, environment.package])
    if not version:
        return Absent(f"{folder} is damaged; remove it, and it is made again")
    command = (str(python), "-m", f"peers.workers.{environment.worker}")
    return Ready(version, f"{version}+{_digest(environment)}", command, _variables(False))


def _weka(environment: Environment, jar: Path) -> Ready | Absent:
    if not jar.is_file():
        return Absent(
            f"{jar} is not there; install it with apt-get install weka, or name it with --weka"
        )
    if shutil.which("javac") is None:
        return Absent("a JDK is needed to run Weka; install it with apt-get install default-jdk")
    version = _said(["java", "-cp", str(jar), "weka.core.Version"])
    if not version:
        return Absent(f"{jar} does not say its version; name another one with --weka")
    source = str(WORKERS / environment.worker)
    command = ("java", "-XX:+UseSerialGC", "-cp", str(jar), source)
    return Ready(version, f"{version}+{_digest(environment)}", command)


def _said(command: list[str]) -> str:
    """Return the first line that a program prints; empty if it cannot be run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.partition("\n")[0].strip()


def _failure(step: list[str]) -> str:
    """Run a step of an installation; return a short text on what went wrong."""
    try:
        done = subprocess.run(
            step,
            capture_output=True,
            text=True,
            check=False,
            timeout=INSTALL_SECONDS,
            env={**os.environ, **_variables(False)},
        )
    except subprocess.TimeoutExpired:
        return f"it takes longer than {INSTALL_SECONDS} s"
    if not done.returncode:
        return ""
    said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")]
    return " ".join((said or ["it failed without a word"])[-1].split())[:200]


def _variables(ours_too: bool) -> dict[str, str]:
    """Return the variables of a worker: one thread, and where the workers are."""
    found = [str(BENCHMARKS)]
    if ours_too and os.environ.get("PYTHONPATH"):
        found.append(os.environ["PYTHONPATH"])
    return {"PYTHONPATH": os.pathsep.join(found), **dict.fromkeys(_ONE_THREAD, "1")}


def _digest(environment: Environment) -> str:
    """Return a digest of a worker and of what it imports from the workers' folder."""
    worker = environment.worker if "." in environment.worker else f"{environment.worker}.py"
    waiting, read = [WORKERS / worker], set()
    digest = hashlib.sha256()
    while waiting:
        path = waiting.pop()
        if path not in read:
            read.add(path)
            text = path.read_text(encoding="utf-8")
            digest.update(text.encode())
            imported = re.findall(r"^from peers\.workers\.(\w+) import", text, re.MULTILINE)
            waiting += [WORKERS / f"{name}.py" for name in imported]
    return digest.hexdigest()[:12]
