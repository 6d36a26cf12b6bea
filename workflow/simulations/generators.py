"""Random numbers that are the same with every version of NumPy and on every machine.

A generator is an array of four 64-bit words, advanced in place by the kernels below:
xoshiro256++ (Blackman, Vigna (2021). Scrambled linear pseudorandom number generators.
ACM Transactions on Mathematical Software 47, 36), seeded by NumPy's SeedSequence, whose
algorithm is fixed. All numbers are made by exact operations.
"""

import numpy as np
import numpy.typing as npt

from tenbyten.kernels import kernel
from tenbyten.statistics.checks import Floats

Generator = npt.NDArray[np.uint64]

# numba turns a sum of an unsigned and a signed integer into a float.
_11, _17, _19, _23, _41, _45 = np.array([11, 17, 19, 23, 41, 45], dtype=np.uint64)


def generator(seed: int, *key: int) -> Generator:
    """Return the generator of a seed and a key, which are non-negative integers.

    Generators of different keys are independent of each other, so that an experiment,
    with its number in the key, has the same random numbers in whatever job it is done.
    """
    words = np.random.SeedSequence(seed, spawn_key=key).generate_state(4, np.uint64)
    return words.astype(np.uint64, copy=False)


def uniforms(seed: int, experiments: range, size: int) -> Floats:
    """Draw numbers from 0 to below 1, of shape (experiments, size).

    Those of an experiment come from its own generator.
    """
    found = np.empty((len(experiments), size))
    for experiment, values in zip(experiments, found, strict=True):
        _fill_with_uniforms(generator(seed, experiment), values)
    return found


@kernel
def next_word(state):
    """Advance a generator; return 64 random bits as an unsigned integer."""
    word = state[0] + state[3]
    word = ((word << _23) | (word >> _41)) + state[0]
    shifted = state[1] << _17
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << _45) | (state[3] >> _19)
    return word


@kernel
def uniform(state):
    """Draw a multiple of 2 ** -53 from 0 to below 1."""
    return as_uniform(next_word(state))


@kernel
def _fill_with_uniforms(state, values):
    """Fill a one-dimensional array with numbers of `uniform`."""
    for i in range(len(values)):
        values[i] = uniform(state)


@kernel
def as_uniform(word):
    """Make a number from 0 to below 1 of the upper 53 bits of a word."""
    return np.float64(word >> _11) * 2.0**-53
