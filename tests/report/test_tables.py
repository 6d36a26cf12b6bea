"""Tables for people: HTML, LaTeX and CSV of the same numbers."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tenbyten.report import comparison_tables, study_tables
from tenbyten.report.latex import escape
from tenbyten.report.numbers import EMPTY
from tenbyten.report.page import write_tables
from tenbyten.report.tables import Cell, Column, Table, as_html, as_latex

PLAIN = Table(
    name="plain",
    title="A title",
    caption="A ∘",
    columns=[Column("name", False), Column("p")],
    rows=[[Cell("one"), Cell("0.01", True, "∘", "better")], [Cell("[2]"), Cell(EMPTY)]],
    foot=([Cell("mean"), Cell("0.5")],),
)


def test_latex_of_a_small_table_by_hand():
    assert as_latex(PLAIN).splitlines() == [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        r"\caption{A title. A $\circ$}",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"name & p \\",
        r"\midrule",
        r"one & \textbf{0.01} $\circ$ \\",
        r"{}[2] & -- \\",
        r"\midrule",
        r"mean & 0.5 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def test_html_of_a_small_table_says_in_words_what_a_mark_shows():
    html = as_html(PLAIN, number=1, most_rows=10, folder="f")
    assert '<th scope="row">one</th>' in html
    assert "<b>0.01</b>" in html
    assert '<span class="unseen"> better</span>' in html
    assert '<tfoot>\n<tr><th scope="row">mean</th>' in html
    assert '<a href="f/plain.csv">' in html


def test_rows_that_are_not_shown_are_told_and_totals_stay():
    html = as_html(PLAIN, number=1, most_rows=1, folder="f")
    assert "The first 1 of 2 rows; all are in the files." in html
    assert "[2]" not in html
    assert "mean" in html


def test_long_tables_break_over_pages_in_latex():
    latex = as_latex(PLAIN._replace(rows=PLAIN.rows * 30))
    assert r"\begin{longtable}{lr}" in latex
    assert latex.count(r"\caption") == 1
    assert latex.index(r"\endfirsthead") < latex.index(r"\endhead")
    assert r"\begin{table}" not in latex


def test_hostile_names_are_harmless_in_latex(hostile):
    tables = list(study_tables.tables_of(hostile).values())
    tables += comparison_tables.tables_of(hostile, "all")
    assert len(tables) > 8
    for table in tables:
        latex = as_latex(table)
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


def test_latex_has_a_command_for_every_letter_that_tex_reads_as_one():
    assert escape("50% of_$x^2$ & {b}\\ ~#<>") == (
        r"50\% of\_\$x\textasciicircum{}2\$ \& \{b\}\textbackslash{} "
        r"\textasciitilde{}\#\textless{}\textgreater{}"
    )
    assert escape("a\n\nb") == "a b"
    assert escape("*") == "{}*"


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
    tables = [*study_tables.tables_of(small).values()]
    for table in tables + comparison_tables.tables_of(small, "all"):
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


def test_marks_are_those_of_the_corrected_t_test(small, results):
    long = pd.read_csv(results[0] / "accuracies.csv")
    marks = study_tables.against_reference(small)
    assert set(marks["weak"]) == {0}
    for dataset, part in long.groupby("dataset"):
        wide = part.pivot(index=["run", "fold"], columns="classifier")["accuracy"]
        difference = wide["strong"] - wide["weak"]
        # rho = 1/5: 1/n + rho / (1 - rho) = 1/10 + 1/4 in place of 1/10.
        t = stats.ttest_1samp(difference, 0).statistic * np.sqrt(0.1 / 0.35)
        significant = 2 * stats.t.sf(abs(t), 9) < 0.05
        assert marks.loc[dataset, "strong"] == (np.sign(t) if significant else 0)


def test_the_best_are_bold_and_ties_share(small):
    table = study_tables.tables_of(small)["means"]
    for row in table.rows:
        assert [cell.strong for cell in row] == [False, False, True, True]
        assert row[2].words == "best, significantly better"
    assert [cell.text for cell in table.foot[1][1:]] == [EMPTY, "8/0/0", "8/0/0"]


def test_of_a_loss_the_smallest_is_best(small):
    loss = small._replace(
        settings=small.settings | {"metric": "log_loss"}, higher_is_better=False
    )
    table = study_tables.tables_of(loss)["means"]
    assert [cell.strong for cell in table.rows[0]] == [False, True, False, False]
    assert "log_loss" in table.title
    # No percent of what is no fraction.
    assert table.rows[0][1].text.startswith("0.5")


def test_wins_are_turned_for_the_other_direction(small):
    tables = {t.name: t for t in comparison_tables.tables_of(small, "all")}
    rows = [[cell.text for cell in row] for row in tables["all-wins"].rows]
    assert rows[0] == ["weak one", EMPTY, "6/1/1 (4/0)", "6/1/1 (4/0)"]
    assert rows[1] == ["strong_1", "1/1/6 (0/4)", EMPTY, "6/1/1 (4/0)"]


def test_what_is_below_alpha_is_bold(small):
    tables = {t.name: t for t in comparison_tables.tables_of(small, "all")}
    friedman, davenport = tables["all-omnibus"].rows
    assert (friedman[-1].text, friedman[-1].strong) == ("0.0097", True)
    assert (davenport[-1].text, davenport[-1].strong) == ("0.3000", False)
    assert [friedman[2].text, davenport[2].text] == ["2", "2, 14"]


def test_an_origin_is_told_without_the_folders_of_a_machine(small, tmp_path):
    write_tables(small, tmp_path)
    assert "/home" not in (tmp_path / "datasets.csv").read_text()
    assert "/home" not in (tmp_path / "datasets.tex").read_text()
