"""Agreement of both engines, as a table."""

import pandas as pd

from tenbyten.report.markdown import tables_in_markdown
from tenbyten.report.sections.agreement import parity_table


def test_markdown_has_a_row_a_data_set_and_a_column_a_classifier():
    lines = [("d", "A", 2, 2), ("d", "C", 2, 1), ("e", "A", 2, 2), ("e", "C", 2, 2)]
    columns = ["dataset", "classifier", "folds", "identical"]
    table = parity_table(
        pd.DataFrame(lines, columns=columns), labels={"A": "a", "B": "b", "C": "c"}
    )
    text = tables_in_markdown(table)
    assert "| data set | a | c |\n| --- | ---: | ---: |\n| d | 2/2 | 1/2 |" in text
    assert "3 of 4 cells are identical; 7 of 8 folds." in text
