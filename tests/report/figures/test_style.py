"""Settings and scales."""

import matplotlib
import numpy as np

from tenbyten.report.figures import style


def test_ticks_are_round_numbers_within_the_scale():
    scale = style.Scale(-0.6, 1.6, 0, 100)
    assert [words for _, words in scale.ticks(5, whole=True)] == ["0", "1"]
    scale = style.Scale(-0.03, 0.06, 0, 100)
    assert [words for _, words in scale.ticks(5)] == [
        "\N{MINUS SIGN}0.02",
        "0.00",
        "0.02",
        "0.04",
        "0.06",
    ]


def test_a_scale_maps_its_ends_to_their_points():
    scale = style.Scale(-1, 3, 10, 90)
    np.testing.assert_allclose(scale([-1, 1, 3]), [10, 50, 90])


def test_settings_last_through_a_style_within_and_end_with_it():
    settings = dict(matplotlib.rcParams)
    with style.style():
        mine = dict(matplotlib.rcParams)
        with style.style():
            assert dict(matplotlib.rcParams) == mine
        assert dict(matplotlib.rcParams) == mine
    assert dict(matplotlib.rcParams) == settings != mine
    with matplotlib.rc_context({"font.size": 30}), style.style():
        assert dict(matplotlib.rcParams) == mine
