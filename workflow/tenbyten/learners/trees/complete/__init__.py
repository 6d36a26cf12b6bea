"""Kernels for training rows without missing values, where all weights are one.

The module has a twin of the same name in `tenbyten.learners.trees.weighted`, which
gives the same trees, more slowly.

Some kernels have more than eight parameters: arrays that their callers own, which a
tuple would only hide, and pass more slowly.
"""
