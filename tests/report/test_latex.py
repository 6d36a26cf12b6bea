"""Tables in LaTeX: they compile, and fit the page of a plain article."""

import re
import shutil
import subprocess

import pytest

from tenbyten.comparisons import decisions, stability
from tenbyten.report import comparison_tables, study_tables
from tenbyten.report.tables import Cell, Column, Table, as_latex

POLICIES = {
    "title": "50% of _ & {a}",
    "alpha": 0.05,
    "runs": 10,
    "folds": 10,
    "metric": "accuracy",
    "rho": "1/folds",
    "zero_variance": "half",
    "poisson": "exact",
    "signed_rank": "approximate",
    "signed_rank_sides": "one",
}
# What pdflatex may leave: some points of a word that breaks nowhere.
MOST_POINTS = 5


def documents(contents):
    """Every table of a study in LaTeX, by name."""
    tables = list(study_tables.tables_of(contents).values())
    for subset in contents.subsets:
        tables += comparison_tables.tables_of(contents, subset)
    made = {table.name: as_latex(table) for table in tables}
    layout = {"labels": contents.labels, "policies": POLICIES}
    for subset, table in contents.decisions.items():
        span = contents.spans[subset]
        made[subset] = decisions.in_latex(table, span=span, **layout)
    made["hangs_on"] = stability.in_latex(contents.sensitivity, **layout)
    return made


def plain(columns, rows, text="0.1234"):
    """A table of so many columns and rows, its caption a line of that many words."""
    heads = [Column("name", False), *[Column("a head of words")] * columns]
    cells = [[Cell("iris"), *[Cell(text, True, "∘")] * columns]] * rows
    return {
        f"{columns}-{rows}-{len(text)}": as_latex(
            Table("plain", "A title", "Some words. " * columns, heads, cells)
        )
    }


def assert_compiles(made, folder):
    """Compile tables, each alone in an article with the packages that it names."""
    if not shutil.which("pdflatex"):
        pytest.skip("no pdflatex: apt-get install texlive-latex-recommended")
    for name, latex in made.items():
        packages = re.match(r"% needs (\\usepackage\{[a-z,]+\})\n", latex)
        # Letters that no font of pdflatex has.
        latex = re.sub("[漢字中文\u0301🌲]", "", latex)
        path = folder / f"{name}.tex"
        path.write_text(
            rf"\documentclass{{article}}{packages[1]}\begin{{document}}"
            "\n" + latex + r"\end{document}",
            encoding="utf-8",
        )
        done = subprocess.run(
            ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", path.name],
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=300,
        )
        assert done.returncode == 0, f"{name}: {done.stdout[-3000:]}"
        log = path.with_suffix(".log").read_text(errors="replace")
        too_wide = re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\)", log)
        assert max(map(float, too_wide), default=0) < MOST_POINTS, name
        assert "Overfull \\vbox" not in log, name
        assert "Float too large" not in log, name


def test_tables_of_a_small_study_fit_the_page(small, tmp_path):
    assert_compiles(documents(small), tmp_path)


def test_tables_with_hostile_names_fit_the_page(hostile, tmp_path):
    assert_compiles(documents(hostile), tmp_path)


def test_tables_of_twenty_classifiers_on_a_thousand_data_sets_fit(large, tmp_path):
    made = documents(large)
    # Subsets are alike but for their names.
    made = {name: x for name, x in made.items() if not re.match("first|second", name)}
    assert_compiles(made, tmp_path)


@pytest.mark.parametrize("columns", [1, 5, 8, 9, 13, 40])
@pytest.mark.parametrize("rows", [0, 1, 20, 33, 36, 39, 100])
def test_tables_of_any_size_fit_the_page(columns, rows, tmp_path):
    assert_compiles(plain(columns, rows), tmp_path)
