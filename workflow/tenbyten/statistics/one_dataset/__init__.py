"""Compare two classifiers on one data set.

correlated_t, for repeated cross-validation: the Bayesian correlated t-test and the
frequentist corrected resampled t-test. other_resampling, for one split, five times two
folds and others. Their input comes from differences.
"""
