"""Tables of text from files of many formats."""

import csv
import io
import re
import sys
from contextlib import suppress

import openpyxl
import pandas as pd
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tenbyten.results.cells import read_numbers
from tenbyten.results.sheets import read_sheets

# A cell over as many columns as LaTeX's multicolumn may have here.
WIDE = r"\multicolumn{999}{c}{x} & "


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Where the file of a test is written."""
    return tmp_path_factory.mktemp("sheets") / "theirs"


@pytest.fixture
def read(path):
    """Read a file of this content."""

    def read(content, encoding="utf-8", **options):
        if isinstance(content, str):
            content = content.encode(encoding)
        path.write_bytes(content)
        return read_sheets(path, **options)

    return read


def cells(sheet):
    """Return the names of columns and the cells of every row."""
    return [list(sheet.table.columns), *sheet.table.to_numpy().tolist()]


# Delimited text


@pytest.mark.parametrize(
    ("text", "expected", "lines"),
    [
        ("a,b\nx,1\n", [["a", "b"], ["x", "1"]], [2]),
        (" a , b\n\n x, 1 \n , \ny,2", [["a", "b"], ["x", "1"], ["y", "2"]], [3, 5]),
        ("a;b\r\nx;1\r\n\r\nNA;\r\n", [["a", "b"], ["x", "1"], ["NA", ""]], [2, 4]),
        ("a\tb,c\nx\t1\n", [["a", "b,c"], ["x", "1"]], [2]),
        ("| a | b |\n| x | 1 |\n", [["a", "b"], ["x", "1"]], [2]),
        ("a,b,\nx,1,\n", [["a", "b"], ["x", "1"]], [2]),
        (",b,\nx,1,2\n", [["", "b", ""], ["x", "1", "2"]], [2]),
        (
            '"a,1",b\n"x\n""y""",1\nz,2\n',
            [["a,1", "b"], ['x\n"y"', "1"], ["z", "2"]],
            [2, 4],
        ),
        ('a, "b"\n5" disk, "1"\n', [["a", "b"], ['5" disk', "1"]], [2]),
        # Commas in all names and numbers, as many as semicolons.
        ("a;J48, x\nx;0,93\n", [["a", "J48, x"], ["x", "0.93"]], [2]),
    ],
)
def test_text_is_read_by_the_separator_that_fits_all_lines(read, text, expected, lines):
    (sheet,) = read(text)
    assert cells(sheet) == expected
    assert list(sheet.table.index) == lines


def test_the_experimenters_quotes_are_its_own(read):
    (sheet,) = read(
        "Key_Scheme,Key_Scheme_options,Percent_correct\n"
        "weka.J48,'-F \\\"a -R first\\\" -C 0.25, -N \\'b\\'',93.5\n"
    )
    assert cells(sheet)[1] == ["weka.J48", "-F \"a -R first\" -C 0.25, -N 'b'", "93.5"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_of_spreadsheets_are_read(read, path, encoding):
    (sheet,) = read("Größe,b\né,1\n", encoding)
    assert cells(sheet) == [["Größe", "b"], ["é", "1"]]
    notes = ("encoded as cp1252",) if encoding == "cp1252" else ()
    assert (sheet.name, sheet.notes) == (str(path), notes)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a;n\nx;0,93\n", ["0.93"]),
        ('a,n\nx,"0,93"\n', ["0.93"]),
        ("a\tn\nx\t-1,5e-3\ny\t,5\n", ["-1.5e-3", ".5"]),
        (
            "a;n\nx;93,1 %\ny;90,3 ± 1,3\nz;90,3 (1,3)\n",
            ["93.1 %", "90.3 ± 1.3", "90.3 (1.3)"],
        ),
        # All with three digits, and one with another number of them.
        ("a;n\nx;93,125\ny;91,250\n", ["93.125", "91.250"]),
        ("a;n;m\nx;93,125;0,5\ny;91;1\n", ["93.125", "91"]),
        ("a;n;m\nx;0,934;1\ny;1,234;2\n", ["0.934", "1.234"]),
    ],
)
def test_decimal_commas_become_points(read, text, expected):
    (sheet,) = read(text)
    assert sheet.table["n"].tolist() == expected
    assert sheet.notes == ("decimal commas",)


