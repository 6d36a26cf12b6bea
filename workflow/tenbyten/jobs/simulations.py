"""Name the scripts of the simulations, and the files that these read."""

import sys
from functools import cache
from pathlib import Path

from tenbyten.layout import layout_of


def simulations(arff_folder: str) -> dict[str, list[str]]:
    """Name the scripts of the simulations, with the files that each reads."""
    letters = Path(arff_folder or "arff_folder", "letter.arff")
    paper = layout_of("paper")
    return {
        **{f"corani_benavoli_{section}": [] for section in ("3_2", "4_2", "4_3")},
        **{f"nadeau_bengio_{x}": [] for x in ("regression", "gaussians")},
        "nadeau_bengio_letters": [str(letters)],
        "demsar_4": [paper.accuracies],
        "claims": [],
        **{f"planner_{x}": [] for x in ("coverage", "power")},
        "early_stopping": [paper.accuracies, paper.datasets],
    }


@cache
def simulation_estimates(arff_folder: str) -> list[str]:
    """List the estimates of scripts whose files are there; print the others once."""
    estimates = []
    for script, files in simulations(arff_folder).items():
        if missing := [file for file in files if not Path(file).is_file()]:
            print(f"Left out: {script}, as there is no {missing[0]}", file=sys.stderr)
        else:
            folder = layout_of(f"simulations/{script}").folder
            estimates.append(f"{folder}/estimates.csv")
    return estimates
