"""Pairs of classifiers over a subset."""

import numpy as np
import pandas as pd

from tenbyten.report.formatting import EMPTY
from tenbyten.report.sections.pairs import (
    pairwise_table,
    replicability_table,
    wins_table,
)


def test_wins_are_turned_for_the_other_direction(small):
    table = wins_table(small.by_subset["all"]["pairwise"], small)
    rows = [[cell.text for cell in row] for row in table.rows]
    assert rows[0] == ["weak one", EMPTY, "6/1/1 (4/0)", "6/1/1 (4/0)"]
    assert rows[1] == ["strong_1", "1/1/6 (0/4)", EMPTY, "6/1/1 (4/0)"]


def test_probabilities_stand_in_one_cell_with_their_headings(small):
    table = pairwise_table(small.by_subset["all"]["pairwise"], small)
    heads = [column.heading for column in table.columns]
    row = dict(zip(heads, (cell.text for cell in table.rows[0]), strict=True))
    assert row["P: hierarchical"] == "0.01 / 0.02 / 0.97"
    assert (row["p: signed-rank"], row["data sets"]) == ("0.0200", "8")
    assert row["difference (percentage points)"] == "12.34"
    assert row["note"] == EMPTY


def test_bayesian_probabilities_are_those_of_the_most_probable_region(small):
    caption = pairwise_table(small.by_subset["all"]["pairwise"], small).caption
    for words in (
        "P are not the probabilities that a classifier is better: each is the "
        "posterior probability that its region is the most probable of three",
        "more than the rope of 1 percentage point,",
        "Bayesian sign test: on one data set like these",
        "prior of both: weight 1 of a data set, in the rope; 50000 draws",
        "P of the hierarchical model: on the next data set",
        "location uniform from -1 to 1",
        "degrees of freedom 1 + Gamma with shape uniform from 0.5 to 5 and rate "
        "uniform from 0.05 to 0.15",
        "standard deviation on each data set uniform from 0 to 1000 times",
        "ignores that the test sets of different runs overlap",
    ):
        assert words in caption
    assert "probabilities that the row is better" not in caption


def test_a_note_on_a_pair_is_shown(small):
    note = "the mean difference on 1 data set is just the rope"
    frame = small.by_subset["all"]["pairwise"].assign(note=note)
    assert pairwise_table(frame, small).rows[0][-1].text == note


def test_the_wins_say_what_their_t_test_ignores(small):
    frame = small.by_subset["all"]["pairwise"]
    said = "rho = 1/folds: a heuristic for overlapping training sets, which ignores"
    assert said in wins_table(frame, small).caption
    assert "not adjusted for the number of tests" in wins_table(frame, small).caption
    fixed = small._replace(settings=small.settings | {"rho": 0.3})
    assert "correlated by rho = 0.3." in wins_table(frame, fixed).caption


def test_the_t_tests_say_what_is_relative_and_what_they_assume(small):
    caption = pairwise_table(small.by_subset["all"]["pairwise"], small).caption
    assert "each divided by the average of both means" in caption
    assert "Both assume normal distributions" in caption


def test_replicability_that_was_not_measured_says_why(small):
    frame = small.by_subset["all"]["replicability"]
    why = f"{EMPTY}: there are not more data sets than would be drawn."
    assert why not in replicability_table(frame, small).caption
    missing = frame.assign(replicability_e=np.nan, replicability_p=np.nan)
    assert replicability_table(missing, small).caption.endswith(why)


def test_replicability_states_its_error_and_that_it_is_no_power(small):
    frame = small.by_subset["all"]["replicability"]
    caption = replicability_table(frame, small).caption
    # 0.5 / sqrt(999)
    assert "Monte Carlo standard error is 0.016 at most" in caption
    assert "a test that never rejects has R(e) = 1" in caption
    assert (
        "error is 0.05 at"
        in replicability_table(frame.assign(draws=101), small).caption
    )


def test_a_model_that_was_not_fitted_is_said_to_be_missing(small):
    frame = small.by_subset["all"]["pairwise"]
    assert "hierarchical model is left out" not in pairwise_table(frame, small).caption
    regions = ["hierarchical_row", "hierarchical_rope", "hierarchical_column"]
    without = frame.assign(**dict.fromkeys(regions, np.nan))
    table = pairwise_table(without, small)
    assert "is left out: key hierarchical is false." in table.caption
    why = {"not_tested": {"hierarchical": "it takes a rope above 0"}}
    table = pairwise_table(without, small._replace(settings=small.settings | why))
    assert "is left out: it takes a rope above 0." in table.caption
    assert "Gamma" not in table.caption
    assert "P: hierarchical" not in [column.heading for column in table.columns]


def test_replicability_has_a_line_a_pair_and_a_column_a_test(small):
    frame = small.by_subset["all"]["replicability"]
    other = frame.assign(test="sign", replicability_p=0.5)
    both = pd.concat([frame, other], ignore_index=True)
    table = replicability_table(both, small)
    assert [column.heading for column in table.columns[4:]] == ["Poisson", "sign"]
    assert [cell.text for cell in table.rows[0]] == [
        *("weak one", "strong_1", "10", "1000"),
        *(f"0.90 / {EMPTY}", "0.90 / 0.50"),
    ]
    assert len(table.rows) == len(frame)
