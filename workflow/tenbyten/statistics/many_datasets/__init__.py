"""Compare two classifiers over many data sets.

Tests: poisson, sign_and_paired_t and signed_rank, which has effect sizes too.
Intervals of mean and median are in intervals; equivalence predicts new data sets;
leave_one_out repeats tests without each data set, or with it undecided.
With a region of practical equivalence: bayesian and hierarchical, which has its priors
and likelihood in hierarchical_model, its grid in hierarchical_grid.
"""
