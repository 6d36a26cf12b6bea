"""What holds for the whole study, as tables for people."""

from pathlib import Path

import numpy as np
import pandas as pd

from tenbyten.report.comparison_tables import TESTS, written
from tenbyten.report.numbers import EMPTY, number, percent, probability
from tenbyten.report.tables import Cell, Column, Table, build

BETTER, WORSE = "∘", "•"

# At most so many data sets are named in a cell.
_NAMED = 8

# Columns of the data sets' table: fact and heading.
_FACTS = {
    "instances": "instances",
    "attributes": "attributes",
    "numeric": "numeric",
    "classes_present": "classes",
    "missing_cells": "missing cells",
}
_KINDS = {
    "bundled": "bundled",
    "arff": "ARFF file",
    "openml": "OpenML data set",
    "openml_task": "OpenML task",
}


def tables_of(contents):
    """Lay out what holds for the whole study.

    Parameters
    ----------
    contents : Contents

    Returns
    -------
    dict of str to Table
        By name: means, sensitivity, published, datasets, failures; those that the
        study has.
    """
    tables = {"means": _means(contents)}
    if contents.sensitivity is not None:
        tables["sensitivity"] = _sensitivity(contents)
    if contents.published is not None:
        tables["published"] = _published(contents)
    if contents.origins:
        tables["datasets"] = _datasets(contents)
    if contents.failures is not None and len(contents.failures):
        tables["failures"] = _failures(contents)
    return tables


def against_reference(contents):
    """Say where a classifier differs significantly from the reference.

    Parameters
    ----------
    contents : Contents

    Returns
    -------
    DataFrame of shape (datasets, classifiers)
        1 where it is better, -1 where it is worse, 0 where neither is found; the
        corrected resampled t-test, two-sided.
    """
    lines = contents.posteriors[contents.posteriors["row"] == contents.reference]
    significant = lines["p_two_sided"] < contents.settings["alpha"]
    marks = lines.assign(
        mark=np.where(significant, np.sign(lines["mean_difference"]), 0).astype(int)
    ).pivot(index="dataset", columns="column", values="mark")
    return marks.reindex(
        index=contents.means.index, columns=contents.means.columns, fill_value=0
    )


def _means(contents):
    """Mean and spread of every classifier on every data set, as WEKA marks them."""
    write, unit = written(contents)
    means = contents.means
    extreme = means.max(axis=1) if contents.higher_is_better else means.min(axis=1)
    best = means.eq(extreme, axis=0)
    marks = against_reference(contents)
    names = list(contents.labels)
    tables = (means, contents.deviations, best, marks)
    numbers = zip(*(table[names].to_numpy() for table in tables), strict=True)
    rows = [
        [Cell(dataset), *(_mean(write, *cell) for cell in zip(*line, strict=True))]
        for dataset, line in zip(means.index, numbers, strict=True)
    ]
    foot = [[Cell("mean"), *(Cell(write(x)) for x in means[names].mean())]]
    counts = [
        f"{(marks[name] > 0).sum()}/{(marks[name] == 0).sum()}/"
        f"{(marks[name] < 0).sum()}"
        if name != contents.reference
        else EMPTY
        for name in names
    ]
    foot.append([Cell("better/neither/worse"), *map(Cell, counts)])
    reference = contents.labels[contents.reference]
    settings = contents.settings
    return Table(
        name="means",
        title=f"Mean {unit} on each data set",
        caption="In brackets the standard deviation over all folds. Bold: best on the "
        f"data set. {BETTER} significantly better, {WORSE} significantly worse than "
        f"{reference}: corrected resampled t-test, two-sided, alpha = "
        f"{settings['alpha']}, rho = {settings['rho']}. The last line counts them.",
        columns=[Column("data set", False), *map(Column, contents.labels.values())],
        rows=rows,
        foot=tuple(foot),
        frame=_long(contents, best, marks),
    )


def _mean(write, mean, deviation, best, mark):
    """One cell of the means: text, bold, mark and their words."""
    text, words = f"{write(mean)} ({write(deviation)})", []
    if best:
        words.append("best")
    if mark:
        words.append(f"significantly {'better' if mark > 0 else 'worse'}")
    sign = {1: BETTER, 0: "", -1: WORSE}[mark]
    return Cell(text, bool(best), sign, ", ".join(words))


def _long(contents, best, marks):
    """The numbers behind the means: a line a data set and classifier."""
    parts = {
        "mean": contents.means,
        "standard_deviation": contents.deviations,
        "best": best.astype(int),
        "against_reference": marks,
    }
    frame = pd.DataFrame({name: part.stack() for name, part in parts.items()})
    return frame.rename_axis(["dataset", "classifier"]).reset_index()


