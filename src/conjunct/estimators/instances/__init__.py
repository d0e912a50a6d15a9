"""Classifiers that keep a few rows of the training table and let the nearest one decide."""

from conjunct.estimators.instances.classifier import NearestItemsClassifier, usual_number_of_items
from conjunct.estimators.instances.distance import Distance
from conjunct.estimators.instances.nearness import Nearness
from conjunct.estimators.instances.retained import RetainedItems
from conjunct.estimators.instances.subsets import Subset, best_subsets, subset_by_poe

__all__ = [
    "Distance",
    "NearestItemsClassifier",
    "Nearness",
    "RetainedItems",
    "Subset",
    "best_subsets",
    "subset_by_poe",
    "usual_number_of_items",
]
