"""Criteria of layered search: the corrected error that chooses a beam width, and when to end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, NamedTuple, Protocol, TypeAlias

from conjunct.choose.estimates import Chosen
from conjunct.choose.gumbel import gumbel_error
from conjunct.choose.layered_error import layered_error, length_error
from conjunct.choose.poe import Prior, poe_error
from conjunct.params import Constraint, Pair, Variant, Whole
from conjunct.types import AnyArray, Floats

PATIENCE = 3
"""Number of widths in a row without a lower corrected error after which layered search ends.

The text of Quinlan & Cameron-Jones (1995) says two, but their Table 3 is reproduced with three:
with two, layered search learns 13 to 16 % more rules than published on some tables (decision 001).
"""

_WAITS: Mapping[str, Constraint] = {"patience": Whole(1)}


class Searched(NamedTuple):
    """Chosen rules, with facts about the rows and about the same search on permuted classes.

    Parameters
    ----------
    chosen : Chosen
        The rules.
    rows, positives : ndarray
        Number of rows that were searched, and of those of the rule's class among them.
    chance_ratio : ndarray
        Mean likelihood ratio of the best rules that the same search finds on permuted classes, see
        `conjunct.choose.rule_ratio`; NaN if there was no such search.

    Examples
    --------
    >>> import numpy as np
    >>> rule = Chosen(*np.array([20, 0, 2, 5, 50, 1]))
    >>> float(CRITERIA["layered"](Searched(rule, *np.array([40, 20, np.nan]))).round(4))
    0.1087
    """

    chosen: Chosen
    rows: AnyArray
    positives: AnyArray
    chance_ratio: AnyArray


class Criterion(Protocol):
    """A corrected error by which layered search chooses a width, and its patience.

    Examples
    --------
    >>> from conjunct.choose import CRITERIA
    >>> CRITERIA["layered"].patience
    3
    """

    @property
    def patience(self) -> int:
        """Number of widths in a row without a lower corrected error before the search ends."""

    def __call__(self, about: Searched) -> Floats:
        """Return the corrected error of every rule."""


@dataclass(frozen=True)
class LayeredCriterion(Variant):
    """Choose by r_w of Quinlan & Cameron-Jones (1995), see `layered_error`.

    Parameters
    ----------
    patience : int
        Number of widths in a row without a lower corrected error before the search ends.

    Examples
    --------
    >>> from conjunct import LayeredRuleClassifier
    >>> LayeredRuleClassifier(criterion=LayeredCriterion(patience=2))
    LayeredRuleClassifier(criterion=LayeredCriterion(patience=2))
    """

    patience: int = PATIENCE
    _allowed: ClassVar[Mapping[str, Constraint]] = _WAITS

    def __call__(self, about: Searched) -> Floats:
        """Return the corrected error of every rule."""
        return layered_error(*about.chosen[:2], about.chosen.combinations)


@dataclass(frozen=True)
class LengthCriterion(Variant):
    """Choose by r_w with h times 2 to the power of the length, see `length_error`.

    Parameters
    ----------
    patience : int
        Number of widths in a row without a lower corrected error before the search ends.

    Examples
    --------
    >>> import numpy as np
    >>> rule = Chosen(*np.array([20, 0, 2, 5, 50, 1]))
    >>> float(LengthCriterion()(Searched(rule, *np.array([40, 20, np.nan]))).round(4))
    0.1391
    """

    patience: int = PATIENCE
    _allowed: ClassVar[Mapping[str, Constraint]] = _WAITS

    def __call__(self, about: Searched) -> Floats:
        """Return the corrected error of every rule."""
        chosen = about.chosen
        return length_error(*chosen[:2], chosen.combinations, chosen.length)


@dataclass(frozen=True)
class GumbelCriterion(Variant):
    """Choose by the extreme-value correction of Možina et al. (2019), see `gumbel_error`.

    The same search is repeated on ten tables with permuted classes; the permutations are fixed.

    Parameters
    ----------
    patience : int
        Number of widths in a row without a lower corrected error before the search ends.

    Examples
    --------
    >>> import numpy as np
    >>> rule = Chosen(*np.array([20, 0, 2, 5, 50, 1]))
    >>> float(GumbelCriterion()(Searched(rule, *np.array([40, 20, 8.0]))).round(4))
    0.0313
    """

    patience: int = PATIENCE
    _allowed: ClassVar[Mapping[str, Constraint]] = _WAITS

    def __call__(self, about: Searched) -> Floats:
        """Return the corrected error of every rule."""
        return gumbel_error(*about.chosen[:2], about.rows, about.positives, about.chance_ratio)


@dataclass(frozen=True)
class ProcessOrientedCriterion(Variant):
    """Choose by process-oriented evaluation, Domingos (1998), see `poe_error`.

    Parameters
    ----------
    prior : (float, float)
        Beta prior of the error rate: (a, b) counts like a - 1 errors and b - 1 rows without error
        seen before. (1, 1) is uniform, as in the paper.
    patience : int
        Number of widths in a row without a lower corrected error before the search ends.

    Examples
    --------
    >>> import numpy as np
    >>> about = Searched(Chosen(*np.array([20, 0, 2, 5, 50, 1])), *np.array([40, 20, np.nan]))
    >>> float(ProcessOrientedCriterion()(about).round(4))
    0.106
    >>> float(ProcessOrientedCriterion(prior=(5, 5))(about).round(4))
    0.2037
    """

    prior: Prior = (1.0, 1.0)
    patience: int = PATIENCE
    _allowed: ClassVar[Mapping[str, Constraint]] = {"prior": Pair(), **_WAITS}

    def __call__(self, about: Searched) -> Floats:
        """Return the corrected error of every rule."""
        return poe_error(*about.chosen[:2], about.chosen.scored, self.prior)


WidthCriterion: TypeAlias = (
    LayeredCriterion | ProcessOrientedCriterion | LengthCriterion | GumbelCriterion
)

CRITERIA: Mapping[str, WidthCriterion] = MappingProxyType(
    {
        "layered": LayeredCriterion(),
        "poe": ProcessOrientedCriterion(),
        "length": LengthCriterion(),
        "gumbel": GumbelCriterion(),
    }
)
"""Criteria by which layered search can choose a width, by name."""
