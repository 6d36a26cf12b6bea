"""Compare two classifiers on one data set.

correlated_t, for repeated cross-validation: the Bayesian correlated t-test and the
frequentist corrected resampled t-test. For one split: mcnemar. For other
resampling, and one split too: other_resampling. Their input comes from differences.
"""
