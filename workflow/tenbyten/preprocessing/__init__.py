"""Imputation and discretisation, as functions on arrays and as transformers."""
