"""The command `tenbyten export`: what it writes is read back as the same results."""

import itertools
import json
import sys

import numpy as np
import pandas as pd
import pytest

from tenbyten import compare
from tenbyten.command import main
from tenbyten.files import sha256_of
from tenbyten.results.values import means_of


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    """A comparison, and the folder that it wrote."""
    rng = np.random.default_rng(1)
    datasets, classifiers = [f"d{n}_é" for n in range(8)], ["J48 & graft", "50%", "3rd"]
    cells = itertools.product(datasets, classifiers, (1, 2), (1, 2, 3), (30,))
    heads = ["dataset", "classifier", "run", "fold", "tested"]
    table = pd.DataFrame(cells, columns=heads)
    table["correct"] = rng.integers(12, 30, len(table))
    table["auc"] = rng.random(len(table))
    folder = tmp_path_factory.mktemp("written") / "mine"
    comparison = compare(table, metrics=["auc"])
    comparison.write(folder)
    return comparison, folder


@pytest.fixture
def export(compared, tmp_path, monkeypatch, capsys):
    """Export the folder, and return the exit status, the file and what was said."""
    monkeypatch.chdir(tmp_path)

    def export(form, *words):
        status = main(["export", str(compared[1]), "--to", form, *words])
        said = capsys.readouterr()
        file = next(tmp_path.glob(f"mine-{form}.*"), None)
        return status, file, said.out + said.err

    return export


def test_the_long_form_is_compared_as_the_results_are(compared, export):
    status, file, said = export("long")
    assert (status, said) == (0, f"Written: {file.name}\n")
    again = compare(file)
    pd.testing.assert_frame_equal(again.decisions["all"], compared[0].decisions["all"])


@pytest.mark.parametrize("form", ["wide", "latex", "xlsx"])
@pytest.mark.parametrize("metric", ["accuracy", "auc"])
def test_means_are_read_back_with_all_their_digits(compared, export, form, metric):
    status, file, said = export(form, "--metric", metric)
    assert status == 0, said
    values = compared[0].measured["metrics" if metric == "auc" else "accuracies"]
    again = compare(file, metric=metric)
    means = [means_of(x, metric) for x in (again.values, values)]
    pd.testing.assert_frame_equal(*means, check_exact=True)
    if metric == "accuracy":
        ours, theirs = (x.decisions["all"] for x in (again, compared[0]))
        shared = [x for x in ours if x in theirs]
        pd.testing.assert_frame_equal(ours[shared], theirs[shared])


def test_croissant_describes_every_column_and_the_file(compared, export):
    status, file, said = export("croissant")
    assert status == 0, said
    assert "belongs beside it; add a licence" in said
    described = json.loads(file.read_text())
    (about,) = described["distribution"]
    source = compared[1] / about["contentUrl"]
    assert about["sha256"] == sha256_of(source)
    kinds = {x["name"]: x["dataType"] for x in described["recordSet"][0]["field"]}
    assert list(kinds) == list(pd.read_csv(source))
    assert [*kinds.values()] == ["sc:Text"] * 2 + ["sc:Integer"] * 4 + ["sc:Float"]
    assert "license" not in described


def test_what_cannot_be_exported_is_said(export, capsys, monkeypatch):
    export("wide")
    status, _, said = export("wide")
    assert status == 1
    assert "mine-wide.csv is there; move it away, or name another by -o" in said
    assert "no column 'acu' in" in export("latex", "--metric", "acu")[2]
    monkeypatch.setitem(sys.modules, "openpyxl.workbook", None)
    assert "openpyxl" in export("xlsx")[2].splitlines()[-1]
    assert main(["export", "none", "--to", "wide"]) == 1
    assert "no results results/none/accuracies.csv or" in capsys.readouterr().err
