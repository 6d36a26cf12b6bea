"""Naive Bayes on arrays."""

import math

import numpy as np

from tenbyten.kernels import kernel
from tenbyten.learners.bayes.counts import Counts, CountsLearner, normalise
from tenbyten.learners.learner import Codes, Floats, Ints, check_flag, label_codes
from tenbyten.learners.sorting import sort_rows
from tenbyten.preprocessing.discretization import assign_bins, mdl_cuts

# WEKA's constants: the least probability of a value, the precision of an attribute
# with one value, and the least deviation that is not taken for zero.
_FLOOR = 1e-75
_PRECISION = 0.01
_LEAST_DEVIATION = 1e-10
# The most probabilities of numbers in memory at once: 16 MB.
_AT_ONCE = 2_000_000


class ArrayNaiveBayes(CountsLearner):
    """Naive Bayes on arrays, without scikit-learn."""

    def __init__(self, *, discretize: bool = False):
        self.discretize = discretize

    def check_settings(self) -> None:
        """Raise ValueError if a setting has an impossible value."""
        check_flag("NaiveBayes: discretize", self.discretize)

    def fit_values(
        self,
        values: Floats,
        n_values: Ints,
        classes: Ints,
        n_classes: int,
        weight: Floats | None = None,
    ) -> None:
        """Learn from training rows (see `ArrayLearner`)."""
        cuts = {}
        if self.discretize:
            if weight is not None:
                raise ValueError(
                    "NaiveBayes: `discretize` takes no sample_weight; discretise first "
                    "(MDLDiscretizer)."
                )
            for position in np.flatnonzero(n_values == 0):
                cuts[position] = mdl_cuts(values[:, position], classes, n_classes)
            values, n_values = _binned(values, n_values, cuts)
        nominal = n_values > 0
        codes = label_codes(values[:, nominal])
        self.fit_counts(Counts(codes, n_values[nominal], classes, n_classes, weight))
        self.cuts_ = cuts
        self.nominal_ = nominal
        numeric = np.flatnonzero(~nominal)
        weight = np.ones(len(classes)) if weight is None else weight
        self.densities_ = _densities(values, numeric, classes, n_classes, weight)

    def fit_counts(self, counts: Counts) -> None:
        """Learn from counts of nominal attributes."""
        self.cuts_ = {}
        self.nominal_ = np.ones(len(counts.n_values), dtype=bool)
        self.densities_ = np.empty((0, 2 * counts.n_classes + 1))
        self.first_ = counts.first
        self.prior_ = (1 + counts.class_counts) / (counts.n_classes + counts.n_rows)
        labels = np.repeat(counts.n_values, counts.n_values)[:, None]
        known = np.repeat(counts.known, counts.n_values, axis=0)
        self.conditional_ = (1 + counts.value_counts) / (labels + known)

    def distribution_of_values(self, values: Floats) -> Floats:
        """Estimate the probability of each class (see `ArrayLearner`)."""
        values, _ = _binned(values, np.zeros(values.shape[1], np.int64), self.cuts_)
        parts = 1 + len(values) * self.densities_.size // _AT_ONCE
        distributions = []
        for part in np.array_split(values, parts):
            codes = label_codes(part[:, self.nominal_])
            factors = _probabilities(part[:, ~self.nominal_].T, self.densities_)
            distributions.append(self._distribution_of(codes, factors))
        return np.concatenate(distributions)

    def distribution_of_codes(self, codes: Codes) -> Floats:
        """Estimate the probability of each class (see `CountsLearner`)."""
        return self._distribution_of(codes, np.empty((0, 0, 0)))

    def _distribution_of(self, codes, factors):
        distribution = np.tile(self.prior_, (codes.shape[1], 1))
        learnt = self.first_, self.conditional_
        _multiply(distribution, self.nominal_, codes, factors, *learnt)
        return distribution


def _binned(values, n_values, cuts):
    """Replace the values of some attributes by their bins."""
    values, n_values = values.copy(), n_values.copy()
    for position, position_cuts in cuts.items():
        values[:, position] = assign_bins(values[:, position], position_cuts)
        n_values[position] = len(position_cuts) + 1
    return values, n_values


def _densities(values, numeric, classes, n_classes, weight):
    """Precision of each numeric attribute, then its means and deviations by class."""
    densities = np.empty((len(numeric), 1 + 2 * n_classes))
    order = np.arange(len(values))
    columns = [np.ascontiguousarray(values[:, position]) for position in numeric]
    for density, column in zip(densities, columns, strict=True):
        sort_rows(order, column)
        density[0] = _precision(order, column)
    # The sums are in the order that the last of the sorts leaves.
    for density, column in zip(densities, columns, strict=True):
        _mean_and_deviation(order, column, classes, n_classes, weight, density)
    return densities


@kernel
def _precision(order, column):
    """Mean difference between neighbouring distinct values of sorted rows."""
    if len(order) == 0 or np.isnan(column[order[0]]):
        return _PRECISION
    last = column[order[0]]
    total = 0.0
    distinct = 0
    for row in order[1:]:
        if np.isnan(column[row]):
            break
        if column[row] != last:
            total += column[row] - last
            distinct += 1
            last = column[row]
    return total / distinct if distinct > 0 else _PRECISION


@kernel
def _mean_and_deviation(order, column, classes, n_classes, weight_of, density):
    """Write the means and deviations of all classes behind the precision."""
    precision = density[0]
    mean = density[1 : 1 + n_classes]
    deviation = density[1 + n_classes :]
    mean[:] = 0.0
    deviation[:] = precision / 6
    weight = np.zeros(n_classes)
    total = np.zeros(n_classes)
    squares = np.zeros(n_classes)
    for row in order:
        if np.isnan(column[row]):
            continue
        c = classes[row]
        y = np.rint(column[row] / precision) * precision
        weight[c] += weight_of[row]
        total[c] += y * weight_of[row]
        squares[c] += y * y * weight_of[row]
        mean[c] = total[c] / weight[c]
        spread = math.sqrt(abs(squares[c] - mean[c] * total[c]) / weight[c])
        if spread > _LEAST_DEVIATION:
            deviation[c] = max(precision / 6, spread)


def _probabilities(numbers, densities):
    """Probability of each rounded number, by attribute, row and class.

    Where a density is thin it is a difference of two numbers near one, and the last bit
    of the distribution function decides: SciPy's is Cephes's, as WEKA's is.
    """
    # Imported here, because nominal data do without.
    from scipy.special import ndtr

    ends = [1, 1 + densities.shape[1] // 2]
    precision, mean, deviation = np.split(densities[:, np.newaxis], ends, axis=2)
    y = np.rint(numbers[..., np.newaxis] / precision) * precision
    above = ndtr(((y - mean) + precision / 2) / deviation)
    return above - ndtr(((y - mean) - precision / 2) / deviation)


@kernel
def _multiply(distribution, nominal, codes, factors, first, conditional):
    """Multiply the classes' priors by the probability of each value and normalise."""
    rows, n_classes = distribution.shape
    for row in range(rows):
        product = distribution[row]
        i = j = 0
        for is_nominal in nominal:
            if is_nominal:
                code = codes[i, row]
                i += 1
                if code < 0:
                    continue
                factor = conditional[first[i - 1] + code]
            else:
                factor = factors[j, row]
                j += 1
                if np.isnan(factor[0]):
                    continue
            largest = 0.0
            for c in range(n_classes):
                product[c] *= max(_FLOOR, factor[c])
                largest = max(largest, product[c])
            if 0 < largest < _FLOOR:
                for c in range(n_classes):
                    product[c] *= 1e75
        normalise(product)
