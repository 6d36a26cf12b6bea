"""Our decisions against published ones."""

import pandas as pd

_TESTS = {"poisson": "Poisson", "signed_rank": "signed-rank"}


def against_published(tables, *, decisions, sides):
    """Set every published decision beside ours.

    Parameters
    ----------
    tables : dict of str to DataFrame
        Our decisions (`decisions.decide`) by subset.
    decisions : dict
        By subset, row and column: ``"1/0"``, Poisson and signed-rank.
    sides : {"one", "two"}
        Which p of the signed-rank test decided.

    Returns
    -------
    DataFrame
        One line a published decision: subset, row, column, test, published, ours,
        agrees, and number, our P(X > q/2) or p behind it.
    """
    lines = []
    for subset, rows in decisions.items():
        ours = tables[subset].set_index(["row", "column"])
        for row, columns in rows.items():
            for column, cell in columns.items():
                line = ours.loc[(row, column)]
                numbers = (line["p_column"], line[f"p_{sides}_sided"])
                for test, mark, number in zip(
                    _TESTS, cell.split("/"), numbers, strict=True
                ):
                    key = (subset, row, column, test, int(mark), int(line[test]))
                    lines.append((*key, int(key[-1] == key[-2]), number))
    columns = ["subset", "row", "column", "test", "published", "ours"]
    columns += ["agrees", "number"]
    return pd.DataFrame(lines, columns=columns)


def published_in_markdown(comparison, *, source, labels, policies):
    """Say for each subset how many decisions agree, and list those that do not.

    Parameters
    ----------
    comparison : DataFrame
        From `against_published`.
    source : str
        Where the decisions were published.
    labels : dict of str to str
        The classifiers' names for people.
    policies : dict
        The study's settings of the tests.

    Returns
    -------
    str
    """
    alpha = policies["alpha"]
    lines = [f"**Our decisions against {source}**", ""]
    lines += ["| subset | agree | of |", "| --- | ---: | ---: |"]
    for subset, part in comparison.groupby("subset", sort=False):
        lines.append(f"| {subset} | {part['agrees'].sum()} | {len(part)} |")
    lines += ["", "Decisions that differ, with our number behind them (Poisson: "]
    lines[-1] += f"P(X > q/2), significant above {1 - alpha:g}; signed-rank: p, "
    lines[-1] += f"significant below {alpha:g}):"
    lines += ["", "| subset | row | column | test | published | ours | number |"]
    lines.append("| --- | --- | --- | --- | ---: | ---: | ---: |")
    for line in comparison[comparison["agrees"] == 0].itertuples():
        cells = [line.subset, labels[line.row], labels[line.column], _TESTS[line.test]]
        cells += [str(line.published), str(line.ours), f"{line.number:.4f}"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
