"""Rule collect: the counts and metrics of all panels as long tables."""

from tenbyten.accuracies.files import as_failures, as_tables
from tenbyten.engines import cross_validation as cv
from tenbyten.files import write_json
from tenbyten.jobs.collecting import collect_kept
from tenbyten.jobs.preparing import sheet_of_prepared
from tenbyten.scripting import job
from tenbyten.stages import collect_accuracies, collect_metrics
from tenbyten.tables import write_table

with job(snakemake):
    plan, outputs = snakemake.params.plan, snakemake.output
    kept = list(collect_kept(plan, snakemake.params.panels))
    for x in kept:
        path = plan.layout.panel_accuracies.format(panel=x.panel, dataset=x.dataset)
        cv.write_counts(x.rows, path)
    failures = as_failures(x for of_panel in kept for x in of_panel.failures)
    counts, measured = as_tables(
        (row for of_panel in kept for row in of_panel.rows), plan.study["metrics"]
    )
    design = plan.study.design
    accuracies = collect_accuracies([counts], failures, **design)
    metrics = collect_metrics(
        [measured], failures, metrics=plan.study["metrics"], **design
    )
    write_table(accuracies, outputs.accuracies)
    write_table(metrics, outputs.get("metrics"))
    write_table(failures, outputs.get("failures"))
    write_json(
        sheet_of_prepared({name: plan.files(name) for name in design["datasets"]}),
        outputs.datasets,
    )
