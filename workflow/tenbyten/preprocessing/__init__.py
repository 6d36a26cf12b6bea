"""Imputation and discretisation, as functions on arrays and as transformers.

Arguments are named as in `tenbyten.learners`.
"""
