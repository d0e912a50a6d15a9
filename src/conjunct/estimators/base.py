"""`RuleClassifier`: the base of all rule learners, which fits a model and its promises."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, Self, TypeVar, cast

import numpy as np
from joblib import effective_n_jobs
from sklearn.callback import with_callbacks
from sklearn.utils.validation import _check_sample_weight

from conjunct.choose import RulePrior
from conjunct.count import (
    CountingEngine,
    WeightedEngine,
    classes_by_content,
    content_of,
    ranked_by_content,
)
from conjunct.count.counts import as_numbers
from conjunct.count.dask_engine import in_one_sentence
from conjunct.count.deadline import Deadline, TimeIsUpError
from conjunct.count.engine_views import TimedEngine
from conjunct.count.engines import make_engine, timed_choice
from conjunct.data import Table
from conjunct.encode import MAX_CODES, CodedTable, Cuts, encode, repeat_rows
from conjunct.estimators.card_checks import Seen
from conjunct.estimators.dask_table import DaskTable, cluster_of, dask_table
from conjunct.estimators.dask_weights import with_classes_here
from conjunct.estimators.memory_limits import columns_at_once, rooms_within
from conjunct.estimators.promising import (
    divided,
    is_quick,
    learn_with_promises,
    promised_again,
)
from conjunct.estimators.remembered import remembering, settings_of
from conjunct.estimators.row_weights import rows_that_count
from conjunct.estimators.scikit_learn import CallbackSupportMixin
from conjunct.estimators.shared_params import SharedParameters
from conjunct.estimators.sizes import refuse_sizes
from conjunct.estimators.statements import (
    Progress,
    Repeated,
    Statements,
    ignore,
    repeated,
    statements_of,
)
from conjunct.estimators.stored_tables import is_stored, read_stored
from conjunct.model import Promise, Promises, Rule, Rules
from conjunct.model.class_order import with_classes_back
from conjunct.search.language import Language
from conjunct.types import AnyArray

TICKS = 100
Method = TypeVar("Method", bound=Callable[..., Any])


def _with_callbacks(method: Method) -> Method:
    """Support scikit-learn's callbacks in a method, and keep its type for type checkers."""
    return cast(Method, with_callbacks(method))


