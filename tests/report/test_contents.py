"""Contents of the page: the files that are named, and no others."""

import pytest

from tenbyten.report.contents import read_contents
from tenbyten.report.page import render_details
from tenbyten.report.sections.registered import decided_tables, tables_of_subset


def test_a_folder_of_an_earlier_run_shows_nothing_of_it(results):
    # As with `accuracies=`: data, published decisions and control of before are there.
    folder, needed = results
    assert (folder / "datasets.json").is_file()
    inputs = needed["inputs"]
    named = [
        x for x in inputs.comparisons if x.stem not in ("control", "replicability")
    ]
    inputs = inputs._replace(comparisons=named, datasets=(), published=())
    contents = read_contents(**needed | {"inputs": inputs})
    assert contents.origins == {}
    assert contents.published is None
    page = render_details(contents)
    for words in ("ARFF file", "As every classifier met them", "Them (1999)"):
        assert words not in page
    for words in ("Against the control", "R(e) / R(p)", 'id="datasets"'):
        assert words not in page


def test_a_missing_file_is_refused(results, tmp_path):
    inputs = results[1]["inputs"]._replace(values=tmp_path / "accuracies.csv")
    with pytest.raises(FileNotFoundError, match=r"accuracies\.csv"):
        read_contents(**results[1] | {"inputs": inputs})


def test_the_reference_is_the_control_or_the_first_classifier(small):
    assert small.reference == "weak"
    settings = small.settings | {"control": "twin"}
    assert small._replace(settings=settings).reference == "twin"
    settings = small.settings | {"control": None}
    assert small._replace(settings=settings).reference == "weak"


def test_data_sets_left_out_leave_their_subsets(results, tmp_path):
    path = tmp_path / "failures.csv"
    path.write_text("dataset,classifier,run,fold,reason\nd1,weak,1,1,too slow\n")
    inputs = results[1]["inputs"]._replace(failures=str(path))
    contents = read_contents(**results[1] | {"inputs": inputs})
    assert contents.subsets["first"] == ["d0", "d2", "d3"]
    assert contents.settings["left_out"] == "d1 (weak: too slow)"
    assert "too slow" in render_details(contents)


def test_titles_name_the_data_sets_that_failures_left_out(small):
    subset = "all"
    without = small._replace(left_out={subset: ["Zoo"]})
    assert small.heading(subset) == without.heading(subset).removesuffix(" without Zoo")
    tables = decided_tables(without, subset)
    for table in tables:
        assert table.title.startswith(f"{small.heading(subset)} without Zoo")
    titles = [table.title for table in tables_of_subset(without, subset)]
    assert any("data sets " in title for title in titles)
    for title in titles:
        assert title.count("data sets ") == title.count(" without Zoo")
    assert f"{small.heading(subset)} without Zoo" in render_details(without)
    assert "without Zoo" not in render_details(small)
