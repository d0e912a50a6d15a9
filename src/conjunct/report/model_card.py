"""What a reader must know about a model before using it: terms, each with sentences."""

from __future__ import annotations

from conjunct.model import Rules, ScoreCard
from conjunct.model.footer import made_text, size_text
from conjunct.model.notation import amount_text, count_text, label_text, name_text, percent_text

_MISSING = {
    "fails": "A missing cell meets no condition.",
    "value": "A missing cell is a value of its own: it meets ≠, and never ≤ or >.",
}


def describe(rules: Rules) -> list[list[str]]:
    """Return pairs of a term and what is to be said about it.

    Examples
    --------
    >>> from conjunct.model import RuleSet
    >>> describe(RuleSet((), ("no", "yes"), 0, (7, 3), {}, target="answer"))[1]
    ['predicts', 'answer: no (7 rows), yes (3 rows)']
    """
    classes = ", ".join(
        f"{label_text(label)} ({count_text(count, 'row')})"
        for label, count in zip(rules.classes, rules.class_counts, strict=True)
    )
    terms = [
        ["model", f"{rules.KIND}; {size_text(rules)}"],
        ["predicts", f"{name_text(rules.target)}: {classes}"],
        ["learned from", count_text(rules.n_rows or sum(rules.class_counts), "row")],
        [
            "reads",
            ", ".join(f"{name_text(one)} ({rules.written[one]})" for one in rules.attributes),
        ],
        ["missing cells", _MISSING[rules.missing]],
        ["decides", rules.combination],
        ["on new rows", _checked(rules)],
        ["promises", " ".join(made_text(rules.promises))],
        ["notes", " ".join(rules.notes)],
    ]
    return [[term, text] for term, text in terms if text]


def _checked(rules: Rules) -> str:
    checked = rules.checked if isinstance(rules, ScoreCard) else None
    if checked is None:
        return ""
    auc = "" if checked.auc is None else f", AUC {checked.auc:.2f}"
    folds = f"cross-validated on {amount_text(checked.n_folds)} folds"
    return (
        f"{percent_text(checked.error)} wrong{auc}, log loss {checked.log_loss:.3f} nats; {folds}"
    )
