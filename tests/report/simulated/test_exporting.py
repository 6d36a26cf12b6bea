"""Tables and figures of a simulation study, in files."""

import pandas as pd

from tenbyten.report.simulated.exporting import draw_figures, tables_of, write_tables
from tenbyten.tables import read_table


def test_every_table_is_written_in_three_forms(contents, tmp_path):
    collected, judged = contents.collected, contents.judged
    write_tables(collected, judged, tmp_path, settings=contents.settings)
    names = {"statements", "failures", "rates", "texts"}
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}.{form}" for name in names for form in ("csv", "md", "tex")
    }
    written = read_table(tmp_path / "rates.csv")
    pd.testing.assert_frame_equal(
        written, collected["estimates"].head(2), check_dtype=False
    )
    assert (tmp_path / "texts.csv").read_text() == "rate\n0.00\n0.16\n"
    assert "Both tests are &lt;calibrated>" in (tmp_path / "statements.md").read_text()
    assert r"\textbf{mixed (2/1/4)}" in (tmp_path / "statements.tex").read_text()


def test_a_table_names_the_files_that_it_is_written_to(contents, tmp_path):
    made = tables_of(contents.collected, contents.judged, contents.settings)
    tables = made[0] + made[1]
    write_tables(
        contents.collected,
        contents.judged,
        tmp_path / "tables",
        settings=contents.settings,
    )
    assert len(tables) == 4
    for table in tables:
        assert (tmp_path / table.csv).exists()
        assert (tmp_path / table.tex).exists()


def test_every_figure_is_drawn_and_in_the_index(contents, tmp_path):
    draw_figures(contents.collected, tmp_path, settings=contents.settings)
    assert {path.name for path in tmp_path.iterdir()} == {
        "power.svg",
        "index.csv",
    }
    line = read_table(tmp_path / "index.csv").iloc[0]
    assert (line["name"], line["kind"], line["subset"]) == ("power", "power", "")
