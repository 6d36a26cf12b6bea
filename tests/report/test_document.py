"""Tables in Markdown and LaTeX: all text is escaped, and LaTeX compiles."""

import re
import shutil
import subprocess
from itertools import chain

import pytest

from tenbyten.report.document import (
    Cell,
    Column,
    Table,
    tables_in_latex,
    tables_in_markdown,
)
from tenbyten.report.sections.registry import (
    tables_of_decisions,
    tables_of_study,
    tables_of_subset,
)

# Markdown


def test_tables_stand_below_one_another_each_under_its_title():
    heads = [Column("name", "l"), Column("p"), Column("x", "c")]
    first = Table("a", "A title", heads, [[Cell("a"), Cell("1"), Cell("")]], "Words.")
    second = first._replace(title="Another", lead="Below:", caption="One.\n\nTwo.")
    table = "| name | p | x |\n| --- | ---: | :---: |\n| a | 1 |  |\n"
    assert tables_in_markdown(first, second) == (
        f"**A title**\n\n{table}\nWords.\n\n"
        f"**Another**\n\nBelow:\n\n{table}\nOne.\n\nTwo.\n"
    )


def test_a_caption_does_not_become_a_heading():
    hostile = Table("a", "t", [Column("x")], [], caption="# no heading")
    assert tables_in_markdown(hostile).endswith("\n\\# no heading\n")


# LaTeX


def documents(contents):
    """Every table of a study in LaTeX, by name."""
    tables = list(chain(*tables_of_study(contents).values()))
    for subset in contents.subsets:
        tables += tables_of_decisions(contents, subset)
        tables += tables_of_subset(contents, subset)
    return {table.name: tables_in_latex(table) for table in tables}


def compiled(path, text):
    """Compile a document of this text in a file."""
    path.write_text(text, encoding="utf-8")
    return subprocess.run(
        ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", path.name],
        cwd=path.parent,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
    )


def assert_compiles(made, folder):
    """Compile tables with the packages that they name."""
    if not shutil.which("pdflatex"):
        pytest.skip("no pdflatex: apt-get install texlive-latex-recommended")
    named = (re.match(r"% needs \\usepackage\{([a-z,]+)\}\n", x) for x in made.values())
    packages = ",".join(sorted({x for found in named for x in found[1].split(",")}))
    body = "".join(
        rf"\typeout{{TABLE {name}.}}" + "\n" + latex + "\\clearpage\n"
        for name, latex in made.items()
    )
    # Letters that no font of pdflatex has.
    body = re.sub("[漢字中文\u0301🌲]", "", body)
    head = r"\documentclass{article}"
    head += rf"\usepackage{{{packages}}}\begin{{document}}" + "\n"
    done = compiled(folder / "tables.tex", head + body + r"\end{document}")
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.slow
def test_tables_with_hostile_names_compile(hostile, tmp_path):
    assert_compiles(documents(hostile), tmp_path)


@pytest.mark.slow
def test_tables_of_twenty_classifiers_on_a_thousand_data_sets_compile(large, tmp_path):
    made = documents(large)
    # Subsets are alike but for their names.
    made = {name: x for name, x in made.items() if not re.match("first|second", name)}
    assert_compiles(made, tmp_path)


def test_latex_of_a_small_table_by_hand(plain):
    assert tables_in_latex(plain).splitlines() == [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering\footnotesize",
        r"\caption{A title. A $\circ$}\label{tab:plain}",
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


def test_the_first_paragraph_is_the_caption_and_the_others_a_note(plain):
    table = plain._replace(caption="In short.\n\nAt length.\n\n50% more.")
    for rows in (table.rows, table.rows * 30):
        latex = tables_in_latex(table._replace(rows=rows))
        assert r"\caption{A title. In short.}" in latex
        note = latex.index("\\par At length.\n\\par 50\\% more.")
        assert note > latex.index(r"\end{longtable}" if rows[2:] else r"\end{tabular}")


def test_long_tables_break_over_pages_in_latex(plain):
    latex = tables_in_latex(plain._replace(rows=plain.rows * 30))
    assert r"\begin{longtable}{lr}" in latex
    assert latex.count(r"\caption") == 1
    assert latex.index(r"\endfirsthead") < latex.index(r"\endhead")
    assert r"\begin{table}" not in latex


def test_every_table_has_a_label_of_its_name(small):
    made = documents(small)
    labels = {name: re.findall(r"\\label\{tab:(.*?)\}", x) for name, x in made.items()}
    assert labels["all-wins"] == ["all-wins"]
    every = [label for found in labels.values() for label in found]
    assert len(every) == len(set(every)) == len(made)


def test_a_column_of_long_texts_breaks_over_lines(plain):
    table = plain._replace(rows=[[Cell("word " * 20), Cell("0.01")]])
    latex = tables_in_latex(table)
    assert latex.startswith(r"% needs \usepackage{booktabs,array}")
    assert r"\arraybackslash}p{0.25\linewidth}r}" in latex


GREEK, CHINESE = "δέντρο", "随机森林"


def lettered(text):
    """A table with a text in it, and in its name."""
    return Table(f"t-{text}", "A title", [Column("name", "l")], [[Cell(text)]], "")


def test_what_letters_need_that_pdflatex_does_not_know_is_said():
    for text in (GREEK, CHINESE, f"J48 {GREEK}"):
        latex = tables_in_latex(lettered(text))
        second, *rest = latex.splitlines()[1:]
        letters = sorted({x for x in text if not x.isascii()})
        said = f"% pdflatex does not know {' '.join(letters)}: use lua"
        assert second.startswith(said)
        # They stay as they are.
        assert any(text in line for line in rest)
    for text in ("naïve Bayes", "Łukasiewicz \u2013 ő\u2026", "J48"):
        assert "% pdflatex" not in tables_in_latex(lettered(text))


def test_labels_of_letters_differ_and_are_ascii():
    texts = ("όλα", "μία", "全", "部")
    found = {re.search(r"label{(.*?)}", tables_in_latex(lettered(x)))[1] for x in texts}
    assert len(found) == len(texts)
    assert all(label.isascii() for label in found)


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no pdflatex")
def test_pdflatex_knows_all_letters_but_those_that_are_named(tmp_path):
    latin = "".join(map(chr, range(0xC0, 0x180)))
    line = tables_in_latex(lettered(latin)).splitlines()[1]
    known = "".join(letter for letter in latin if letter not in line)
    assert len(known) == len(latin) - 9
    for name, text, code in (("known", known, 0), ("unknown", GREEK, 1)):
        latex = tables_in_latex(lettered(text))
        assert ("% pdflatex" in latex) == bool(code)
        head = r"\documentclass{article}\usepackage[T1]{fontenc}"
        head += r"\usepackage{array,booktabs}"
        body = "\\begin{document}\n" + latex + r"\end{document}"
        done = compiled(tmp_path / f"{name}.tex", head + body)
        assert done.returncode == code, done.stdout[-800:]
