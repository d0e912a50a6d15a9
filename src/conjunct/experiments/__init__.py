"""Published studies run again: plan, run, store, tables and figures."""

from __future__ import annotations

from conjunct.experiments.output import Report, write_report
from conjunct.experiments.registry import STUDIES, find_study
from conjunct.experiments.runner import Plan, gather, run_study
from conjunct.experiments.sources import find_tables
from conjunct.experiments.store import Store
from conjunct.experiments.study import Results, Study

__all__ = [
    "STUDIES",
    "Plan",
    "Report",
    "Results",
    "Store",
    "Study",
    "find_study",
    "find_tables",
    "gather",
    "run_study",
    "write_report",
]
