"""Compare classifiers: from accuracies to numbers, a function for each table.

Arguments of the same name mean the same in every module:

posteriors : DataFrame
    From `on_each_dataset.compare_on_each`; lines of other data sets are ignored.
means : DataFrame of shape (datasets, classifiers)
    From `results.values.means_of`: of accuracy, or of another metric.
pairs : sequence of (str, str)
    Row and column of each; a difference is positive where the column is better.
datasets : sequence of str
    The data sets of a subset, in the order of the tables.
runs, folds : int
    Runs of the cross-validation, and folds of each run.
alpha : float
    Size of the tests.
rho : float, "1/folds" or dict of str to float
    Correlation between folds, with which `posteriors` are computed.
rope : float
    Half-width of the region of practical equivalence, in the metric's unit: a fraction
    of accuracy.
metric : str
    What is compared: a name of `tenbyten.metrics.METRICS`, or of `foreign_metrics`.
foreign_metrics : dict of str to dict
    The study's key: what it says of metrics that are not measured here.
kind : Metric
    The properties of the metric that is compared.
higher_is_better : bool
    False for a measure such as an error or a loss.
method : {"auto", "exact", "approximate"}
    The p-value of the signed-rank test, as in `statistics.signed_rank`.
sides : {"one", "two"}
    One: is the column better? Two: do they differ, the better being the one with the
    larger rank sum?
draws, seed : int
    Random draws, and their seed.
variants, leave_one_out : dict of str to DataFrame
    By subset, from `sensitivity.policy_variants` and `sensitivity.leave_one_out`.
policies : dict
    `Study.policies`: the study's settings of the tests.
decisions : dict
    Published decisions by subset, row and column: ``"1/0"``, Poisson and signed-rank.

Each function raises a ValueError if a pair, a data set, a classifier or a number is
missing from a table, or if a setting is out of its range.
"""
