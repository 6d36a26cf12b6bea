"""Compare two classifiers on one data set.

correlated_t, for repeated cross-validation: the Bayesian correlated t-test and the
frequentist corrected resampled t-test. For other resampling: resampled_t,
five_by_two_cv_t, one_split_t, mcnemar, pseudo_bootstrap, conservative_z. Their input
comes from differences.
"""
