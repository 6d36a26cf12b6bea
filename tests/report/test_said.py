"""What texts of the small study say, and under which settings."""

from pathlib import Path

import pytest
import yaml

from page_elements import Page
from report_pages import render_details
from tenbyten.report.captions import caption
from tenbyten.report.sections.datasets import means_tables
from tenbyten.report.sections.decisions import (
    adjusted_table,
    corani_benavoli_tables,
    on_one_dataset_table,
)
from tenbyten.report.sections.registry import SUBSET_TABLES
from tenbyten.report.sections.sensitivity import sensitivity_section
from tenbyten.report.summary import headline, summarise
from tenbyten.report.text import methods

CASES = yaml.safe_load(Path(__file__).with_name("said.yaml").read_text("utf-8"))


def caption_over_all(make):
    """Write the caption of a table of `SUBSET_TABLES`."""
    (name,) = {name for name, other in SUBSET_TABLES if other is make}
    return lambda contents: make(contents.by_subset["all"][name], contents).caption


TEXTS = {make.__name__: caption_over_all(make) for _, make in SUBSET_TABLES} | {
    "layout": lambda x: corani_benavoli_tables(x, "all", "Data sets 1-8")[0].caption,
    "adjusted": lambda x: adjusted_table(x, "all", "Data sets 1-8").caption,
    "one_dataset": lambda x: on_one_dataset_table(x, "all").caption,
    "sensitivity": lambda x: "\n".join(y.caption for y in sensitivity_section(x)),
    "means": lambda x: means_tables(x)[0].caption,
    "headline": lambda x: headline(summarise(x, "all")),
    "methods": lambda x: methods(summarise(x, "all")),
    "cautions": lambda x: "\n".join(y.text for y in summarise(x, "all").cautions),
    "details": lambda x: Page(render_details(x)).text,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["of"])
def test_what_is_said(case, request):
    if "asked" in case:
        assert caption(case["of"], **case["asked"]) == case["is"]
        return
    study = request.getfixturevalue(case.get("study", "small"))
    tables = dict(study.by_subset["all"])
    for name, columns in case.get("tables", {}).items():
        tables[name] = tables[name].assign(**columns)
    for name, rows in case.get("rows", {}).items():
        tables[name] = tables[name].head(rows)
    contents = study._replace(
        by_subset=study.by_subset | {"all": tables},
        settings=study.settings | case.get("settings", {}),
        **case.get("parts", {}),
    )
    text = TEXTS[case["of"]](contents)
    assert [words for words in case.get("says", ()) if words not in text] == []
    assert [words for words in case.get("omits", ()) if words in text] == []
