"""Kernels for training rows without missing values, where all weights are one.

Each module has a twin of the same name in `tenbyten.learners.trees.weighted`, which
gives the same trees, more slowly. `grafting` is for nominal attributes only.

Some kernels have more than eight parameters: arrays that their callers own, which a
tuple would only hide, and pass more slowly.
"""

from tenbyten.learners.trees.complete import grafting, growing

__all__ = ["grafting", "growing"]
