"""All tables of the page, and their files."""

import re
from itertools import chain

from tenbyten.report.latex import tables_in_latex
from tenbyten.report.page import write_tables
from tenbyten.report.sections.registered import tables_of_study, tables_of_subset

# What the report itself sets between dollars, and nothing that a name has.
FORMULA = (
    r"\$(\\(circ|bullet|infty|alpha|rho)|1 - \\alpha|P\(X (>|<|=|\\ge) q/2\)"
    r"|R\^[+-]|[pPqzF])\$"
)


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
        outside = re.sub(FORMULA, "", latex)
        outside = outside.replace("% needs", "").replace("% pdflatex", "")
        assert not re.search(r"(?<!\\)[%$#~^]", outside)


def test_every_table_is_exported_and_numbers_stand_in_a_file_once(
    small, results, tmp_path
):
    write_tables(small, tmp_path)
    written = {path.name for path in tmp_path.iterdir()}
    assert {name for name in written if name.endswith(".csv")} == {
        "means.csv",
        "means-auc.csv",
        "means-log_loss.csv",
        "datasets.csv",
    }
    assert len(written) == 2 * 8 + 5 + 6
    for table in all_tables(small):
        assert (f"{table.name}.tex" in written) != bool(table.tex)
        inside = f"{table.name}.csv" in written
        assert inside != (bool(table.csv) and (results[0] / table.csv).is_file())
