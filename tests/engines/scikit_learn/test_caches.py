"""A folder of fitted parts, which are unpickled, is no setting."""

import pytest
import yaml

from tenbyten.engines import Classifier
from tenbyten.engines.scikit_learn import ENGINE
from tenbyten.study.schema import StrictLoader

CACHES = [
    ("{memory: cache}", "settings.memory is 'cache'"),
    (
        "{steps: [[a, {learner: mine.B, settings: {memory: c}}]]}",
        "0.1.settings.memory",
    ),
    ("{memory: {learner: joblib.Memory}}", "settings.memory is {'learner'"),
    ("{param_grid: [{a__memory: [null, c]}]}", "param_grid.0.a__memory is"),
]


@pytest.mark.parametrize(("text", "place"), CACHES)
def test_a_cache_of_fitted_parts_is_refused_wherever_it_stands(text, place):
    settings = yaml.load(text, Loader=StrictLoader)
    with pytest.raises(ValueError, match=r"^classifier it: .* take it out") as raised:
        ENGINE.check_names([Classifier("it", "mine.A", settings)], program="")
    assert place in str(raised.value)


@pytest.mark.parametrize(
    "text", ["{memory: null}", "{param_grid: {memory: [null]}}", "{memory: 64}"]
)
def test_no_cache_is_no_cache(text):
    settings = yaml.load(text, Loader=StrictLoader)
    ENGINE.check_names([Classifier("it", "mine.A", settings)], program="")
