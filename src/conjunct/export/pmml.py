"""A model as PMML 4.4, the exchange format of the Data Mining Group."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET
from xml.sax.saxutils import unescape

from conjunct.errors import ModelError
from conjunct.export.description import Counted, Summed, Walked, describe
from conjunct.export.pmml_models import Document, counted, first, scored_many, scored_two, walked
from conjunct.model import Rules

_IMPOSSIBLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = re.compile('(?<=<Constant dataType="string">)[^<]*&[^<]*')


def to_pmml(rules: Rules) -> str:
    """Return the model as a document of PMML 4.4.

    A rule list becomes a RuleSetModel, in which the first matching rule decides, a tree a
    TreeModel, a score card of two classes a Scorecard, and a card of more classes or a rule set a
    RegressionModel of its sums. Labels are texts. The output fields are ``prediction``, for a card
    ``score`` (followed by the class if there are several), and for every class ``p`` followed by
    the class.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    document : str
        XML that ends with a newline.

    Examples
    --------
    >>> from conjunct.model import Condition, Rule, RuleList, SearchRecord
    >>> record = SearchRecord("beam", 5, 48, 2, 7, 124, 56)
    >>> rule = Rule((Condition("bill", ">", 46.5),), 1, (1, 8), record)
    >>> rules = RuleList((rule,), ("Adelie", "Chinstrap"), 0, (12, 8), {"bill": "numeric"})
    >>> import re
    >>> re.findall(r"<SimplePredicate.*>", to_pmml(rules))
    ['<SimplePredicate field="bill" operator="greaterThan" value="46.5" />']
    """
    about = describe(rules)
    about.refuse_rounded_sums("PMML")
    document = Document(about, rules.target)
    decision = about.decision
    if isinstance(decision, Walked):
        walked(document, decision)
    elif isinstance(decision, Counted):
        counted(document, decision)
    elif not isinstance(decision, Summed):
        first(document, decision)
    elif len(about.classes) == 2:
        scored_two(document, decision)
    else:
        scored_many(document, decision)
    root = document.root
    for text in root.iter():
        _refuse_impossible(text)
    ET.indent(root)
    written = _ESCAPED.sub(_as_data, ET.tostring(root, encoding="unicode"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{written}\n'


def _as_data(found: re.Match[str]) -> str:
    """Write a text without escapes: PMML4S loses the text before an escaped character."""
    text = unescape(found[0])
    return found[0] if "]]>" in text else f"<![CDATA[{text}]]>"


def _refuse_impossible(element: ET.Element) -> None:
    for text in (*element.attrib.values(), element.text or ""):
        if _IMPOSSIBLE.search(text):
            raise ModelError(f"no XML can hold the text {text!r}; rename it")
