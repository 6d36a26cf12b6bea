"""Tables in LaTeX: they compile, and fit the page of a plain article."""

import re
import shutil
import subprocess
from itertools import chain

import pytest

from tenbyten.report.document import Cell, Column, Table
from tenbyten.report.latex import escape, tables_in_latex
from tenbyten.report.sections import tables_of_study, tables_of_subset
from tenbyten.report.sections.decisions import decisions_of_subset

pytestmark = pytest.mark.slow

# What pdflatex may leave: some points of a word that breaks nowhere.
MOST_POINTS = 5


PLAIN = Table(
    name="plain",
    title="A title",
    columns=[Column("name", "l"), Column("p")],
    rows=[[Cell("one"), Cell("0.01", True, "∘", "better")], [Cell("[2]"), Cell("")]],
    caption="A ∘",
    foot=([Cell("mean"), Cell("0.5")],),
)


def documents(contents):
    """Every table of a study in LaTeX, by name."""
    tables = list(chain(*tables_of_study(contents).values()))
    for subset in contents.subsets:
        decisions = decisions_of_subset(contents, subset)
        tables += [*tables_of_subset(contents, subset), decisions._replace(name=subset)]
    return {table.name: tables_in_latex(table) for table in tables}


def plain(columns, rows, text="0.1234"):
    """A table of so many columns and rows, its caption a line of that many words."""
    heads = [Column("name", "l"), *[Column("a head of words")] * columns]
    cells = [[Cell("iris"), *[Cell(text, True, "∘")] * columns]] * rows
    return {
        f"{columns}-{rows}-{len(text)}": tables_in_latex(
            Table("plain", "A title", heads, cells, "Some words. " * columns)
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


def test_latex_of_a_small_table_by_hand():
    assert tables_in_latex(PLAIN).splitlines() == [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
        r"\caption{A title. A $\circ$}",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"name & p \\",
        r"\midrule",
        r"one & \textbf{0.01} $\circ$ \\",
        r"{}[2] &  \\",
        r"\midrule",
        r"mean & 0.5 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def test_the_first_paragraph_is_the_caption_and_the_others_a_note():
    table = PLAIN._replace(caption="In short.\n\nAt length.\n\n50% more.")
    for rows in (table.rows, table.rows * 30):
        latex = tables_in_latex(table._replace(rows=rows))
        assert r"\caption{A title. In short.}" in latex
        note = latex.index("At length.\\par\n50\\% more.\\par")
        assert note > latex.index(r"\end{longtable}" if rows[2:] else r"\end{tabular}")


def test_long_tables_break_over_pages_in_latex():
    latex = tables_in_latex(PLAIN._replace(rows=PLAIN.rows * 30))
    assert r"\begin{longtable}{lr}" in latex
    assert latex.count(r"\caption") == 1
    assert latex.index(r"\endfirsthead") < latex.index(r"\endhead")
    assert r"\begin{table}" not in latex


def test_latex_has_a_command_for_every_letter_that_tex_reads_as_one():
    assert escape("50% of_$x^2$ & {b}\\ ~#<>") == (
        r"50\% of\_\$x\textasciicircum{}2\$ \& \{b\}\textbackslash{} "
        r"\textasciitilde{}\#\textless{}\textgreater{}"
    )
    assert escape("a\n\nb") == "a b"
    assert escape("*") == "{}*"
