"""Methods that change rules by hand; each returns a new theory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from conjunct.writers import writer

if TYPE_CHECKING:
    from types import ModuleType


class Edited:
    """A theory that can be edited, see :doc:`/guide/editing`.

    The edits themselves are in `conjunct.model.editing`. A rule is named by its printed number,
    from 1, or by its body as text. Every method takes a reason and keeps it in ``edits``.
    """

    __slots__ = ()

    def drop(self, rule: int | str, *, reason: str = "") -> Self:
        """Return the theory without a rule.

        Parameters
        ----------
        rule : int or str
            Its number as printed, or its body.
        reason : str, default=""
            Why; kept in ``edits``.
        """
        edited: Self = _editing().drop(self, rule, reason)
        return edited

    def replace(
        self,
        rule: int | str,
        text: str | None = None,
        *,
        points: float | None = None,
        reason: str = "",
    ) -> Self:
        """Return the theory with one rule replaced, or with other points for it.

        A class or points given in the text are locked. Otherwise the rule keeps its own until
        `refit`.

        Parameters
        ----------
        rule : int or str
            Its number as printed, or its body.
        text : str or None, default=None
            The new rule, as `parse_rule` reads it; None leaves the body as it is.
        points : float or None, default=None
            For a score card, the points for the class that the rule's points are printed for.
        reason : str, default=""
            Why; kept in ``edits``.
        """
        edited: Self = _editing().replace(self, rule, text, points, reason)
        return edited

    def add(self, text: str, *, at: int | None = None, reason: str = "") -> Self:
        """Return the theory with one more rule.

        Without points in the text the rule gives one point until `refit`; without a class it gets
        the default class. A class or points given in the text are locked.

        Parameters
        ----------
        text : str
            The rule, as `parse_rule` reads it.
        at : int or None, default=None
            The number of the new rule in a list or set; None puts it last.
        reason : str, default=""
            Why; kept in ``edits``.
        """
        edited: Self = _editing().add(self, text, at, reason)
        return edited

    def lock(self, rule: int | str, *, reason: str = "") -> Self:
        """Return the theory with a rule locked: `refit` does not change its class or points."""
        edited: Self = _editing().lock(self, rule, True, reason)
        return edited

    def unlock(self, rule: int | str, *, reason: str = "") -> Self:
        """Return the theory with a rule unlocked: `refit` may change class, points and sign."""
        edited: Self = _editing().lock(self, rule, False, reason)
        return edited

    def fix_sign(self, rule: int | str, sign: str, *, reason: str = "") -> Self:
        """Return a score card in which the points of one rule keep their sign.

        If `refit` would choose the other sign, the rule gets no points and is dropped.

        Parameters
        ----------
        rule : int or str
            Its number as printed, or its body.
        sign : {"+", "-"}
            The sign of its printed points. If they have the other sign, the rule gives one point
            of this sign until `refit`.
        reason : str, default=""
            Why; kept in ``edits``.
        """
        edited: Self = _editing().fix_sign(self, rule, sign, reason)
        return edited

    def forbid(self, attribute: str, *, reason: str = "") -> Self:
        """Return the theory without all rules that use an attribute; later edits may not use it."""
        edited: Self = _editing().forbid(self, attribute, reason)
        return edited

    def forbid_rule(self, rule: int | str, *, reason: str = "") -> Self:
        """Return the theory without a rule, and forbid the rule.

        Later edits may not write it again. `conjunct learn --forbid` forbids rules before they are
        learned.

        Parameters
        ----------
        rule : int or str
            Its number as printed, or a body. The model need not have a rule with that body.
        reason : str, default=""
            Why; kept in ``edits``.
        """
        edited: Self = _editing().forbid_rule(self, rule, reason)
        return edited

    def refit(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, ridge: float | None = None
    ) -> Self:
        """Return the same rules with counts, classes and points fitted to the given rows.

        All rules are counted again. In a list or set, each rule that is not locked gets the class
        of most of its rows. A score card fits the points of all rules that are not locked together
        with its base points. Bounds are computed again if the rules are among those that a search
        can form; promises that no longer hold are left out.

        Parameters
        ----------
        X : data frame, array, or Table with a target
            The rows, with all columns that `fit` got: bounds depend also on unused columns.
        y : array of shape (n_rows,), optional
            The classes; not needed for a table with a target.
        sample_weight : array of shape (n_rows,), optional
            How much each row counts.
        ridge : float or None, default=None
            For a score card: half of it times the square of each weight is added to the loss.
            None: the ridge that the card was fitted with, or 2 if that is not known.
        """
        edited: Self = writer("refit")(self, X, y, sample_weight, ridge)
        return edited


def _editing() -> ModuleType:
    """Import the editing module late: it imports every kind of theory, and these import us."""
    from conjunct.model import editing

    return editing
