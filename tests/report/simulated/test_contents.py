"""Contents of a simulation study's page, written to files and read back."""

import pandas as pd

from tenbyten.comparisons.files import write_comparisons
from tenbyten.files import write_json
from tenbyten.report.simulated.contents import Inputs, read_contents
from tenbyten.report.simulated.page import render
from tenbyten.tables import write_table


def test_what_is_written_is_read_back(contents, tmp_path):
    estimates = contents.collected["estimates"]
    write_comparisons(estimates, tmp_path / "estimates.csv")
    write_comparisons(contents.judged, tmp_path / "statements.csv")
    write_json(contents.provenance, tmp_path / "provenance.json")
    figures = tmp_path / "figures"
    figures.mkdir()
    index = pd.DataFrame([figure[:-1] for figure in contents.figures])
    index.columns = contents.figures[0]._fields[:-1]
    write_table(index, figures / "index.csv")
    (figures / "power.svg").write_text(contents.figures[0].svg)
    read = read_contents(
        Inputs(
            [tmp_path / "estimates.csv"],
            tmp_path / "statements.csv",
            figures,
            tmp_path / "provenance.json",
        ),
        name="by-hand",
        settings=contents.settings,
    )
    # Of policies and the like an empty text stays one.
    pd.testing.assert_frame_equal(read.judged, contents.judged, check_dtype=False)
    assert read.figures == contents.figures
    assert render(read) == render(contents)
