"""What the report shows, and how it is read from a study's results."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from tenbyten.accuracies.left_out import described, read_failures, subsets_left
from tenbyten.accuracies.means import deviations_of, means_of
from tenbyten.accuracies.metric_values import read_values
from tenbyten.comparisons.decisions import read_decisions
from tenbyten.report.provenance import read_provenance
from tenbyten.tables import read_table

# A subset's tables in comparisons/<subset>/; a study need not have them all.
BY_SUBSET = ("pairwise", "ranks", "omnibus", "post_hoc", "control", "replicability")

# Columns that hold text even where it looks like a number.
_TEXT = ["dataset", "classifier", "row", "column", "subset", "test", "note"]
_TEXT += ["hangs_on", "data_sets", "name", "kind", "title", "alt"]


class Figure(NamedTuple):
    """One figure: a line of figures/index.csv and the drawing.

    Attributes
    ----------
    name : str
        Stem of its files.
    kind : str
        Such as ``critical_difference``.
    subset, row, column : str
        What it is about; empty for all of the study.
    title, alt : str
        What it shows, in short and with its numbers.
    svg : str
        The drawing.
    """

    name: str
    kind: str
    subset: str
    row: str
    column: str
    title: str
    alt: str
    svg: str


class Contents(NamedTuple):
    """Everything the report shows.

    Attributes
    ----------
    name : str
        The study's name.
    settings : dict
        Every key of the study file, defaults filled in.
    labels : dict of str to str
        The classifiers' names for people, in the study's order.
    subsets : dict of str to list of str
        The data sets of each subset.
    spans : dict of str to tuple of (int, int)
        Numbers of each subset's first and last data set.
    means, deviations : DataFrame of shape (datasets, classifiers)
        Of the study's metric over all folds; an accuracy is a fraction.
    higher_is_better : bool
        Whether more of the metric is better.
    posteriors : DataFrame
        From `on_each_dataset.compare_on_each`.
    decisions : dict of str to DataFrame
        From `decisions.decide`, by subset.
    by_subset : dict of str to dict of str to DataFrame
        By subset the tables named in `BY_SUBSET`, None where there is none.
    sensitivity, published : DataFrame or None
        What decisions hang on; ours against published ones.
    origins : dict of str to dict
        Where each data set is from, its checksums and facts; empty if unknown.
    figures : tuple of Figure
    provenance : dict
        From `provenance.collect_provenance`.
    failures : DataFrame or None
        What could not be computed: any columns. None where nothing may fail.
    exported : str
        Folder of the exported tables, as seen from the page.
    """

    name: str
    settings: dict[str, Any]
    labels: dict[str, str]
    subsets: dict[str, list[str]]
    spans: dict[str, tuple[int, int]]
    means: pd.DataFrame
    deviations: pd.DataFrame
    higher_is_better: bool
    posteriors: pd.DataFrame
    decisions: dict[str, pd.DataFrame]
    by_subset: dict[str, dict[str, pd.DataFrame | None]]
    sensitivity: pd.DataFrame | None
    published: pd.DataFrame | None
    origins: dict[str, dict[str, Any]]
    figures: tuple[Figure, ...]
    provenance: dict[str, Any]
    failures: pd.DataFrame | None = None
    exported: str = "tables/exported"

    @property
    def metric(self):
        """What is compared."""
        return self.settings["metric"]

    @property
    def datasets(self):
        """All data sets, in the study's order."""
        return list(self.means.index)

    @property
    def main(self):
        """The subset that the first page speaks of: the largest, of equals the last."""
        return max(reversed(self.subsets), key=lambda name: len(self.subsets[name]))

    @property
    def reference(self):
        """The classifier that single data sets are marked against."""
        return self.settings["control"] or next(iter(self.labels))


def read_contents(
    folder,
    *,
    settings,
    labels,
    subsets,
    spans,
    higher_is_better=True,
    failures=(),
    exported="tables/exported",
):
    """Read what a study has made.

    Parameters
    ----------
    folder : path
        ``results/<study>``; its name is the study's.
    settings, labels, subsets, spans, higher_is_better, exported
        As in `Contents`.
    failures : path or sequence of path
        Where the failures stand because of which data sets are left out.

    Returns
    -------
    Contents
        Tables, origins, figures and provenance that the study does not have are None
        or empty.

    Raises
    ------
    FileNotFoundError
        If accuracies, the tests on single data sets or a subset's decisions are
        missing, or a figure that the index names.
    """
    folder = Path(folder)
    metric = settings["metric"]
    failed = read_failures(failures)
    settings = settings | {"left_out": described(failed)}
    subsets = subsets_left(subsets, failed)
    compared = "accuracies" if metric == "accuracy" else "metrics"
    values = read_values(folder / f"{compared}.csv", metric=metric)
    means = means_of(values, metric)
    comparisons = folder / "comparisons"
    wanted = [t for t in BY_SUBSET if t != "control" or settings["control"]]
    return Contents(
        name=folder.resolve().name,
        settings=settings,
        labels=labels,
        subsets=subsets,
        spans=spans,
        means=means,
        deviations=deviations_of(values, metric),
        higher_is_better=higher_is_better,
        posteriors=read_table(comparisons / "correlated_t.csv"),
        decisions=read_decisions(folder / "tables" / f"{s}.csv" for s in subsets),
        by_subset={
            subset: dict.fromkeys(BY_SUBSET)
            | {name: _read(comparisons / subset / f"{name}.csv") for name in wanted}
            for subset in subsets
        },
        sensitivity=_read(folder / "tables" / "sensitivity.csv"),
        published=_read(folder / "tables" / "published.csv")
        if settings["published"]["decisions"]
        else None,
        origins={
            path.stem: json.loads(path.read_text(encoding="utf-8"))
            for path in sorted((folder / "data").glob("*.json"))
            if path.stem in means.index
        },
        figures=_figures(folder / "figures"),
        failures=failed if len(failed) else None,
        provenance=read_provenance(folder / "provenance.json"),
        exported=exported,
    )


def _read(path):
    """Read a table that need not be there."""
    if not path.is_file():
        return None
    header = pd.read_csv(path, nrows=0)
    numbers = [column for column in header if column not in _TEXT]
    return pd.read_csv(
        path,
        dtype={column: str for column in header if column in _TEXT},
        keep_default_na=False,
        na_values={column: [""] for column in numbers},
    )


def _figures(folder):
    """The figures that the index names, with their drawings."""
    index = _read(folder / "index.csv")
    if index is None:
        return ()
    return tuple(
        Figure(*line, svg=(folder / f"{line.name}.svg").read_text(encoding="utf-8"))
        for line in index[list(Figure._fields[:-1])].itertuples(index=False)
    )
