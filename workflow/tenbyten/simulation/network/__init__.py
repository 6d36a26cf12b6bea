"""Two classifiers with a known difference: zeroR and a Bayesian network of two nodes.

Section 4.1 of Corani, Benavoli (2015; Machine Learning 100, 285-304): power and Type I
error of the Poisson test and the signed-rank test. `counts` draws data sets and counts
correct predictions, `decisions` lets the tests decide, `tally` counts what they find,
`expected` has the expected difference in closed form, `collecting` makes the tables.
"""

from tenbyten.simulation.network.problem import PROBLEM

__all__ = ["PROBLEM"]
