"""`KnopfClassifier`: the theory that needs the fewest bits, with nothing to tune."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from conjunct.choose import CheapestTheory
from conjunct.choose.theories import MEASURES, Measure, theory_cost
from conjunct.count import CountingEngine, class_counts
from conjunct.cover.knopf import Knopf, Theory
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.covering import CoveringClassifier
from conjunct.estimators.parameters import parameter, with_parameters
from conjunct.estimators.statements import Progress
from conjunct.model import RuleList, Rules
from conjunct.model.notation import label_text
from conjunct.params import OneOf
from conjunct.search.language import Language, Limits

NO_RULES = "no rules"

_SENTENCES = {
    "correctness-preserving": "pruned without covering more negatives: the data look free of noise",
    "unpruned": "not pruned: the data look free of noise",
    "p - n": "pruned to maximise p − n: the data look noisy",
}


@with_parameters
class KnopfClassifier(CoveringClassifier):
    """Learn the decision list with the shortest description of itself and of the classes.

    Rules are grown by FOIL's gain and pruned in one of three ways: not at all, without covering
    more negatives, or to maximise positives minus negatives. Each way gives a theory. Rules are
    added to it while that lowers its description length in bits, and one more is tried before
    giving up. With two classes there are also theories whose rules all predict one class, which
    need no bit to name it. The cheapest theory becomes the model. The pruning that gave it shows
    whether the data look noisy. Nothing is random.

    Parameters
    ----------
    measure : {"pfahringer", "quinlan", "complete"}, default="pfahringer"
        The description length that is minimised. ``"pfahringer"``:
        `conjunct.choose.rule_set_cost`. ``"quinlan"``: `conjunct.choose.quinlan_cost`, which pays
        for errors only. ``"complete"``: `conjunct.choose.complete_cost`, which also pays for
        lengths and class shares.
    positive : label or None, default=None
        For two classes: the class to learn. All rules predict this class, and a row that no rule
        covers gets the other one. None: the cheapest of the theories for either class and for both.

    Attributes
    ----------
    rules_ : RuleList
        The rules in the order in which they decide. The counts of each rule include only rows that
        no earlier rule covers. The notes name the pruning that was chosen.
    strategy_ : {"correctness-preserving", "unpruned", "p - n", "no rules"}
        How the rules of the cheapest theory were pruned.
    costs_ : dict
        Description length of every theory in bits, the cheapest first. Keys are the pruning and
        the class that all rules predict, or None if they may predict any. The last key,
        ``("no rules", None)``, is for the classes without any rules.

    References
    ----------
    B. Pfahringer (1995), A new MDL measure for robust rule induction.

    Examples
    --------
    >>> from conjunct import KnopfClassifier
    >>> X = [[1, 20], [2, 20], [3, 20], [4, 10], [5, 10], [6, 20]]
    >>> y = ["low", "low", "low", "high", "high", "high"]
    >>> model = KnopfClassifier().fit(X, y)
    >>> print(model.rules_.to_text(footer=False))
    #  rule       class  rows  wrong  expected  at most
    1  if x0 ≤ 3  low       3      0    23.1 %   94.2 %
       otherwise  high      3 of 3 rows
    >>> model.strategy_, round(model.costs_["no rules", None], 2)
    ('correctness-preserving', 6.0)
    >>> print(model.rules_.notes[-1])  # doctest: +NORMALIZE_WHITESPACE
    The cheapest of 9 theories takes 3.6 bits instead of 6.0 without rules. It has only rules of
    class low, pruned without covering more negatives: the data look free of noise.

    The class to learn can be named:

    >>> print(KnopfClassifier(positive="high").fit(X, y).rules_.to_text(footer=False))
    #  rule       class  rows  wrong  expected  at most
    1  if x0 > 3  high      3      0    23.1 %   94.2 %
       otherwise  low       3 of 3 rows
    """

    measure: Measure = parameter(default="pfahringer", allowed=OneOf(MEASURES))
    positive: Any = None

    def _language(self, engine: CountingEngine) -> Language:
        return Language(engine.columns, Limits(("=", "<=", ">")), reuse="never")

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> Rules:
        learned = self._learned_class()
        ending = CheapestTheory(theory_cost(self.measure))
        knopf = Knopf(ending, Limits(("=", "<=", ">")))
        heads = None if learned is None else (learned,)
        theories = knopf.theories(engine, progress, heads)
        best = theories[0]
        counts = np.array(class_counts(engine, engine.root()))
        self.strategy_ = best.pruning if best.rules else NO_RULES
        labels = self._labels
        self.costs_: dict[tuple[str, Any], float] = {
            (one.pruning, None if one.head is None else labels[one.head]): one.cost
            for one in theories
        }
        self.costs_[NO_RULES, None] = ending.cost((), counts.tolist(), 0, 1)
        left = np.array(best.left) if any(best.left) else counts
        default = int(left.argmax()) if learned is None else 1 - learned
        rules = self._theory(RuleList, best.rules, default, counts, table, reached=True)
        return replace(rules, notes=(*rules.notes, self._sentence(best, len(theories))))

    def _learned_class(self) -> int | None:
        """Return the position of the class to learn; None if it is not named."""
        if self.positive is None:
            return None
        labels: list[Any] = self.classes_.tolist()
        if len(labels) != 2:
            raise DataError(
                f"positive={self.positive!r} needs two classes; the table has {len(labels)}: "
                "merge all other classes into one, or leave positive out"
            )
        if self.positive not in labels:
            known = " and ".join(map(repr, labels))
            raise DataError(f"positive={self.positive!r} is not a class; the classes are {known}")
        return self._labels.index(self.positive)

    def _sentence(self, best: Theory, n_theories: int) -> str:
        """Return a sentence about the cheapest theory, and what it says about the data."""
        without = self.costs_[NO_RULES, None]
        if not best.rules:
            return (
                f"No rule pays for itself: the classes alone take {without:,.1f} bits, and none of "
                f"{n_theories} theories takes fewer."
            )
        heads = "rules of any class"
        if best.head is not None:
            heads = f"only rules of class {label_text(self._labels[best.head])}"
        return (
            f"The cheapest of {n_theories} theories takes {best.cost:,.1f} bits instead of "
            f"{without:,.1f} without rules. It has {heads}, {_SENTENCES[best.pruning]}."
        )
