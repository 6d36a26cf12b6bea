"""HNB, hidden naive Bayes, on arrays."""

import math

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.bayes.counts import Counts, CountsLearner, normalise, pair_counts
from tenbyten.learners.learner import Codes, Floats, refuse_missing, refuse_underflow

_LN2 = math.log(2)
# WEKA takes products of probabilities below this for zero.
_LEAST = 1e-6


class ArrayHNB(CountsLearner):
    """Hidden naive Bayes on arrays, without scikit-learn."""

    takes_numeric = False
    takes_missing = False

    def fit_counts(self, counts: Counts) -> None:
        """Learn from counts of rows without missing values."""
        self.table_ = counts.table
        self.weights_ = _weights(self.table_)

    def distribution_of_values(self, values: Floats) -> Floats:
        """Estimate the probability of each class; refuse missing values."""
        refuse_missing("HNB", values)
        return super().distribution_of_values(values)

    def distribution_of_codes(self, codes: Codes) -> Floats:
        """Estimate the probability of each class (see `CountsLearner`)."""
        distribution = _multiply(codes, self.weights_, self.table_)
        refuse_underflow("HNB", distribution)
        return distribution


@kernel
def _weights(table):
    """Conditional mutual information of son and parent given the class, in bits.

    By son, then parent; zero with a constant attribute.
    """
    attributes = len(table.n_values)
    n_classes = len(table.class_counts)
    weights = np.zeros((attributes, attributes))
    p_class = table.class_counts / table.n_rows
    p_value = table.value_counts / table.n_rows
    for a in range(attributes):
        for b in range(a + 1, attributes):
            if table.constant[a] or table.constant[b]:
                continue
            n_a, n_b = table.n_values[a], table.n_values[b]
            pairs = table.pairs[table.block[a, b] :]
            terms = np.zeros((n_classes, n_a, n_b))
            for u in range(n_a):
                p_u = p_value[table.first[a] + u]
                for w in range(n_b):
                    p_w = p_value[table.first[b] + w]
                    for c in range(n_classes):
                        count = pairs[(u * n_b + w) * n_classes + c]
                        if count > 0:
                            p = count / table.n_rows
                            x, y = p * p_class[c], p_u[c] * p_w[c]
                            if x >= _LEAST and y >= _LEAST:
                                terms[c, u, w] = p * (math.log(x / y) / _LN2)
            # WEKA sums over the parent's values first, which gives other last bits.
            son_a = son_b = 0.0
            for c in range(n_classes):
                for u in range(n_a):
                    for w in range(n_b):
                        son_b += terms[c, u, w]
                for w in range(n_b):
                    for u in range(n_a):
                        son_a += terms[c, u, w]
            weights[a, b], weights[b, a] = son_a, son_b
    return weights


@kernel
def _multiply(codes, weights, table):
    """Multiply over the sons the weighted mean over their parents, and normalise."""
    rows, n_classes = codes.shape[1], len(table.class_counts)
    distribution = np.empty((rows, n_classes))
    for row in range(rows):
        for c in range(n_classes):
            distribution[row, c] = (table.class_counts[c] + 1 / n_classes) / (
                table.n_rows + 1
            )
    mean = np.empty((rows, n_classes))
    for s in range(len(codes)):
        if table.constant[s]:
            continue
        weight = 0.0
        for q in range(len(codes)):
            if q != s:
                weight += weights[s, q]
        if weight > 0:
            mean[:] = 0.0
            for q in range(len(codes)):
                if q != s and not table.constant[q]:
                    _add_parent(mean, codes, s, q, weights[s, q], table)
            for row in range(rows):
                for c in range(n_classes):
                    distribution[row, c] *= mean[row, c] / weight
        else:
            _multiply_son(distribution, codes, s, table)
    for row in range(rows):
        normalise(distribution[row])
    return distribution


@kernel
def _add_parent(mean, codes, s, q, weight, table):
    """Add the weighted probabilities of son s given the class and parent q.

    They are computed for all pairs of values, or row by row, whichever are fewer.
    """
    rows, n_classes = mean.shape
    n_s, n_q = table.n_values[s], table.n_values[q]
    pairs, step_s, step_q = pair_counts(s, q, table)
    parent_counts = table.value_counts[table.first[q] : table.first[q + 1]]
    few = n_s * n_q <= rows
    summand = np.empty(n_s * n_q * n_classes if few else 0)
    if few:
        for w in range(n_s):
            for u in range(n_q):
                first = w * step_s + u * step_q
                for c in range(n_classes):
                    p = weight * (pairs[first + c] + 1 / n_s)
                    summand[first + c] = p / (parent_counts[u, c] + 1)
    for row in range(rows):
        w, u = codes[s, row], codes[q, row]
        first = w * step_s + u * step_q
        for c in range(n_classes):
            if few:
                mean[row, c] += summand[first + c]
            else:
                p = weight * (pairs[first + c] + 1 / n_s)
                mean[row, c] += p / (parent_counts[u, c] + 1)


@kernel
def _multiply_son(distribution, codes, s, table):
    """Multiply by the probability of son s given the class alone."""
    rows, n_classes = distribution.shape
    son_counts = table.value_counts[table.first[s] : table.first[s + 1]]
    for row in range(rows):
        for c in range(n_classes):
            distribution[row, c] *= (
                son_counts[codes[s, row], c] + 1 / len(son_counts)
            ) / (table.class_counts[c] + 1)
