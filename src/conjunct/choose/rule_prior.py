"""How the confidence is shared among all possible rules of a language, before classes are seen."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from conjunct.count import NO_TESTS, Columns, Tests
from conjunct.count.engine import ABOVE, AT_MOST
from conjunct.types import Floats, Ints

EMPTY = 0.1
"""Share of the empty body."""


def log_length_shares(lengths: npt.ArrayLike) -> Floats:
    """Return the logarithms of the shares of lengths.

    The empty body has the share `EMPTY`. Of the rest, bodies of 1, 2, 3, … conditions have a half,
    a sixth, a twelfth, ….

    Parameters
    ----------
    lengths : array_like
        Numbers of conditions.

    Examples
    --------
    >>> np.exp(log_length_shares([0, 1, 2, 3])).round(3)
    array([0.1  , 0.45 , 0.15 , 0.075])
    """
    k = np.asarray(lengths, float)
    others = (1.0 - EMPTY) / np.maximum(k * (k + 1.0), 1.0)
    return np.asarray(np.log(np.where(k == 0, EMPTY, others)))


class RulePrior:
    """The share of the confidence that every rule has, determined by the columns alone.

    A tenth of the confidence goes to the empty body. Of the rest, bodies of one condition have a
    half, those of two a sixth, those of k the part 1 / (k (k + 1)). All attributes have equal
    shares. The share of an attribute is spread evenly over its conditions. For a numeric attribute
    this holds for one half of its share. The other half favours coarse cuts: the middle cut, then
    the cuts in the middle of each half, and so on; each level has the same share. The order of
    conditions does not matter. All shares add up to at most 1, which is all that a bound needs: see
    :doc:`/guide/promises`.

    Parameters
    ----------
    columns : Columns
        The conditions that a search may use.
    n_statements : int
        Number of statements that a rule can make about the rows it covers: one for each class, or
        two if a rule may also oppose its class.

    Examples
    --------
    Two attributes: a colour with three values and an age with two cuts.

    >>> from conjunct.encode import CodedColumn
    >>> from conjunct.search.language import Language
    >>> from conjunct.search.language import Limits
    >>> colour = CodedColumn("colour", 0, "nominal", 3)
    >>> age = CodedColumn("age", 1, "numeric", 3)
    >>> prior = RulePrior(Language((colour, age), Limits()).columns, n_statements=2)
    >>> body = np.array([[0, 0, 1]])  # colour = its second value
    >>> round(float(0.45 * np.exp(-prior.log_share(body))), 9)  # 2 attributes · 6 tests · 2
    24.0
    """

    def __init__(self, columns: Columns, n_statements: int) -> None:
        self._columns = columns
        self._log_statements = math.log(max(n_statements, 1))
        cuts = columns.n_codes - columns.numeric
        self._n_tests: Ints = columns.allowed.sum(axis=1) * np.maximum(cuts, 0)
        n_attributes = int(columns.attribute.max(initial=-1)) + 1
        self._of_attribute = np.bincount(columns.attribute, self._n_tests, n_attributes)
        self._n_attributes = int(np.count_nonzero(self._of_attribute))

    def log_share(self, body: Tests) -> float:
        """Return the logarithm of the share of a rule with this body.

        Parameters
        ----------
        body : Tests
            The conditions of the rule, on codes.
        """
        return float(self.log_shares([body])[0])

    def log_shares(self, bodies: Sequence[Tests]) -> Floats:
        """Return the logarithms of the shares of rules with these bodies.

        Parameters
        ----------
        bodies : sequence of Tests
            The conditions of each rule, on codes.
        """
        lengths = np.array([len(body) for body in bodies], np.int64)
        tests = np.concatenate([NO_TESTS, *bodies])
        rules = np.arange(len(bodies)).repeat(lengths)
        sums = np.bincount(rules, self.log_tests(tests), len(bodies))
        orders = gammaln(lengths + 1.0)
        return np.asarray(sums + orders + log_length_shares(lengths) - self._log_statements)

    def log_tests(self, tests: Tests) -> Floats:
        """Return the logarithm of the share of every condition among all single conditions.

        Parameters
        ----------
        tests : Tests
            Conditions on codes, from any bodies.
        """
        column, op, code = tests.T
        shares = 1.0 / self._of_attribute[self._columns.attribute[column]]
        cuts = op >= AT_MOST
        shares[cuts] = 0.5 * shares[cuts] + 0.5 * self._coarse(column[cuts], code[cuts])
        return np.asarray(np.log(shares / self._n_attributes))

    def log_shares_of_paths(self, sums: Floats, lengths: Ints) -> Floats:
        """Return the logarithms of the shares of paths in a tree, where the order matters.

        A row that fits no branch of a node takes the usual branch. So the same conditions in
        another order may lead other rows to a leaf.

        Parameters
        ----------
        sums : ndarray of float
            The sum of `log_tests` over the branches of every path.
        lengths : ndarray of int
            Number of branches of every path.
        """
        return np.asarray(sums + log_length_shares(lengths) - self._log_statements)

    def log_shares_after(
        self, own: npt.ArrayLike, number: npt.ArrayLike, before: npt.ArrayLike
    ) -> Floats:
        """Return the logarithms of the shares of rules that hold only where other rules do not.

        The other rules are a set: their order does not matter. Their numbers 0, 1, 2, … have the
        shares of a half, a sixth, a twelfth, ….

        Parameters
        ----------
        own : array_like
            The `log_share` of each rule alone.
        number : array_like
            Number of other rules.
        before : array_like
            The sum of the `log_share` of the other rules.
        """
        own, number, before = (np.asarray(one, float) for one in (own, number, before))
        orders = gammaln(number + 1.0) - np.log((number + 1.0) * (number + 2.0))
        return np.asarray(own + before + number * self._log_statements + orders)

    def _coarse(self, column: Ints, code: Ints) -> Floats:
        """Return the shares of cuts by their level: all levels have the same share."""
        n_levels = np.frexp(self._columns.n_codes[column] - 1.0)[1]
        cut = code + 1
        level = n_levels - np.frexp((cut & -cut).astype(float))[1]
        directions = self._columns.allowed[column][:, [AT_MOST, ABOVE]].sum(axis=1)
        return np.asarray(1.0 / (directions * n_levels * 2.0**level))
