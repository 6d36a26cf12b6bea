"""Rule crossvalidate: one panel of classifiers on one data set, every fold."""

from tenbyten.dataset.canonical import read_dataset
from tenbyten.engines import cross_validation as cv
from tenbyten.folds import read_folds
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
params = snakemake.params
settings = params.settings
rows, failures = cv.judge_panel(
    read_dataset(snakemake.input.dataset, name=snakemake.wildcards.dataset),
    read_folds(snakemake.input.folds, splitter=params.splitter, seed=settings["seed"]),
    **settings,
    weka_jar=snakemake.resources.weka_jar,
    mem_mb=snakemake.resources.mem_mb,
    runtime=snakemake.resources.runtime,
    unfinished=params.unfinished,
)
cv.write_counts(rows, snakemake.output.accuracies)
cv.write_metrics(rows, snakemake.output.get("metrics"), metrics=settings["metrics"])
cv.write_failures(failures, snakemake.output.get("failures"))
cv.forget(params.unfinished)
