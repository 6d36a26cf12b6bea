"""Join the counts of all panels, and what else was measured.

In:   results/{study}/counts/{panel}/{part}.csv, data/{batch}.zip
Out:  results/{study}/accuracies.csv, datasets.json and, where the study asks for metrics
      or leaves out what fails, metrics.csv, failures.csv; of several seeds and tuned
      classifiers seeds.csv, chosen.csv; what classifiers warned of, warnings.csv
"""


rule collect:
    """Join the counts of all panels; every cell of the design once, or an error."""
    input:
        counts=SETUP.to_collect("counts"),
        failures=SETUP.to_collect("failures"),
        chosen=SETUP.to_collect("chosen"),
        warnings=SETUP.to_collect("warnings"),
        looks=SETUP.to_collect("looks"),
        archives=SETUP.archives,
        made=SETUP.to_collect("made"),
    output:
        **SETUP.long_tables,
        datasets=RESULTS.datasets,
        made=RESULTS.made("collect"),
    log:
        RESULTS.log("collect"),
    benchmark:
        RESULTS.benchmark("collect")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        settings=SETUP.settings("collect"),
        software=SETUP.software,
    message:
        "Collecting the accuracies of {wildcards.study}"
    script:
        "../scripts/collect.py"
