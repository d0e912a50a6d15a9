"""Methods that write a model in the formats of other programs."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from conjunct.writers import writer


class Exported:
    """A model that can be exported; the writers themselves are in `conjunct.export`.

    Every format gives the results of `predict` and `predict_proba`, see :doc:`/guide/export`.
    """

    __slots__ = ()

    def to_sql(
        self,
        dialect: str = "sqlite",
        table: str | Sequence[str] = "rows",
        *,
        keep: Sequence[str] | None = None,
        reasons: bool | int = False,
    ) -> str:
        """Return a query that classifies every row of a table, see `conjunct.export.to_sql`."""
        text: str = writer("sql")(self, dialect, table, keep=keep, reasons=reasons)
        return text

    def to_python(self, name: str = "predict") -> str:
        """Return the source of a function without dependencies, see `conjunct.export.to_python`."""
        text: str = writer("python")(self, name)
        return text

    def to_pmml(self) -> str:
        """Return the model as PMML 4.4, see `conjunct.export.to_pmml`."""
        text: str = writer("pmml")(self)
        return text

    def to_excel(self, path: str | PathLike[str], n_rows: int = 100) -> None:
        """Write a spreadsheet to fill in, see `conjunct.export.to_excel`."""
        writer("excel")(self, path, n_rows)

    def to_markdown(self) -> str:
        """Return the rules as a table in Markdown, see `conjunct.export.to_markdown`."""
        text: str = writer("markdown")(self)
        return text

    def to_model_card(self) -> str:
        """Return a model card in Markdown, see `conjunct.export.to_model_card`."""
        text: str = writer("model_card")(self)
        return text

    def to_latex(self) -> str:
        """Return the rules as a table in LaTeX, see `conjunct.export.to_latex`."""
        text: str = writer("latex")(self)
        return text
