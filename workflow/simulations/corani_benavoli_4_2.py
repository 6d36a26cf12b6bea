"""Corani & Benavoli (2015), section 4.2: the same difference on all data sets."""

import pandas as pd
from network_decisions import POLICIES
from network_model import draw, simulate
from running import command, finish
from statements import ESTIMATES, Statement

DIFFERENCES = [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1]

SAME = "The same conclusions are confirmed with 25 data sets"
STATEMENTS = [
    Statement(
        "The difference that is measured is approximately theta - 0.5 (within 0.005)",
        ("classifiers", "near", 0),
        at="difference > 0",
        within=0.005,
        measure="shortfall",
    ),
    *(
        statement
        for datasets, same in ((50, ""), (25, f"{SAME}: "))
        for statement in (
            Statement(
                f"{same}Both tests yield a Type I error below 0.05 at difference 0",
                ("poisson signed_rank", "below", 0.05),
                at=f"difference == 0 and datasets == {datasets}",
            ),
            Statement(
                f"{same}With one run the Poisson test is generally less powerful",
                ("poisson", "below", "signed_rank"),
                at=f"difference > 0 and datasets == {datasets} and runs == 1",
            ),
            Statement(
                f"{same}With ten runs the Poisson test is generally more powerful",
                ("poisson", "above", "signed_rank"),
                at=f"difference > 0 and datasets == {datasets} and runs == 10",
            ),
            # "Roughly the same": within 0.05 is ours.
            Statement(
                f"{same}The signed-rank test is as powerful with one as with ten runs",
                ("signed_rank", "near", {"runs": 1}),
                at=f"difference > 0 and datasets == {datasets} and runs == 10",
                within=0.05,
            ),
        )
    ),
]


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
    finish(options.output, tables, shown, STATEMENTS, POLICIES["poisson"])
