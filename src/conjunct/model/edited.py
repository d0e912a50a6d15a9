"""The methods that change rules by hand; each returns a new theory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from conjunct.writers import writer

if TYPE_CHECKING:
    from types import ModuleType


class Edited:
    """What can be edited, see :doc:`/guide/editing`. How is in `conjunct.model.editing`.

    A rule is named by its printed number, from 1, or by its body as text. Every method takes a
    reason and keeps it in ``edits``.
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
        """Return the theory with another rule in the place of one, or with other points.

        A class or points that are written are locked; else the rule keeps those that it has, until
        `refit`.

        Parameters
        ----------
        rule : int or str
            Its number as printed, or its body.
        text : str or None, default=None
            The new rule, as `parse_rule` reads it; None leaves the body as it is.
        points : float or None, default=None
            Of a score card: the points for the class that the rule is about.
        reason : str, default=""
            Why; kept in ``edits``.
        """
        edited: Self = _editing().replace(self, rule, text, points, reason)
        return edited

    def add(self, text: str, *, at: int | None = None, reason: str = "") -> Self:
        """Return the theory with one more rule.

        Without points it gives one point until `refit`; without a class it has the default class.
        A class or points that are written are locked.

        Parameters
        ----------
        text : str
            The rule, as `parse_rule` reads it.
        at : int or None, default=None
            The number that it gets in a list or set; None puts it last.
        reason : str, default=""
            Why; kept in ``edits``.
        """
        edited: Self = _editing().add(self, text, at, reason)
        return edited

    def lock(self, rule: int | str, *, reason: str = "") -> Self:
        """Return the theory with a rule whose class or points `refit` leaves as they are."""
        edited: Self = _editing().lock(self, rule, True, reason)
        return edited

    def unlock(self, rule: int | str, *, reason: str = "") -> Self:
        """Return the theory with a rule whose class, points and sign `refit` may change again."""
        edited: Self = _editing().lock(self, rule, False, reason)
        return edited

    def fix_sign(self, rule: int | str, sign: str, *, reason: str = "") -> Self:
        """Return a score card with a rule whose points may change, but not their sign.

        Where `refit` would choose the other sign, the rule gets no points and is left out.

        Parameters
        ----------
        rule : int or str
            Its number as printed, or its body.
        sign : {"+", "-"}
            Of its printed points. A rule whose points have the other one gives one point of this
            sign until `refit`.
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
        """Return the theory without a rule that may not come back.

        Later edits may not write it again. `conjunct learn --forbid` forbids rules before they are
        learned.

        Parameters
        ----------
        rule : int or str
            Its number as printed, or its body, which no rule needs to have.
        reason : str, default=""
            Why; kept in ``edits``.
        """
        edited: Self = _editing().forbid_rule(self, rule, reason)
        return edited

    def refit(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, ridge: float | None = None
    ) -> Self:
        """Return the same rules with numbers that follow from rows.

        All rules are counted again. A list or set takes the class of most rows of each rule that
        is not locked. A score card fits the points of all rules that are not locked, and its base
        points, together. Bounds are made anew where the rules are among those that can be formed;
        what cannot be promised any more is left out.

        Parameters
        ----------
        X : data frame, array, or Table with a target
            The rows; also columns that no rule uses, as in `fit`: bounds depend on them.
        y : array of shape (n_rows,), optional
            The classes; not needed for a table with a target.
        sample_weight : array of shape (n_rows,), optional
            How much each row counts.
        ridge : float or None, default=None
            Of a score card: half of it times the square of each weight is added to the loss. None:
            what the card was fitted with, or 2 where that is not known.
        """
        edited: Self = writer("refit")(self, X, y, sample_weight, ridge)
        return edited


def _editing() -> ModuleType:
    """Import how: it knows every kind of theory, and each of them has these methods."""
    from conjunct.model import editing

    return editing
