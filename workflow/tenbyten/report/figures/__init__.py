"""Figures of a study: plain tables and arrays in, `Drawing` out.

Arguments of the same name mean the same in every figure:

row, column : str
    Names of the classifiers for people.
unit : Unit, default=ACCURACY
    Format of the compared metric, and its region of practical equivalence. A positive
    difference favours the column, whether higher or lower values are better.
subset : str
    Name of a subset.
"""
