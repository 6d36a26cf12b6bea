"""Figures of a study: plain tables and arrays in, `Drawing` out.

Arguments of the same name mean the same in every figure:

row, column : str
    Names of the classifiers for people.
unit : Unit, default=ACCURACY
    How the metric that is compared is written, and its region of practical
    equivalence. A positive difference favours the column, whether more of the metric
    is better or less.
subset : str
    Name of a subset.
"""
