"""Compare two classifiers on one data set.

correlated_t, for repeated cross-validation: the Bayesian correlated t-test and the
frequentist corrected resampled t-test; its input comes from differences. mcnemar, for
the predictions of one run.
"""
