"""Agreement with published decisions, and of both engines, as tables."""

import numpy as np
import pandas as pd

from tenbyten.report.document import tables_in_markdown
from tenbyten.report.formatting import EMPTY
from tenbyten.report.sections.agreement import (
    agreement_tables,
    parity_table,
    published_table,
)

# Published decisions


def test_markdown_counts_by_policy_and_lists_what_differs():
    keys = {"subset": "some", "row": "a", "column": "b", "test": "signed_rank"}
    line = {"published": 1, "ours": 0, "agrees": 0, "number": 0.00001}
    lines = [keys | line | {"comes_out_under": "sides = two"}]
    lines += [keys | {"test": "poisson", "published": 1, "ours": 1, "agrees": 1}]
    counts = [("study", "some", 1, 2), ("rho = 0", "some", 2, 2)]
    tables = agreement_tables(
        pd.DataFrame(lines).astype({"published": int, "ours": int}),
        pd.DataFrame(counts, columns=["policy", "subset", "agree", "of"]),
        source="Them & us (1999)",
        labels={"a": "one", "b": "strong_1"},
        alpha=0.05,
    )
    lines = tables_in_markdown(*tables).splitlines()
    assert lines[0] == "**Our decisions against Them &amp; us (1999)**"
    assert lines[4:8] == [
        "| policy | some |",
        "| --- | ---: |",
        "| study | 1 of 2 |",
        "| rho = 0 | 2 of 2 |",
    ]
    assert "significant above 0.95; signed-rank: p, significant below 0.05" in lines[11]
    assert lines[-1] == (
        "| some | one | strong_1 | signed-rank | 1 | 0 | <0.0001 | sides = two |"
    )


def test_the_page_lists_all_those_that_differ_first(small):
    agreeing = small.published.assign(agrees=1, ours=1)
    both = pd.concat([agreeing, small.published], ignore_index=True)
    (table,) = published_table(small._replace(published=both))
    agrees = [row[6].text for row in table.rows]
    assert agrees == ["no"] * 6 + ["yes"] * 6
    assert "Decisions that agree: 6 of 12 on all." in table.caption


def test_the_page_counts_what_was_not_tested(small):
    published = small.published.assign(agrees=1.0, ours=1.0)
    untested = published.assign(agrees=np.nan, ours=np.nan, number=np.nan)
    both = pd.concat([published, untested], ignore_index=True)
    (table,) = published_table(small._replace(published=both))
    agreement = "Decisions that agree: 6 of 6 on all, 6 of 12 were not tested."
    assert agreement in table.caption
    assert [row[5].text for row in table.rows] == ["1"] * 6 + [EMPTY] * 6


# Engines


def test_markdown_has_a_row_a_data_set_and_a_column_a_classifier():
    lines = [("d", "A", 2, 2), ("d", "C", 2, 1), ("e", "A", 2, 2), ("e", "C", 2, 2)]
    columns = ["dataset", "classifier", "folds", "identical"]
    table = parity_table(
        pd.DataFrame(lines, columns=columns), labels={"A": "a", "B": "b", "C": "c"}
    )
    text = tables_in_markdown(table)
    assert "| data set | a | c |\n| --- | ---: | ---: |\n| d | 2/2 | 1/2 |" in text
    assert "3 of 4 cells are identical; 7 of 8 folds." in text
