"""Name the scripts of the papers' simulations, and what they read, for their rules."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tenbyten.layout import layout_of

SCRIPTS = [
    *(f"corani_benavoli_{section}" for section in ("3_2", "4_2", "4_3")),
    *(f"nadeau_bengio_{x}" for x in ("regression", "gaussians", "letters")),
    "demsar_4",
]


def read_by(script: str, machine: Mapping[str, Any]) -> list[str]:
    """List the files that a script reads."""
    letters = Path(machine["arff_folder"] or "arff_folder", "letter.arff")
    files = {
        "nadeau_bengio_letters": [str(letters)],
        "demsar_4": [layout_of("paper").accuracies],
    }
    return files.get(script, [])


@cache
def left_out(script: str, file: str) -> bool:
    """Return whether a script's file is missing, and say so."""
    missing = not Path(file).is_file()
    if missing:
        print(f"Left out: {script}, as there is no {file}", file=sys.stderr)
    return missing


def estimates(machine: Mapping[str, Any]) -> list[str]:
    """List the estimates of all scripts whose files are there."""
    return [
        layout_of(f"simulations/{script}").planned.format(table="estimates")
        for script in SCRIPTS
        if not any(left_out(script, file) for file in read_by(script, machine))
    ]
