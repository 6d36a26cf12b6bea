"""Corani & Benavoli (2015), section 4.3: the data sets' differences are Cauchy."""

from network_decisions import POLICIES
from network_model import draw, simulate
from running import command, finish

# Medians of the distribution, and its scales too. The cell at 0, without spread, is the
# one of section 4.2.
MEDIANS = [0, 0.01, 0.02, 0.03, 0.04, 0.05]


if __name__ == "__main__":
    options = command(__file__, __doc__, 5000, "experiments a cell").parse_args()
    points = [(median, median) for median in MEDIANS]
    tables = simulate(points, options.size, options.cores)
    shown = draw(tables["estimates"], "Differences with a Cauchy distribution")
    finish(options.output, tables, shown, ["corani_benavoli_4_3"], POLICIES["poisson"])
