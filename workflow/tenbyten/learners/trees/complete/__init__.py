"""Kernels for training rows without missing values, where all weights are one.

Each module has a twin of the same name in `tenbyten.learners.trees.weighted`, which
gives the same trees, more slowly. `grafting` is for nominal attributes only.
"""

from tenbyten.learners.trees.complete import choosing, grafting, growing, pruning

__all__ = ["choosing", "grafting", "growing", "pruning"]
