"""The generator of the simulations."""

import numpy as np
from generators import generator, next_word, uniform, uniforms
from hypothesis import given
from xoshiro import WORDS, Reference, state_of


def test_it_gives_the_published_numbers():
    # Of the authors' own program, from the test of the Rust crate rand_xoshiro.
    published = [41943041, 58720359, 3588806011781223, 3591011842654386]
    published += [9228616714210784205, 9973669472204895162, 14011001112246962877]
    published += [12406186145184390807, 15849039046786891736, 10450023813501588000]
    state = state_of([1, 2, 3, 4])
    assert [int(next_word(state)) for _ in published] == published


@given(WORDS)
def test_it_is_the_reference_algorithm(words):
    state, reference = state_of(words), Reference(words)
    for _ in range(20):
        assert int(next_word(state)) == reference.next_word()
    assert state.tolist() == reference.s


def test_uniform_numbers_are_the_upper_bits_of_words():
    state, reference = generator(3), Reference(generator(3))
    for _ in range(100):
        assert uniform(state) == reference.uniform()


def test_uniform_numbers_of_an_experiment_are_those_of_its_generator():
    reference = Reference(generator(6, 12))
    whole, part = uniforms(6, range(10, 14), 3), uniforms(6, range(12, 13), 3)
    assert part.tolist() == [[reference.uniform() for _ in range(3)]]
    assert whole[2:3].tolist() == part.tolist()


def test_a_key_settles_a_generator():
    assert np.array_equal(generator(1, 2, 3), generator(1, 2, 3))
    keys = [(), (0,), (1,), (0, 0), (0, 1), (2**40,)]
    states = {generator(seed, *key).tobytes() for seed in (1, 2) for key in keys}
    assert len(states) == 2 * len(keys)


def test_seeding_does_not_change():
    # NumPy 2.4; SeedSequence promises to stay as it is.
    assert generator(2015, 7).tolist() == [
        12845993643539791030,
        6496198908820656298,
        3975829863279830692,
        6156866798360118917,
    ]
