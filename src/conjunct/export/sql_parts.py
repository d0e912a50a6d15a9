"""Parts of SQL as sqlglot expressions, written in its dialects; only this module uses sqlglot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce

from conjunct.errors import MissingPackageError, ModelError
from conjunct.export.cell_test import CellTest
from conjunct.model.notation import Label, label_text, number_text

try:
    from sqlglot import exp
except ImportError as fault:
    raise MissingPackageError.named("sqlglot", "export", "SQL") from fault

Part = exp.Expr

DIALECTS: dict[str, str] = {
    "sqlite": "sqlite",
    "duckdb": "duckdb",
    "postgresql": "postgres",
    "spark": "spark",
    "bigquery": "bigquery",
    "snowflake": "snowflake",
    "tsql": "tsql",
    "oracle": "oracle",
    "mysql": "mysql",
}
"""Names of databases for users, and sqlglot's names for them."""

_NAN_IS_LARGEST = frozenset({"postgresql", "duckdb", "spark", "snowflake"})
_HALF_INT_32 = 2**30
"""Sums below this, and the difference of two of them, fit the integers of every database."""


def name(text: str) -> exp.Identifier:
    """Return a quoted name."""
    if "\0" in text:
        raise ModelError(f"no SQL can hold the name {text!r}, which has a NUL character; rename it")
    return exp.Identifier(this=text, quoted=True)


def column(text: str, table: str | None = None) -> Part:
    """Return a column by its name."""
    return exp.Column(this=name(text), table=None if table is None else name(table))


def text_part(text: str) -> Part:
    """Return a text."""
    if "\0" in text:
        raise ModelError(f"no SQL can hold the text {text!r}, which has a NUL character")
    return exp.Literal.string(text)


def number_part(number: float, dialect: str) -> Part:
    """Return a number exactly, even for a database that misreads long decimals."""
    if number < 0:
        return exp.Neg(this=number_part(-number, dialect))
    if dialect == "sqlite" and not _read_exactly(number):
        return _in_powers_of_two(number)
    return exp.Literal.number(number_text(number))


def share_part(share: float) -> Part:
    """Return a probability; an error in its last digit does not matter."""
    return exp.Literal.number(number_text(share))


def _read_exactly(number: float) -> bool:
    """Tell whether old and new versions of SQLite read the decimals of a number exactly.

    Old versions divide with 64 binary digits, and then round the quotient again to 53.
    """
    exact = Fraction(number_text(number))
    if exact.denominator == 1:
        return exact < 2**53
    places = len(number_text(number).partition(".")[2])
    if "e" in number_text(number) or exact * 10**places >= 2**53 or places > 22:
        return False
    power = 63 - (exact.numerator.bit_length() - exact.denominator.bit_length())
    digits = round(exact * Fraction(2) ** power)
    return float(Fraction(digits) / Fraction(2) ** power) == number


def _in_powers_of_two(number: float) -> Part:
    """Return a number as an integer times or divided by powers of two, which is exact."""
    above, below = number.as_integer_ratio()
    twos = (above & -above).bit_length() - 1
    part: Part = as_double(exp.Literal.number(str(above >> twos)))
    steps, form = (twos, exp.Mul) if below == 1 else (below.bit_length() - 1, exp.Div)
    while steps:
        step = min(steps, 62)
        part = form(this=part, expression=as_double(exp.Literal.number(str(2**step))))
        steps -= step
    return part


def whole_part(number: int) -> Part:
    """Return a whole number."""
    literal = exp.Literal.number(str(abs(number)))
    return literal if number >= 0 else exp.Neg(this=literal)


def as_double(part: Part) -> Part:
    """Return a part cast to a double."""
    return exp.cast(part, "double")


def divided(part: Part, by: Part) -> Part:
    """Return the quotient of two parts; at least one of them must be a double."""
    return exp.Div(this=_closed(part), expression=_closed(by), typed=True, safe=False)


def added(parts: Sequence[Part]) -> Part:
    """Return a sum."""
    return reduce(lambda one, other: exp.Add(this=one, expression=_closed(other)), parts)


def less(part: Part, other: Part) -> Part:
    """Return a difference."""
    return exp.Sub(this=part, expression=_closed(other))


def exponential(part: Part) -> Part:
    """Return e to the power of a part."""
    return exp.Exp(this=part)


def negative(part: Part) -> Part:
    """Return a part with its sign reversed."""
    return exp.Neg(this=_closed(part))


def weighted(base: int, weights: Sequence[int], flags: Sequence[str]) -> Part:
    """Return the integer sum of a base and the weights of all flags that are 1."""
    total: Part | None = whole_part(base) if base else None
    if abs(base) + sum(map(abs, weights)) >= _HALF_INT_32:
        total = exp.cast(whole_part(base), "bigint")
    for weight, flag in zip(weights, flags, strict=True):
        if weight:
            term = column(flag)
            if abs(weight) != 1:
                term = exp.Mul(this=whole_part(abs(weight)), expression=term)
            if total is None:
                total = term if weight > 0 else exp.Neg(this=term)
            else:
                total = (exp.Add if weight > 0 else exp.Sub)(this=total, expression=term)
    return whole_part(0) if total is None else total


def choice(cases: Iterable[tuple[Part, Part]], otherwise: Part) -> Part:
    """Return the value of the first case whose condition is true."""
    ifs = [exp.If(this=condition, true=value) for condition, value in cases]
    return exp.Case(ifs=ifs, default=otherwise) if ifs else otherwise


