"""Measure how far a decision depends on the data sets, and how often it is false.

leave_one_out: without each of them,
or with each of them undecided; label_permutation: when no classifier is better.
"""
