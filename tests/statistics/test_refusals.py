"""Every test refuses the arguments of ``refusals.yaml``."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from tenbyten import statistics
from tenbyten.statistics.many_classifiers import ranks
from tenbyten.statistics.many_datasets import bayesian

FAMILIES = yaml.safe_load(Path(__file__).with_name("refusals.yaml").read_text("utf-8"))
CASES = [
    (name, given, family.get("fine", {}) | changed, message)
    for family in FAMILIES
    for name in family["of"].split()
    for given, changed, message in family["refused"]
]


def array(value):
    """The array that a text describes; anything else as it is."""
    kind, *shape = value.split() if isinstance(value, str) else [""]
    if kind not in ("zeros", "counts"):
        return value
    return np.zeros([int(n) for n in shape], int if kind == "counts" else float)


@pytest.mark.parametrize(("name", "given", "named", "message"), CASES)
def test_it_is_refused_with_place_and_remedy(name, given, named, message):
    rooms = (statistics, ranks, bayesian)
    function = next(getattr(x, name) for x in rooms if hasattr(x, name))
    named = {key: array(value) for key, value in named.items()}
    with pytest.raises(ValueError, match=message.replace("NAME", name)):
        function(*map(array, given), **named)
