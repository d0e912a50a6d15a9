"""Methods that check a model on new rows and compare it with another model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from conjunct.model.frame import with_columns

if TYPE_CHECKING:
    from conjunct.model.difference import ModelDifference


class Examined:
    """A model that can be checked and compared, see :doc:`/guide/evaluation`."""

    __slots__ = ()

    def statistics(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        """Return how each rule does on rows of known class, and whether it keeps its promise.

        Parameters
        ----------
        X : Table or anything that `read_table` reads
            Only the columns that the rules use are needed.
        y : array-like of shape (n_rows,)
            The class of each row. A label that the model does not know is none of its classes.
        sample_weight : array-like of shape (n_rows,) or None
            How much each row counts.

        Returns
        -------
        frame : pandas.DataFrame, or polars.DataFrame if pandas is absent
            The columns of `to_frame`, which are about training, and new_rows, new_wrong, new_share
            (the share of the rule's new rows that it gets wrong), new_low and new_high (limits of
            that share), and kept: False if even the lower limit of the error on the new rows is
            above at_most, None if there is no bound or no row. See
            `conjunct.model.statistics.rule_statistics`.
        """
        from conjunct.model.statistics import rule_statistics, statistics_columns

        rules: Any = self
        told = rule_statistics(rules, rules.table_of(X), y, sample_weight)
        return with_columns(rules.to_frame(), statistics_columns(told))

    def diff(self, new: Any, X: Any = None) -> ModelDifference:
        """Return how another model differs from this one.

        Parameters
        ----------
        new : Rules
            The other model, which may be of another kind.
        X : Table or anything that `read_table` reads, or None
            Rows to be classified by both models; None compares only the rules.

        Returns
        -------
        difference : ModelDifference
            Prints as text; `to_dict` gives plain data.
        """
        from conjunct.model.difference import difference

        rules: Any = self
        return difference(rules, new, None if X is None else (rules.table_of(X), new.table_of(X)))
