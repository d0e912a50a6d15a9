"""Tuples of arrays that the kernels take: a coded table, its columns, candidates."""

from __future__ import annotations

from typing import NamedTuple

from conjunct.types import AnyArray


class Coded(NamedTuple):
    """A coded table as the kernels see it.

    Column ``c`` is row ``place[c]`` of `narrow`, or row ``-1 - place[c]`` of `wide`. A column with
    few codes has in ``bits[first_bits[c] + code]`` a bit for every row with that code; where
    there are none, ``first_bits[c]`` is -1.
    """

    narrow: AnyArray
    wide: AnyArray
    place: AnyArray
    n_codes: AnyArray
    bits: AnyArray
    first_bits: AnyArray


class Columns(NamedTuple):
    """What scoring must know of the coded columns, an array each."""

    attribute: AnyArray
    numeric: AnyArray
    allowed: AnyArray
    n_codes: AnyArray
    first_key: AnyArray
    keys: AnyArray


class Picks(NamedTuple):
    """Candidate refinements, in tie order within a cover.

    `what` has column, operator, code, positives and negatives; `merit` the score and the bound
    (the score of the positives alone); `key` tells conjuncts apart.
    """

    what: AnyArray
    merit: AnyArray
    key: AnyArray
