"""The method that returns the reason codes of the rows of a table."""

from __future__ import annotations

from typing import Any

from conjunct.model.frame import frame_of
from conjunct.model.reasons import MOST, row_reasons


class Reasoned:
    """A model with reason codes, see :doc:`/guide/desk`."""

    __slots__ = ()

    def reasons(self, X: Any, most: int = MOST) -> Any:
        """Return the few rules that contributed most to each row's prediction, in order.

        The code of a rule is R and its number. For a card of two classes, the reasons are against
        the good class: rules that hold and take points from it, and rules that would give it
        points but do not hold, whose text starts with "not:"; most points first. For a card of
        more classes, the reasons are the rules that hold and give points to the predicted class;
        for a rule set, those that hold and have training rows of it; the largest number first. For
        a rule list or a tree, the deciding rule is the only reason. Ties are in the order of the
        rules.

        Parameters
        ----------
        X : Table or anything that `read_table` reads
        most : int, default=4
            The largest number of reasons for a row.

        Returns
        -------
        frame : pandas.DataFrame, or polars.DataFrame if pandas is absent
            Columns: row (from 1), then code_1, reason_1, code_2, reason_2, …, which are empty if
            there is no further reason.

        Examples
        --------
        >>> from conjunct.model import Condition, ScoreCard, ScoredRule, SearchRecord
        >>> record = SearchRecord("beam", 5, 48, 2, 7, 12, 2)
        >>> poor, owner = (Condition("income", "<=", 20.0),), (Condition("home", "=", "own"),)
        >>> poor = ScoredRule(poor, 0, (10, 2), record, points=(3, 0))
        >>> owner = ScoredRule(owner, 1, (1, 20), record, points=(-4, 0))
        >>> kinds = {"income": "numeric", "home": "nominal"}
        >>> card = ScoreCard.of((poor, owner), ("bad", "good"), (12, 31), kinds, base=(-1, 0))
        >>> frame = card.reasons({"income": [15, 40], "home": ["rent", "own"]}, most=2)
        >>> frame[["code_1", "reason_1", "code_2", "reason_2"]].values.tolist()
        [['R2', 'not: home = own', 'R1', 'income ≤ 20'], ['', '', '', '']]
        """
        rules: Any = self
        found = row_reasons(rules, rules.table_of(X), most)
        rows = list(range(1, len(found.places) + 1))
        return frame_of({"row": rows, **found.columns()}, "A data frame of reasons")
