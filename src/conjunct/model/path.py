"""The path of a search to its rule, condition by condition."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from conjunct.model.condition import Condition
from conjunct.model.notation import amount_text
from conjunct.text_width import text_width, to_left


@dataclass(frozen=True, slots=True)
class PathStep:
    """A condition that was added to a body, and the counts of the new body.

    Parameters
    ----------
    condition : Condition
        The condition.
    positives, negatives : int
        Rows of the rule's class and of other classes that the new body covers.
    score : float
        Score of the new body by the heuristic that selects the rule.
    refinement_score : float
        Score of the new body by the heuristic that selects refinements.

    Examples
    --------
    >>> step = PathStep(Condition("island", "=", "Dream"), 68, 56, 0.55, 0.55)
    >>> print(step.condition, step.positives, step.negatives)
    island = Dream 68 56
    """

    condition: Condition
    positives: int
    negatives: int
    score: float
    refinement_score: float


@dataclass(frozen=True, slots=True)
class RefinementPath:
    """All steps of the search for one rule, including those after the rule that was kept.

    Parameters
    ----------
    head : int
        Position of the rule's class.
    positives, negatives : int
        Rows of the class and of other classes at the start, all covered by the empty body.
    steps : tuple of PathStep
        The steps.
    kept : int
        Number of steps that lead to the rule.

    Examples
    --------
    >>> step = PathStep(Condition("island", "=", "Dream"), 68, 56, 0.55, 0.55)
    >>> print(RefinementPath(1, 68, 276, (step,), 1))
                      positives  negatives   score
      always                 68        276
    * island = Dream         68         56  0.5500
    """

    head: int
    positives: int
    negatives: int
    steps: tuple[PathStep, ...]
    kept: int

    def __str__(self) -> str:
        texts = [str(step.condition) for step in self.steps]
        width = max(map(text_width, [*texts, "always"]))
        lines = [
            f"  {'':{width}}  positives  negatives   score",
            f"  {'always':{width}}  {_pair(self)}",
        ]
        for number, (text, step) in enumerate(zip(texts, self.steps, strict=True), start=1):
            mark = "*" if number == self.kept else " "
            lines.append(f"{mark} {to_left(text, width)}  {_pair(step)}  {step.score:>6.4f}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        return {**asdict(self), "steps": [asdict(step) for step in self.steps]}


def _pair(of: PathStep | RefinementPath) -> str:
    """Write the positives and negatives of a line."""
    return f"{amount_text(of.positives):>9}  {amount_text(of.negatives):>9}"
