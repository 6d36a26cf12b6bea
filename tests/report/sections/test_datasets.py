"""Data sets of the study: means, facts and failures."""

import pandas as pd
import pytest

from report_pages import headings, render, render_details, texts, write_tables
from tenbyten.report.formatting import EMPTY
from tenbyten.report.sections.datasets import (
    costs_section,
    datasets_table,
    means_tables,
)

# Means


def test_means_in_the_file_are_those_of_the_folds(small, results, tmp_path):
    write_tables(small, tmp_path)
    lines = pd.read_csv(tmp_path / "means.csv").set_index(["dataset", "classifier"])
    long = results["values"]
    folds = long.groupby(["dataset", "classifier"])["accuracy"]
    found = lines.loc[folds.mean().index]
    assert found["mean"].to_numpy() == pytest.approx(folds.mean().to_numpy())
    deviations = found["standard_deviation"].to_numpy()
    assert deviations == pytest.approx(folds.std().to_numpy())


def test_the_best_are_bold_and_ties_share(small):
    table = means_tables(small)[0]
    for row in table.rows:
        assert [cell.strong for cell in row] == [False, False, True, True]
        assert row[2].words == "best, significantly better"
    assert texts(table.foot[1][1:]) == [EMPTY, "8/0/0", "8/0/0"]


def test_of_a_loss_the_smallest_is_best(small):
    loss = small._replace(settings=small.settings | {"metric": "log_loss"})
    table = means_tables(loss)[0]
    assert [cell.strong for cell in table.rows[0]] == [False, True, False, False]
    assert "log_loss" in table.title
    # No percent of what is no fraction.
    assert table.rows[0][1].text.startswith("0.5")


def test_every_metric_has_its_means_in_the_report(small, results, tmp_path):
    (measured,) = results["measured"]
    tables = {table.name: table for table in means_tables(small)}
    assert list(tables) == ["means", "means-auc", "means-log_loss"]
    folds = measured.groupby(["dataset", "classifier"])["auc"]
    mean, deviation = folds.mean()["d1", "weak"], folds.std()["d1", "weak"]
    row = tables["means-auc"].rows[1]
    assert texts(row[:2]) == ["d1", f"{mean:.4f} ({deviation:.4f})"]
    assert not any(cell.mark or cell.strong for cell in row)
    assert tables["means-auc"].caption.startswith("Higher is better; no test")
    assert tables["means-log_loss"].caption.startswith("Lower is better")
    write_tables(small, tmp_path)
    lines = pd.read_csv(tmp_path / "means-auc.csv").set_index(["dataset", "classifier"])
    assert lines.loc[("d1", "weak"), "mean"] == pytest.approx(mean)
    assert "Mean auc on each data set" in render_details(small)


def test_a_mean_that_is_undefined_in_a_fold_is_a_dash(small):
    table = means_tables(small)[1]
    assert table.rows[0][1].text == table.foot[0][1].text == EMPTY
    assert f"{EMPTY}: undefined in a fold." in table.caption
    assert "undefined" not in means_tables(small)[2].caption


# Times


def timed(small, **costs):
    """The study with times of its three classifiers, the control being the first."""
    given = {"metric": "accuracy", "mean": [0.7, 0.8, 0.8], "fit_seconds_front": 1}
    frame = pd.DataFrame(given | costs, [*small.labels])
    return small._replace(costs=dict.fromkeys(small.subsets, frame))


def test_times_are_ratios_to_the_control_and_bold_on_the_front(small, tmp_path):
    seconds, front = [2.0, 5.0, 0.1], [0, 0, 1]
    contents = timed(small, fit_seconds=seconds, fit_seconds_front=front)
    table = costs_section(contents)[0]
    assert headings(table) == ["classifier", "mean accuracy (%)", "training time"]
    found = {row[0].text: (row[2].text, row[2].strong) for row in table.rows}
    expected = [("1.00", False), ("2.50", False), ("0.0500", True)]
    assert found == dict(zip(small.labels.values(), expected, strict=True))
    write_tables(contents, tmp_path)
    written = pd.read_csv(tmp_path / "all-costs.csv").set_index("classifier")
    assert [*written.loc[[*small.labels], "fit_seconds"]] == [1, 2.5, 0.05]


