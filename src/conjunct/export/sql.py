"""A model as one SQL query for the class and the probabilities of every row of a table."""

from __future__ import annotations

from collections.abc import Sequence

from conjunct.errors import ModelError
from conjunct.export import sql_parts as sql
from conjunct.export.columns import Names
from conjunct.export.description import Counted, First, Walked, describe
from conjunct.export.sql_steps import counted_steps, numbered_steps, scored_steps
from conjunct.export.sql_writing import Writing
from conjunct.model import Rules
from conjunct.model.reasons import MOST

_ALIAS = "cells"


def to_sql(
    rules: Rules,
    dialect: str = "sqlite",
    table: str | Sequence[str] = "rows",
    *,
    keep: Sequence[str] | None = None,
    reasons: bool | int = False,
) -> str:
    """Return one query for the class and the probabilities of every row of a table.

    Parameters
    ----------
    rules : Rules
        A rule list, rule set, score card or tree.
    dialect : str, default="sqlite"
        The database: sqlite, duckdb, postgresql, spark, bigquery, snowflake, tsql, oracle, mysql.
    table : str or sequence of str, default="rows"
        Name of the table, with a schema and a dot before it if needed; a sequence of names if one
        of them contains a dot.
    keep : sequence of str, optional
        Columns of the table to select beside the results, such as a key; by default those that
        the model reads.
    reasons : bool or int, default=False
        Largest number of reasons to add, see `Rules.reasons`; True for up to 4. If one rule
        decides alone, there is one.

    Returns
    -------
    query : str
        The query without a semicolon. Its columns: those kept, prediction, score (for a card), one
        probability for each class, then code_1, reason_1, code_2, reason_2, …

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleList, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 124, 56)
    >>> rule = Rule((Condition("island", "=", "Dream"),), 1, (0, 8), record)
    >>> rules = RuleList((rule,), ("Adelie", "Chinstrap"), 0, (8, 0), {"island": "nominal"})
    >>> print(to_sql(rules, "postgresql", "penguins"))
    WITH "held" AS MATERIALIZED (
      SELECT
        "island",
        CASE WHEN "island" = 'Dream' THEN 1 ELSE 0 END AS "rule"
      FROM "penguins"
    )
    SELECT
      "island",
      CASE WHEN "rule" = 1 THEN 'Chinstrap' ELSE 'Adelie' END AS "prediction",
      CAST(CASE WHEN "rule" = 1 THEN 0.1 ELSE 0.9 END AS DOUBLE PRECISION) AS "p_Adelie",
      CAST(CASE WHEN "rule" = 1 THEN 0.9 ELSE 0.1 END AS DOUBLE PRECISION) AS "p_Chinstrap"
    FROM "held"
    """
    if dialect not in sql.DIALECTS:
        known = ", ".join(sql.DIALECTS)
        raise ModelError(f"dialect {dialect!r} is not known; use one of {known}")
    about = describe(rules)
    about.refuse_rounded_sums("a database")
    kept = tuple(about.kinds if keep is None else dict.fromkeys(keep))
    alias = _ALIAS if dialect == "sqlite" else None
    writing = Writing(about, dialect, alias, kept, MOST if reasons is True else int(reasons))
    if isinstance(about.decision, First | Walked):
        steps = numbered_steps(writing, about.decision)
    elif isinstance(about.decision, Counted):
        steps = counted_steps(writing, about.decision)
    else:
        steps = scored_steps(writing, about.decision)
    first, *others = [{one: sql.column(one) for one in kept} | step for step in steps]
    # SQLite reads an unknown column as a text unless its table is named.
    first |= {one: sql.column(one, alias) for one in kept}
    called = Names(table.split(".") if isinstance(table, str) else table)
    names = [called.new(one) for one in ("held", "summed", "decided", "coded")][: len(others)]
    return sql.query_text(sql.table_part(table, alias), [first, *others], names, dialect)
