"""What people's files hold, or why they are refused: the cases are in `corpus.yaml`."""

import re
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
import yaml

from tenbyten.results.results import read_results

CASES = yaml.safe_load(Path(__file__).with_name("corpus.yaml").read_text("utf-8"))
NAMED = [case for case in CASES if "name" in case]


def cells_of(results, metric):
    """Return the sorted long cells of one metric of what was read."""
    columns = ["dataset", "classifier", "run", "fold", metric]
    return sorted(results.table[columns].itertuples(index=False, name=None))


def expected_cells(case):
    """Spell out cells: by data set and classifier runs, which / parts, of folds."""
    return sorted(
        (str(dataset), str(classifier), run, fold, float(value))
        for dataset, row in case["cells"].items()
        for classifier, values in row.items()
        for run, folds in enumerate(str(values).split("/"), start=1)
        for fold, value in enumerate(folds.split(), start=1)
    )


def source_of(case, folder):
    """Write the files of a case, or return what it has in memory."""
    if "arrays" in case:
        return case["arrays"]
    if "frame" in case:
        given = dict(case["frame"])
        across = given.pop("across", None)
        return pd.DataFrame(**given).rename_axis(columns=across)
    if "files" in case:
        for name, text in case["files"].items():
            (folder / name).write_text(text, "utf-8")
        return folder
    path = folder / case.get("file", "theirs")
    if "text" in case:
        path.write_text(case["text"], case.get("encoding", "utf-8"))
        return path
    workbook = openpyxl.Workbook()
    for row in case["sheet"]:
        workbook.active.append(row)
    for merged in case.get("merged", ()):
        workbook.active.merge_cells(merged)
    workbook.save(path)
    return path


@pytest.mark.parametrize("case", NAMED, ids=[case["name"] for case in NAMED])
def test_a_file_is_read_or_refused_as_it_should_be(case, tmp_path):
    source, how = source_of(case, tmp_path), case.get("how", {})
    if "cells" not in case:
        with pytest.raises((ValueError, FileNotFoundError), match=case["refused"]):
            read_results(source, **how)
        return
    try:
        results = read_results(source, **how)
    except ValueError as error:
        # Some files may be read rightly or be refused.
        if re.search(case.get("refused", "(?!)"), str(error)):
            return
        raise
    metric = case.get("metric", "accuracy")
    assert cells_of(results, metric) == expected_cells(case)
    assert f"{case.get('better', 'higher')} is better" in results.words
    assert results.settings.get("metric", how.get("metric")) == metric


def test_the_corpus_is_as_large_as_it_says():
    assert len({case["name"] for case in NAMED}) == len(NAMED) >= 60


# Published files


def test_files_of_time_series_classifiers_are_read_to_the_digit(published):
    cells = []
    for path in (published / "ucr").iterdir():
        table = pd.read_csv(path, index_col=0)
        for (dataset, resample), value in table.stack().items():
            name = path.stem.removesuffix("_accuracy")
            cells.append((dataset, name, int(resample) + 1, 1, value))
    assert cells_of(read_results(published / "ucr"), "accuracy") == sorted(cells)


@pytest.mark.parametrize("metric", ["acc", "auc"])
def test_the_automl_benchmark_is_read_to_the_digit_or_refused(published, metric):
    path = published / "amlb_small.csv"
    table = pd.read_csv(path)
    named = "accuracy" if metric == "acc" else metric
    columns = ["task", "framework", "fold", metric]
    try:
        results = read_results(path, metric=named, better="higher")
    except ValueError as error:
        line = int(re.search(r"line (\d+)", str(error))[1])
        if not pd.isna(table[metric][line - 2]):
            raise
        results = None
    table = table.dropna(subset=metric)
    results = results or read_results(table, metric=named, better="higher")
    cells = [(x, y, 1, fold + 1, z) for x, y, fold, z in table[columns].to_numpy()]
    # Of many classes there is no auc.
    results = results._replace(table=results.table.dropna(subset=named))
    assert cells_of(results, named) == sorted(cells)


@pytest.mark.parametrize(("size", "values"), [("small", 775), ("medium", 785)])
def test_its_metric_that_differs_by_task_too(published, size, values):
    path = published / f"amlb_{size}.csv"
    table = pd.read_csv(path)
    is_binary = table.groupby("task")["logloss"].transform("count") == 0
    # Higher is better; of a few values with many classes there is auc alone.
    table["result"] = table["auc"].where(is_binary, -table["logloss"])
    table = table.dropna(subset="result")
    plain = table[["task", "framework", "fold", "result"]].to_numpy()
    cells = [(x, y, 1, fold + 1, z) for x, y, fold, z in plain]
    given = pd.read_csv(path).loc[table.index]
    results = read_results(given, metric="result")
    assert cells_of(results, "result") == sorted(cells)
    assert results.settings["scale"] == "order"
    assert len(cells) == values
