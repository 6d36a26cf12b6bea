"""Compare many classifiers over many data sets.

omnibus tests whether they differ at all: Friedman, Iman-Davenport and the
repeated-measures analysis of variance. ranks (Nemenyi, Bonferroni-Dunn), means (Tukey,
Dunnett) and adjusted_p compare every two of them, or all with a control; with a control
the result has the other classifiers in their order. studentized has the distributions
behind Nemenyi's, Tukey's and Dunnett's tests.
"""
