"""Compare classifiers: from accuracies to numbers, one module for each table.

There are as many modules as kinds of tables in comparisons/ and tables/ of a study.
"""
