"""Text for a paper: methods and results, with the keys of what they cite."""

from collections.abc import Callable

from markupsafe import Markup, escape

from tenbyten.engines import find_engine, read_offers
from tenbyten.engines.classifier import COLUMNS
from tenbyten.report.captions import caption
from tenbyten.report.contents import Contents
from tenbyten.report.document import escape_latex, escape_markdown
from tenbyten.report.formatting import (
    format_difference,
    format_interval,
    is_order,
    join_words,
    p_equals,
    scale_words,
)
from tenbyten.report.summary import Summary, headline, wins_ties_losses

# Most words of each text, and most classifiers that the methods name.
MOST_WORDS, _MOST_NAMED = 150, 8
# Separates citations from other text; names of studies cannot contain it.
_MARK = "\0"


def methods(summary: Summary) -> str:
    """Describe how the classifiers were compared, with citations made by `cite`."""
    contents, subset = summary.contents, summary.subset
    many = len(contents.labels)
    names = join_words(contents.labels.values())
    origins = [contents.origins.get(x, {}) for x in contents.subsets[subset]]
    lower = "" if contents.higher_is_better else " (lower is better)"
    logarithm = "the logarithm of " * (contents.settings.get("scale") == "ratio")
    return caption(
        "methods",
        s=contents.settings,
        names=names if many <= _MOST_NAMED else f"{many} classifiers",
        metric=f"{logarithm}{contents.metric}{lower}",
        where=where(contents, subset),
        columns=_columns(contents),
        lacking=[x["missing_class"] for x in origins if "missing_class" in x],
        family=summary.family if len(summary.pairs) > 1 else "",
        on_one=contents.on_one_dataset,
        datasets=summary.datasets,
        tested_on=summary.tested_on if "n" in summary.pairs else "",
        stopping=summary.stopping,
        control=summary.control,
        cite=cite,
    )


def results(summary: Summary) -> str:
    """State the verdict, its cautions, and the differences as far as they fit."""
    labels, settings = summary.contents.labels, summary.contents.settings
    (write, unit), times = format_difference(settings), scale_words(settings).times
    said = [headline(summary)]
    # The methods state what early stopping predicts; warnings are for the author.
    apart = ("runs", "warnings")
    ends = [caution.text for caution in summary.cautions if caution.part not in apart]
    start = f"By {summary.estimate} in {unit} ({summary.interval}):"
    if of_order := is_order(settings):
        start = "Wins, ties and losses:"
    items: list[str] = []
    for line in summary.findings.itertuples(index=False):
        between = format_interval(line.low, line.high, write)
        size = f"{write(line.difference)}{times} ({between}; {p_equals(line.p)})"
        if of_order:
            size = f"{wins_ties_losses(line)} ({p_equals(line.p)})"
        item = f"{labels[line.column]} over {labels[line.row]} {size}"
        words = " ".join([*said, start, *items, item, *ends, "and 99 more."])
        if len(words.split()) > MOST_WORDS:
            break
        items.append(item)
    if items:
        more = len(summary.findings) - len(items)
        listed = f"{', '.join(items)} and {more} more" if more else join_words(items)
        said.append(f"{start} {listed}.")
    return " ".join([*said, *ends])


def where(contents: Contents, subset: str) -> str:
    """Name the data sets of a subset."""
    count = len(contents.subsets[subset])
    if count == 1:
        return f"on the data set {contents.subsets[subset][0]}"
    if count == len(contents.datasets):
        return f"on the {count} data sets"
    first, last = contents.spans[subset]
    left = "left of those " if contents.left_out.get(subset) else ""
    return f"on the {count} data sets {left}numbered {first} to {last}"


def cite(*keys: str) -> str:
    """Cite entries of references.bib, for `in_html`, `in_markdown` and `in_latex`."""
    return f"{_MARK}{','.join(keys)}{_MARK}"


def _cited(
    text: str, write: Callable[[str], str], cited: Callable[[list[str]], str]
) -> str:
    """Write a text and its citations."""
    return "".join(
        cited(part.split(",")) if i % 2 else part
        for i, part in enumerate(write(text).split(_MARK))
    )


def in_html(text: str) -> Markup:
    """Write a text for the page, keys in brackets."""
    return Markup(_cited(text, escape, lambda keys: f"[{'; '.join(keys)}]"))


def in_markdown(text: str) -> str:
    """Write a text in Markdown, citations as Pandoc reads them."""
    return _cited(
        text, escape_markdown, lambda keys: f"[{'; '.join(f'@{x}' for x in keys)}]"
    )


def in_latex(text: str) -> str:
    """Write a text in LaTeX."""
    return _cited(text, escape_latex, lambda keys: rf"\cite{{{','.join(keys)}}}")


def _columns(contents: Contents) -> str:
    """Describe the columns passed to scikit-learn classifiers, if there are some."""
    forms: dict[str, list[str]] = {}
    for name, entry in contents.settings["classifiers"].items():
        offers = read_offers(name, entry)
        engines = [find_engine(engine) for engine in offers]
        if name in contents.labels and all(x.takes_estimators for x in engines):
            for classifier in offers.values():
                form = COLUMNS[classifier.columns]
                forms.setdefault(form, []).append(contents.labels[name])
    if len(forms) == 1 and len(contents.labels) > _MOST_NAMED:
        return f"{next(iter(forms))} to all"
    return "; ".join(f"{form} to {join_words(names)}" for form, names in forms.items())