def _sensitivity(contents):
    """What the decisions that are not stable hang on."""
    labels, frame = contents.labels, contents.sensitivity
    columns = [
        ("subset", False, lambda line: line.subset),
        ("row", False, lambda line: labels[line.row]),
        ("column", False, lambda line: labels[line.column]),
        ("test", False, lambda line: TESTS[line.test]),
        ("column better", False, lambda line: _yes(line.decision)),
        ("other decision under", False, lambda line: line.hangs_on or EMPTY),
        ("other decision without", False, lambda line: _shortened(line.data_sets)),
    ]
    stable = [
        f"{part['stable'].sum():g} of {len(part)} on {subset}"
        for subset, part in frame.groupby("subset", sort=False)
    ]
    return build(
        frame[frame["stable"] == 0],
        columns,
        name="sensitivity",
        title="Decisions that are not stable",
        caption="The policies that turn a decision, and the data sets without any one "
        "of which it turns. Every other decision is stable: no policy and no single "
        f"data set turns it. Stable are {', '.join(stable)}. The CSV file has all.",
        csv="tables/sensitivity.csv",
        tex="tables/sensitivity.tex",
    )


def _published(contents):
    """Published decisions beside ours, those that differ first."""
    labels = contents.labels
    columns = [
        ("subset", False, lambda line: line.subset),
        ("row", False, lambda line: labels[line.row]),
        ("column", False, lambda line: labels[line.column]),
        ("test", False, lambda line: TESTS[line.test]),
        ("published", True, lambda line: number(line.published, "g")),
        ("ours", True, lambda line: number(line.ours, "g")),
        ("agrees", False, lambda line: _yes(line.agrees)),
        ("P or p", True, lambda line: probability(line.number)),
    ]
    agree = [
        f"{part['agrees'].sum():g} of {len(part)} on {subset}"
        for subset, part in contents.published.groupby("subset", sort=False)
    ]
    source = contents.settings["published"]["source"]
    return build(
        contents.published.sort_values("agrees", kind="stable"),
        columns,
        name="published",
        title=f"Our decisions against {source}",
        caption=f"Decisions that agree: {', '.join(agree)}. P or p: our P(X > q/2) of "
        "the Poisson test or p of the signed-rank test. Those that differ come first.",
        csv="tables/published.csv",
    )


def _datasets(contents):
    """Facts and origin of every data set."""
    lines = [
        {"dataset": dataset} | contents.origins[dataset]
        for dataset in contents.datasets
        if dataset in contents.origins
    ]
    columns = [
        ("data set", False, lambda line: line.dataset),
        *(
            (title, True, lambda line, fact=fact: number(getattr(line, fact), "g"))
            for fact, title in _FACTS.items()
        ),
        (
            "majority (%)",
            True,
            lambda line: percent(line.majority / line.instances, ".1f"),
        ),
        ("from", False, _origin),
        ("SHA-256", False, lambda line: line.sha256[:12]),
    ]
    frame = pd.DataFrame(lines)
    return build(
        frame,
        columns,
        name="datasets",
        title="Data sets",
        caption="As every classifier met them. Majority: share of the largest class. "
        "SHA-256: first digits of the checksum of the study's own copy; the CSV file "
        "has all of it, and that of the file it was read from.",
        frame=_without_folders(frame),
    )


def _failures(contents):
    """What could not be computed."""
    frame = contents.failures
    return Table(
        name="failures",
        title="Failures",
        caption="What could not be computed, and is in no other table.",
        columns=[Column(str(name), False) for name in frame],
        rows=[[Cell(str(x)) for x in line] for line in frame.to_numpy(object)],
        frame=frame,
    )


def _origin(line):
    """Where a data set is from, without the folders of somebody's machine."""
    kind = _KINDS[line.source]
    at = Path(str(line.at)).name if line.source == "arff" else line.at
    licence = getattr(line, "licence", None)
    more = f", {licence}" if isinstance(licence, str) and licence else ""
    return f"{kind} {at}{more}"


def _without_folders(frame):
    """The origins as they may be passed on: a file by its name alone."""
    at = [
        Path(str(at)).name if source == "arff" else at
        for source, at in zip(frame["source"], frame["at"], strict=True)
    ]
    return frame.assign(at=at)


def _shortened(names):
    """The first names of a list with semicolons, and how many more there are."""
    found = names.split("; ") if names else []
    more = f"; and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return ("; ".join(found[:_NAMED]) or EMPTY) + more


def _yes(value):
    """A mark of 0 or 1 in words."""
    return EMPTY if pd.isna(value) else ("yes" if value else "no")
