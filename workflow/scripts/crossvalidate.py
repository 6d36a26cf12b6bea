"""Rule crossvalidate: one panel of classifiers on one data set, every fold."""

from tenbyten.dataset.canonical import read_dataset
from tenbyten.engines import cross_validation as cv
from tenbyten.folds import read_folds
from tenbyten.scripting import log_to

log_to(snakemake.log[0])
params, resources = snakemake.params, snakemake.resources
settings = params.settings
rows, failures = cv.evaluate_panel(
    read_dataset(snakemake.input.dataset, name=snakemake.wildcards.dataset),
    read_folds(snakemake.input.folds, splitter=params.splitter, seed=settings["seed"]),
    **settings,
    allotted=cv.Allotment(resources.program, resources.mem_mb),
)
cv.write_counts(rows, snakemake.output.accuracies)
cv.write_metrics(rows, snakemake.output.get("metrics"), metrics=settings["metrics"])
cv.write_failures(failures, snakemake.output.get("failures"))
