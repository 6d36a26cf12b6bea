"""Corani & Benavoli (2015), section 4.2: the same difference on all data sets."""

import pandas as pd
from network_decisions import POLICIES
from network_model import draw, simulate
from running import command, finish
from statements import ESTIMATES

DIFFERENCES = [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1]


def shortfalls(facts: pd.DataFrame) -> pd.DataFrame:
    """List by how much the actual difference exceeds what is measured, by runs."""
    rows = facts[facts["size"].isna()]
    shortfall = rows["difference"] - rows["mean_difference"]
    columns = ["classifiers", "", "shortfall", shortfall, rows["error"]]
    found = rows[["difference", "scale", "runs"]].assign(datasets=50)
    simulated = rows["simulated"] // 50
    return found.assign(**dict(zip(ESTIMATES, [*columns, simulated], strict=True)))


if __name__ == "__main__":
    options = command(__file__, __doc__, 5000, "experiments a cell").parse_args()
    points = [(difference, 0) for difference in DIFFERENCES]
    tables = simulate(points, options.size, options.cores)
    shown = draw(tables["estimates"], "The same difference on all data sets")
    found = [tables["estimates"], shortfalls(tables["facts"])]
    tables["estimates"] = pd.concat(found, ignore_index=True)
    finish(options.output, tables, shown, ["corani_benavoli_4_2"], POLICIES["poisson"])
