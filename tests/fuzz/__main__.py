"""Give readers many inputs: ``python -m tests.fuzz csv --inputs 100000 --seed 0``.

An input depends only on the reader, the seed and its number. The number of the current input is
kept in the folder of faults, so that a run that was killed, or whose process died, continues there
with ``--resume``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.fuzz.readers import READERS
from tests.fuzz.running import Run, run


def main() -> int:
    """Run the named readers, and return 1 if one of them is at fault."""
    given = _arguments()
    given.faults.mkdir(parents=True, exist_ok=True)
    n_faults = 0
    for reader in given.readers or READERS:
        found = _run(reader, given)
        n_faults += len(found.faults)
        sys.stdout.write(f"{found}\n")
    return int(n_faults > 0)


def _run(reader: str, given: argparse.Namespace) -> Run:
    place = given.faults / f"{reader}-{given.seed}.at"
    told: set[int] = set()

    def tell(found: Run) -> None:
        """Print faults as they are found, and keep their inputs: a run may be killed."""
        for number in found.faults.keys() - told:
            told.add(number)
            path = given.faults / f"{reader}-{given.seed}-{number}"
            path.write_bytes(READERS[reader].make(reader, given.seed, number))
            sys.stdout.write(f"{path}: {found.faults[number]}\n")
            sys.stdout.flush()

    first = int(place.read_text()) + 1 if given.resume and place.exists() else given.first

    with place.open("w") as at:

        def before(number: int, found: Run) -> None:
            at.seek(0)
            at.write(f"{number:012d}")
            at.flush()
            tell(found)
            if found.n_inputs % 1000 == 999:
                sys.stderr.write(f"\r{reader} {number + 1:,} {len(found.faults)} at fault ")

        found = run(reader, range(first, given.inputs), given.seed, before)
    tell(found)
    sys.stderr.write("\n")
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("readers", nargs="*", help=f"of {', '.join(READERS)}; all without a name")
    parser.add_argument("--inputs", type=int, default=10_000, help="end before this number")
    parser.add_argument("--first", type=int, default=0, help="the number to start with")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--resume", action="store_true", help="go on after the last number")
    parser.add_argument(
        "--faults", type=Path, default=Path("build/fuzz"), help="where to put inputs"
    )
    given = parser.parse_args()
    if unknown := set(given.readers) - set(READERS):
        parser.error(f"no such reader: {', '.join(sorted(unknown))}")
    return given


if __name__ == "__main__":
    sys.exit(main())
