"""Compare two classifiers over many data sets.

Tests: poisson, signed_rank, sign_and_paired_t. How large a difference is: effect_size.
With a region of practical equivalence: bayesian and hierarchical, which has its priors
and likelihood in hierarchical_model, its grid in hierarchical_grid.
"""
