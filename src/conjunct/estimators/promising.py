"""The promises of learned rules: expected errors and bounds, computed by a counting engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

import numpy as np

from conjunct.choose import (
    FoldRules,
    RulePrior,
    adjusted_p_value,
    believed_rows,
    expected_error,
    held_out_bound,
    occam_bound,
)
from conjunct.count import CountingEngine, EngineWithin, Fold, class_counts
from conjunct.count.deadline import Deadline, TimeIsUpError
from conjunct.count.engine_views import n_rows_of
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.card_checks import Seen
from conjunct.estimators.statements import N_FOLDS, Progress, Repeated, Statements
from conjunct.estimators.wider import Wider
from conjunct.model import Promise, Promises, RuleList, Rules
from conjunct.model.notation import count_text, percent_text
from conjunct.search.language import Language
from conjunct.types import Floats, Ints

AnyRules = TypeVar("AnyRules", bound=Rules)
BY_CHANCE = 0.1
"""A rule may be due to chance if its p-value is larger than this."""
HELD_OUT_SEED = 1934
"""Seed for the choice of the rows that are held out."""
MOST_CELLS, MOST_TRIED = 100_000, 30_000_000
"""Largest numbers of cells of a table, and of candidates tried, for which repeating the search
takes about two seconds at most. They are not times, so the model does not depend on the machine."""


class HeldOut(NamedTuple):
    """Rows that were not learned from.

    Parameters
    ----------
    cover : int
        The rows.
    n_rows : int
        Their number.
    """

    cover: int
    n_rows: int


def how_promised(
    engine: CountingEngine,
    rules: Statements,
    *,
    folds: FoldRules | None,
    held_out: HeldOut | None,
    confidence: float,
) -> Promises:
    """Return how promises are made, including how far the rules can be believed.

    Parameters
    ----------
    engine : CountingEngine
        The rows that the rules were learned from.
    rules : Statements
        The rules.
    folds : FoldRules or None
        Rules found by the same search on parts of the rows, which show how far to believe the
        rules; None for no expected errors.
    held_out : HeldOut or None
        Rows to check the rules on.
    confidence : float
        Probability that all bounds hold at once.
    """
    believed = None
    if folds is not None:
        learned = rules.learned(class_counts(engine, engine.root()))
        believed = believed_rows(folds.with_usual(*learned))
    n_held_out = 0 if held_out is None else held_out.n_rows
    return Promises(believed, 0 if folds is None else folds.n_folds, confidence, n_held_out)


def make_promises(
    engine: CountingEngine,
    rules: Statements,
    prior: RulePrior,
    how: Promises,
    held_out: HeldOut | None = None,
) -> tuple[Promise, ...]:
    """Return the promise of each rule.

    Parameters
    ----------
    engine : CountingEngine
        The rows that the rules were learned from.
    rules : Statements
        The rules.
    prior : RulePrior
        How confidence is shared among all rules that could have been found.
    how : Promises
        How far the rules are believed, and the probability that all bounds hold at once.
    held_out : HeldOut or None
        Rows to check the rules on. There are then two bounds, and each gets half of the allowed
        probability of failure: one from all rules that could have been found, one from these rows.
    """
    totals = class_counts(engine, engine.root())
    learned = rows, wrong, usual = rules.learned(totals)
    log_shares, wider = rules.shares(prior)
    each = how.confidence if held_out is None else (1.0 + how.confidence) / 2.0
    at_most = _with_wider(occam_bound(rows, wrong, log_shares, each), rules, wider, each)
    if held_out is not None:
        new = rules.tally(held_out.cover)
        by_rows = held_out_bound(new.sum(axis=1), rules.wrong(new), len(rows), each)
        at_most = np.minimum(at_most, by_rows)
    p_values = _p_values(learned, sum(totals), log_shares)
    expected: Sequence[float | None] = [None] * len(rows)
    if how.believed is not None:
        expected = np.minimum(expected_error(rows, wrong, usual, how.believed), at_most).tolist()
    return tuple(map(Promise, expected, at_most.tolist(), p_values.tolist()))


def may_be_chance(engine: CountingEngine, rules: Statements, prior: RulePrior) -> bool:
    """Tell whether no rule has significantly fewer errors than it would have on all rows.

    Parameters
    ----------
    engine : CountingEngine
        The rows that the rules were learned from.
    rules : Statements
        The rules.
    prior : RulePrior
        How confidence is shared among all rules that could have been found.
    """
    log_shares, _ = rules.shares(prior)
    totals = class_counts(engine, engine.root())
    return bool(np.all(_p_values(rules.learned(totals), sum(totals), log_shares) > BY_CHANCE))


def _p_values(learned: tuple[Ints, Ints, Floats], total: int, log_shares: Floats) -> Floats:
    rows, wrong, usual = learned
    return adjusted_p_value(rows, wrong, total, usual * total, log_shares)


def _with_wider(at_most: Floats, rules: Statements, wider: Wider, confidence: float) -> Floats:
    """Lower bounds by statements about more rows: a rule has at most their number of wrong rows."""
    wrong = rules.wrong(wider.counts, wider.rule)
    rows = rules.counts.sum(axis=1)[wider.rule]
    low = wrong < at_most[wider.rule] * rows  # The others cannot help.
    more, rule = wider.counts[low].sum(axis=1), wider.rule[low]
    most_wrong = more * occam_bound(more, wrong[low], wider.log_share[low], confidence)
    lower = at_most.copy()
    np.minimum.at(lower, rule, most_wrong / rows[low])
    return lower


class Promising(Protocol):
    """A classifier whose rules have promises."""

    promises: Literal["auto"] | bool
    hold_out: float | None
    confidence: float
    _so_far: str
    _deadline: Deadline | None
    _time_notes: tuple[str, ...]

    def _timed(self, engine: CountingEngine) -> CountingEngine: ...

    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> Any: ...

    def _language(self, engine: CountingEngine) -> Language: ...

    def _n_statements(self, engine: CountingEngine) -> int: ...

    def _prior(self, language: Language, engine: CountingEngine) -> RulePrior: ...

    def _statements(self, engine: CountingEngine, learned: Any) -> Statements: ...

    def _is_quick(self, engine: CountingEngine, rules: Statements) -> bool: ...

    def _fold_rules(
        self, engine: CountingEngine, table: Table, learned: Any, progress: Progress
    ) -> Repeated: ...

    def _with_promises(
        self,
        learned: Any,
        promises: Sequence[Promise],
        possible: Sequence[int],
        how: Promises,
        seen: Seen,
    ) -> Any: ...


def learn_with_promises(
    classifier: Promising,
    engine: CountingEngine,
    held_out: HeldOut | None,
    table: Table,
    progress: Progress,
) -> Any:
    """Learn from the rows of an engine, and compute the promises of the rules.

    Parameters
    ----------
    classifier : Promising
        The classifier that learns.
    engine : CountingEngine
        The rows to learn from.
    held_out : HeldOut or None
        Other rows of the same engine, to check the rules on.
    table : Table
        The table with the names of the columns.
    progress : callable
        Called with the share of the work done.
    """
    share = 1.0 if classifier.promises is not True else 1.0 / (1.0 + N_FOLDS)
    timed = classifier._timed(engine)
    learned = classifier._learned_from(timed, table, lambda done: progress(share * done))
    _note_the_end(classifier, classifier._so_far)
    rules = classifier._statements(engine, learned)
    folds, scores = None, None
    if classifier.promises is True or (
        classifier.promises == "auto" and classifier._is_quick(engine, rules)
    ):
        try:
            folds, scores = classifier._fold_rules(
                timed, table, learned, lambda done: progress(share + (1.0 - share) * done)
            )
        except TimeIsUpError:
            _note_the_end(classifier, "what to expect of the rules is not known")
    language, n_statements = classifier._language(engine), classifier._n_statements(engine)
    prior = classifier._prior(language, engine)
    confidence = classifier.confidence
    how = how_promised(engine, rules, folds=folds, held_out=held_out, confidence=confidence)
    promises = make_promises(engine, rules, prior, how, held_out)
    bodies = language.n_bodies(int(rules.lengths.max(initial=0)))
    possible = [bodies[length] * n_statements for length in rules.lengths.tolist()]
    return classifier._with_promises(learned, promises, possible, how, Seen(engine, scores))


def _note_the_end(classifier: Promising, so_far: str) -> None:
    """Add a note to the model if learning ended early."""
    deadline = classifier._deadline
    if deadline is not None and deadline.has_ended:
        classifier._time_notes = (*classifier._time_notes, deadline.sentence(so_far))


def divided(engine: CountingEngine, share: float | None) -> tuple[CountingEngine, HeldOut | None]:
    """Hold out about this share of the rows; return an engine of the others, and the held-out."""
    if not share:
        return engine, None
    fold = Fold.of_share(HELD_OUT_SEED, share)
    out, rest = (engine.subset(engine.root(), fold=part) for part in (fold, fold.rest))
    return EngineWithin(engine, rest), HeldOut(out, n_rows_of(engine, out))


def is_quick(engine: CountingEngine, rules: Statements) -> bool:
    """Tell whether repeating the search takes about two seconds at most."""
    n_cells = n_rows_of(engine, engine.root()) * len(engine.columns)
    return n_cells <= MOST_CELLS and rules.tried <= MOST_TRIED


def with_promises(
    rules: AnyRules, promises: Sequence[Promise], possible: Sequence[int], how: Promises
) -> AnyRules:
    """Return a list, set or card with the promises of its rules.

    Parameters
    ----------
    rules : Rules
        The theory.
    promises : sequence of Promise
        The promise of each rule.
    possible : sequence of int
        For each rule, the number of possible rules with the same number of conditions.
    how : Promises
        How the promises were made.
    """
    promised = [
        replace(rule, promise=promise, search=replace(rule.search, possible=n))
        for rule, promise, n in zip(rules, promises, possible, strict=True)
    ]
    return replace(rules, rules=tuple(promised), promises=how)


def within_budget(rules: Rules, max_error: float | None) -> Rules:
    """Keep only the rules whose bound on the error is low enough.

    If each rule was counted on the rows that earlier rules leave, the list ends before the first
    rule that does not qualify. Without that rule, later rules would decide about rows that they
    were not counted on.

    Parameters
    ----------
    rules : Rules
        A theory with promises.
    max_error : float or None
        The largest bound; None keeps all rules.
    """
    if max_error is None:
        return rules
    fits = [rule.at_most is not None and rule.at_most <= max_error for rule in rules]
    if isinstance(rules, RuleList) and rules.reached:
        fits = [all(fits[: at + 1]) for at in range(len(fits))]
    kept = tuple(rule for rule, fit in zip(rules, fits, strict=True) if fit)
    used = {name for rule in kept for name in rule.attributes}
    assert rules.promises is not None
    note = (
        f"{len(kept)} of {count_text(len(rules), 'rule')} kept: wrong about at most "
        f"{percent_text(max_error)} of the rows, with {percent_text(rules.promises.confidence)} "
        "confidence."
    )
    kinds = {name: kind for name, kind in rules.kinds.items() if name in used}
    return replace(rules, rules=kept, kinds=kinds, notes=(*rules.notes, note))


def promised_again(
    kind: type[Any],
    params: dict[str, Any],
    rules: Rules,
    X: Any,
    y: Any,
    sample_weight: Any = None,
) -> Rules:
    """Learn the same rules once more, with all promises.

    Parameters
    ----------
    kind : type
        The class of the classifier that learned the rules.
    params : dict
        Its parameters.
    rules : Rules
        The rules that it learned.
    X, y, sample_weight
        The rows that it learned from, and their weights.
    """
    again: Rules = kind(**{**params, "promises": True}).fit(X, y, sample_weight).rules_
    if [rule.conditions for rule in again] != [rule.conditions for rule in rules]:
        raise DataError(
            "these are not the rows that the rules were learned from: other rules are found in "
            "them; give the same rows, or fit again with promises=True"
        )
    return again
