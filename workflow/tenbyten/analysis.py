"""The whole analysis of a table of accuracies, without Snakemake."""

from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from tenbyten.accuracies.means import means_of
from tenbyten.accuracies.metric_values import collect_metrics
from tenbyten.accuracies.table import collect
from tenbyten.comparisons.decisions import decide, in_markdown
from tenbyten.comparisons.files import as_written
from tenbyten.comparisons.on_each_dataset import compare_on_each
from tenbyten.comparisons.over_datasets import compare_over_datasets
from tenbyten.comparisons.poisson import poisson_tests
from tenbyten.comparisons.signed_rank import signed_rank_tests
from tenbyten.comparisons.stability import stability
from tenbyten.study import Study, name_for_files, study_of


class Comparison(NamedTuple):
    """Classifiers compared, on each data set and over each subset.

    Attributes
    ----------
    study : Study
        The settings, defaults filled in.
    values : DataFrame
        The long table that was compared, checked and in order.
    posteriors : DataFrame
        Every pair on every data set: `on_each_dataset.compare_on_each`.
    decisions : dict of str to DataFrame
        By subset the decisions of the Poisson and the signed-rank test, and the
        numbers behind them: `comparisons.decisions.decide`.
    subsets : dict of str to dict of str to DataFrame
        By subset every other table, by the name of its file in the README.
    stability : DataFrame
        Which decisions are stable, and what the others hang on.
    """

    study: Study
    values: pd.DataFrame
    posteriors: pd.DataFrame
    decisions: dict[str, pd.DataFrame]
    subsets: dict[str, dict[str, pd.DataFrame]]
    stability: pd.DataFrame

    def __str__(self):
        """Every subset's decisions, as a table for people."""
        return "\n".join(
            in_markdown(
                table,
                labels=self.study.labels,
                span=self.study.span(subset),
                policies=self.study.policies,
            )
            for subset, table in self.decisions.items()
        )

    def write(self, folder):
        """Write tables, figures and the report into a folder.

        Parameters
        ----------
        folder : path
            Made where it is missing. Gets what the workflow leaves in
            ``results/<study>/``, `report.html` first of all.
        """
        # Drawing takes a second to import, and only this needs it.
        from tenbyten.report.writing import write_comparison

        write_comparison(self, Path(folder))


def compare(table, **settings: Any):
    """Compare classifiers by all tests of the package.

    Parameters
    ----------
    table : DataFrame
        A row a cell: columns dataset, classifier, run, fold (both from 1), and tested
        and correct (counts) or accuracy (a fraction); with the setting `metrics`,
        those columns too. Every classifier has every fold of every data set.
        Data sets and classifiers are taken in the order in which they appear.
    **settings
        Keys of a study file (config/README.md) but `datasets`, `classifiers`,
        `splitter`; runs and folds are those of the table. `labels`, a dict, gives
        classifiers other names for people than the table does.

    Returns
    -------
    Comparison

    Raises
    ------
    ValueError
        If a setting is unknown or out of its range, if a cell is missing, doubled or
        impossible, or if a subset has too few data sets for a test.
    """
    if "classifier" in table:
        table, labels = name_for_files(table)
        settings["labels"] = labels | settings.get("labels", {})
    study = study_of(table, settings)
    metric = study["metric"]
    if metric == "accuracy":
        values = collect([table], **study.design)
    else:
        values = collect_metrics([table], metrics=study["metrics"], **study.design)
    posteriors = as_written(compare_on_each(values, **study.on_each_dataset))
    means = means_of(values, metric)
    subsets = {
        subset: _over(study, datasets, posteriors, means)
        for subset, datasets in study.subsets.items()
    }
    decisions = {
        subset: decide(tables["poisson"], tables["signed_rank"])
        for subset, tables in subsets.items()
    }
    stable = stability(
        {subset: tables["sensitivity"] for subset, tables in subsets.items()},
        {subset: tables["leave_one_out"] for subset, tables in subsets.items()},
        policies=study.policies,
    )
    return Comparison(study, values, posteriors, decisions, subsets, stable)


def _over(study, datasets, posteriors, means):
    """All tables of one subset, by their files' names."""
    poisson = poisson_tests(posteriors, datasets=datasets, **study.poisson)
    signed_rank = as_written(
        signed_rank_tests(posteriors, datasets=datasets, **study.signed_rank)
    )
    others = compare_over_datasets(
        posteriors, means, signed_rank, datasets=datasets, **study.over_datasets
    )
    return {"poisson": poisson, "signed_rank": signed_rank} | others
