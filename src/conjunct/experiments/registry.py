"""The studies by name; a study is imported when it is asked for."""

from __future__ import annotations

import difflib
from importlib import import_module

from conjunct.errors import StudyError
from conjunct.experiments.study import Study

# The module of every study, in the order in which they are listed and run.
STUDIES: dict[str, str] = {
    name: f"conjunct.experiments.{name.replace('-', '_')}"
    for name in (
        *("oversearching", "fluke", "selection", "layered", "instances", "ucf"),
        *("honesty", "certify", "poe", "poe-dimensions", "poe-curves", "poe-bias"),
        *("meta-examples", "meta", "knopf", "trees", "optimisers", "weights"),
    )
}
# Those that share it with another study are named after a colon.
STUDIES["ucf"] = "conjunct.experiments.oversearching:UCF"
STUDIES["poe-dimensions"] = "conjunct.experiments.poe:DIMENSIONS_STUDY"
STUDIES["poe-bias"] = "conjunct.experiments.poe:BIAS"


def find_study(name: str) -> Study:
    """Return a study; refuse an unknown name with the nearest one.

    Examples
    --------
    >>> find_study("layred")
    Traceback (most recent call last):
        ...
    conjunct.errors.StudyError: there is no study 'layred'; did you mean 'layered'?
    """
    if name not in STUDIES:
        close = difflib.get_close_matches(name.lower(), STUDIES, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"the studies are {', '.join(STUDIES)}"
        raise StudyError(f"there is no study {name!r}; {hint}")
    module, _, own = STUDIES[name].partition(":")
    study: Study = getattr(import_module(module), own or "STUDY")
    return study