@pytest.mark.parametrize(
    "text",
    [
        "a;n\n1,5;0.93\nx;0.5\ny;1\n",  # names
        'a;n\nx;1,234,567\ny;1,234.5\nz;"1,2,3"\n',
        "a;n\nx;0,5,1\n",
    ],
)
def test_other_commas_stay(read, text):
    (sheet,) = read(text)
    assert sheet.notes == ()
    assert cells(sheet) == list(csv.reader(io.StringIO(text), delimiter=text[1]))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a;n;m\nx;1;0.5\ny;1,234;0.5\n", "line 3: n is '1,234'"),
        ("a;n\nx;999\ny;1,234\n", "line 3: n is '1,234'"),
        ("a;n;m\nx;1.234;0,5\n", "line 2: n is '1.234'"),
    ],
)
def test_a_comma_that_may_stand_between_thousands_is_refused(read, text, place):
    with pytest.raises(ValueError, match=rf"theirs, {place}, whose .* with a point"):
        read(text)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "a,b\nx,1\n\ny,1,2\n",
            ": line 4: 3 cells, the header has 2; supply or remove",
        ),
        ("a;b;c\nx;1\n", ": line 2: 2 cells, the header has 3; supply or remove"),
        ('a,b\nx,"1\ny,2\n', ": line 2: unexpected end of data; correct the quotes"),
        ('a,b\n"x" y,2\n', ": line 2: ',' expected after '\"'; correct the quotes"),
        (f"{','.join(map(str, range(5001)))}\n" * 2, ": 5,001 columns; give at most"),
        (
            rf"\begin{{tabular}}{{l}} {WIDE * 2000} \\ a & b \\ c & d \end{{tabular}}",
            ": 12,978 columns; give at most 5,000",
        ),
        ("a,b\n", ": no row below the header; is the file complete?"),
        ("auc, auc\n1,2\n", ": two columns 'auc'; remove one"),
        ("", ": has no text; is the file complete?"),
        ("Hello", ": neither comma, semicolon, tab nor | separates names in the first"),
        ('{\n"a": [1, 2],\n"b": 3\n}', ": neither comma"),
        (b"\x89PNG,\0,\0\n1,2,3\n", ": has null characters, or bytes of no text"),
        (b"a,\x81\n", ": has null characters, or bytes of no text"),
        (b"\xff\xfea", ": has null characters, or bytes of no text"),
        (b"PAR1,a", ": cannot be read as Parquet: "),
        (b"PK\3\4", ": cannot be read as an Excel workbook: "),
        (b"\xd0\xcf\x11\xe0", ": cannot be read as an Excel workbook: "),
        (r"\begin{tabular}{ll} a & b \\ \end{tabular}", ": no table with a row below"),
        (r"\begin{tabular}{ll} a & b \\", ": no table with a row below its header"),
        ("| a | a |\n|--|--|\n| x | 1 |", ": two columns 'a'; remove one"),
    ],
)
def test_other_files_are_refused(read, content, message):
    with pytest.raises(ValueError, match=re.escape(f"theirs{message}")):
        read(content)


def test_a_long_cell_of_backticks_is_read(read):
    (sheet,) = read(f"| a | b |\n|--|--|\n| {'`' * 16_000}x | 1 |")
    assert len(sheet.table) == 1


def test_a_missing_file_and_a_folder_are_refused(path):
    for wrong in (path.parent, path.parent / "none.csv"):
        with pytest.raises(FileNotFoundError, match=r"^no file of accuracies at "):
            read_sheets(wrong)


# Binary files


