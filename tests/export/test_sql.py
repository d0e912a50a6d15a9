"""Queries as text: every dialect, hostile names, what is refused, what a person reads."""

from __future__ import annotations

import pytest
import sqlglot
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlglot import exp

from conjunct.errors import ModelError
from conjunct.export.sql import to_sql
from conjunct.export.sql_parts import DIALECTS, number_part
from conjunct.model import Condition, Rule, RuleList, ScoreCard, ScoredRule, Tree

from .databases import run_sqlite
from .hostile import CUTS, RECORD, models, names

FORMS = ("list", "set", "card", "tree")


def a_card(points: float = 3.25) -> ScoreCard:
    flies = (Condition("flies", "=", "yes"),)
    legs = (Condition("legs", ">", 3.0), Condition("flies", "!=", "it's"))
    rules = (
        ScoredRule(flies, 1, (2, 10), RECORD, points=(0, points)),
        ScoredRule(legs, 0, (20, 1), RECORD, points=(0, -4)),
    )
    kinds = {"flies": "nominal", "legs": "numeric"}
    labels = ("beast", "bird")
    return ScoreCard.of(rules, labels, (31, 12), kinds, base=(0, -1), unit=10)


CARD = """\
WITH "held" AS (
  SELECT
    "id",
    CASE WHEN "flies" = 'yes' THEN 1 ELSE 0 END AS "rule_1",
    CASE
      WHEN "legs" > 3 AND "legs" <> CAST('NaN' AS DOUBLE PRECISION) AND "flies" <> 'it''s'
      THEN 1
      ELSE 0
    END AS "rule_2"
  FROM "zoo"."animals"
), "summed" AS (
  SELECT
    "id",
    CAST(325 * "rule_1" - 400 * "rule_2" AS DOUBLE PRECISION) / 100 AS "score",
    CAST(-100 + 325 * "rule_1" - 400 * "rule_2" AS DOUBLE PRECISION) / 100 AS "sum"
  FROM "held"
)
SELECT
  "id",
  CASE WHEN "sum" > 0 THEN 'bird' ELSE 'beast' END AS "prediction",
  "score",
  CASE
    WHEN "sum" = 0
    THEN 0.5000000004999999
    ELSE CAST(1 AS DOUBLE PRECISION) / (
      1 + EXP("sum" / 10)
    )
  END AS "p_beast",
  CASE
    WHEN "sum" = 0
    THEN 0.49999999949999996
    ELSE CAST(1 AS DOUBLE PRECISION) / (
      1 + EXP(-"sum" / 10)
    )
  END AS "p_bird"
FROM "summed\""""


def test_a_card_reads_as_it_is_added_up() -> None:
    assert to_sql(a_card(), "postgresql", "zoo.animals", keep=["id"]) == CARD


