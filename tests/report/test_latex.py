"""Tables in LaTeX: they compile, and fit the page of a plain article."""

import re
import shutil
import subprocess
from itertools import chain

import pytest

from tenbyten.report.document import Cell, Column, Table
from tenbyten.report.latex import tables_in_latex
from tenbyten.report.latex_text import points
from tenbyten.report.sections.adjusted import adjusted_of_subset
from tenbyten.report.sections.decisions import decisions_of_subset
from tenbyten.report.sections.registered import tables_of_study, tables_of_subset

# What pdflatex may leave: some points of a word that breaks nowhere.
MOST_POINTS = 5

# Journals' classes: the plain one, two columns, and one wide column of larger type.
CLASSES = {
    "article": r"\documentclass{article}",
    "twocolumn": r"\documentclass[twocolumn]{article}",
    "jmlr": r"\documentclass[11pt]{article}\usepackage[textwidth=6in,textheight=8.5in]"
    r"{geometry}",
}

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
        tables.append(adjusted_of_subset(contents, subset))
        tables.append(decisions_of_subset(contents, subset))
        tables += tables_of_subset(contents, subset)
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
    """Compile tables in every class, with the packages that they name."""
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
    for name, head in CLASSES.items():
        path = folder / f"{name}.tex"
        head += rf"\usepackage{{{packages}}}\begin{{document}}" + "\n"
        path.write_text(head + body + r"\end{document}", encoding="utf-8")
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
        for part in log.split("TABLE ")[1:]:
            where = name, part.split(".")[0]
            too_wide = re.findall(r"Overfull \\hbox \(([\d.]+)pt too wide\)", part)
            assert max(map(float, too_wide), default=0) < MOST_POINTS, where
            assert "Overfull \\vbox" not in part, where
            assert "Float too large" not in part, where


@pytest.mark.slow
def test_tables_of_a_small_study_fit_the_page(small, tmp_path):
    assert_compiles(documents(small), tmp_path)


@pytest.mark.slow
def test_tables_of_a_study_like_the_papers_fit_the_page(like_the_papers, tmp_path):
    assert_compiles(documents(like_the_papers), tmp_path)


@pytest.mark.slow
def test_tables_with_hostile_names_fit_the_page(hostile, tmp_path):
    assert_compiles(documents(hostile), tmp_path)


