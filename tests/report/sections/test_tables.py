"""Tables of the page, and their files."""

import re
from itertools import chain

import pandas as pd
import pytest

from tenbyten.report.formatting import EMPTY
from tenbyten.report.latex import tables_in_latex
from tenbyten.report.page import write_tables
from tenbyten.report.sections import tables_of_study, tables_of_subset
from tenbyten.report.sections.means import means_table


def all_tables(contents):
    """Make the tables of the study and of its largest subset."""
    made = list(chain(*tables_of_study(contents).values()))
    return made + tables_of_subset(contents, "all")


def test_hostile_names_are_harmless_in_latex(hostile):
    tables = all_tables(hostile)
    assert len(tables) > 8
    for table in tables:
        latex = tables_in_latex(table)
        bare = re.sub(r"\\[\\&%$#_{}]", "", latex)
        assert bare.count("{") == bare.count("}")
        for part in latex.split(r"\toprule")[1:]:
            rows = [line for line in part.splitlines() if line.endswith(r" \\")]
            rows = [line for line in rows if not line.startswith(r"\caption")]
            # What is left of & parts cells, and every row of a part has as many.
            parted = {len(re.findall(r"(?<!\\)&", line)) for line in rows}
            assert len(parted) == 1
            assert 0 < parted.pop() < len(table.columns)
            assert not [line for line in rows if line.startswith(("[", "*"))]
        outside = re.sub(r"\$\\(circ|bullet)\$", "", latex).replace("% needs", "")
        assert not re.search(r"(?<!\\)[%$#~^]", outside)


def test_every_table_is_exported_and_numbers_stand_in_a_file_once(
    small, results, tmp_path
):
    write_tables(small, tmp_path)
    written = {path.name for path in tmp_path.iterdir()}
    assert {name for name in written if name.endswith(".csv")} == {
        "means.csv",
        "datasets.csv",
    }
    assert len(written) == 2 * 7 + 3 + 2
    for table in all_tables(small):
        assert (f"{table.name}.tex" in written) != bool(table.tex)
        inside = f"{table.name}.csv" in written
        assert inside != (bool(table.csv) and (results[0] / table.csv).is_file())


def test_means_in_the_file_are_those_of_the_folds(small, results, tmp_path):
    write_tables(small, tmp_path)
    lines = pd.read_csv(tmp_path / "means.csv").set_index(["dataset", "classifier"])
    long = pd.read_csv(results[0] / "accuracies.csv")
    folds = long.groupby(["dataset", "classifier"])["accuracy"]
    found = lines.loc[folds.mean().index]
    assert found["mean"].to_numpy() == pytest.approx(folds.mean().to_numpy())
    assert found["standard_deviation"].to_numpy() == pytest.approx(
        folds.std().to_numpy()
    )


def test_the_best_are_bold_and_ties_share(small):
    table = means_table(small)[0]
    for row in table.rows:
        assert [cell.strong for cell in row] == [False, False, True, True]
        assert row[2].words == "best, significantly better"
    assert [cell.text for cell in table.foot[1][1:]] == [EMPTY, "8/0/0", "8/0/0"]


def test_of_a_loss_the_smallest_is_best(small):
    loss = small._replace(settings=small.settings | {"metric": "log_loss"})
    table = means_table(loss)[0]
    assert [cell.strong for cell in table.rows[0]] == [False, True, False, False]
    assert "log_loss" in table.title
    # No percent of what is no fraction.
    assert table.rows[0][1].text.startswith("0.5")


def test_wins_are_turned_for_the_other_direction(small):
    tables = {t.name: t for t in tables_of_subset(small, "all")}
    rows = [[cell.text for cell in row] for row in tables["all-wins"].rows]
    assert rows[0] == ["weak one", EMPTY, "6/1/1 (4/0)", "6/1/1 (4/0)"]
    assert rows[1] == ["strong_1", "1/1/6 (0/4)", EMPTY, "6/1/1 (4/0)"]


def test_what_is_below_alpha_is_bold(small):
    tables = {t.name: t for t in tables_of_subset(small, "all")}
    friedman, davenport = tables["all-omnibus"].rows
    assert (friedman[-1].text, friedman[-1].strong) == ("0.0097", True)
    assert (davenport[-1].text, davenport[-1].strong) == ("0.3000", False)
    assert [friedman[2].text, davenport[2].text] == ["2", "2, 14"]


def test_an_origin_is_told_without_the_folders_of_a_machine(small, tmp_path):
    write_tables(small, tmp_path)
    assert "/home" not in (tmp_path / "datasets.csv").read_text()
    assert "/home" not in (tmp_path / "datasets.tex").read_text()
