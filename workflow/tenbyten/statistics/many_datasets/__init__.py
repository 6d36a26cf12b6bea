"""Compare two classifiers over many data sets.

poisson, signed_rank, sign_test, paired_t; how large a difference is: effect_size; with
a region of practical equivalence bayesian_sign, bayesian_signed_rank and hierarchical,
whose priors, likelihood and grid are in hierarchical_priors, hierarchical_likelihood
and hierarchical_grid.
"""
