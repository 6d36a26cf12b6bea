"""What is kept of a data set: held to a plain computation, instance by instance."""

import numpy as np
import pytest
from plain_tasks import PlainLines

from tenbyten.simulation.random import generator
from tenbyten.simulation.resampled.design import resample
from tenbyten.simulation.resampled.lines import Lines
from tenbyten.simulation.resampled.rates import rejects
from tenbyten.simulation.resampled.summary import labels, summarise
from tenbyten.simulation.resampled.variants import Design, variants
from tenbyten.statistics import (
    conservative_z,
    corrected_pseudo_bootstrap,
    corrected_resampled_t,
    five_by_two_cv_t,
    one_split_t,
    pseudo_bootstrap,
    resampled_t,
)
from tenbyten.statistics.standardised import standardise

DESIGN = Design(4, 3, 5, (3, 6), (2, 5))
DATASETS = 3
RHO = {"half": 1 / 2, "thrown": 1 / 6, "nine": 1 / 10}


CASE = {"instances": 200, "mean": 10, "intercept": 100, "slope": 2}
CASE |= {"variance": 2, "noise": 64}


@pytest.fixture(scope="module")
def plain():
    task = PlainLines(**CASE)
    return [resample(task, generator(11, 1, i), DESIGN) for i in range(DATASETS)]


@pytest.fixture(scope="module")
def kept():
    task = Lines(**CASE)
    losses = [resample(task, generator(11, 1, i), DESIGN) for i in range(DATASETS)]
    return summarise(losses, range(DATASETS), cases=["2"], design=DESIGN)


def of_loss(losses, loss):
    """The losses of A, of B, or their difference, on the last axis."""
    a, b = losses[..., 0], losses[..., 1]
    return {"A": a, "B": b, "AB": a - b}[loss]


def by_project(losses, variant, loss, null):
    """A variant's test by the project's function, of losses minus the null."""
    x = {name: of_loss(getattr(losses, name), loss) - null for name in losses._fields}
    splits = x[variant.sample][: variant.splits]
    rho = RHO[variant.sample]
    match variant.test:
        case "one_split_t":
            return one_split_t(x["first"])
        case "five_by_two_cv_t":
            return five_by_two_cv_t(x["five"])
        case "resampled_t":
            return resampled_t(splits)
        case "corrected_resampled_t":
            return corrected_resampled_t(splits, runs=1, rho=rho, largest=np.inf)
        case "conservative_z":
            halves = x["halves"][: variant.halvings, :, : variant.splits]
            return conservative_z(splits, halves)
    all_splits = np.concatenate([splits[np.newaxis], x[f"{variant.sample}_again"]])
    if variant.test == "pseudo_bootstrap":
        return pseudo_bootstrap(all_splits)
    return corrected_pseudo_bootstrap(all_splits, rho=rho)


@pytest.mark.parametrize("loss", ["A", "B", "AB"])
@pytest.mark.parametrize("variant", list(variants(DESIGN)), ids=lambda v: v.name)
def test_every_statistic_is_the_projects_own(plain, kept, variant, loss):
    null = {"A": 70.0, "B": 60.0, "AB": 5.0}[loss]
    rows = kept[kept["loss"] == loss].set_index("experiment")
    decided = rejects(rows, variant, DESIGN, [null], 0.1)
    for experiment, losses in enumerate(plain):
        wanted = by_project(losses, variant, loss, null)
        row = rows.loc[experiment]
        estimate, error = (
            row[f"{variant.name}_{name}"] for name in ("estimate", "error")
        )
        found = standardise(estimate - null, error, df=variant.df(DESIGN))
        assert found.df == wanted.df
        assert found.statistic == pytest.approx(wanted.statistic, rel=1e-7)
        assert found.p_two_sided == pytest.approx(wanted.p_two_sided, rel=1e-7)
        assert decided[experiment, 0] == (wanted.p_two_sided < 0.1)


@pytest.mark.parametrize("loss", ["A", "B", "AB"])
def test_moments_are_taken_over_splits_and_halvings(plain, kept, loss):
    rows = kept[kept["loss"] == loss].set_index("experiment")
    for experiment, losses in enumerate(plain):
        row = rows.loc[experiment]
        for name in ("half", "thrown", "nine"):
            x = of_loss(getattr(losses, name), loss)
            assert row[f"{name}_mean"] == pytest.approx(x.mean(), rel=1e-8)
            assert row[f"{name}_variance"] == pytest.approx(x.var(), rel=1e-6)
        # Four splits of each half, five halvings.
        means = of_loss(losses.halves, loss)[:, :, :4].mean(axis=-1)
        squares = (means[:, 0] - means[:, 1]) ** 2
        assert row["halves_mean"] == pytest.approx(squares.mean(), rel=1e-6)
        assert row["halves_variance"] == pytest.approx(squares.var(), rel=1e-5)


def test_each_data_set_has_a_line_for_each_loss(kept):
    assert kept["loss"].tolist() == ["A"] * 3 + ["B"] * 3 + ["AB"] * 3
    assert kept["experiment"].tolist() == [0, 1, 2] * 3
    assert set(kept["case"]) == {"2"}


def test_learner_a_is_of_all_cases_where_there_are_more():
    wanted = [("all", "A"), ("1", "B"), ("5", "B"), ("1", "AB"), ("5", "AB")]
    assert labels(["1", "5"]) == wanted