@pytest.fixture
def book(read):
    """Read a workbook of these sheets."""

    def read_book(sheets, **options):
        book = openpyxl.Workbook()
        book.remove(book.active)
        for name, rows in sheets.items():
            sheet = book.create_sheet(name)
            for row in rows:
                sheet.append(row)
        file = io.BytesIO()
        book.save(file)
        return read(file.getvalue(), **options)

    return read_book


def test_a_sheet_is_read_without_title_and_empty_rows(book, path):
    rows = [
        [],
        [None, "Table 3"],
        [None, "data", "J48"],
        [],
        [None, "NA", 0.1],
        [None, 31, 93.0],
    ]
    (sheet,) = book({"A": rows, "empty": []})
    assert cells(sheet) == [["data", "J48"], ["NA", "0.1"], ["31", "93"]]
    assert list(sheet.table.index) == [5, 6]
    assert sheet.name == f"{path}, sheet 'A'"
    assert sheet.notes == ("'Table 3' above the header left out",)


def test_names_of_two_rows_are_joined_if_one_is_not_enough(book):
    merged = ["data", "Accuracy", None, "AUC", None]
    row = ["iris", 0.5, 1, None, True]
    (sheet,) = book({"A": [merged, [None, "J48", "NB", "J48", "NB"], row]})
    names = ["data", "Accuracy J48", "Accuracy NB", "AUC J48", "AUC NB"]
    assert cells(sheet) == [names, ["iris", "0.5", "1", "", "True"]]
    assert sheet.notes == ("header of 2 rows",)
    (sheet,) = book({"A": [[None, "Acc.", None], ["data", "J48", "NB"], ["x", 1, 2]]})
    assert cells(sheet)[0] == ["data", "J48", "NB"]
    assert sheet.notes == ("'Acc.' above the header left out",)


def test_of_several_sheets_one_is_asked_for(book, read):
    sheets = {"A": [["a", "b"], ["x", 1]], "B": [["c", "d"], ["y", "0,5"]]}
    with pytest.raises(ValueError, match=r"theirs: sheets A, B; give --sheet NAME"):
        book(sheets)
    assert cells(book(sheets, sheet="B")[0]) == [["c", "d"], ["y", "0.5"]]
    with pytest.raises(ValueError, match=r"no sheet 'C'; it has A, B"):
        book(sheets, sheet="C")
    with pytest.raises(
        ValueError, match=r"no workbook with a sheet 'C'; leave that out"
    ):
        read("a,b\nx,1\n", sheet="C")
    with pytest.raises(ValueError, match="sheet 'A': no row below the header"):
        book({"A": []})


def test_without_openpyxl_the_extra_is_named(book, path, monkeypatch):
    book({"A": [["a", "b"], ["x", 1]]})
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(ValueError, match=r"theirs: Excel .* 'tenbyten\[excel\]'"):
        read_sheets(path)


def test_parquet_keeps_all_digits(read):
    table = pd.DataFrame({"n": [0.1 + 0.2, None], "k": pd.array([None, 2], "Int64")})
    table["x"] = pd.array([0.9, 1], "float32")
    file = io.BytesIO()
    table.set_index("k").to_parquet(file)
    (sheet,) = read(file.getvalue())
    assert list(sheet.table) == ["k", "n", "x"]
    assert list(sheet.table.index) == [1, 2]
    numbers = [read_numbers(sheet.table[name]).values.tolist() for name in "nx"]
    assert repr(numbers) == "[[0.30000000000000004, nan], [0.9, 1.0]]"


# LaTeX

