"""The canonical data set: one table of instances, its class last."""

from tenbyten.dataset.table import FACTS, Attribute, Dataset

__all__ = ["FACTS", "Attribute", "Dataset"]
