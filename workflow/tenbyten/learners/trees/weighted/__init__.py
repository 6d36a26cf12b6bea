"""Kernels for training rows with weights, their own or brought about by missing values.

`growing` has a twin of the same name in `tenbyten.learners.trees.complete` for training
rows without missing values.
"""
