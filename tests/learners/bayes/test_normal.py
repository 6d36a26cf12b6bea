"""The normal distribution function."""

import numpy as np
from scipy.special import ndtr

from tenbyten.learners.bayes.normal import normal_distribution


def test_the_normal_distribution_is_that_of_cephes_to_the_last_bit():
    x = np.linspace(-40, 40, 20001)
    assert [normal_distribution(value) for value in x] == ndtr(x).tolist()