class RuleClassifier(CallbackSupportMixin, SharedParameters):
    """Base of the classifiers that learn rules from a table."""

    _so_far = "this is the best model so far"
    _deadline: Deadline | None = None
    _time_notes: tuple[str, ...] = ()

    @abstractmethod
    def _learned_from(self, engine: CountingEngine, table: Table, progress: Progress) -> Any:
        """Learn from the rows of an engine.

        The table has the names of the columns; it may have more rows than the engine. `progress`
        is called with the share of the work done.
        """

    def _learn(self, table: Table, progress: Progress) -> None:
        """Learn `rules_` from a table with a target."""
        self._learn_coded(self._coded(table), table, progress)

    def _learn_coded(self, coded: CodedTable, table: Table, progress: Progress) -> None:
        engine, held_out = divided(self._engine(coded), self.hold_out)
        rules = learn_with_promises(self, engine, held_out, table, progress)
        self.rules_ = with_classes_back(rules, self._class_order)

    def _coded(
        self,
        table: Table,
        max_codes: int = MAX_CODES,
        cuts: Cuts | None = None,
        also: Cuts | None = None,
    ) -> CodedTable:
        """Return the rows as codes; a row whose weight is a whole number is repeated that often.

        The order of the classes breaks ties between rules for different classes. It is derived
        from the rows: `_class_order` has the position of each class in `classes_`, and `_labels`
        its label.
        """
        how = self.missing, max_codes, cuts, also, self._classes_by_content
        if isinstance(table, DaskTable):
            coded = cast(CodedTable, table.coded(*how))
            content = content_of(coded)
        else:
            n_threads = columns_at_once(table, self.n_jobs)
            coded = repeat_rows(encode(table, *how, n_threads))
            content = content_of(coded, n_threads)
            coded = ranked_by_content(coded, n_threads, content)
        if self._classes_by_content:
            coded = coded.with_classes(classes_by_content(coded, content))
        assert table.target is not None
        self._class_order = [table.target.levels.index(name) for name in coded.classes]
        self._labels: list[Any] = self.classes_[self._class_order].tolist()
        return coded

    @property
    def _classes_by_content(self) -> bool:
        """Whether the order of the classes is derived from the rows."""
        return True

    @abstractmethod
    def _language(self, engine: CountingEngine) -> Language:
        """Return all conditions that rules may use."""

    def _n_statements(self, engine: CountingEngine) -> int:
        """Return the number of different statements a rule can make about the rows it covers."""
        return engine.n_classes

    def _prior(self, language: Language, engine: CountingEngine) -> RulePrior:
        """Return how the confidence is shared among all rules that could be found."""
        return RulePrior(language.columns, self._n_statements(engine))

    def _statements(self, engine: CountingEngine, learned: Any) -> Statements:
        """Return what was learned as statements that can be counted."""
        return statements_of(engine, learned)

    def _is_quick(self, engine: CountingEngine, rules: Statements) -> bool:
        """Tell whether computing the promises takes about two seconds at most."""
        return is_quick(engine, rules)

    def _fold_rules(
        self, engine: CountingEngine, table: Table, learned: Any, progress: Progress
    ) -> Repeated:
        """Repeat the search on parts of the rows."""

        def learn(within: CountingEngine) -> Statements:
            another = copy(self)
            found = another._statements(within, another._learned_from(within, table, ignore))
            if self._deadline is not None and self._deadline.has_ended:
                raise TimeIsUpError  # promises from an incomplete fold would be wrong
            return found

        return repeated(engine, learn, progress)

    @abstractmethod
    def _with_promises(
        self,
        learned: Any,
        promises: Sequence[Promise],
        possible: Sequence[int],
        how: Promises,
        seen: Seen,
    ) -> Any:
        """Return what was learned, with the promises of its rules."""

    def _timed(self, engine: CountingEngine) -> CountingEngine:
        """Return an engine whose searches end when time is up."""
        return engine if self._deadline is None else TimedEngine(engine, self._deadline)

    def stop(self) -> bool:
        """Stop a running `fit`, which then returns the best model so far.

        Call it from another thread.

        Returns
        -------
        is_heard : bool
            Whether a `fit` is running.
        """
        if self._deadline is None:
            return False
        self._deadline.stop()
        return True

    @_with_callbacks
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn rules from training rows.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_attributes)
            A pandas, polars or Arrow frame with numeric, categorical, text and boolean columns,
            or an array of numbers. Missing cells are allowed. X may also be the name of a file
            that `read_table` reads, a folder of Parquet files, an Arrow dataset or its batches,
            see :doc:`/guide/large_tables`. The rows of a Dask frame stay on their cluster, see
            :doc:`/guide/clusters`.
        y : array of shape (n_rows,)
            The class of each row. If X is a file, a dataset or batches: the name of the column
            with the classes.
        sample_weight : array of shape (n_rows,), optional
            Weight of each row; a row of weight 2 counts as two rows. If X is a file, a dataset or
            batches: the name of the column with the weights. If X is a Dask frame: one of its
            columns, or an array. See :doc:`/guide/row_weights`.

        Returns
        -------
        self
        """
        client = cluster_of(X, self.engine)
        if client is not None:
            return self._fit_elsewhere(X, y, sample_weight, client)
        self._check_params()
        with rooms_within(self.memory_limit, self.engine, X, is_stored(X)):
            if is_stored(X):
                return self._fit_in_callbacks(self._stored(X, y, sample_weight), X, y)
            table = self._to_fit(X, y)
            if sample_weight is not None:
                weights = _check_sample_weight(
                    sample_weight, X, dtype=np.float64, ensure_non_negative=True
                )
                table = replace(table, weights=weights)
            return self._fit_in_callbacks(table, X, y)

    def _fit_elsewhere(self, X: Any, y: Any, sample_weight: Any, client: Any) -> Self:
        """Learn from a Dask frame; its rows stay on the cluster."""
        self._check_params()
        self.feature_names_in_ = np.array([str(name) for name in X.columns], object)
        self.n_features_in_ = len(X.columns)
        with in_one_sentence(client):
            table, self.classes_ = dask_table(X, y, client, self._categorical, sample_weight)
            if self.class_weight is not None:
                table = with_classes_here(table)
            self._fit_in_callbacks(table, X, y)
            assert self.rules_ is not None  # makes a tree write its rules while it has the rows
        return self

    def fit_table(self, table: Table, progress: Progress | None = None) -> Self:
        """Learn rules from a table that `read_table` returned.

        Parameters
        ----------
        table : Table
            A table with a target, and optionally with weights.
        progress : callable or None
            Called with the share of the work done, between 0 and 1.

        Returns
        -------
        self
        """
        self._take_table(table)
        with rooms_within(self.memory_limit, self.engine, table):
            self._learn_rows(table, progress or ignore)
        return self

    def _stored(self, source: Any, target: Any, weight: Any) -> Table:
        """Read a table that is not in memory, and prepare to fit it as `fit_table` does."""
        self._check_params()
        table = read_stored(source, target, weight, self._categorical)
        self._take_table(table)
        return table

    def _learn_rows(self, table: Table, progress: Progress) -> None:
        """Learn from the rows of a table, and keep a record of the training."""
        refuse_sizes(table)
        self._deadline, self._time_notes = Deadline(self.time_limit), ()
        try:
            with timed_choice(self.engine, type(self).__name__):
                self._learn(self._weighted(table), progress)
        finally:
            self._deadline, self._time_notes = None, ()
        self._remember(
            partial(
                remembering,
                table=table,
                learner=type(self).__name__,
                settings=settings_of(self),
                n_threads=columns_at_once(table, self.n_jobs),
            )
        )

    def _remember(self, remembering: Callable[[Any], Any]) -> None:
        """Replace the rules by the result of a function."""
        self.rules_ = remembering(self.rules_)

    def _weighted(self, table: Table) -> Table:
        return rows_that_count(table, self.class_weight, self.classes_)

    def _engine(self, coded: CodedTable) -> CountingEngine:
        n_threads = effective_n_jobs(self.n_jobs)
        engine = make_engine(self.engine, coded, n_threads, type(self).__name__)
        return engine if coded.weights is None else WeightedEngine(engine)

    def _theory(
        self,
        kind: type[Rules],
        rules: Sequence[Rule],
        default: int,
        counts: AnyArray,
        table: Table,
        **more: Any,
    ) -> Rules:
        """Make a theory from learned rules and the facts of their table.

        `more` has what only some kinds of theory have, such as the base points of a score card.
        """
        used = {name for rule in rules for name in rule.attributes}
        return kind(
            rules=tuple(rules),
            classes=tuple(self._labels),
            default=default,
            class_counts=as_numbers(counts),
            kinds={column.name: column.kind for column in table.columns if column.name in used},
            missing=self.missing,
            target="class" if table.target is None else table.target.name,
            n_rows=table.n_counted,
            notes=table.notes,
            forms={c.name: c.form for c in table.columns if c.form and c.name in used},
            learner=partial(promised_again, type(self), self.get_params(deep=False)),
            **more,
        )

    def _fit_in_callbacks(self, table: Table, X: Any, y: Any) -> Self:
        root = self._init_callback_context(max_subtasks=TICKS)
        root.call_on_fit_task_begin(estimator=self, X=X, y=y)
        ticked = 0
        # Without callbacks ticks are useless, and a hundred of them take longer than a small fit.
        n_ticks = TICKS if getattr(self, "_skl_callbacks", None) else 0

        def progress(share: float) -> None:
            nonlocal ticked
            while ticked < int(share * n_ticks):
                ticked += 1
                tick = root.subcontext(task_name="rows covered")
                tick.call_on_fit_task_begin(estimator=self, X=X, y=y)
                tick.call_on_fit_task_end(estimator=self, X=X, y=y)

        self._learn_rows(table, progress)
        progress(1.0)
        root.call_on_fit_task_end(estimator=self, X=X, y=y, reconstruction_attributes={})
        return self
