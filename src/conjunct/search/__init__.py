"""Searches for one rule, each with a record of what it tried."""

from conjunct.search.beam import BeamResult, beam_search, beam_searches
from conjunct.search.exhaustive import ExhaustiveSearch
from conjunct.search.language import Language
from conjunct.search.layered import BeamSearch, LayeredSearch
from conjunct.search.limits import Limits
from conjunct.search.outcome import Outcome
from conjunct.search.space import SearchSpace

__all__ = [
    "BeamResult",
    "BeamSearch",
    "ExhaustiveSearch",
    "Language",
    "LayeredSearch",
    "Limits",
    "Outcome",
    "SearchSpace",
    "beam_search",
    "beam_searches",
]
