"""Simulate three papers and our own claims: `snakemake simulations`, or one by name.

In:   letter.arff of `arff_folder`, accuracies and facts of study paper, for some
Out:  results/simulations/{name}/estimates.csv, verdicts.csv, figure.svg and others
"""

import sys

from tenbyten.jobs.simulations import simulation_estimates, simulations


rule simulations:
    """Simulate all studies whose files are there."""
    input:
        lambda wildcards: simulation_estimates(SETUP.machine["arff_folder"]),


for name, files in simulations(SETUP.machine["arff_folder"]).items():

    rule:
        name:
            name
        input:
            script=FOLDER / f"workflow/simulations/{name}.py",
            read=files,
        output:
            **{
                table: f"results/simulations/{name}/{table}.csv"
                for table in ("estimates", "statements", "verdicts")
            },
            figure=f"results/simulations/{name}/figure.svg",
        log:
            f"results/simulations/{name}/log.txt",
        conda:
            "../envs/tenbyten.yaml"
        threads: 4
        resources:
            mem_mb=2000,
            runtime=120,
        params:
            python=sys.executable,
        message:
            f"Simulating {name}"
        shell:
            "{params.python:q} {input.script:q} {input.read:q} --cores {threads}"
            " --output $(dirname {output.figure:q}) 2>&1 | tee {log:q}"
