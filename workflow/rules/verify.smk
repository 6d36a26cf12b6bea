"""Hold all results to what they were made from: `snakemake verify --cores 1`.

In:   everything in results/{study}/, where nothing but its log is written
"""


rule verify:
    """Print what does not fit, or that everything does, and compute nothing."""
    log:
        Layout(f"results/{STUDY.name}").log("verify"),
    localrule: True
    conda:
        "../envs/tenbyten.yaml"
    threads: 1
    resources:
        mem_mb=1000,
        runtime=10,
    params:
        results=lambda wildcards: results_to_verify(),
    message:
        f"Verifying the results of {STUDY.name}"
    script:
        "../scripts/verify.py"
