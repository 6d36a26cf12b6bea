"""Measures from sums over experiments."""

import numpy as np
import pandas as pd
import pytest

from tenbyten import statistics
from tenbyten.simulation.biased.moments import (
    FAMILIES,
    KEYS,
    estimates,
    paired,
    sums_of,
)
from tenbyten.simulation.estimates import ESTIMATES, PAIRED

ALPHA = 0.05
N = 400


def outcomes(seed=1, experiments=N):
    """P and decisions of every test; those of one family belong together."""
    rng = np.random.default_rng(seed)
    common = rng.random(experiments)
    found = {}
    for family in FAMILIES:
        for i, test in enumerate(family):
            p = (0.7 * common + 0.3 * rng.random(experiments)) ** (i + 1.5)
            found[test] = p if family in FAMILIES[:2] else p < 0.2
    return found


def as_sums(*found, selection="pair"):
    """Tables of sums of one selection, one below the other."""
    keys = dict(zip(KEYS, ["a", "b", selection, 3.0], strict=True))
    lines = [{**keys, **sums_of(outcome, alpha=ALPHA)} for outcome in found]
    return pd.DataFrame(lines)


def by(table, *names):
    return table.set_index([*names])["value"]


def test_measures_are_those_of_the_project_s_functions():
    found = outcomes()
    table = estimates(as_sums(found))
    assert list(table) == [*KEYS, *ESTIMATES]
    values = by(table, "test", "measure")
    for test, outcome in found.items():
        decisions = outcome if outcome.dtype == bool else outcome < ALPHA
        expected = {
            "rejection_rate": decisions.mean(),
            "replicability_e": statistics.replicability_e(decisions),
        }
        if outcome.dtype != bool:
            expected["mean_p"] = outcome.mean()
            expected["replicability_p"] = statistics.replicability_p(outcome)
        assert dict(values[test]) == pytest.approx(expected, abs=1e-12)


def test_sums_add_up_over_jobs():
    found = outcomes()
    parts = [
        {test: x[start:stop] for test, x in found.items()}
        for start, stop in [(0, 150), (150, 170), (170, N)]
    ]
    whole, joined = estimates(as_sums(found)), estimates(as_sums(*parts))
    pd.testing.assert_frame_equal(whole, joined, rtol=1e-12)


def jackknife(measure, *samples):
    """Standard error of a measure, by leaving out each experiment."""
    n = len(samples[0])
    left = [measure(*(np.delete(x, i) for x in samples)) for i in range(n)]
    return np.sqrt((n - 1) * np.var(left))


MEASURES = {
    "mean_p": np.mean,
    "replicability_p": statistics.replicability_p,
    "rejection_rate": np.mean,
    "replicability_e": statistics.replicability_e,
}


@pytest.mark.parametrize("measure", MEASURES)
def test_errors_are_those_of_a_jackknife(measure):
    found, of = outcomes(), MEASURES[measure]
    if not measure.endswith("p"):
        found = {x: y if y.dtype == bool else y < ALPHA for x, y in found.items()}
    else:
        found = {x: y for x, y in found.items() if y.dtype != bool}
    sums = as_sums(outcomes())
    errors = estimates(sums).set_index(["measure", "test"])["error"][measure]
    assert errors.keys().tolist() == list(found)
    for test in ("signed_rank", "friedman", "holm"):
        if test in found:
            expected = jackknife(of, found[test])
            # The jackknife has n - 1 where the delta method has n.
            assert errors[test] == pytest.approx(expected, rel=0.02)
    table = paired(sums).set_index(["measure", "test", "other"])
    a, b = found["paired_t"], found["signed_rank"]
    line = table.loc[measure, "paired_t", "signed_rank"]
    assert line["value"] == pytest.approx(of(a) - of(b), abs=1e-12)
    expected = jackknife(lambda x, y: of(x) - of(y), a, b)
    assert line["error"] == pytest.approx(expected, rel=0.02)
    # Less than if the experiments of both were others.
    assert line["error"] < np.hypot(errors["paired_t"], errors["signed_rank"])


def test_only_tests_of_one_family_are_paired():
    table = paired(as_sums(outcomes()))
    assert list(table) == [*KEYS, *PAIRED]
    families = {test: family for family in FAMILIES for test in family}
    assert {families[x] for x in table["test"]} == set(FAMILIES)
    assert all(families[x] == families[y] for x, y in table[["test", "other"]].values)
    assert not table.duplicated([*KEYS, "test", "other", "measure"]).any()


def test_tests_that_agree_differ_by_nothing():
    found = outcomes()
    found["hommel"] = found["hochberg"]
    line = paired(as_sums(found)).query("test == 'hochberg' and other == 'hommel'")
    assert (line["value"] == 0).all()
    assert (line["error"] == 0).all()


def test_a_p_that_never_varies_has_no_error():
    found = outcomes() | {"paired_t": np.full(N, 0.3)}
    lines = estimates(as_sums(found)).query("test == 'paired_t'")
    assert (lines["error"] == 0).all()
    values = by(lines, "measure")
    assert values["replicability_p"] == pytest.approx(1)
    assert (values["replicability_e"], values["rejection_rate"]) == (1, 0)


def test_selections_have_the_families_that_they_were_tested_by():
    whole, decided = outcomes(), outcomes(2)
    decided = {x: y for x, y in decided.items() if y.dtype == bool}
    both = pd.concat([as_sums(whole), as_sums(decided, selection="average")])
    table = estimates(both)
    tests = table.groupby("selection", sort=False)["test"].unique().map(list)
    assert set(tests["average"]) == set(decided)
    assert set(tests["pair"]) == set(whole)
    # Those of each selection together.
    assert table["selection"].ne(table["selection"].shift()).sum() == 2
    assert (table["experiments"] == N).all()
