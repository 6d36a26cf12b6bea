"""Corani & Benavoli (2015), section 4.3: the data sets' differences are Cauchy."""

from network_decisions import POLICIES
from network_model import draw, simulate
from running import command, finish
from statements import Statement

# Medians of the distribution, and its scales too. At 0 there is no spread: that cell is
# the one of section 4.2.
MEDIANS = [0, 0.01, 0.02, 0.03, 0.04, 0.05]

STATEMENTS = [
    Statement(
        "Both tests are correctly calibrated when the difference is 0",
        ("poisson signed_rank", "below", 0.05),
        at="difference == 0 and datasets == 50",
    ),
    *(
        statement
        for datasets, such in ((50, ""), (25, "Confirmed with 25 data sets: "))
        for statement in (
            Statement(
                f"{such}With one run the Poisson test is slightly less powerful",
                ("poisson", "below", "signed_rank"),
                at=f"difference > 0 and datasets == {datasets} and runs == 1",
            ),
            Statement(
                f"{such}With ten runs the Poisson test is more powerful",
                ("poisson", "above", "signed_rank"),
                at=f"difference > 0 and datasets == {datasets} and runs == 10",
            ),
        )
    ),
]


if __name__ == "__main__":
    options = command(__file__, __doc__, 5000, "experiments a cell").parse_args()
    points = [(median, median) for median in MEDIANS]
    tables = simulate(points, options.size, options.cores)
    shown = draw(tables["estimates"], "Differences with a Cauchy distribution")
    finish(options.output, tables, shown, STATEMENTS, POLICIES["poisson"])
