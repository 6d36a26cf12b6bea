"""Compare the decisions with published ones."""

import pandas as pd

_TESTS = ("poisson", "signed_rank")


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


def with_policies(comparison, under):
    """Add to every published decision under which policies it comes out.

    Parameters
    ----------
    comparison : DataFrame
        From `against_published`.
    under : DataFrame
        From `stability.published_under_policies`, of the same decisions.

    Returns
    -------
    DataFrame
        The comparison and comes_out_under.
    """
    keys = ["subset", "row", "column", "test"]
    under = under[[*keys, "comes_out_under"]]
    return comparison.merge(under, on=keys, validate="one_to_one")
