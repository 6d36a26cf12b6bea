"""Two classifiers with a known difference: zeroR and a Bayesian network of two nodes.

Section 4.1 of Corani, Benavoli (2015; Machine Learning 100, 285-304). `counts` draws
data sets and counts correct predictions, `decisions` lets the tests decide, `tables`
counts what they find.
"""
