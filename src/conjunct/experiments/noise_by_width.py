"""What beams of all widths find in noise, and what is expected of it."""

from __future__ import annotations

from collections.abc import Mapping

from conjunct.experiments.curves import percent
from conjunct.experiments.findings import Grid
from conjunct.experiments.promise_trials import ALL, BEAMS, EXPECTED, NOISE

NOTE = (
    "Half of the new rows are wrong whatever a rule says. The wider the search, the better its "
    "finds look in training, and the more the usual row weighs in what is expected of them: so the "
    "estimate is about 50 % at every width, and has nothing to rise to."
)


def widths_grid(means: Mapping[tuple[str, str, str], Mapping[str, float]]) -> Grid:
    """Show the errors of the rules that beams find in noise, by width.

    Parameters
    ----------
    means : mapping
        Averages over the tables, by kind of table, group of rules and cover.
    """
    found = {
        width: means[NOISE, name, ALL]
        for name, width in BEAMS.items()
        if (NOISE, name, ALL) in means
    }
    names = ("training", EXPECTED, "error", "pull")
    return Grid(
        "noise-by-width",
        "Rules found in noise, by the width of the beam, %",
        ("width", "wrong in training", "expected", "wrong on new rows", "weight of the usual row"),
        tuple(
            (str(width), *(percent(one[name]) for name in names)) for width, one in found.items()
        ),
        ("width", *names),
        tuple((width, *(one[name] for name in names)) for width, one in found.items()),
        ("The weight is that in the estimate for a rule of 20 rows.", NOTE),
    )
