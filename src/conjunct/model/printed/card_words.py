"""The sentences below a score card: how it decides, how well, and what its numbers mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from conjunct.data.table import Table
from conjunct.model.edit import edited_text
from conjunct.model.notation import label_text, number_text, percent_text, rate_text
from conjunct.model.points import points_text, whole_text
from conjunct.model.printed.footer import (
    SEARCHED,
    believed_text,
    chance_text,
    made_text,
    size_text,
    whole_percent,
)

if TYPE_CHECKING:
    from conjunct.model.score_card import ScoreCard
    from conjunct.model.scored_rule import ScoredRule


def sentences(card: ScoreCard, headings: Sequence[str], details: bool = False) -> list[str]:
    """Return the paragraphs below a card; the first says how it decides.

    Parameters
    ----------
    card : ScoreCard
    headings : sequence of str
        Headings of the promises beside the rules.
    details : bool, default=False
        Whether to add how probabilities and promises are computed.
    """
    if not len(card):
        said = [_empty(card)]
    elif len(card.classes) == 2:
        said = [" ".join([_of_two(card), *_never(card)]), *_scale(card)]
    else:
        said = [_of_many(card)]
    said += [one for one in (_checked(card), _missing(card), *meaning(card, headings)) if one]
    said += against_rate(card)
    said += edited_text(card)
    return [*said, *_details(card)] if details else said


def _of_two(card: ScoreCard) -> str:
    ours, other = two_labels(card)
    cut = whole_text(card.whole_cut, card.score_decimals)
    said = f"A score of {cut} or more predicts {ours}, any other {other}."
    if card.threshold is None:
        return said
    return f"{said[:-1]}; {card.threshold.kept(ours)}."


def _never(card: ScoreCard) -> list[str]:
    """Return a warning if one of the two classes is predicted for no training row."""
    if not card.scores:
        return []
    ours, other = two_labels(card)
    lowest, highest = card.scores[0].score, card.scores[-1].score
    if highest < card.cut:
        chance = rate_text(card.chance(highest))
        nobody = "No row can reach it" if card.reach[1] < card.cut else "No training row reaches it"
        return [f"{nobody}: the highest probability of {ours} is {chance}."]
    if lowest >= card.cut:
        chance = rate_text(1 - card.chance(lowest))
        is_sure = card.reach[0] >= card.cut
        everybody = "Every row reaches it" if is_sure else "All training rows reach it"
        return [f"{everybody}: the highest probability of {other} is {chance}."]
    return []


def _scale(card: ScoreCard) -> list[str]:
    return [] if card.scale is None else [card.scale.sentence(two_labels(card)[0])]


def _of_many(card: ScoreCard) -> str:
    return (
        "Start each class with the points beside it and add those of every rule that holds. The "
        "class with the largest sum is predicted; of equal sums, the one with more rows, then the "
        "one listed first."
    )


def _empty(card: ScoreCard) -> str:
    label = label_text(card.classes[card.default])
    chance = rate_text(float(card.predict_proba(Table((), n_rows=1)).max()))
    return f"No rules: every row gets {label}, with probability {chance}."


def _checked(card: ScoreCard) -> str:
    """Return a sentence on the cross-validated error of cards like this one."""
    checked, counts = card.checked, card.class_counts
    if checked is None:
        return ""
    auc = "" if checked.auc is None else f"AUC {checked.auc:.2f}"
    start = f"Cross-validated on {checked.n_folds} folds: "
    if card.threshold is not None:  # the cards on the folds had none
        return f"{start}{auc}." if auc else ""
    most = max(range(len(counts)), key=lambda one: counts[one])
    always = percent_text(1 - counts[most] / max(sum(counts), 1))
    wrong = f"{percent_text(checked.error)} wrong (always {label_text(card.classes[most])}: "
    return f"{start}{wrong}{always}){', ' if auc else ''}{auc}."


def _missing(card: ScoreCard) -> str:
    if not len(card):
        return ""
    if card.missing == "value":
        return "A missing cell is a value of its own: it meets ≠, and never ≤ or >."
    return "A missing cell meets no condition and earns no points."


def meaning(card: ScoreCard, headings: Sequence[str]) -> list[str]:
    """Return what the rates beside the rules mean, as one text; nothing for an empty card."""
    if not len(card):
        return []
    whose = f"that are {two_labels(card)[0]}" if len(card.classes) == 2 else "that are of its class"
    said = [f"Beside the rows of a rule: the share of them {whose}."]
    if "expected" in headings:
        said.append("Expected: that share among new rows.")
    if "guaranteed" in headings:
        sure = (
            f"with {whole_percent(card.promises.confidence)} confidence, " if card.promises else ""
        )
        said.append(f"Guaranteed: {sure}for all rules at once.")
    return [" ".join([*said, *chance_text(card.promises)])]


def against_rate(card: ScoreCard) -> list[str]:
    """Return a sentence that names the rules whose points and rate point in opposite directions.

    The weights of all rules are fitted together, so the points of a rule say what it adds where
    others hold. Its rate is that of all its rows, whatever other rules hold there. Rates that are
    printed alike count as equal.
    """
    total, places = max(sum(card.class_counts), 1), rate_decimals(card) + 2

    def apart(rule: ScoredRule, one: int) -> float:
        rate, usual = rule.counts[one] / max(rule.covered, 1), card.class_counts[one] / total
        return round(rate, places) - round(usual, places)

    named = []
    for number, rule in enumerate(card.rules, start=1):
        away = [
            label_text(card.classes[one])
            for one in card.scored
            if rule.points[one] * apart(rule, one) < 0
        ]
        if away:
            whose = f" ({', '.join(away)})" if len(card.classes) > 2 else ""
            named.append(f"{number}{whose}")
    if not named:
        return []
    *first, last = named
    adds = "points say what a rule adds to the others that hold."
    if not first:
        return [f"The points of rule {last} go against its rate: {adds}"]
    return [f"The points of rules {', '.join(first)} and {last} go against their rates: {adds}"]


def _details(card: ScoreCard) -> list[str]:
    said = [f"{size_text(card)} {formula(card)}"]
    if card.checked is not None:
        said.append(f"Cross-validated log loss: {card.checked.log_loss:.3f} nats per row.")
    if len(card):
        believed = believed_text(card.promises)
        said.append(" ".join([*SEARCHED.values(), *believed, *made_text(card.promises)]))
    return said


def formula(card: ScoreCard) -> str:
    """Return the formula of the probabilities in words."""
    per = "" if card.unit == 1 else f"/{number_text(card.unit)}"
    if len(card.classes) != 2:
        behind = "points behind the largest sum"
        return f"A class weighs exp(−{behind}{per}); its probability is its share of all weights."
    (ours,) = card.scored
    shift = points_text(card.shift, card.n_decimals)
    sign, size = (shift[0], shift[1:]) if card.shift else ("+", shift)
    inner = f"(score {sign} {size})"
    return f"P({label_text(card.classes[ours])}) = 1/(1 + exp(−{inner}{per}))."


def rate_decimals(card: ScoreCard) -> int:
    """Return the decimals of percentages: more if a class with points is rare."""
    rows = sum(card.class_counts)
    shares = [card.class_counts[one] / rows for one in card.scored if card.class_counts[one]]
    return min(2, max(0, math.ceil(-2 - math.log10(min(shares, default=1)))))


def two_labels(card: ScoreCard) -> tuple[str, str]:
    """Return the labels of the class with points and of the other class, for two classes."""
    (ours,) = card.scored
    return label_text(card.classes[ours]), label_text(card.classes[1 - ours])
