"""Methods that use a model's facts about its training."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, cast

from conjunct.errors import ModelError
from conjunct.model.drift import Drift, drift_of

if TYPE_CHECKING:
    from conjunct.model.rules import Rules


class Watched:
    """A model that remembers its training and can compare new rows with it."""

    __slots__ = ()

    def drift(
        self, source: Any, by: Any = None, *, weight: str | None = None, **reading: Any
    ) -> Drift:
        """Return how much new rows differ from the training rows, see :doc:`/guide/watching`.

        Parameters
        ----------
        source : Table or anything that `read_table` reads
            The new rows. Only the columns that the rules use are needed, and no class.
        by : str, sequence or None, default=None
            A column, or one value for each row: rows are compared period by period.
        weight : str or None, default=None
            A column with the weight of each row.
        **reading
            How to read a file: delimiter, encoding and sheet as in `table_of`.

        Returns
        -------
        drift : Drift
            Prints as text; `to_frame` gives a data frame, `to_dict` plain data.
        """
        return drift_of(cast("Rules", self), source, by, weight, **reading)

    def dated(self, day: str) -> Self:
        """Return the same rules with the day on which they were learned, such as 2026-11-17.

        ``conjunct learn`` dates what it saves. `fit` does not: the same rows give the same model.
        """
        rules: Any = self
        if rules.training is None:
            raise ModelError("nothing is known of the training of these rules, so it has no date")
        dated: Self = replace(rules, training=replace(rules.training, date=day))
        return dated
