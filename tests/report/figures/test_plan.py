"""Figures of a study, planned."""

import numpy as np

from tenbyten.report.figures.plan import pairs_to_draw, plan
from tenbyten.statistics.many_datasets.bayesian import draw_signed_rank


def test_figures_speak_of_labels_and_the_index_of_names(tables, settings):
    (planned,) = (f for f in plan(tables, settings) if f.name == "scatter-nb-j48")
    assert (planned.row, planned.column) == ("nb", "j48")
    assert planned.draw().title.startswith("naive Bayes against J48")


def test_draws_are_those_of_the_pairs_differences(tables, settings):
    line = tables.posteriors.query("row == 'nb' and column == 'j48'").head(5)
    draws = draw_signed_rank(
        line["mean_difference"].to_numpy(), rope=0.01, seed=1, draws=500
    )
    (planned,) = (f for f in plan(tables, settings) if f.name == "simplex-nb-j48")
    share = (draws.argmax(axis=1) == 0).mean()
    assert 0 < share < 1
    assert f"some (5 data sets): naive Bayes = {share:.3f}" in planned.draw().alt


def test_pairs_drawn_at_once_look_as_each_would_alone(tables, settings, monkeypatch):
    def simplexes():
        figures = plan(tables, settings)
        return [f.draw().alt for f in figures if f.kind == "simplex"]

    at_once = simplexes()
    # One pair, and two pairs and one.
    for many in (1, 2 * settings.draws):
        monkeypatch.setattr("tenbyten.report.figures.plan._DRAWS_AT_ONCE", many)
        assert simplexes() == at_once
    assert len(set(at_once)) == 3


def test_of_too_many_pairs_those_of_the_control_or_the_best_are_drawn(tables, settings):
    labels = {**settings.labels, **{f"c{i}": f"c{i}" for i in range(8)}}
    many = settings._replace(labels=labels)
    assert len(pairs_to_draw(tables, settings)) == 3
    # J48 has the smallest average rank.
    chosen = pairs_to_draw(tables, many)
    assert len(chosen) == 10
    assert all("j48" in pair for pair in chosen)
    chosen = pairs_to_draw(tables, many._replace(control="c3"))
    assert all("c3" in pair for pair in chosen)


def test_figures_over_a_subset_show_the_numbers_of_its_tables(kinds_of):
    drawn = kinds_of()
    # After Holm naive Bayes and J48 differ, and no other pair.
    assert "alike (p = 0.0100)" in drawn["critical_difference"].alt
    said = "1 of 3 pairs: J48 against naive Bayes: +10.00 percentage points; won 6"
    assert said in drawn["comparison_matrix"].alt
    said = "naive Bayes 20% (5.00 percentage points); J48 50% (2.00"
    assert said in drawn["profiles"].alt


def test_runs_of_early_stopping_are_bars_by_label(tables, settings):
    made = {"hnb": 1, "j48": 10, "nb": 3}
    of_each = {name: made for name in tables.means.index[::-1]}
    runs = of_each | {"d1": made | {"hnb": 5}}
    figures = plan(tables._replace(runs=runs), settings)
    drawing = next(x for x in figures if x.name == "runs").draw()
    assert "naive Bayes 3 to 3 (median 3); J48 10 to 10" in drawing.alt
    bars = drawing.axes[0].collections[0].get_segments()
    lengths = [np.ptp(bar[:, 0]) for bar in bars]
    np.testing.assert_allclose(lengths[:6], np.array([3, 10, 1, 3, 10, 5]) * 0.085)