@pytest.mark.slow
def test_tables_of_twenty_classifiers_on_a_thousand_data_sets_fit(large, tmp_path):
    made = documents(large)
    # Subsets are alike but for their names.
    made = {name: x for name, x in made.items() if not re.match("first|second", name)}
    assert_compiles(made, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("columns", [1, 5, 8, 9, 13, 40])
@pytest.mark.parametrize("rows", [0, 1, 20, 33, 36, 39, 100])
def test_tables_of_any_size_fit_the_page(columns, rows, tmp_path):
    assert_compiles(plain(columns, rows), tmp_path)


def test_latex_of_a_small_table_by_hand():
    assert tables_in_latex(PLAIN).splitlines() == [
        r"% needs \usepackage{booktabs}",
        r"\begin{table}",
        r"\centering",
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


def test_the_first_paragraph_is_the_caption_and_the_others_a_note():
    table = PLAIN._replace(caption="In short.\n\nAt length.\n\n50% more.")
    for rows in (table.rows, table.rows * 30):
        latex = tables_in_latex(table._replace(rows=rows))
        assert r"\caption{A title. In short.}" in latex
        note = latex.index("At length.\\par\n50\\% more.\\par")
        assert note > latex.index(r"\end{longtable}" if rows[2:] else r"\end{tabular}")


def test_a_caption_has_two_lines_and_the_note_has_the_rest(small):
    sentence = (
        "A sentence of quite some words, which fills nearly a line of an article."
    )
    table = PLAIN._replace(caption=f"{sentence} {sentence} {sentence}\n\nMore.")
    latex = tables_in_latex(table)
    assert rf"\caption{{A title. {sentence}}}\label" in latex
    assert f"\n{sentence} {sentence}\\par\nMore.\\par\n" in latex
    long = table._replace(caption=sentence.replace(".", ", and so on" * 20 + "."))
    assert r"\caption{A title}\label" in tables_in_latex(long)
    for latex in documents(small).values():
        for caption in re.findall(r"\\caption\{(.*)\}\\label", latex):
            assert points(caption) <= 640


def test_long_tables_break_over_pages_in_latex():
    latex = tables_in_latex(PLAIN._replace(rows=PLAIN.rows * 30))
    assert r"\begin{longtable}{lr}" in latex
    assert latex.count(r"\caption") == 1
    assert latex.index(r"\endfirsthead") < latex.index(r"\endhead")
    assert r"\begin{table}" not in latex


@pytest.mark.parametrize(
    ("cells", "environment"),
    [
        # Three classifiers in a column, five across both, with wins on one page.
        (["1/0"] * 3, r"\begin{table}"),
        (["30/2/22 (12/5)"] * 3, r"\begin{table*}"),
        (["30/2/22 (12/5)"] * 5, r"\begin{table*}"),
        (["0.1234"] * 14, r"\begin{sidewaystable*}"),
    ],
)
def test_a_table_lies_on_its_side_only_where_it_does_not_fit(cells, environment):
    heads = [Column("", "l"), *[Column("naive Bayes")] * len(cells)]
    rows = [[Cell("naive Bayes"), *map(Cell, cells)]] * 4
    assert environment in tables_in_latex(Table("wins", "Wins", heads, rows))


@pytest.mark.slow
def test_a_long_table_leaves_two_columns_and_returns_to_them(tmp_path):
    long = Table("long", "Long", PLAIN.columns, PLAIN.rows * 40)
    wide = [Column(f"head {i}") for i in range(15)]
    turned = Table("turned", "Turned", wide, [[Cell("0.1234")] * 15] * 60)
    made = {table.name: tables_in_latex(table) for table in (long, turned)}
    assert r"\begin{landscape}" in made["turned"]
    made["after"] = "% needs \\usepackage{booktabs}\n\\typeout{\\the\\columnwidth}"
    assert_compiles(made, tmp_path)
    logs = {name: (tmp_path / f"{name}.log").read_text() for name in CLASSES}
    widths = {
        name: float(re.search(r"TABLE after\.\n([\d.]+)pt", log)[1])
        for name, log in logs.items()
    }
    assert widths["twocolumn"] < 0.7 * widths["article"]


def test_every_table_has_a_label_of_its_name(small):
    made = documents(small)
    labels = {name: re.findall(r"\\label\{tab:(.*?)\}", x) for name, x in made.items()}
    assert labels["all-wins"] == ["all-wins"]
    every = [label for found in labels.values() for label in found]
    assert len(every) == len(set(every)) == len(made)


def test_many_rows_are_laid_out_in_no_time():
    # The width of a cell is estimated once, whatever pages are tried.
    points.cache_clear()
    rows = [
        [Cell("a"), Cell("b"), *[Cell(f"{i}.{j}") for j in range(13)]]
        for i in range(190)
    ]
    heads = [Column("row", "l"), Column("column", "l"), *[Column("p")] * 13]
    tables_in_latex(Table("many", "Many", heads, rows))
    found = points.cache_info()
    assert found.hits + found.misses < 3 * 190 * 15


GREEK, CHINESE = "δέντρο", "随机森林"


def lettered(text):
    """A table with a text in it, and in its name."""
    return Table(f"t-{text}", "A title", [Column("name", "l")], [[Cell(text)]], "")


def test_what_letters_need_that_pdflatex_does_not_know_is_said():
    for text in (GREEK, CHINESE, f"J48 {GREEK}"):
        latex = tables_in_latex(lettered(text))
        second, *rest = latex.splitlines()[1:]
        letters = sorted({x for x in text if not x.isascii()})
        assert second.startswith(
            f"% pdflatex does not know {' '.join(letters)}: use lua"
        )
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
        body = head + rf"\begin{{document}}{latex}\end{{document}}"
        (tmp_path / f"{name}.tex").write_text(
            body.replace("{document}%", "{document}\n%")
        )
        done = subprocess.run(
            ["pdflatex", "-draftmode", "-halt-on-error", f"{name}.tex"],
            cwd=tmp_path,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=300,
        )
        assert done.returncode == code, done.stdout[-800:]
