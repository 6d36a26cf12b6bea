"""Import accuracies and metrics made elsewhere in the place of our own.

In:   the file that `accuracies` names
Out:  results/{study}/accuracies.csv, if the table has them, and metrics.csv where the
      study asks for metrics; results/{study}/read.txt, how columns were read
"""


rule import_accuracies:
    """Read another program's results; every cell of the design once, or an error."""
    input:
        table=local(SETUP.machine["accuracies"]),
    output:
        **SETUP.long_tables,
        read=RESULTS.read,
        made=RESULTS.made("import_accuracies"),
    log:
        RESULTS.log("import_accuracies"),
    benchmark:
        RESULTS.benchmark("import_accuracies")
    conda:
        "../envs/tenbyten.yaml"
    resources:
        mem_mb=lambda wildcards, attempt: 2000 * attempt,
        runtime=lambda wildcards, attempt: 10 * attempt,
    params:
        settings=SETUP.settings("import_accuracies"),
        software=SETUP.software,
    message:
        "Importing the accuracies of {wildcards.study} from {input.table}"
    script:
        "../scripts/import_accuracies.py"
