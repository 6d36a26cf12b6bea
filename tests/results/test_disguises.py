"""Random tables, written as people write them, are read to the digit or refused."""

import random
from decimal import Decimal
from itertools import product

import openpyxl
import pytest

from tenbyten.results.results import read_results

DATASETS = ["iris", "zoo", "Glass 2", "heart-c", "31", "wine_red"]
CLASSIFIERS = ["CIF", "Net", "RF (100)", "HIVE-COTE", "ours"]
DATASET = ["dataset", "Data Set", "problem", "task", "dataset_name", "tid"]
CLASSIFIER = ["classifier", "Method", "model", "framework", "algorithm", "estimator"]
RUN = ["run", "repeat", "Resample", "seed"]
FOLD = ["fold", "Fold", "split"]
ACCURACY = ["accuracy", "acc", "Accuracy", "test_accuracy"]
UNCLEAR = ["name", "", "x"]


def make_cells(pick):
    """Make up a complete table: accuracies as decimals by cell."""
    datasets = pick.sample(DATASETS, pick.randint(2, 6))
    classifiers = pick.sample(CLASSIFIERS, pick.randint(2, 5))
    runs, folds = pick.choice([(1, 1), (1, 5), (3, 1), (2, 2), (3, 5)])
    digits = pick.randint(2, 6)
    numbers = range(1, runs + 1), range(1, folds + 1)
    return {
        cell: Decimal(pick.randint(10**digits // 4, 10**digits)).scaleb(-digits)
        for cell in product(datasets, classifiers, *numbers)
    }


def write_number(value, pick, how):
    """Write an accuracy in a unit, with what people put around it."""
    value = value * 100 if how["percent"] else value
    text = f"{value:f}"
    if how["deviation"]:
        text += how["deviation"].format(f"{pick.randint(1, 99) / 10:.1f}")
    if how["sign"]:
        text += how["sign"] if how["format"] != "tex" else r"\%"
    if pick.random() < how["bold"]:
        text = {"tex": rf"\textbf{{{text}}}", "md": f"**{text}**"}.get(
            how["format"], text
        )
    return text.replace(".", how["decimal"])


def make_rows(cells, pick, how):
    """Write cells in rows of text below a header; runs and folds from 0 or 1."""
    datasets, classifiers, runs, folds = (
        list(dict.fromkeys(names)) for names in zip(*cells, strict=True)
    )
    for names in (datasets, classifiers):
        pick.shuffle(names)
    numbers = {"run": runs, "fold": folds}
    parts = [x for x in numbers if len(numbers[x]) > 1 or pick.random() < 0.2]
    heads = [pick.choice({"run": RUN, "fold": FOLD}[x]) for x in parts]
    if how["kind"] != "long" and "seed" in heads:  # see corpus.yaml
        heads[heads.index("seed")] = "run"
    written = {x: write_number(value, pick, how) for x, value in cells.items()}
    table = []
    for run, fold in product(runs, folds):
        count = {"run": run - how["zero"], "fold": fold - how["zero"]}
        own = [str(count[x]) for x in parts]
        if how["kind"] == "long":
            names = product(datasets, classifiers)
            table += [[d, c, *own, written[d, c, run, fold]] for d, c in names]
        elif how["kind"] == "wide":
            for d in datasets:
                values = [written[d, c, run, fold] for c in classifiers]
                table.append([d, *own, *values])
        else:
            for c in classifiers:
                values = [written[d, c, run, fold] for d in datasets]
                table.append([c, *own, *values])
    if how["kind"] == "long":
        head = [how["dataset"], how["classifier"], *heads, how["accuracy"]]
    elif how["kind"] == "wide":
        head = [how["dataset"], *heads, *classifiers]
    else:
        head = [how["classifier"], *heads, *datasets]
    pick.shuffle(table)
    order = list(range(len(head)))
    if how["shuffled"]:
        pick.shuffle(order)
    rows = [[row[n] for n in order] for row in [head, *table]]
    if how["index"]:
        rows = [["", *rows[0]], *([str(n), *x] for n, x in enumerate(rows[1:]))]
    if how["average"] and how["kind"] == "wide" and order[0] == 0 and not how["index"]:
        rows.append(["Average", *rows[1][1:]])
    return rows


def write_file(rows, path, how):
    """Write rows in a format."""
    if how["format"] == "xlsx":
        book = openpyxl.Workbook()
        for row in rows:
            # Numbers are numbers there, where they can be.
            book.active.append([to_number(x) for x in row])
        return book.save(path)
    if how["format"] == "tex":
        lines = [" & ".join(x).replace("_", r"\_") + r" \\" for x in rows]
        lines = [r"\begin{tabular}{l}", *lines, r"\end{tabular}"]
    elif how["format"] == "md":
        lines = ["| " + " | ".join(x) + " |" for x in rows]
        lines.insert(1, "|" + "---|" * len(rows[0]))
    else:
        lines = [how["separator"].join(x) for x in rows]
    path.write_text("\n".join(lines) + "\n", how["encoding"])
    return None


def to_number(text):
    """Return what a spreadsheet makes of a text."""
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text


def disguise(pick):
    """Choose how a table is written, and tell whether its headings say it all."""
    separator = pick.choice([",", ";", "\t", "|"])
    form = pick.choice(["csv", "csv", "csv", "xlsx", "tex", "md"])
    percent = pick.random() < 0.4
    how = {
        "kind": pick.choice(["long", "wide", "transposed"]),
        "format": form,
        "separator": separator,
        "decimal": ","
        if form == "csv" and separator != "," and pick.random() < 0.4
        else ".",
        "percent": percent,
        "sign": pick.choice(["", "", "%", " %"]) if percent else "",
        "deviation": pick.choice(["", "", " ± {}", " +- {}", " ({})"]),
        "bold": pick.choice([0, 0.3]),
        "zero": pick.random() < 0.3,
        "shuffled": pick.random() < 0.2,
        "index": pick.random() < 0.2,
        "average": pick.random() < 0.2,
        "encoding": pick.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
        "dataset": pick.choice(DATASET if pick.random() < 0.85 else UNCLEAR),
        "classifier": pick.choice(CLASSIFIER if pick.random() < 0.85 else UNCLEAR),
        "accuracy": pick.choice(ACCURACY),
    }
    named = [x for x in ("dataset", "classifier") if how[x] not in UNCLEAR]
    needed = {"wide": ["dataset"], "transposed": ["classifier"]}
    return how, set(needed.get(how["kind"], ["dataset", "classifier"])) <= set(named)


@pytest.mark.parametrize(
    ("count", "only_clear"),
    [
        # What a heading leaves open may be refused, but not misread.
        (100, False),
        pytest.param(1000, True, marks=pytest.mark.slow),
        pytest.param(1000, False, marks=pytest.mark.slow),
    ],
)
def test_a_disguised_table_is_read_to_the_digit_or_refused(
    count, only_clear, tmp_path, counted
):
    pick, clear, refused, wrong = random.Random(20261125), 0, [], []
    for number in range(count):
        cells = make_cells(pick)
        how, is_clear = disguise(pick)
        rows = make_rows(cells, pick, how)
        if only_clear and not is_clear:
            continue
        write_file(rows, tmp_path / "theirs", how)
        clear += is_clear
        try:
            table = read_results(tmp_path / "theirs").table
        except ValueError as error:
            refused += [(number, str(error), how)] if is_clear else []
            continue
        names = ["dataset", "classifier", "run", "fold", "accuracy"]
        read = {tuple(x[:4]): x[4] for x in table[names].to_numpy().tolist()}
        expected = {cell: float(value) for cell, value in cells.items()}
        wrong += [(number, how, rows[:4])] if read != expected else []
    assert not wrong, (len(wrong), wrong[0])
    counted("disguised tables", count)
    assert len(refused) <= clear // 20, (len(refused), clear, refused[:3])
