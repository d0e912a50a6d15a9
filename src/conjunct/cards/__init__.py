"""Score cards: rules whose points are added up, learned with one objective, measured in nats."""

from conjunct.cards.fixed_ridge import FixedRidge

__all__ = ["FixedRidge"]
