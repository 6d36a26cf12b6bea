"""Simulate what three papers simulate: `snakemake simulations`, or one by its name.

In:   letter.arff of `arff_folder`, and the accuracies of study paper, for one study each
Out:  results/simulations/{name}/estimates.csv, verdicts.csv, figure.svg and others
"""

import sys
from functools import cache
from pathlib import Path

SIMULATIONS = ("corani_benavoli_3_2", "corani_benavoli_4_2", "corani_benavoli_4_3")
SIMULATIONS += ("nadeau_bengio_regression", "nadeau_bengio_gaussians")
SIMULATIONS += ("nadeau_bengio_letters", "demsar_4")
READ_BY_SIMULATIONS = {
    "nadeau_bengio_letters": f"{SETUP.machine['arff_folder'] or 'arff_folder'}/letter.arff",
    "demsar_4": "results/paper/accuracies.csv",
}


@cache
def simulations(wildcards):
    """List the tables of all simulations, and say which are left out."""
    read = READ_BY_SIMULATIONS.items()
    missing = {name: path for name, path in read if not Path(path).is_file()}
    for name, path in missing.items():
        print(f"Left out: {name}, as there is no {path}", file=sys.stderr)
    there = [name for name in SIMULATIONS if name not in missing]
    return [f"results/simulations/{name}/estimates.csv" for name in there]


rule simulations:
    """Simulate all studies whose files are there."""
    input:
        simulations,


for name in SIMULATIONS:

    rule:
        name:
            name
        input:
            script=project.FOLDER / f"workflow/simulations/{name}.py",
            read=READ_BY_SIMULATIONS.get(name, []),
        output:
            **{
                table: f"results/simulations/{name}/{table}.csv"
                for table in ("estimates", "statements", "verdicts")
            },
            figure=f"results/simulations/{name}/figure.svg",
        threads: 4
        resources:
            mem_mb=2000,
            runtime=120,
        params:
            python=sys.executable,
            folder=f"results/simulations/{name}",
        message:
            f"Simulating {name}"
        shell:
            "{params.python:q} {input.script:q} {input.read:q}"
            " --cores {threads} --output {params.folder:q}"
