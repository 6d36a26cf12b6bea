"""xoshiro256++ in plain Python: the reference of the simulations' generators."""

import numpy as np
from hypothesis import strategies as st

WORDS = st.lists(st.integers(0, 2**64 - 1), min_size=4, max_size=4).filter(any)


def state_of(words):
    """Return the state of a generator."""
    return np.array(words, dtype=np.uint64)


class Reference:
    """The generator and what is made of its words, without numba."""

    def __init__(self, words):
        self.s = [int(word) for word in words]

    def next_word(self):
        """Return 64 bits, as the authors' xoshiro256plusplus.c does."""

        def rotl(x, k):
            return ((x << k) | (x >> (64 - k))) % 2**64

        s = self.s
        result = (rotl((s[0] + s[3]) % 2**64, 23) + s[0]) % 2**64
        t = (s[1] << 17) % 2**64
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        return result

    def integer_below(self, bound):
        """Return an integer by Lemire's algorithm, for words of 32 bits."""
        while True:
            upper, lower = divmod((self.next_word() >> 32) * bound, 2**32)
            if lower >= 2**32 % bound:
                return upper

    def uniform(self):
        """Return a float from 0 to below 1."""
        return (self.next_word() >> 11) / 2**53

    def shuffle(self, values):
        """Shuffle a list by Fisher and Yates' method."""
        for last in reversed(range(1, len(values))):
            other = self.integer_below(last + 1)
            values[last], values[other] = values[other], values[last]