LATEX = r"""
\documentclass{article} % \begin{tabular}
\begin{tabular}[t]{@{}l@{\hspace{1em}}c|cc}
  \toprule
  & \multicolumn{2}{c}{\textbf{Accuracy}} & AUC \\ \cmidrule(lr){2-3}
  \multirow{2}{*}{Data} & \textsc{J48} & NB\cite{nb} & J48 \\[2pt]
  \midrule
  iris\_2 & $\mathbf{93.3} \pm 1.3$ & 94\,\% & --- \\
  \rowcolor{gray!10} {\bf z~a} & \best{0.93$^\dagger$} & $10^{-3}$ & 93{\tiny 2}
  \\% x & y
  \hline \multicolumn{4}{c}{Binary} \\
  \multirow{2}*{A \& B} & \underline{1} & \multicolumn{2}{r}{N/A}
  \\ & 93\std{2} & .5$_{\pm .1}$ & \cellcolor[gray]{.9}\textbf{2}$^*$ \\
  \bottomrule
\end{tabular}
\begin{tabularx}{\textwidth}{lX} layout & only \\ \end{tabularx}
\begin{tabular*}{9cm}{lc}
  Data & \begin{tabular}[c]{@{}c@{}}J48\\pruned\end{tabular} \\ \hline
  iris & 1 $\bullet$ \\
  zoo \\
\end{tabular*}
"""


def test_tables_of_latex_are_read_as_they_are_printed(read, path):
    first, second = read(LATEX)
    assert cells(first) == [
        ["Data", "Accuracy J48", "Accuracy NB", "AUC J48"],
        ["iris_2", "93.3 ±1.3", "94 %", "---"],
        ["z a", "0.93†", "10^-3", "93 2"],
        ["A & B", "1", "N/A", "N/A"],
        ["A & B", r"93\std2", ".5±.1", "2*"],
    ]
    assert list(first.table.index) == [8, 9, 12, 13]
    assert first.notes == ("header of 2 rows", "heading 'Binary' left out")
    assert cells(second) == [["Data", "J48 pruned"], ["iris", "1 •"], ["zoo", ""]]
    assert (first.name, second.name) == (f"{path}, table 1", f"{path}, table 2")


def test_what_wekas_experimenter_writes_in_latex_is_read(read):
    (sheet,) = read(
        r"""\begin{tabular}{lrr@{\hspace{0.1cm}}c}
        Dataset & (1)& (2) & \\ \hline
        iris & 94.73$\pm$5.3 & 90.3$\pm$6.1 & $\bullet$\\
        zoo & 92.57$\pm$7.1 & 93.41$\pm$7.3 &          \\ \hline
        \multicolumn{4}{c}{$\circ$, $\bullet$ significant}\\
        \end{tabular}"""
    )
    assert cells(sheet)[1:] == [
        ["iris", "94.73±5.3", "90.3±6.1"],
        ["zoo", "92.57±7.1", "93.41±7.3"],
    ]


def test_of_a_long_table_the_repeated_head_is_left_out(read):
    table = pd.DataFrame({"data": ["a_b", "c"], "J48": ["1", "2"]})
    (sheet,) = read(table.to_latex(index=False, longtable=True, escape=True))
    assert cells(sheet) == [["data", "J48"], ["a_b", "1"], ["c", "2"]]


# Markdown


def test_tables_of_markdown_are_read_without_the_text_around(read):
    first, second = read(
        "A | b\n\n| data | J48 \\| x | `NB` |\n|:---|:--:|--|\n"
        "| **iris** | **0.93** &plusmn; 0.1 | 0.9<sup>2</sup> |\n"
        "| K* | - | [1](https://x.org) |\n| my\\_data_set | _1_ | 0.5* |\n\n"
        "a | b\n--|--\nc | 2\n"
    )
    assert cells(first) == [
        ["data", "J48 | x", "NB"],
        ["iris", "0.93 ± 0.1", "0.9 2"],
        ["K*", "-", "1"],
        ["my_data_set", "1", "0.5*"],
    ]
    assert list(first.table.index) == [5, 6, 7]
    assert cells(second) == [["a", "b"], ["c", "2"]]
    assert list(second.table.index) == [11]


# The way there and back

LETTERS = " ,;\t|&_%#${}~^\\'\"*<>[]`!-+.()±15aJKé"
NAMES = st.text(LETTERS, min_size=1).map(lambda x: " ".join(x.split())).filter(bool)
FRACTIONS = st.integers(1, 10**6 - 1).map(lambda n: repr(n / 10**6))


