"""Tell by names what columns hold: the headings of roles and metrics."""

import re
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from tenbyten.metrics import METRICS, Foreign

Names = Iterable[object]

# Headings of columns, in small letters and digits alone, in the order in which they are
# looked for. Those of WEKA's Experimenter are among them.
_HEADINGS = {
    "dataset": "dataset datasets datasetname dataname keydataset data task taskname "
    "problem problemname database datasetid taskid tid did",
    "classifier": "classifier classifiers classifiername method methodname model "
    "modelname framework algorithm algorithmname learner learnername estimator system "
    "approach",
    "run": "run repeat repetition rep replicate replication resample resampling keyrun",
    "fold": "fold foldid foldidx foldindex cvfold keyfold split",
    "tested": "tested numberoftestinginstances",
    "correct": "correct numbercorrect",
    "metric": "metric metricname measure scoring",
    "accuracy": "accuracy acc testaccuracy testacc percentcorrect predictiveaccuracy",
    "auc": "auc rocauc areaunderroc",
    "log_loss": "logloss",
    "balanced_accuracy": "balancedaccuracy balacc bac",
}
# They number runs only where nothing else tells the rows of a cell apart.
SEEDS = ("seed", "randomstate", "randomseed", "trial", "iteration", "iter")
# Headings of values that do not name a metric.
VALUES: Sequence[str] = (
    *("result", "score", "testscore", "meantestscore", "value", "metricerror"),
    *("error", "errorrate", "loss"),
)
# Parts of the names of metrics of which less is better, or more.
LOWER = re.compile(r"err|loss|rmse|mse|mae|mape|time|second|duration|cost|brier|nll")
_HIGHER = re.compile(r"acc|auc|score|f1|r2|kappa|mcc|precision|recall")
METRIC = re.compile(f"{_HIGHER.pattern}|{LOWER.pattern}")
# What programs that track experiments write before a heading.
_TRACKED = re.compile(r"^(params?|metrics?|config|summary|tags)[./]")
# Names of classifiers; others end with ``Classifier``.
_CLASSIFIERS = {
    *("j48", "c45", "naivebayes", "nb", "aode", "hnb", "knn", "ibk", "smo", "svm"),
    *("svc", "rf", "randomforest", "xgboost", "xgb", "lightgbm", "catboost", "mlp"),
    *("logisticregression", "decisiontree", "adaboost", "gradientboosting"),
}


def squash(name: object) -> str:
    """Return a heading in small letters and digits alone."""
    return re.sub(r"[\W_]+", "", _TRACKED.sub("", str(name).strip().lower()))


def headings_of(role: str) -> list[str]:
    """List the headings of a metric, or of a part of a cell."""
    return _HEADINGS.get(role, squash(role)).split()


def known_metric(name: str) -> str:
    """Return the name of a metric that has it as a heading, or the name itself."""
    return next((x for x in METRICS if squash(name) in headings_of(x)), name)


def first_of(columns: Iterable[str], headings: Sequence[str]) -> str | None:
    """Return the column that has the first of some headings that is there."""
    squashed = {squash(name): name for name in columns}
    return next((squashed[x] for x in headings if x in squashed), None)


def roles_of(
    table: pd.DataFrame, mapped: Mapping[str, str], metrics: Sequence[str], where: str
) -> dict[str, str]:
    """Return the column of each role that is told by its heading, or by the caller.

    Parameters
    ----------
    table : DataFrame
    mapped : dict of str to str
        By role a column of another heading.
    metrics : sequence of str
        Roles besides the usual ones.
    where : str
        What errors begin with.

    Raises
    ------
    ValueError
        If there is no mapped column, or if two columns may be the same metric.
    """
    if unknown := [x for x in mapped.values() if x not in table]:
        problem = f"no column {unknown[0]!r}, which is mapped; it has"
        raise ValueError(f"{where}: {problem} {', '.join(table)}")
    left = [name for name in table if name not in mapped.values()]
    metrics = [*METRICS, *metrics]
    found = {x: first_of(left, headings_of(x)) for x in [*_HEADINGS, *metrics]}
    for role in metrics:
        same = [x for x in left if squash(x) in headings_of(role)]
        if len(same) > 1 and role not in mapped:
            raise ValueError(
                f"{where}: {' and '.join(same)} may both be {role}; say which: --map "
                f"{role}={same[0]!r}"
            )
    return {x: y for x, y in (found | dict(mapped)).items() if y is not None}


def side_of(
    rows: Names, columns: Names, datasets: Names, classifiers: Names
) -> str | None:
    """Tell by names that are known whether rows or columns are classifiers, or None."""
    known = {*map(squash, classifiers), *_CLASSIFIERS}
    found = []
    for side, own, others in (("rows", rows, columns), ("columns", columns, rows)):
        are_known = (x in known or x.endswith("classifier") for x in map(squash, own))
        if any(are_known) or {*map(squash, others)} & {*map(squash, datasets)}:
            found.append(side)
    return found[0] if len(found) == 1 else None


def is_higher_better(
    metric: str, better: str | None, foreign_metrics: Foreign, where: str
) -> bool:
    """Return whether higher values of a metric are better.

    Raises
    ------
    ValueError
        If neither its name nor the caller tells, or the caller contradicts.
    """
    if metric in foreign_metrics:
        # What it lacks is refused with the other settings.
        told = foreign_metrics[metric]
        return isinstance(told, Mapping) and bool(told.get("greater_is_better"))
    name = squash(metric)
    is_lower, is_higher = bool(LOWER.search(name)), bool(_HIGHER.search(name))
    # 1 - accuracy, a skill score, the accuracy of time series.
    is_open = is_lower == is_higher or name.startswith("1")
    higher: bool | None = name.startswith("neg") or (None if is_open else is_higher)
    if metric in METRICS:
        higher = METRICS[metric].higher_is_better
        if better in ("higher", "lower") and (better == "higher") != higher:
            raise ValueError(
                f"{where}: {better} {metric} is not better; leave out --better, or "
                f"compare another metric"
            )
    if better not in ("higher", "lower", None) or (better is None and higher is None):
        raise ValueError(
            f"{where}: is a higher {metric} better, or a lower one? Say --better "
            f"higher or --better lower"
        )
    return bool(higher) if better is None else better == "higher"