def test_the_page_says_how_times_were_measured(small):
    contents = timed(small, fit_seconds=[2.0, 5.0, 0.1])
    alone = contents._replace(settings=contents.settings | {"timing": "alone"})
    elsewhere = alone._replace(origins={})
    words = [
        "Times are rough.",
        "Times were measured alone.",
        "Times come from elsewhere",
    ]
    for shown, said in zip((contents, alone, elsewhere), words, strict=True):
        for page in (render(shown), render_details(shown)):
            assert [x in page for x in words] == [x == said for x in words]
    assert "Costs" not in render(small) + render_details(small)


def test_a_time_that_is_missing_is_no_number(small):
    (table, *_) = costs_section(timed(small, fit_seconds=[2.0, float("nan"), 0.1]))
    assert EMPTY in {row[2].text for row in table.rows}
    assert "Without a number" in table.caption


# Facts


def test_an_origin_is_told_without_the_folders_of_a_machine(small, tmp_path):
    write_tables(small, tmp_path)
    assert "/home" not in (tmp_path / "datasets.csv").read_text()
    assert "/home" not in (tmp_path / "datasets.tex").read_text()


@pytest.mark.parametrize(
    ("treated", "told", "share"),
    [("keep", "20 kept", 1.0), ("drop", "20 dropped", 0.6)],
)
def test_instances_that_lack_a_class_are_counted(small, treated, told, share):
    (plain,) = datasets_table(small)
    assert "no class" not in headings(plain)
    name = next(iter(small.origins))
    found = {"missing_class": {"rows": 20, "treated": treated}}
    origins = small.origins | {name: small.origins[name] | found}
    (table,) = datasets_table(small._replace(origins=origins))
    heads = headings(table)
    rows = {row[0].text: texts(row) for row in table.rows}
    assert rows[name][heads.index("no class")] == told
    # The largest class has 30 of 50 instances; 20 of these lack one if they are kept.
    majority = heads.index("majority (%)")
    assert rows[name][majority] == f"{100 * share:.1f}"
    others = [row for key, row in rows.items() if key != name]
    assert {row[heads.index("no class")] for row in others} == {""}
    assert {row[majority] for row in others} == {"60.0"}
    assert "neither trained on nor counted" in table.caption
    assert told in table.frame["missing_class"].tolist()


def test_classes_with_fewer_instances_than_folds_are_noted(small):
    (plain,) = datasets_table(small)
    assert "Classes with fewer" not in plain.caption
    first, second, *_ = small.origins
    rare = {first: {"odd": 1, "few": 3}, second: {f"c{n}": 2 for n in range(8)}}
    origins = dict(small.origins)
    for name, found in rare.items():
        folds = origins[name]["folds"] | {"rare_classes": found}
        origins[name] = origins[name] | {"folds": folds}
    (table,) = datasets_table(small._replace(origins=origins))
    assert table.paragraphs[-1].endswith(
        f"never both trained on and tested: {first} (odd 1, few 3), {second} (c0 2, c1 "
        f"2, c2 2, c3 2, c4 2 and 3 more)."
    )


def test_why_columns_have_their_types_is_told_where_no_source_says_it(small):
    name = next(iter(small.origins))
    wide = [f"attribute {n}" for n in range(12)]
    columns = {
        "numeric: every value is a number": ";".join(wide),
        "nominal: 3 different texts": "eyes",
        "nominal: the class": "kind",
    }
    origins = small.origins | {name: small.origins[name] | {"columns": columns}}
    facts, types = datasets_table(small._replace(origins=origins))
    assert "columns" not in facts.frame
    five = f"{', '.join(wide[:5])} and 7 more"
    assert [texts(row) for row in types.rows] == [
        [name, "numeric", "every value is a number", five],
        [name, "nominal", "3 different texts", "eyes"],
        [name, "nominal", "the class", "kind"],
    ]
    assert types.frame["columns"].tolist() == [";".join(wide), "eyes", "kind"]
