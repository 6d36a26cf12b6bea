"""Data sets: their sources, and the canonical table with its class last."""

from tenbyten.dataset.table import FACTS, Attribute, Dataset

__all__ = ["FACTS", "Attribute", "Dataset"]
