"""The long table: every classifier on every fold of every data set, once.

Arguments of the same name mean the same in every module:

table : DataFrame
    A long table, complete and in order: columns dataset, classifier, run, fold, and the
    metrics or ``tested``, ``correct`` and ``accuracy``.
datasets, classifiers : sequence of str
    All that the design asks for, in the order of the result.
runs, folds : int
    Runs, and folds of each run, of every data set and classifier.
metric : str
    A column of the long table: a name of `tenbyten.metrics.METRICS`, or one of
    `foreign_metrics`.
foreign_metrics : dict of str to dict
    The study's key: what it says of metrics that are not measured here.
failures : DataFrame
    From `files.read_failures`.

An invalid table raises a ValueError that names the cells and says what to do.
"""
