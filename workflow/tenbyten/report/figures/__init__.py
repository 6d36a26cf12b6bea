"""Figures of a study: plain tables and arrays in, `Drawing` out.

Arguments of the same name mean the same in every figure:

row, column : str
    Names of the classifiers for people.
unit : Unit, default=ACCURACY
    How the metric that is compared is written. A positive difference favours the
    column, whether more of the metric is better or less.
rope : float
    Half-width of the region of practical equivalence, in the metric's unit: a
    fraction for accuracy.
subset : str
    Name of a subset.
"""
