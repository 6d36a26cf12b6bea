"""All figures of a study."""

import pandas as pd
import pytest

from tenbyten.report.figures.study_figures import INDEX, draw_study


def without(tables, classifier):
    """Tables in which a classifier does not take part."""

    def rest(frame):
        columns = frame.columns.intersection(["row", "column", "classifier"])
        left = frame[(frame[columns] != classifier).all(axis=1)]
        # No rank is below the last.
        return left.assign(**left.filter(["average_rank"]).clip(upper=2))

    kept = {
        subset: {name: rest(frame) for name, frame in found.items()}
        for subset, found in tables.comparisons.items()
    }
    return tables._replace(comparisons=kept)


def test_the_index_names_every_file_and_any_number_of_processes_draws_the_same(
    tables, settings, tmp_path
):
    labels = {name: settings.labels[name] for name in ("nb", "j48")}
    one_pair = settings._replace(labels=labels)
    tables = without(tables, "hnb")
    for folder, processes in (("one", 1), ("two", 2)):
        draw_study(tables, one_pair, tmp_path / folder, processes=processes)
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}
        for folder in ("one", "two")
    )
    assert one == two
    index = pd.read_csv(tmp_path / "one" / "index.csv", keep_default_na=False)
    assert list(index) == INDEX
    files = {f"{name}.{ending}" for name in index["name"] for ending in ("svg", "pdf")}
    assert set(one) == {*files, "index.csv"}
    assert index["kind"].value_counts().to_dict() == {
        "heat_map": 1,
        "comparison_matrix": 2,
        "signed_rank_groups": 2,
        "critical_difference": 2,
        "rope_curves": 2,
        "posteriors": 1,
        "poisson_mass": 1,
        "simplex": 1,
        "scatter": 1,
    }
    assert (index[["title", "alt"]] != "").all(axis=None)
    assert list(index["subset"].unique()) == ["", "some", "all"]


def test_a_figure_that_would_overwrite_another_is_refused(tables, settings, tmp_path):
    posteriors = tables.posteriors.replace({"column": {"hnb": "J48"}})
    means = tables.means.rename(columns={"hnb": "J48"})
    comparisons = without(tables, "hnb").comparisons
    twice = tables._replace(posteriors=posteriors, means=means, comparisons=comparisons)
    labels = {"nb": "naive Bayes", "j48": "J48", "J48": "J48"}
    with pytest.raises(ValueError, match=r"files would be named .*-nb-J48; rename"):
        draw_study(twice, settings._replace(labels=labels), tmp_path)
