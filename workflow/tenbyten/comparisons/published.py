"""Our decisions against published ones."""

import pandas as pd

from tenbyten.report.layout import in_plain_markdown, markdown_row

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


def published_in_markdown(comparison, by_policy, *, source, labels, policies):
    """Say how many decisions agree under which policy, and list those that do not.

    Parameters
    ----------
    comparison : DataFrame
        From `with_policies`.
    by_policy : DataFrame
        From `stability.agreement_by_policy`.
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
    labels, policies = in_plain_markdown(labels, policies)
    alpha = policies["alpha"]
    lines = [f"**Our decisions against {source}**", ""]
    lines.append("Decisions that agree, of those that the policy can decide, under")
    lines[-1] += " the study's policies and under each single change of them:"
    lines += ["", *_agreement(by_policy)]
    lines += ["", "Decisions that differ, with our number behind them (Poisson: "]
    lines[-1] += f"P(X > q/2), significant above {1 - alpha:g}; signed-rank: p, "
    lines[-1] += f"significant below {alpha:g}) and the smallest changes of the "
    lines[-1] += "policies under which the published decision comes out:"
    heads = ["subset", "row", "column", "test", "published", "ours", "number"]
    lines += ["", markdown_row([*heads, "comes out under"])]
    lines.append(markdown_row([*["---"] * 4, *["---:"] * 3, "---"]))
    for line in comparison[comparison["agrees"] == 0].itertuples():
        cells = [line.subset, labels[line.row], labels[line.column], _TESTS[line.test]]
        cells += [str(line.published), str(line.ours), f"{line.number:.4f}"]
        lines.append(markdown_row([*cells, line.comes_out_under]))
    return "\n".join(lines) + "\n"


def _agreement(by_policy):
    """Lines of the table of agreement: a policy a line, a subset a column."""
    subsets = by_policy["subset"].unique()
    lines = [markdown_row(["policy", *subsets])]
    lines.append(markdown_row(["---", *["---:"] * len(subsets)]))
    for policy, part in by_policy.groupby("policy", sort=False):
        part = part.set_index("subset")
        cells = [f"{part.at[s, 'agree']} of {part.at[s, 'of']}" for s in subsets]
        lines.append(markdown_row([policy, *cells]))
    return lines
