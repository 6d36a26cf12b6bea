"""Measure how far a decision depends on the data sets at hand, how often it is false.

replicability, on random subsets of the data sets; leave_one_out, without each of them,
or with each of them undecided; exchange, after the classifiers exchange their names.
"""
