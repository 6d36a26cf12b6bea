"""Compare classifiers: from a table of results, or from the files of a study.

`compare` reads anybody's results; `compare_files` what the workflow's rules have
written. Both make a `Comparison` of the same steps:

1. `run_tests`: the correlated t-test of every pair on each data set and, from its
   table, the Poisson and the signed-rank test over each subset;
2. `OverDatasets`: every other test over a subset, when its table is asked for;
3. `Comparison`: the decisions, the answer, and the files that show them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from tenbyten.comparison import Comparison, Results, ThreeTests
from tenbyten.comparisons.files import round_as_written
from tenbyten.comparisons.on_each_dataset import mcnemar_tests
from tenbyten.comparisons.three_tests import (
    run_correlated_t,
    run_poisson,
    run_signed_rank,
)
from tenbyten.files import read_json
from tenbyten.layout import Layout
from tenbyten.over_datasets import compare_on_common
from tenbyten.results.exclusions import datasets_left
from tenbyten.results.files import (
    read_failures,
    read_right,
    read_values,
)
from tenbyten.results.headings import known_metric
from tenbyten.results.long_tables import make_long_tables
from tenbyten.results.results import Source, read_results
from tenbyten.results.sizes import read_rho
from tenbyten.study import (
    Study,
    compared_metrics,
    foreign_metric_names,
    make_study_of_table,
    rename_for_files,
)
from tenbyten.tables.our_csv import read_table
from tenbyten.words import list_first

# A table in memory has every cell, or is refused.
_NO_FAILURES = read_failures([])


def compare(
    source: Source,
    *,
    columns: Mapping[str, str] | None = None,
    classifiers: str | None = None,
    unit: str | None = None,
    better: str | None = None,
    sheet: str | None = None,
    **settings: Any,
) -> Comparison:
    """Compare classifiers by all tests of the package.

    Parameters
    ----------
    source : path, sequence of paths, DataFrame or dict
        Results: a file (CSV, Excel, Parquet, a table in LaTeX or Markdown), several, a
        folder or a pattern; a table; or a dict of arrays. A table is long, a row a
        result, with columns for data set, classifier, run, fold, and tested and correct
        (counts) or a metric; or wide, a column a classifier, a row a data set; or
        transposed; or there is a file a classifier, with a column a run. Columns are
        known by usual headings (method, model, task, seed, acc, ...).
        Without run and fold there is one score for each data set and classifier,
        without fold there are train/test splits, without run one cross-validation. All
        classifiers have the same folds of a data set; data sets may have different
        numbers of them. Data sets and classifiers are taken in the order in which they
        appear; names that files cannot bear are changed, those of data sets in all
        tables, those of classifiers in files.
        Of one data set, a dict with an array for each classifier will do: of shape
        (runs, folds), or of shape (runs * folds,) with the setting `runs`; the setting
        `dataset` names the data set. It may hold what scikit-learn's `cross_validate`
        returns in place of arrays, or by data set such dicts (of unknown names with
        ``classifiers="rows"``), or be the `cv_results_` of a search.
    columns : dict of str to str, optional
        By dataset, classifier, run, fold, tested, correct or a metric the column that
        has it, if its heading does not tell.
    classifiers : {"columns", "rows", "files"}, optional
        Where the classifiers are, if no heading tells.
    unit : {"percent", "fraction"}, optional
        Unit of the compared metric, if neither signs nor numbers tell.
    better : {"higher", "lower"}, optional
        Which values of the compared metric are better, if its name does not tell.
    sheet : str, optional
        The one of an Excel workbook.
    **settings
        Keys of a study file (`tenbyten docs keys`) but `datasets`, `classifiers`,
        `splitter`; runs and folds are those of the table. Splits are tested if `rho` is
        a number, the share of the instances that each tests, or has one for each data
        set: a dict, or a file of the sizes of train and test sets. `scale` may also be
        ``{"minmax": name}``: values are rescaled on each data set, so that this
        classifier's mean is 0 and the best one 1. `labels`, a dict, gives
        classifiers other names for people than the table does; `groups`, a dict, lists
        the data sets that share a source, by its name: the column `group` of a sheet.

    Returns
    -------
    Comparison
        If `metric` is a list, of its first one; its `metrics` have the others.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If a setting is unknown or out of its range, if a cell is missing, doubled or
        impossible, if several readings of the source are possible, or if a subset has
        too few data sets for a test.
    """
    compared, listed = compared_metrics(settings), settings.get("metrics")
    if isinstance(settings.get("metric"), str):
        compared = [known_metric(settings["metric"])]
        settings["metric"] = compared[0]
    # What is no list is refused with the other settings.
    listed = listed if isinstance(listed, list) else []
    foreign = settings.get("foreign_metrics")
    of_arrays = {}
    if isinstance(source, Mapping):
        of_arrays = {x: settings.pop(x) for x in ("runs", "dataset") if x in settings}
    results = read_results(
        source,
        columns=columns,
        metric=compared[0] if "metric" in settings else None,
        metrics=[*compared[1:], *listed, *foreign_metric_names(settings)],
        classifiers=classifiers,
        unit=unit,
        better=better,
        sheet=sheet,
        foreign_metrics=foreign if isinstance(foreign, Mapping) else {},
        missing=settings.get("missing", "refuse"),
        scale=settings.get("scale", "auto"),
        **of_arrays,
    )
    if isinstance(settings.get("scale"), Mapping):
        # What is compared has another name and a scale of its own.
        taken = ("scale", "metric", "foreign_metrics")
        settings = {key: x for key, x in settings.items() if key not in taken}
    if isinstance(rho := settings.get("rho"), str) and rho != "1/folds":
        settings["rho"] = read_rho(rho)
    settings = results.settings | settings
    every = results.table if results.partial is None else results.partial
    every, datasets = rename_for_files(every, "dataset")
    every, names = rename_for_files(every, "classifier")

    def renamed(table: pd.DataFrame) -> pd.DataFrame:
        return table.assign(
            dataset=table["dataset"].map(datasets),
            classifier=table["classifier"].map(names),
        )

    table = renamed(results.table)
    labels = {name: given for given, name in names.items() if name != given}
    for given, label in settings.get("labels", {}).items():
        labels[names.get(str(given), str(given))] = label
    settings["labels"] = labels
    if "control" in settings:
        control = str(settings["control"])
        settings["control"] = names.get(control, control)
    if isinstance(rho := settings.get("rho"), Mapping):
        # A file of sizes is often of more data sets.
        by_name = {str(name): x for name, x in rho.items()}
        settings["rho"] = {
            new: by_name[x] for x, new in datasets.items() if x in by_name
        }
    if "groups" in settings:
        settings["groups"] = {
            group: [datasets.get(str(name), str(name)) for name in members]
            for group, members in settings["groups"].items()
        }
    design = {datasets[x]: results.design[x] for x in results.table["dataset"].unique()}
    study = make_study_of_table(table, settings, design)
    needed = (study["metric"], *study.further)
    metrics = [x for x in study["metrics"] if x in table or x in needed]
    measured = make_long_tables(
        table,
        _NO_FAILURES,
        design=study.design,
        metric=study.needed,
        metrics=metrics,
        **study.pick("foreign_metrics duplicates"),
    )
    found = Results(measured, _NO_FAILURES, read=results.words)
    tests = {x: run_tests(by, found) for x, by in study.by_metric.items()}
    if results.partial is None:
        return analyse(study, found, tests)
    is_one = not study.further and "subsets" not in settings and len(study.datasets) > 1
    has_pairs = settings.get("missing") == "pairwise"
    if has_pairs and not is_one:
        raise ValueError(
            f"missing: pairwise takes one metric, no `subsets`, and two or more data "
            f"sets with all results, here {', '.join(study.datasets)}; set missing: "
            f"drop, worst or {{constant: NAME}}"
        )
    comparison = analyse(study, found, tests)
    if not is_one:
        return comparison
    (tables,) = comparison.subsets.values()
    if has_pairs:
        on_common = compare_on_common(study, every, ranks=tables["ranks"])
        comparison = analyse(study, found, tests, on_common)
    others = {policy: renamed(other) for policy, other in results.others.items()}
    said = _other_policies(comparison, others)
    found = found._replace(read=f"{results.words}; {said}")
    return analyse(study, found, tests, comparison.on_common)


def analyse(
    study: Study,
    results: Results,
    tests: Mapping[str, ThreeTests],
    on_common: Mapping[str, pd.DataFrame] | None = None,
    *,
    threads: int | None = None,
) -> Comparison:
    """Compare the classifiers by each metric of a study.

    Parameters
    ----------
    study : Study
    results : Results
        What was measured; all metrics share it.
    tests : dict of str to ThreeTests
        By metric the tables of the three tests.
    on_common : dict of str to DataFrame, optional
        From `compare_on_common`, where pairs are compared on the data sets that both
        have.
    threads : int, optional
        Threads of the hierarchical model, by default as many as there are cores.

    Returns
    -------
    Comparison
        By the first metric; its `metrics` have the others.
    """
    threads = threads or os.cpu_count() or 1
    first, *others = [
        Comparison(by, results, tests[metric], threads=threads)
        for metric, by in study.by_metric.items()
    ]
    further = dict(zip(study.further, others, strict=True))
    return replace(first, metrics=further, on_common=on_common or {})


def run_tests(study: Study, results: Results) -> ThreeTests:
    """Run the three tests by the metric of a study: see `comparisons.three_tests`."""
    values, failures = results.measured[study.compared], results.failures
    posteriors = run_correlated_t(values, **study.correlated_t)
    over = {"subsets": study.datasets_by_subset}
    poisson = signed_rank = {}
    if "poisson" in study.tests:
        poisson = run_poisson(posteriors, failures, **over, **study.poisson)
    if "signed_rank" in study.tests:
        signed_rank = run_signed_rank(posteriors, failures, **over, **study.signed_rank)
    return ThreeTests(posteriors, poisson, signed_rank)


def compare_files(
    study: Study,
    files: Mapping[str, Any],
    folders: Sequence[Layout],
    *,
    threads: int = 1,
) -> Comparison:
    """Compare the classifiers of a study from the files that rules have written.

    Parameters
    ----------
    study : Study
    files : dict of str to path
        Files of the study by their names in `layout.FILES`; what it does not have is
        left out. ``predictions`` are archives.
    folders : sequence of Layout
        Where the tables of the three tests are, by each metric.
    threads : int, default=1
        As in `analyse`.

    Returns
    -------
    Comparison
        As of `analyse`.
    """
    failures = read_failures(files.get("failures", ()))
    measured = {
        name: read_values(files[name])
        for name in ("accuracies", "metrics")
        if name in files
    }
    mcnemar = None
    if "predictions" in files:
        datasets = datasets_left(list(study.datasets), failures)
        right = read_right(files["predictions"], datasets)
        mcnemar = round_as_written(mcnemar_tests(right, pairs=study.unordered_pairs))
    others: dict[str, Any] = {
        name: read_table(files[name])
        for name in ("seeds", "chosen", "warnings")
        if name in files
    }
    for name, key in (("early_stopping", "early_stopping"), ("datasets", "origins")):
        if name in files:
            others[key] = read_json(files[name])
    if "read" in files:
        others["read"] = Path(files["read"]).read_text(encoding="utf-8")
    results = Results(measured, failures, mcnemar, **others)
    by_metric = zip(study.by_metric.items(), folders, strict=True)
    tests = {metric: _read_tests(by, folder) for (metric, by), folder in by_metric}
    return analyse(study, results, tests, threads=threads)


def _read_tests(study: Study, layout: Layout) -> ThreeTests:
    """Read the tables of the three tests."""
    poisson, signed_rank = (
        {
            subset: read_table(getattr(layout, test).format(subset=subset))
            for subset in study["subsets"]
            if test in study.tests
        }
        for test in ThreeTests._fields[1:]
    )
    return ThreeTests(read_table(layout.correlated_t), poisson, signed_rank)


def _other_policies(comparison: Comparison, others: Mapping[str, pd.DataFrame]) -> str:
    """Say which decisions differ under other policies for missing results."""
    study, key, said = comparison.study, ["row", "column"], []
    ours = comparison.pairs().set_index(key)["family"].dropna()
    (ranks,) = (tables["ranks"] for tables in comparison.subsets.values())
    for policy, table in others.items():
        theirs = compare_on_common(study, table, ranks=ranks)["adjusted"]
        theirs = theirs.set_index(key)["family"]
        differing = ours.index[ours != theirs[ours.index]]
        names = list_first(["-".join(pair) for pair in differing], most=5, more=" and ")
        said.append(
            f"missing: {policy} would change {len(differing)} of {len(ours)} decisions"
            + f" ({names})" * bool(names)
        )
    return "; ".join(said)