@settings(max_examples=12, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(data=st.data())
@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_reads_its_query_back(dialect: str, data: st.DataObject) -> None:
    # Columns of BigQuery have no points in their names, and a column has a name everywhere.
    possible = names.filter(lambda name: name and (dialect != "bigquery" or "." not in name))
    rules, _ = data.draw(models(FORMS, possible))
    query = to_sql(rules, dialect, ("a schema", "x; DROP TABLE y"), reasons=True)
    (back,) = sqlglot.parse(query, dialect=DIALECTS[dialect])
    assert isinstance(back, exp.Select)
    tested = [one for rule in rules for one in rule.conditions]
    if isinstance(rules, Tree):
        tested = [one for node in rules.nodes for one in node.branches]
    columns = {column.name for column in back.find_all(exp.Column)}
    assert {one.attribute for one in tested} <= columns
    texts = {one.this for one in back.find_all(exp.Literal) if one.is_string}
    assert {one.value for one in tested if isinstance(one.value, str)} <= texts
    assert "x; DROP TABLE y" in {table.name for table in back.find_all(exp.Table)}


@pytest.mark.parametrize("number", [*CUTS, 1234.567891, 8961.449037, 2.0**60, 123456789012345678.0])
@pytest.mark.parametrize("sign", [1, -1])
def test_sqlite_reads_every_number_exactly(number: float, sign: int) -> None:
    written = number_part(sign * number, "sqlite").sql(dialect="sqlite")
    ((found,),) = run_sqlite(f"SELECT {written}", ["x"], ["REAL"], [])
    assert float(found) == sign * number


def test_sqlite_reads_random_decimals_exactly() -> None:
    import numpy as np

    random = np.random.default_rng(0)
    numbers = [float(f"{one:.6f}") for one in random.uniform(0, 1e4, 3000)]
    numbers += random.uniform(0, 1, 500).tolist()
    query = " UNION ALL ".join(
        f"SELECT {number_part(one, 'sqlite').sql(dialect='sqlite')}" for one in numbers[-400:]
    )
    assert [row[0] for row in run_sqlite(query, ["x"], ["REAL"], [])] == numbers[-400:]
    query = ", ".join(number_part(one, "sqlite").sql(dialect="sqlite") for one in numbers[:1500])
    assert list(run_sqlite(f"SELECT {query}", ["x"], ["REAL"], [])[0]) == numbers[:1500]


def test_reasons_are_those_against_the_good_class_in_order_of_points() -> None:
    rows = [("yes", 2.0), ("no", 4.0), ("yes", 4.0), (None, None)]
    query = to_sql(a_card(), reasons=True, keep=())
    found = [row[-8:] for row in run_sqlite(query, ["flies", "legs"], ["TEXT", "REAL"], rows)]
    flies, legs = "flies = yes", "legs > 3 and flies ≠ 'it\\'s'"
    none = ("",) * 4
    assert found == [
        ("R2", f"not: {legs}", "R1", flies, *none),
        ("", "", "", "", *none),
        ("R1", flies, "", "", *none),
        ("R2", f"not: {legs}", "", "", *none),
    ]
    names = sqlglot.parse_one(query, dialect="sqlite").named_selects
    assert names[-8:] == [f"{word}_{at}" for at in (1, 2, 3, 4) for word in ("code", "reason")]


def test_as_many_reasons_are_told_as_are_asked_for() -> None:
    names = sqlglot.parse_one(to_sql(a_card(), reasons=2, keep=()), dialect="sqlite").named_selects
    assert names[-4:] == ["code_1", "reason_1", "code_2", "reason_2"]


def test_the_reason_of_a_list_is_the_rule_that_decides() -> None:
    rule = Rule((Condition("a", "<=", 1.5),), 1, (0, 3), RECORD)
    rules = RuleList((rule, rule), ("no", "yes"), 0, (5, 3), {"a": "numeric"})
    query = to_sql(rules, reasons=True)
    found = run_sqlite(query, ["a"], ["REAL"], [(1.0,), (2.0,), (None,)])
    assert [row[0] for row in found] == [1.0, 2.0, None]
    assert [row[-2:] for row in found] == [("R1", "a ≤ 1.5"), ("", ""), ("", "")]


def test_a_column_that_is_not_there_is_no_text_in_sqlite() -> None:
    import sqlite3

    with pytest.raises(sqlite3.OperationalError, match="no such column"):
        run_sqlite(to_sql(a_card()), ["legs"], ["REAL"], [])


def test_names_that_the_query_makes_are_not_taken() -> None:
    rule = Rule((Condition("prediction", "=", "x"), Condition("P_No", ">", 1.0)), 1, (0, 3), RECORD)
    kinds = {"prediction": "nominal", "P_No": "numeric"}
    rules = RuleList((rule,), ("no", "No"), 0, (5, 3), kinds)
    query = to_sql(rules, table="held")
    back = sqlglot.parse_one(query, dialect="sqlite")
    assert back.named_selects == ["prediction", "P_No", "prediction_2", "p_no_2", "p_No_3"]
    assert [one.alias for one in back.find_all(exp.CTE)] == ["held_2"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"dialect": "access"}, "dialect 'access' is not known; use one of sqlite, duckdb"),
        ({"table": "a..b"}, "table 'a..b' is not a name"),
        ({"table": ""}, "table '' is not a name"),
        ({"keep": ["a\0b"]}, "NUL character"),
    ],
)
def test_what_no_database_has_is_refused(given: dict, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        to_sql(a_card(), **given)


def test_points_with_too_many_digits_are_refused() -> None:
    with pytest.raises(ModelError, match="too many digits for a database to add them up exactly"):
        to_sql(a_card(0.12345678901234567))
    assert to_sql(a_card(0.12345678901234567).rounded(unit=100))
