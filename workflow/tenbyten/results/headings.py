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
# Names, titles and captions of tables of errors.
_ERRORS = re.compile(
    r"(?i)(?<!standard )(?<!without )(\b|_)(err|errors?(?!.?bars?)|loss|rmse)(\b|_|$)"
)
# The same of other losses and costs, and what excepts a title from them.
_LOSSES = re.compile(
    r"(?i)(?<![^\W\d_])(?:error.?rates?|[^\W\d_]*(?:fehler|miss?class)[^\W\d_]*|nll|brier"
    r"|[^\W\d_]*loss(?:es)?|[rms]*mse|s?mape|n?mae|perplexity|ppl|ece|missrate|wer|cer|eer"
    r"|mase|hinge|mcr|f[pn]r|kl|divergence|dist(?:ance)?s?|zero.?one|wrong(?:ly)?|ranks?"
    r"|deviance|deviation|regret|risk|log.?likelihood|cross.?entropy|hamming"
    r"|costs?(?!.?sensitive)"
    r"|(?:run)?times?(?!.?series)|latency|duration|seconds?|secs?"
    r"|(?:lower|smaller|less) is better)(?![^\W\d_])|↓"
)
_RIGHT = re.compile(r"(?i)accurac|\bacc\b|\bauc|\bf1\b|standard error|recall|kappa")
# Names of rows that may sum up the others, and of those that do.
_MAY_SUM_UP = re.compile(
    r"(?!(?:[pn]|no|of|over|datasets?|tests?|acc(?:uracy)?|scores?|se)+$)(?:[pn\u03c3]"
    r"|no|of|over\d*|datasets?|tests?|acc(?:uracy)?|scores?|se|sigma|average"
    r"|avg|ave|means?|medians?|overall|totals?|sum|grand|macro|micro|weighted|geometric"
    r"|geo|harmonic|all|number|counts?|rank(?:s|ing|ed)?|won|wins?|ties?|tied|draws?"
    r"|loss(?:es)?|lost|wl|wtl|wdl|wlt|best|worst|better|worse|top\d|firsts?|places?"
    r"|std|stdev|stddev|stderr|standard|deviation|dev|error|var|variance|sd|sem|ci|iqr"
    r"|min|max|minimum|maximum|range|quantile|pvalues?|pval|holm|wilcoxon|friedman"
    r"|nemenyi|bonferroni|ttest|sign|signed|criticaldifference|cd|significance|statistic"
    r"|summary|improvement|gain|borda|moyenne|médiane|mittelwert|mittel|durchschnitt"
    r"|gesamt|summe|siege|promedio|media(?:na)?|平均|中位数|标准差|合计)+"
)
_SUMS_UP = re.compile(r"(average|avg|mean|overall|rank)+(acc(uracy)?|score|auc|error)?")
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


def sums_up(name: object) -> bool:
    """Return whether a row or column sums up the others, by its name."""
    return bool(_SUMS_UP.fullmatch(squash(name)))


def may_sum_up(name: object) -> bool:
    """Return whether a row may sum up the others, by its name."""
    return bool(_MAY_SUM_UP.fullmatch(squash(name)))


def loss_in(names: Sequence[str], titles: Sequence[str]) -> str:
    """Return the word by which the names of files, or titles, tell a loss; or none."""
    told = [x[0] for text in (*names, *titles) for x in _ERRORS.finditer(text)]
    plain = [text for text in titles if not _RIGHT.search(text)]
    told += [x[0] for text in plain for x in _LOSSES.finditer(text)]
    if not told and not all(map(_RIGHT.search, names)):
        # A classifier may be called so, not all of them.
        of_files = [[x[0] for x in _LOSSES.finditer(name)] for name in names]
        told = of_files[0] if all(of_files) else []
    return told[0].strip("_") if told else ""


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
