"""Registry of the report's tables, by subset and of the whole study.

To add a table, write one function and register it here:

- a table over a subset in `SUBSET_TABLES`, under the name of its CSV file in
  ``comparisons/<subset>/``. Its function gets that file's DataFrame and the
  `Contents`, and returns a `Table`::

      def bounds_table(frame, contents):
          bound = number_column("bound", "bound", format_number)
          return build(
              frame,
              [*pair_columns(contents.labels), bound],
              name="bounds",
              title="Bounds",
              caption="Upper bound of ...",
          )

  and ``SUBSET_TABLES = (..., ("bounds", bounds_table))``. `Contents.by_subset` has the
  DataFrame of each subset.
- a table of the whole study in `STUDY_TABLES`, with id and heading of its section. Its
  function gets the `Contents` and yields each `Table` of the study.

The page shows every registered table, and ``tables/exported`` gets its LaTeX and, if no
other file has its numbers, its CSV.
"""

from tenbyten.layout import FILES
from tenbyten.report.captions import in_sentence, named_heading
from tenbyten.report.contents import Contents
from tenbyten.report.document import Table
from tenbyten.report.formatting import is_order
from tenbyten.report.sections import comparisons, datasets, decisions
from tenbyten.report.sections.agreement import published_table
from tenbyten.report.sections.sensitivity import grouped_section, sensitivity_section
from tenbyten.report.sections.trainings import (
    runs_section,
    seeds_section,
    tuning_section,
)

STUDY_TABLES = (
    ("runs", "Runs", runs_section),
    ("costs", "Costs", datasets.costs_section),
    ("sensitivity", "Sensitivity of the decisions", sensitivity_section),
    ("grouped", "Groups of data sets", grouped_section),
    ("published", "Published decisions", published_table),
    ("mcnemar", "McNemar's test", comparisons.mcnemar_section),
    ("seeds", "Seeds", seeds_section),
    ("tuning", "Tuning", tuning_section),
    ("warnings", "Warnings", datasets.warnings_table),
    ("datasets", "Data sets", datasets.datasets_table),
    ("failures", "Failures", datasets.failures_table),
)
SUBSET_TABLES = (
    ("new_datasets", comparisons.new_datasets_table),
    ("ranks", comparisons.ranks_table),
    ("omnibus", comparisons.omnibus_table),
    ("pairwise", comparisons.wins_table),
    ("pairwise", comparisons.pairwise_table),
    ("post_hoc", comparisons.post_hoc_table),
    ("control", comparisons.control_table),
)
# Tables of post-hoc tests, which have findings only if Friedman's test rejects.
POST_HOC_TABLES = {"post_hoc", "control"}


def tables_of_study(contents: Contents) -> dict[str, list[Table]]:
    """Make the tables of the whole study, by the ids of their sections."""
    tables = {section: [*make(contents)] for section, _, make in STUDY_TABLES}
    return {"values": datasets.means_tables(contents)} | tables


def tables_of_decisions(contents: Contents, subset: str) -> list[Table]:
    """Make the tables of the decisions over a subset as the page shows them."""
    heading = named_heading(contents.heading(subset), subset)
    forms = ("adjusted", "decisions", "decisions_latex")
    of_adjusted, csv, tex = (FILES[form].format(subset=subset) for form in forms)
    first, *others = decisions.decision_tables(contents, subset, heading)
    first_csv = csv if contents.on_one_dataset else of_adjusted
    others = [table._replace(csv=csv, tex=tex) for table in others]
    if others:
        title = f"{heading}: {in_sentence(others[1].title)}"
        others[1] = others[1]._replace(title=title)
    return [first._replace(csv=first_csv, tex=tex), *others]


def tables_of_subset(contents: Contents, subset: str) -> list[Table]:
    """Make every table over a subset except the decisions."""
    # The order on each data set alone does not give it.
    hidden = comparisons.pairwise_table if is_order(contents.settings) else None
    where, best = in_sentence(contents.heading(subset)), contents.best(subset)
    tables = []
    for name, make in SUBSET_TABLES:
        frame = contents.by_subset[subset].get(name)
        if frame is None or make is hidden or frame.empty:
            continue
        # Other tables have only the pairs that are tested in full.
        if name in ("pairwise", "post_hoc"):
            frame = frame[frame[["row", "column"]].isin([*best]).all(axis=1)]
        table = make(frame, contents)
        if name in POST_HOC_TABLES:
            omnibus = contents.by_subset[subset]["omnibus"]
            table = comparisons.mark_only_if_rejected(table, omnibus, contents)
        csv, title = FILES[name].format(subset=subset), f"{table.title}: {where}"
        named = table._replace(name=f"{subset}-{table.name}", title=title, csv=csv)
        tables.append(named)
    return tables
