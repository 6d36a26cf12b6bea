"""Readers of data files and of tables in memory.

Every format comes down to a raw table, `RawTable` of `dataset.table`, whose columns
have types by one rule (`column_types`). ARFF, which says its types itself, is written
here too.
"""