@st.composite
def tables(draw):
    """Draw the names of columns and rows of a name and numbers, all texts."""
    names = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    rows = st.tuples(NAMES, *[FRACTIONS] * len(names)).map(list)
    assume("data" not in names)
    return [["data", *names], *draw(st.lists(rows, min_size=1, max_size=4))]


there_and_back = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def delimited(table, style, separators=",;\t|"):
    """Write delimited text."""
    file, options = io.StringIO(), {"delimiter": separators[style]}
    csv.writer(file, quoting=csv.QUOTE_ALL, **options).writerows(table)
    return file.getvalue()


def latex_of_pandas(table, _):
    """Write LaTeX as pandas does."""
    return pd.DataFrame(table[1:], columns=table[0]).to_latex(index=False, escape=True)


def latex_by_hand(table, style):
    """Write LaTeX with numbers set in several ways."""
    printed = (r"\textbf{%s}", "{\\bf %s}", r"$\mathbf{%s}$", "~%s\\ ")[style]
    escaped = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}"}
    escaped |= {"^": r"\textasciicircum{}", **{x: f"\\{x}" for x in "&%$#_{}"}}
    rows = [["".join(escaped.get(x, x) for x in cell) for cell in row] for row in table]
    rows = [
        rows[0],
        *([name, *(printed % x for x in more)] for name, *more in rows[1:]),
    ]
    head, *lines = (" & ".join(["{" + x + "}", *more]) + r" \\" for x, *more in rows)
    lines = [r"\begin{tabular}{l*{9}{c}} \toprule", head, r"\midrule", *lines]
    return "\n".join([*lines, r"\bottomrule \end{tabular}"])


def markdown(table, style):
    """Write Markdown with cells set in several ways."""
    printed = ("**%s**", "`%s`", "*%s*", "%s")[style]
    rows = [[re.sub(r"([^\w\s±]|_)", r"\\\1", x) for x in row] for row in table]
    lines = [f"| {' | '.join(printed % cell for cell in row)} |" for row in rows]
    lines.insert(1, "|---" * len(rows[0]) + "|")
    return "\n".join(lines)


@pytest.mark.parametrize("write", [delimited, latex_of_pandas, latex_by_hand, markdown])
@there_and_back
@given(tables(), st.integers(0, 3), st.sampled_from(["utf-8", "utf-16"]))
def test_a_table_comes_back(read, write, table, style, encoding):
    assert cells(read(write(table, style), encoding)[0]) == table


@there_and_back
@given(tables(), st.integers(0, 2))
def test_decimal_commas_come_back_as_points(read, table, style):
    # Names that are numbers themselves cannot be told from these.
    assume(not any(re.fullmatch(r"[-+()\d.,*±% ]+", name) for name, *_ in table))
    rows = [[x, *(y.replace(".", ",") for y in numbers)] for x, *numbers in table[1:]]
    (sheet,) = read(delimited([table[0], *rows], style, separators=";\t|"))
    assert cells(sheet) == table
    assert "decimal commas" in sheet.notes or "." not in "".join(table[1][1:])


PIECES = r"""a b 0,5 1.234 " ' , ; & \\ { } % $ * _ | \multirow \multicolumn {2} {1}
\begin \end {tabular} {longtable} {tabular*} \hline \endhead :-: <b> &amp; [^1] (2)"""
PIECES = st.lists(st.sampled_from([*PIECES.split(), "\t", "\n", " "]))


@there_and_back
@given(PIECES.map("".join), st.sampled_from(["utf-8", "cp1252", "utf-16"]))
def test_any_text_is_read_or_refused(read, text, encoding):
    for content in (text, rf"\begin{{tabular}}{{ll}}{text}\end{{tabular}}"):
        with suppress(ValueError):
            sheets = read(content, encoding)
            assert all(sheet.table.index.notna().all() for sheet in sheets)
