"""Data sets from UCI's machine learning repository, its archive.

Arguments of the same name mean the same as in `tenbyten.web`; besides:

uci_id : int
    The archive's id of a data set.
"""
