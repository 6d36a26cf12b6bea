"""Find the Snakefile, the studies and the rules that belong to this package."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SHARED = _PACKAGE / "share"

# The folder that holds `Snakefile`, `config/` and, in `workflow/`, `rules/`,
# `scripts/`, `schemas/`, `profiles/` and `report/`: the clone, or where a wheel has
# put them, `tenbyten/share` in site-packages. Nothing is written there: results are
# made below the working directory.
FOLDER = _SHARED if _SHARED.is_dir() else _PACKAGE.parents[1]
