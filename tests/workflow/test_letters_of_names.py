"""A study whose names are in Greek and Chinese letters, from its file to its report."""

import re

import pandas as pd
import pytest

pytestmark = pytest.mark.slow

NAMES = {
    "GaussianNB:": "贝叶斯:",
    "DecisionTree:": "δέντρο:",
    "tiny.tsv": "δεδομένα.tsv",
    "front": "前",
    "all": "όλα",
}


def test_names_of_any_script_are_kept_from_the_study_to_the_report(fresh):
    study = (fresh.folder / "tiny.yaml").read_text()
    for name, other in NAMES.items():
        assert name in study
        study = re.sub(rf"(?<!\w){name}", other, study)
    (fresh.folder / "研究.yaml").write_text(study)
    sheet = (fresh.folder / "tiny.tsv").read_text()
    flower, lenses = "άνθος", "镜片"
    sheet = sheet.replace("\tiris\t", f"\t{flower}\t")
    sheet = sheet.replace("\tlenses\t", f"\t{lenses}\t")
    (fresh.folder / "δεδομένα.tsv").write_text(sheet)
    code, said = fresh(study="研究.yaml")
    assert code == 0, said
    made = fresh.folder / "results" / "研究"
    table = pd.read_csv(made / "accuracies.csv")
    assert list(table["classifier"].unique()) == ["贝叶斯", "δέντρο"]
    assert list(table["dataset"].unique()) == ["άνθος", "镜片", "monks"]
    assert "| 贝叶斯 | δέντρο |" in (made / "tables" / "όλα.md").read_text()
    latex = (made / "tables" / "前.tex").read_text()
    assert "贝叶斯 & δέντρο" in latex
    assert latex.splitlines()[1].startswith("% pdflatex does not know")
    page = (made / "details.html").read_text()
    for name in ("άνθος", "镜片", "贝叶斯", "δέντρο", "όλα"):
        assert name in page
    figure = made / "figures" / "posteriors-贝叶斯-δέντρο"
    svg = figure.with_name(f"{figure.name}.svg").read_text()
    assert "贝叶斯" in svg
    assert "镜片" in svg
    code, said = fresh("--dry-run", study="研究.yaml")
    assert "Nothing to be done" in said
