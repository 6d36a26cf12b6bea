"""Make the tables of config/examples/, which are random and say so.

Run this file to write them again: ``python tests/workflow/example_tables.py``.
"""

from pathlib import Path

import numpy as np
import pandas as pd


def drawn(seed, rows, shares):
    """Draw classes, a generator that goes on, and numbers that tell the classes."""
    rng = np.random.default_rng(seed)
    classes = rng.choice(len(shares), rows, p=shares)
    return rng, classes


def visits():
    """Numbers and labels with missing values, a rare class, rows without a class."""
    rng, classes = drawn(1, 160, [0.55, 0.42, 0.03])
    age = np.round(rng.normal(40 + 8 * classes, 9)).astype(int)
    income = np.round(rng.lognormal(7.5 + 0.2 * classes, 0.4), 2)
    region = np.array(["north", "south", "east"])[
        (classes + rng.integers(0, 2, 160)) % 3
    ]
    member = np.where(rng.random(160) < 0.3 + 0.3 * (classes == 1), "yes", "no")
    table = pd.DataFrame(
        {"id": [f"v{i:03}" for i in range(160)], "age": age, "income": income}
    ).assign(region=region, member=member)
    table.loc[rng.random(160) < 0.1, "income"] = np.nan
    table.loc[rng.random(160) < 0.06, "region"] = None
    outcome = np.array(["returns", "leaves", "complains"], dtype=object)[classes]
    outcome[rng.choice(160, 5, replace=False)] = None
    return table.assign(outcome=outcome)


def crops():
    """Codes that are numbers, and classes that are numbers."""
    rng, classes = drawn(2, 150, [0.4, 0.3, 0.2, 0.1])
    soil = 10 * ((classes + (rng.random(150) < 0.3)) % 4) + 1
    rain = np.round(rng.gamma(2 + classes, 30), 1)
    height = np.round(rng.normal(1 + 0.15 * classes, 0.3), 3)
    table = pd.DataFrame({"soil": soil, "rain": rain, "height": height})
    return table.assign(kind=classes + 1)


def sensors():
    """Categories in an order, truth values and missing numbers."""
    rng, classes = drawn(3, 140, [0.6, 0.4])
    level = np.clip(classes + rng.integers(0, 3, 140), 0, 2)
    level = pd.Categorical.from_codes(level, ["low", "middle", "high"], ordered=True)
    values = rng.normal(classes[:, None] * [1.0, 0.4, 0.0], 1, (140, 3))
    values[rng.random(values.shape) < 0.08] = np.nan
    table = pd.DataFrame(values, columns=["current", "voltage", "noise"])
    state = pd.Categorical.from_codes(classes, ["good", "faulty"])
    return table.assign(level=level, hot=rng.random(140) < 0.5, state=state)


def plants():
    """ARFF with missing values and a class of three rows."""
    rng, classes = drawn(4, 130, [0.5, 0.48, 0.02])
    length = np.round(rng.normal(5 + classes, 0.8), 2)
    width = np.round(rng.normal(3 - 0.4 * classes, 0.5), 2)
    edge = (classes + (rng.random(130) < 0.25)) % 2
    lines = ["% Random numbers, made for the example.", "@relation plants"]
    lines += ["@attribute length numeric", "@attribute width numeric"]
    lines += ["@attribute edge {smooth,toothed}", "@attribute kind {a,b,c}", "@data"]
    for row in range(130):
        cells = [str(length[row]), str(width[row]), ("smooth", "toothed")[edge[row]]]
        cells = ["?" if rng.random() < 0.05 else cell for cell in cells]
        lines.append(",".join([*cells, "abc"[classes[row]]]))
    return "\n".join(lines) + "\n"


def write_tables(folder):
    """Write all of them into a folder."""
    folder = Path(folder)
    visits().to_csv(folder / "visits.csv", index=False, lineterminator="\n")
    crops().to_csv(folder / "crops.tsv", sep="\t", index=False, lineterminator="\n")
    sensors().to_parquet(folder / "sensors.parquet", index=False)
    (folder / "plants.arff").write_text(plants())


if __name__ == "__main__":
    write_tables(Path(__file__).parents[2] / "config" / "examples")
