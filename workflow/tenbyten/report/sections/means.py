"""Mean and spread of every classifier on every data set."""

from collections.abc import Callable

from tenbyten.comparisons import against_reference as marking
from tenbyten.report.contents import Contents
from tenbyten.report.document import Cell, Column, Table
from tenbyten.report.formatting import EMPTY, format_metric

BETTER, WORSE = "∘", "•"


def means_table(contents: Contents) -> list[Table]:
    """Lay out means and standard deviations, marked as WEKA's Experimenter does."""
    settings, means = contents.settings, contents.means
    write, unit = format_metric(contents.metric)
    against = {"reference": contents.reference, "alpha": settings["alpha"]}
    best = marking.best_on_each(means, higher_is_better=contents.higher_is_better)
    marks = marking.against_reference(contents.posteriors, means, **against)
    names = list(contents.labels)
    frames = (means, contents.deviations, best, marks)
    values = zip(*(frame[names].to_numpy() for frame in frames), strict=True)
    rows = [
        [Cell(dataset), *(_mean(write, *cell) for cell in zip(*line, strict=True))]
        for dataset, line in zip(means.index, values, strict=True)
    ]
    counts = []
    for name in names:
        of_each = ((marks[name] == sign).sum() for sign in (1, 0, -1))
        same = name == contents.reference
        counts.append(EMPTY if same else "/".join(map(str, of_each)))
    table = Table(
        name="means",
        title=f"Mean {unit} on each data set",
        caption="In brackets the standard deviation over all folds. Bold: best on the "
        f"data set. {BETTER} significantly better, {WORSE} significantly worse than "
        f"{contents.labels[contents.reference]}: corrected resampled t-test, "
        f"two-sided, alpha = {settings['alpha']}, rho = {settings['rho']}. The last "
        "line counts them.",
        columns=[Column("data set", "l"), *map(Column, contents.labels.values())],
        rows=rows,
        foot=(
            [Cell("mean"), *(Cell(write(x)) for x in means[names].mean())],
            [Cell("better/neither/worse"), *map(Cell, counts)],
        ),
        frame=marking.marked_means(means, contents.deviations, best=best, marks=marks),
    )
    return [table]


def _mean(
    write: Callable[[float], str], mean: float, deviation: float, best: bool, mark: int
) -> Cell:
    """Write one cell: text, bold type, mark and their words."""
    words = ["best"] if best else []
    if mark:
        words.append(f"significantly {'better' if mark > 0 else 'worse'}")
    sign = {1: BETTER, 0: "", -1: WORSE}[mark]
    text = f"{write(mean)} ({write(deviation)})"
    return Cell(text, bool(best), sign, ", ".join(words))
