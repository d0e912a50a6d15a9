"""Processor seconds of one trial of each study on all its tables, for `Study.seconds`.

    python benchmarks/study_times.py layered ucf

It uses one process and one core. The second trial of each table is measured, so that compilation is
excluded. The last line is the calibration job, for `conjunct.experiments.study.REFERENCE`.
``--tables`` takes only the first tables of a study; the line names the number of all, for scaling.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from threadpoolctl import threadpool_limits

from conjunct.data import Table
from conjunct.experiments.registry import STUDIES, find_study
from conjunct.experiments.sources import find_tables
from conjunct.experiments.study import Study, calibration_seconds
from conjunct.experiments.trial import Trial
from public_tables import add_data_dir


def trial_seconds(study: Study, name: str, table: Table) -> float:
    """Return the processor time of the second of two trials on a table."""
    list(study.run(table, Trial(name, 0, 0, study.settings)))
    start = time.process_time()
    list(study.run(table, Trial(name, 1, 0, study.settings)))
    return time.process_time() - start


def measured(study: Study, folder: Path, most: int | None) -> str:
    """Return the line of a study."""
    found = find_tables(study.tables, folder).tables[:most]
    seconds = sum(trial_seconds(study, *one) for one in found)
    return f"{study.name:16} {seconds:8.2f} s, {len(found)} of {len(study.tables)} tables"


def main() -> None:
    """Print one line per study."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_data_dir(parser)
    parser.add_argument("studies", nargs="*", default=list(STUDIES))
    parser.add_argument("--tables", type=int, help="number of tables, from the first on")
    args = parser.parse_args()
    with threadpool_limits(limits=1):
        for name in args.studies:
            print(measured(find_study(name), args.data_dir, args.tables), flush=True)
    print(f"calibration {min(calibration_seconds() for _ in range(20)):.4f} s")


if __name__ == "__main__":
    main()
