from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from conjunct import KnopfClassifier, load_model
from conjunct.choose.theories import MEASURES
from conjunct.data import read_table, shipped_table
from conjunct.errors import DataError

PENGUINS = """\
#  rule                          class      rows  wrong  expected  at most  tried  possible  p-value
1  if island = Biscoe            Gentoo      122      0     0.4 %   12.4 %  1,138   662,760   <0.001
      and flipper_length_mm > 206
2  if island = Dream             Chinstrap    62      0     1.2 %   24.3 %    752   662,760   <0.001
      and bill_length_mm > 44.7
3  if bill_length_mm ≤ 42.35     Adelie      140      1     1.0 %   15.7 %    702     2,361   <0.001
4  if sex = male                 Adelie       12      0     8.5 %   96.9 %    115     2,361    1.000
   otherwise                     Chinstrap     5 of 8 rows"""


def noisy_rows(noise: float, n_rows: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Return eight binary attributes; the class is 1 where the first or the next two are 1."""
    rng = np.random.default_rng(3)
    X = rng.integers(2, size=(n_rows, 8))
    y = (X[:, 0] | (X[:, 1] & X[:, 2])).astype(int)
    return X, np.where(rng.random(n_rows) < noise, 1 - y, y)


def nominal(measure: str = "pfahringer") -> KnopfClassifier:
    return KnopfClassifier(measure=measure, categorical_features=range(8))


def test_the_shipped_table_gives_these_rules() -> None:
    model = KnopfClassifier().fit_table(shipped_table())
    assert model.rules_.to_text(footer=False, details=True) == PENGUINS
    assert model.strategy_ == "p - n"
    assert model.rules_.notes[-1] == (
        "The cheapest of 3 theories takes 81.0 bits instead of 520.7 without rules. It has rules "
        "of any class, pruned to maximise p − n: the data look noisy."
    )
    assert len(model.search_record_) == len(model.rules_)


def test_the_costs_of_all_theories_are_told_the_cheapest_first() -> None:
    X, y = noisy_rows(0.1)
    costs = nominal().fit(X, y).costs_
    *theories, without = costs.items()
    assert [bits for _, bits in theories] == sorted(bits for _, bits in theories)
    assert {label for (_, label), _ in theories} == {0, 1, None}
    assert len(theories) == 9
    assert without[0] == ("no rules", None)
    shares = np.bincount(y) / len(y)
    assert without[1] == pytest.approx(-len(y) * float((shares * np.log2(shares)).sum()))


def test_clean_classes_are_learned_whole_and_look_free_of_noise() -> None:
    X, y = noisy_rows(0.0)
    model = nominal().fit(X, y)
    assert model.score(X, y) == 1.0
    assert model.strategy_ in ("correctness-preserving", "unpruned")
    assert model.rules_.notes[-1].endswith("the data look free of noise.")


def test_noise_is_noticed_and_not_fitted() -> None:
    X, y = noisy_rows(0.2)
    model = nominal().fit(X, y)
    assert model.strategy_ == "p - n"
    truth = noisy_rows(0.0)[1]
    assert model.score(X, truth) == 1.0
    assert model.rules_.n_conditions <= 4


def test_classes_at_random_get_no_rule() -> None:
    X, _ = noisy_rows(0.0)
    y = np.random.default_rng(0).integers(2, size=len(X))
    model = nominal().fit(X, y)
    assert len(model.rules_) == 0
    assert model.strategy_ == "no rules"
    assert model.rules_.notes[-1].startswith("No rule pays for itself: the classes alone take")
    assert set(model.predict(X)) == {np.bincount(y).argmax()}


@pytest.mark.parametrize("measure", MEASURES)
def test_both_engines_learn_the_same_rules(measure: str) -> None:
    table = shipped_table().take(np.arange(0, 344, 4))
    compiled, plain = (
        KnopfClassifier(measure=measure, engine=engine).fit_table(table)
        for engine in ("local", "numpy")
    )
    assert compiled.rules_ == plain.rules_
    assert compiled.costs_ == plain.costs_


def test_a_saved_theory_is_read_back_as_it_was(tmp_path: Path) -> None:
    table = shipped_table()
    rules = KnopfClassifier(missing="value").fit_table(table).rules_
    rules.save(tmp_path / "knopf.json")
    again = load_model(tmp_path / "knopf.json")
    assert again == rules
    assert again.predict(table).tolist() == rules.predict(table).tolist()


def test_the_class_to_be_learned_can_be_named() -> None:
    X, y = noisy_rows(0.1)
    free = nominal().fit(X, y)
    for label in (0, 1):
        model = nominal().set_params(positive=label).fit(X, y)
        assert {rule.head for rule in model.rules_} == {label}
        assert model.rules_.default == 1 - label
        assert set(model.costs_) == {
            *((strategy, label) for strategy, _ in free.costs_ if strategy != "no rules"),
            ("no rules", None),
        }
        assert all(model.costs_[key] == free.costs_[key] for key in model.costs_)
        assert "The cheapest of 3 theories takes" in model.rules_.notes[-1]
        assert f"only rules of class {label}" in model.rules_.notes[-1]


def test_without_rules_every_row_is_of_the_class_that_is_not_learned() -> None:
    """Also where the learned class is the more frequent one."""
    X, _ = noisy_rows(0.0)
    y = (np.random.default_rng(0).random(len(X)) < 0.8).astype(int)
    model = nominal().set_params(positive=1).fit(X, y)
    assert len(model.rules_) == 0
    assert set(model.predict(X)) == {0}
    assert (model.predict_proba(X).argmax(axis=1) == 0).all()


def test_a_class_to_be_learned_needs_two_classes_and_must_be_one_of_them() -> None:
    with pytest.raises(DataError, match=r"positive='Gentoo' needs two classes; the table has 3"):
        KnopfClassifier(positive="Gentoo").fit_table(shipped_table())
    with pytest.raises(DataError, match=r"positive='c' is not a class; the classes are 'a' and"):
        KnopfClassifier(positive="c").fit([[1], [2]], ["a", "b"])
    with pytest.raises(DataError, match=r"positive='a' needs two classes; the table has 1: merge"):
        KnopfClassifier(positive="a").fit([[1], [2]], ["a", "a"])


def test_a_table_names_its_classes_by_text() -> None:
    table = read_table({"x": [1, 2, 3, 4], "y": [0, 0, 1, 1]}, target="y")
    model = KnopfClassifier(positive="1").fit_table(table)
    assert model.rules_.classes[1 - model.rules_.default] == "1"


def test_an_unknown_measure_is_named() -> None:
    with pytest.raises(
        ValueError, match=r"'measure' .* one of 'pfahringer', 'quinlan', 'complete'"
    ):
        KnopfClassifier(measure="forsyth").fit([[1], [2]], ["a", "b"])
