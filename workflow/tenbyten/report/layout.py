"""How tables for people name subsets, state policies and write numbers."""

import html
import re


def heading(span):
    """Name a subset as the paper does.

    Parameters
    ----------
    span : tuple of (int, int)
        Numbers of the first and last data set.

    Returns
    -------
    str
    """
    first, last = span
    return f"Data sets {first}-{last}" if first != last else f"Data set {first}"


def caption(policies):
    """Say what the marks of Table 4's layout mean and which policies are behind them.

    Parameters
    ----------
    policies : dict
        The study's settings of the tests; and ``left_out``, what `failures.described`
        says of failures, where some data sets are left out.

    Returns
    -------
    str
    """
    zero = {
        "half": "counts 1/2",
        "win": "counts as a win of the column",
        "drop": "leaves the data set out",
    }[policies["zero_variance"]]
    poisson = "exact"
    if policies["poisson"] == "simulated":
        poisson = f"from {policies['poisson_draws']} draws, seed {policies['seed']}"
    sides = f"{policies['signed_rank_sides']}-sided"
    method = {"approximate": "normal approximation", "exact": "exact"}
    title = f"{policies['title']}. " if policies["title"] else ""
    left_out = policies.get("left_out", "")
    left_out = (
        f" Left out, because a classifier failed: {left_out}." if left_out else ""
    )
    metric = policies["metric"]
    better = "more accurate" if metric == "accuracy" else f"better by {metric}"
    return (
        f"{title}Each cell is Poisson/signed-rank: 1 where the test finds the column's "
        f"classifier significantly {better} than the row's, else 0 (alpha = "
        f"{policies['alpha']}). {policies['runs']} runs of {policies['folds']}-fold "
        f"cross-validation. Poisson test: P(X > q/2) > 1 - alpha, {poisson}; "
        f"correlated t-test with rho = {policies['rho']}; an all-zero "
        f"difference {zero}. Signed-rank test: {sides}, "
        f"{method[policies['signed_rank']]}, zeros split evenly.{left_out}"
    )


def p_of(policies):
    """Name the column of p that decides the signed-rank test."""
    return f"p_{policies['signed_rank_sides']}_sided"


def probability(value):
    """Write four decimals, or the power of ten of what would be 0.0000."""
    return f"{value:.4f}" if value >= 5e-5 or value == 0 else f"{value:.1e}"


def in_plain_markdown(labels, policies):
    """Make names and title such that Markdown prints them and nothing else.

    Parameters
    ----------
    labels : dict of str to str
        Names for people.
    policies : dict
        With a ``title``.

    Returns
    -------
    labels, policies : dict
    """
    plain = {name: _plain(label) for name, label in labels.items()}
    return plain, policies | {"title": _plain(policies.get("title", ""))}


def _plain(text):
    """Text with the marks of HTML and Markdown escaped."""
    text = html.escape(text, quote=False)
    return re.sub(r"([\\`*\[\]|])", r"\\\1", text)


def markdown_row(cells):
    """Write one line of a Markdown table."""
    return "| " + " | ".join(cells) + " |"
