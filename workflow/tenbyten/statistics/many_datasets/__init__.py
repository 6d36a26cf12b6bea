"""Compare two classifiers over many data sets.

Tests: poisson, sign_and_paired_t and signed_rank, which has effect sizes too.
With a region of practical equivalence: bayesian and hierarchical, which has its priors
and likelihood in hierarchical_model, its grid in hierarchical_grid.
"""
