"""Searches for one rule, each with a record of what it tried."""

from conjunct.search.beam import beam_search, beam_searches
from conjunct.search.bits import BitSpace, Spaces
from conjunct.search.climb import Climb
from conjunct.search.exhaustive import ExhaustiveSearch
from conjunct.search.language import Language
from conjunct.search.layered import BeamSearch, LayeredSearch
from conjunct.search.limits import Limits
from conjunct.search.outcome import Outcome, as_rule, conditions_of
from conjunct.search.result import BeamResult
from conjunct.search.space import SearchSpace
from conjunct.search.steps import Choice, Climbed, Step

__all__ = [
    "BeamResult",
    "BeamSearch",
    "BitSpace",
    "Choice",
    "Climb",
    "Climbed",
    "ExhaustiveSearch",
    "Language",
    "LayeredSearch",
    "Limits",
    "Outcome",
    "SearchSpace",
    "Spaces",
    "Step",
    "as_rule",
    "beam_search",
    "beam_searches",
    "conditions_of",
]
