"""Figures of a study, planned."""

import numpy as np

from tenbyten.report.figures.plan import pairs_to_draw, plan
from tenbyten.statistics.many_datasets.bayesian import draw_signed_rank


def test_figures_speak_of_labels_and_the_index_of_names(contents):
    (planned,) = (f for f in plan(contents) if f.name == "scatter-nb-j48")
    assert (planned.row, planned.column) == ("nb", "j48")
    assert planned.draw().title.startswith("naive Bayes against J48")
    assert "data sets: naive Bayes 75.15, J48 76.07." in planned.draw().alt


def test_draws_are_those_of_the_pairs_differences(contents):
    line = contents.posteriors.query("row == 'nb' and column == 'j48'").head(5)
    draws = draw_signed_rank(
        line["mean_difference"].to_numpy(), rope=0.01, seed=1, draws=500
    )
    (planned,) = (f for f in plan(contents) if f.name == "simplex-nb-j48")
    share = (draws.argmax(axis=1) == 0).mean()
    assert 0 < share < 1
    assert f"some (5 data sets): naive Bayes = {share:.3f}" in planned.draw().alt


def test_pairs_drawn_at_once_look_as_each_would_alone(contents, monkeypatch):
    def simplexes():
        figures = plan(contents)
        return [f.draw().alt for f in figures if f.kind == "simplex"]

    at_once = simplexes()
    # One pair, and two pairs and one.
    for many in (1, 2 * contents.settings["bayesian_draws"]):
        monkeypatch.setattr("tenbyten.report.figures.plan._DRAWS_AT_ONCE", many)
        assert simplexes() == at_once
    assert len(set(at_once)) == 3


def test_of_too_many_pairs_those_of_the_control_or_the_best_are_drawn(contents):
    labels = {**contents.labels, **{f"c{i}": f"c{i}" for i in range(8)}}
    many = contents._replace(labels=labels)
    assert len(pairs_to_draw(contents)) == 3
    # J48 has the smallest average rank.
    chosen = pairs_to_draw(many)
    assert len(chosen) == 10
    assert all("j48" in pair for pair in chosen)
    chosen = pairs_to_draw(
        many._replace(settings=contents.settings | {"control": "c3"})
    )
    assert all("c3" in pair for pair in chosen)


def test_figures_over_a_subset_show_the_numbers_of_its_tables(contents):
    drawn = {x.kind: x.draw() for x in plan(contents) if x.subset == "all"}
    said = "HNB better on 5, worse on 4; naive Bayes better on 4, worse on 5."
    assert drawn["differences"].alt.endswith(said)
    # After Holm naive Bayes and J48 differ, and no other pair.
    assert "alike (p = 0.0100)" in drawn["critical_difference"].alt
    said = "1 of 3 pairs: J48 against naive Bayes: +10.00 percentage points; won 6"
    assert said in drawn["comparison_matrix"].alt
    said = "naive Bayes 20% (5.00 percentage points); J48 50% (2.00"
    assert said in drawn["profiles"].alt


def test_runs_of_early_stopping_are_bars_by_label(contents):
    made = {"hnb": 1, "j48": 10, "nb": 3}
    of_each = {name: made for name in contents.means.index[::-1]}
    runs = of_each | {"d1": made | {"hnb": 5}}
    figures = plan(contents, runs=runs)
    drawing = next(x for x in figures if x.name == "runs").draw()
    assert "naive Bayes 3 to 3 (median 3); J48 10 to 10" in drawing.alt
    bars = drawing.axes[0].collections[0].get_segments()
    lengths = [np.ptp(bar[:, 0]) for bar in bars]
    np.testing.assert_allclose(lengths[:6], np.array([3, 10, 1, 3, 10, 5]) * 0.085)
