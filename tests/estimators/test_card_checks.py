"""What the rows say about a card: by the engine, and row by row with scikit-learn's measures."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import log_loss, roc_auc_score
from sklearn.utils import check_random_state
from tests.estimators.card_tables import noisy
from tests.estimators.test_printed_model import frame_of, read_raw

from conjunct import RipperClassifier, ScoreCardClassifier
from conjunct.cards.settings import SETTINGS
from conjunct.count import Applied, Fold, classes_by_content, ranked_by_content
from conjunct.count.partitioned import Partitioned
from conjunct.data import shipped_table
from conjunct.encode import encode
from conjunct.estimators.card_checks import NOTHING_PAYS, FoldScores, fold_scores
from conjunct.model import ScoreCard, load_model
from conjunct.model.class_order import with_classes_back


def card_of(model: Any) -> ScoreCard:
    card = model.rules_
    assert isinstance(card, ScoreCard)
    return card


@pytest.mark.parametrize("points", ["real", "integer"])
def test_scores_are_those_of_the_training_rows(points: Any) -> None:
    X, y = noisy(n_classes=2)
    model = ScoreCardClassifier(points=points).fit(X, y)
    card = card_of(model)
    (ours,) = card.scored
    sums = card.sums(model._to_predict(X))[:, ours] - card.base[ours]
    found = {}
    for score, label in zip(sums.round(6).tolist(), y, strict=True):
        found.setdefault(score, [0, 0])[int(label == card.classes[1])] += 1
    assert [(one.score, list(one.counts)) for one in card.scores] == [
        (pytest.approx(score), found[score]) for score in sorted(found)
    ]
    assert load_model(card.to_json()) == card


def test_many_classes_have_no_scores_but_are_checked() -> None:
    card = card_of(ScoreCardClassifier().fit(*noisy(n_classes=3)))
    assert card.scores == ()
    assert card.checked is not None
    assert (card.checked.n_folds, card.checked.auc) == (5, None)


def test_without_promises_nothing_is_checked() -> None:
    card = card_of(ScoreCardClassifier(promises=False).fit(*noisy(n_classes=2)))
    assert card.checked is None
    assert card.scores


@cache
def with_real_points(n_classes: int) -> tuple[ScoreCardClassifier, Any]:
    model = ScoreCardClassifier(promises=False, points="real")
    table = model._to_fit(*noisy(n_classes=n_classes))
    return model.fit_table(table), table


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("unit", [1, 2, 3])
def test_whole_points_with_equal_sums_are_measured_as_the_model_decides(
    n_classes: int, unit: int
) -> None:
    model, table = with_real_points(n_classes)
    card = card_of(model).rounded(unit)
    engine = model._engine(encode(table))
    checked = fold_scores(engine, card, engine.root()).cross_validated()
    labels, shares = table.target.values, card.predict_proba(table)
    assert checked.error == pytest.approx(np.mean(card.decide(table) != labels))
    assert checked.log_loss == pytest.approx(log_loss(labels, shares), rel=1e-6)
    if n_classes == 2:
        assert checked.auc == pytest.approx(roc_auc_score(labels, card.sums(table) @ [-1, 1]))


class Watched(ScoreCardClassifier):
    """Keeps the cards of the folds, as people would read them."""

    def _fold_rules(self, engine: Any, table: Any, learned: Any, progress: Any) -> Any:
        self.cards_ = [
            self._card(fold.problem, fold.card, self._points(fold.problem, fold.card), table)
            for fold in learned.learned.folds
        ]
        return super()._fold_rules(engine, table, learned, progress)


@pytest.mark.parametrize("points", ["integer", "real"])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_cross_validation_is_what_cards_do_on_the_rows_of_their_fold(
    n_classes: int, points: Any
) -> None:
    """Fold by fold: rows that the card did not see, by `predict_proba` and scikit-learn."""
    X, y = noisy(n_classes=n_classes)
    model = Watched(points=points).fit(X, y)
    table = model._to_fit(X, y)
    coded = ranked_by_content(encode(table))
    rows = np.argsort(y, kind="stable")  # the order of the coded rows
    order = classes_by_content(coded) if n_classes > 2 else [0, 1]
    seed = int(check_random_state(0).randint(2**31))
    wrong, loss, ahead, pairs = 0, 0.0, 0.0, 0
    assert len(model.cards_) == 5
    for number, card in enumerate(model.cards_):
        own = rows[Fold(seed, 5, number).has(coded.ranks)]
        back = with_classes_back(card, order)
        shares = back.predict_proba(table.take(own))
        wrong += int((back.decide(table.take(own)) != y[own]).sum())
        loss += float(log_loss(y[own], shares, labels=range(n_classes), normalize=False))
        if n_classes == 2:
            both = int((y[own] == 1).sum() * (y[own] == 0).sum())
            pairs += both
            ahead += both * float(roc_auc_score(y[own], shares[:, 1])) if both else 0.0
    checked = card_of(model).checked
    assert checked is not None
    assert checked.error == pytest.approx(wrong / len(y))
    assert checked.log_loss == pytest.approx(loss / len(y), rel=1e-6)
    assert checked.auc == (pytest.approx(ahead / pairs) if n_classes == 2 else None)


def test_every_engine_finds_the_same_facts() -> None:
    X, y = noisy(n_classes=2)
    plain, *others = (
        card_of(ScoreCardClassifier(promises=True, engine=engine).fit(X, y))
        for engine in ("numpy", "local", Partitioned(3, "numpy"))
    )
    for other in others:
        assert (other.scores, other.checked) == (plain.scores, plain.checked)


def test_an_accurate_card_is_checked_by_the_cards_of_the_folds() -> None:
    card = card_of(ScoreCardClassifier(size="accurate").fit(*noisy(n_classes=2)))
    assert card.checked is not None
    assert card.checked.n_folds == 5


def test_rows_of_whole_weight_count_as_often_in_scores() -> None:
    X, y = noisy(n_classes=2)
    weight = np.random.default_rng(0).integers(1, 4, len(y)).astype(float)
    card = card_of(ScoreCardClassifier().fit(X, y, sample_weight=weight))
    assert sum(sum(one.counts) for one in card.scores) == weight.sum() == sum(card.class_counts)


def test_equal_sums_count_for_the_class_with_more_rows() -> None:
    """Apply a card without rules and without points: every row is a tie."""
    table = shipped_table()
    coded = encode(table)
    for n_rows, wrong in (((200, 100, 50), 192), ((50, 100, 200), 220)):
        card = ScoreCard.of((), table.target.levels, n_rows, {}, base=(0, 0, 0))
        model = ScoreCardClassifier(engine="numpy")
        engine = model._engine(coded)
        found = fold_scores(engine, card, engine.root())
        assert found.cross_validated().error == pytest.approx(wrong / 344)


def test_folds_add_up() -> None:
    one, other = FoldScores(1, Applied(1, 2, 4), 3, 5), FoldScores(2, Applied(3, 1, 4), 4, 6)
    assert one + other == FoldScores(3, Applied(4, 3, 8), 7, 11)
    assert FoldScores(1, Applied(0, 0, 0), 0, 0).cross_validated() is None


def test_the_categories_that_occur_are_kept(tables: Path) -> None:
    rows, labels, numeric = read_raw(tables / "breast-cancer.arff")
    frame = frame_of(rows, numeric)
    card = card_of(ScoreCardClassifier().fit(frame, labels))
    nominal = [name for name in card.attributes if card.kinds[name] == "nominal"]
    assert nominal
    assert set(card.seen) == set(nominal)
    for name in nominal:
        assert set(card.seen[name]) == {row[name] for row in rows} - {None}


def test_notebooks_show_the_diagram_and_what_was_learned() -> None:
    X, y = noisy(n_classes=2)
    for model in (ScoreCardClassifier(promises=False), RipperClassifier(promises=False)):
        before = model._repr_html_()
        assert "conjunct-rules" not in before
        model.fit(X, y)
        assert model._repr_html_().endswith(model.rules_._repr_html_())
        assert model._repr_mimebundle_()["text/html"].endswith(model.rules_._repr_html_())


# Why a card has no rules


def test_a_card_without_rules_says_that_none_pays() -> None:
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 2)), random.integers(0, 2, 60)
    for engine in ("numpy", "local"):
        card = card_of(ScoreCardClassifier(engine=engine, promises=False).fit(X, y))
        assert (len(card), card.notes) == (0, (NOTHING_PAYS,))


def test_a_card_of_many_classes_says_that_few_rows_were_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("conjunct.cards.learning.SETTINGS", replace(SETTINGS, fold_cells=120))
    random = np.random.default_rng(0)
    X, y = random.integers(0, 9, (200, 2)), random.integers(0, 6, 200)
    card = card_of(ScoreCardClassifier(engine="numpy", promises=False).fit(X, y))
    assert len(card) == 0
    (note,) = card.notes
    assert re.fullmatch(
        r"No rule pays for itself: there are 6 classes, and rules were looked for in parts of "
        r"about (1\d|2\d) of the 200 rows, as the work grows with rows times classes\. Put "
        r"classes together, or learn a tree or RIPPER rules\.",
        note,
    )


@pytest.mark.parametrize("case", ["rules", "one class", "no time"])
def test_only_a_card_whose_rules_do_not_pay_says_so(case: str) -> None:
    X, y = noisy(n_classes=2)
    settings: dict[str, Any] = {"time_limit": 1e-9} if case == "no time" else {}
    y = np.zeros_like(y) if case == "one class" else y
    card = card_of(ScoreCardClassifier(engine="numpy", promises=False, **settings).fit(X, y))
    assert bool(len(card)) == (case == "rules")
    assert not any("pays" in note for note in card.notes)
