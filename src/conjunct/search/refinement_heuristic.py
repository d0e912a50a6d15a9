"""How hill climbing chooses its steps: which heuristic scores refinements, and how ties break."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from conjunct.evaluate import Heuristic, as_heuristic
from conjunct.evaluate.heuristics import A_HEURISTIC
from conjunct.params import Constraint, OneOf, OneVariant, Variant

_OPTIONAL = replace(A_HEURISTIC, optional=True)


@dataclass(frozen=True)
class RefinementHeuristic(Variant):
    """Score refinements by a heuristic, and break ties.

    Parameters
    ----------
    heuristic : str, callable or None
        Scores the refinements; None means the heuristic that selects the rule.
    ties : {"positives", "random"}
        Which of equally good refinements is taken: the one that covers more positives (then the
        first in the order of the columns), or one at random.

    Examples
    --------
    >>> from conjunct import SeCoClassifier
    >>> SeCoClassifier("precision", refinement_heuristic=RefinementHeuristic(ties="random"))
    SeCoClassifier(heuristic='precision',
                   refinement_heuristic=RefinementHeuristic(heuristic=None,
                                                            ties='random'))
    """

    heuristic: str | Heuristic | None = None
    ties: Literal["positives", "random"] = "positives"
    _allowed: ClassVar[Mapping[str, Constraint]] = {
        "heuristic": _OPTIONAL,
        "ties": OneOf(("positives", "random")),
    }

    @property
    def scores(self) -> Heuristic | None:
        """The heuristic as a function; None if it is the one that selects the rule."""
        return None if self.heuristic is None else as_heuristic(self.heuristic)


A_REFINEMENT_HEURISTIC = OneVariant({}, _OPTIONAL, unnamed=RefinementHeuristic())
"""The values that may stand for the heuristic that scores the refinements of a climb."""
