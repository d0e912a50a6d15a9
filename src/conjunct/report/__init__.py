"""One page about a model: read it, try it out, and check it on a table.

Everything on the page is computed once into one plain dict, which templates and small scripts then
show. The page is one file that needs no network.
"""

from __future__ import annotations

from conjunct.report.document import document
from conjunct.report.model_report import ModelReport, page

__all__ = ["ModelReport", "document", "page"]
