"""Numbers and statements of the papers that the studies repeat: a TOML file for each paper."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any


@cache
def paper(name: str) -> Mapping[str, Any]:
    """Return what a paper reports, by the names of its file.

    What it says of data sets is in ``names`` (ours, and what the paper calls them), ``sizes``
    (rows, classes, numeric and nominal attributes), ``stand_ins`` for data that are not public,
    with what these are ``called``, and ``notes`` on other differences of our tables.

    Examples
    --------
    >>> paper("quinlan1995")["table_3"]["glass"][:3]  # error of GS, LS and ES
    [36.2, 34.1, 33.2]
    """
    file = resources.files("conjunct.experiments.published") / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