def conditions(test: CellTest, dialect: str, table: str | None = None) -> list[Part]:
    """Return the conditions of a test, all of which must be true; NULL counts as false."""
    cell = column(test.attribute, table)
    if test.form == "never":
        return [whole_part(1).eq(0)]
    if test.form in ("missing", "known", "above"):
        return _numbers_apart(cell, test, dialect)
    if test.form == "at most":
        return [cell <= number_part(test.number, dialect)]
    if test.form == "equals":
        return [cell.eq(text_part(test.text))]
    differs = cell.neq(text_part(test.text))
    return [differs if test.form == "differs" else exp.or_(differs, cell.is_(exp.null()))]


def _numbers_apart(cell: Part, test: CellTest, dialect: str) -> list[Part]:
    """Return the conditions of a test that must handle NaN separately."""
    nan = _nan(test, dialect)
    if test.form == "missing":
        return [exp.or_(cell.is_(exp.null()), *(cell.eq(one) for one in nan))]
    known = cell.is_(exp.null()).not_()
    first = known if test.form == "known" else cell > number_part(test.number, dialect)
    return [first, *(cell.neq(one) for one in nan)]


def _nan(test: CellTest, dialect: str) -> list[Part]:
    """Return NaN if the database sorts it above all other numbers."""
    wanted = test.kind == "numeric" and dialect in _NAN_IS_LARGEST
    return [as_double(exp.Literal.string("NaN"))] if wanted else []


def among(part: Part, others: Sequence[Part]) -> Part:
    """Return whether a part equals one of others; there must be at least one."""
    return part.isin(*others) if len(others) > 1 else part.eq(others[0])


def joined(texts: Sequence[tuple[Part, str]]) -> Part:
    """Return the texts whose conditions hold, one after the other."""
    if not texts:
        return text_part("")
    said = [choice([(held, text_part(text))], text_part("")) for held, text in texts]
    return exp.Concat(expressions=said, safe=False, coalesce=False) if said[1:] else said[0]


def cut_out(part: Part, start: int, length: int) -> Part:
    """Return a substring of a text; the first character has position 1."""
    return exp.Substring(this=part, start=whole_part(start), length=whole_part(length))


def trimmed(part: Part) -> Part:
    """Return a text without surrounding spaces."""
    return exp.Trim(this=part)


def label_parts(labels: Sequence[Label], dialect: str) -> list[Part]:
    """Return labels as values of one type: numbers or booleans if all are, otherwise texts."""
    types = {type(label) for label in labels}
    if types == {bool}:
        return [exp.convert(label) for label in labels]
    if types == {int}:
        return [whole_part(int(label)) for label in labels]
    if types <= {int, float}:
        return [as_double(number_part(float(label), dialect)) for label in labels]
    return [text_part(label if isinstance(label, str) else label_text(label)) for label in labels]


def all_of(conditions: Sequence[Part]) -> Part:
    """Return the conjunction of conditions; without any, a true condition."""
    return exp.and_(*conditions) if conditions else whole_part(1).eq(1)


def unless(one: Part, others: Sequence[Part]) -> Part:
    """Return a condition that holds if `one` is true and none of the others is."""
    false = [choice([(other, whole_part(1))], whole_part(0)).eq(0) for other in others]
    return all_of([one, *false])


def table_part(table: str | Sequence[str], alias: str | None) -> Part:
    """Return a table by its name, perhaps with the names of its database and schema."""
    names = table.split(".") if isinstance(table, str) else list(table)
    if not 1 <= len(names) <= 3 or not all(names):
        raise ModelError(
            f"table {table!r} is not a name; write a name, or a schema, a point and a name"
        )
    parts = dict(zip(("this", "db", "catalog"), map(name, reversed(names)), strict=False))
    found = exp.Table(**parts)
    return found if alias is None else exp.alias_(found, name(alias), table=True)


Step = dict[str, Part]
"""The columns that one step of a query selects, by name."""


def query_text(source: Part, steps: Sequence[Step], names: Sequence[str], dialect: str) -> str:
    """Write a query in which every step selects from the previous one.

    Parameters
    ----------
    source : Expression
        The table that the first step selects from.
    steps : sequence of dict of str to Expression
    names : sequence of str
        Names of all steps but the last.
    dialect : str
    """
    sources = [source, *(exp.Table(this=name(called)) for called in names)]
    *inner, last = [
        exp.Select()
        .select(*(_called(part, called) for called, part in step.items()), copy=False)
        .from_(below, copy=False)
        for step, below in zip(steps, sources, strict=True)
    ]
    materialized = _is_worked_out_once(dialect, len(steps)) or None
    for called, query in zip(names, inner, strict=True):
        last.with_(name(called), as_=query, materialized=materialized, copy=False)
    return str(last.sql(dialect=DIALECTS[dialect], pretty=True, identify=True))


def _is_worked_out_once(dialect: str, n_steps: int) -> bool:
    """Tell whether to ask the database to compute a step once, not wherever it is read.

    PostgreSQL is slow otherwise. SQLite runs out of memory with four steps and many classes. With
    fewer steps the keyword is left out, because SQLite before version 3.35 does not know it.
    """
    return (dialect == "postgresql" and n_steps != 3) or (dialect == "sqlite" and n_steps > 3)


def _called(part: Part, called: str) -> Part:
    same = isinstance(part, exp.Column) and part.name == called and not part.table
    return part if same else exp.alias_(part, name(called))


def _closed(part: Part) -> Part:
    return exp.paren(part) if isinstance(part, exp.Binary) else part
