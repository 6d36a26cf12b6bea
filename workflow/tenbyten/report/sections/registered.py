"""Register the tables of the report, and make them.

To add a table, write one function and register it here:

- a table over a subset in `OF_SUBSET`, under the name of its CSV file in
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

  and ``OF_SUBSET = (..., ("bounds", bounds_table))``. `Contents.by_subset` then has
  the DataFrame of each subset whose file is an input of rule report.
- a table of the whole study in `OF_STUDY`, with id and heading of its section. Its
  function gets the `Contents` and returns a list of `Table`, empty if the study has
  none.

The page shows every registered table, and ``tables/exported`` gets its LaTeX and,
where no other file has its numbers, its CSV.
"""

from typing import Any

from tenbyten.layout import FILES
from tenbyten.report.captions import in_sentence, named_heading
from tenbyten.report.contents import Contents
from tenbyten.report.document import Table
from tenbyten.report.sections import all_classifiers, pairs
from tenbyten.report.sections.adjusted import adjusted_table
from tenbyten.report.sections.agreement import published_table
from tenbyten.report.sections.datasets import datasets_table, failures_table
from tenbyten.report.sections.decisions import decision_tables
from tenbyten.report.sections.false_marks import false_marks_table
from tenbyten.report.sections.grouped import grouped_section
from tenbyten.report.sections.mcnemar import mcnemar_section
from tenbyten.report.sections.means import means_tables
from tenbyten.report.sections.on_one_dataset import on_one_dataset_table
from tenbyten.report.sections.sensitivity import sensitivity_section

OF_STUDY = (
    ("sensitivity", "Sensitivity of the decisions", sensitivity_section),
    ("grouped", "Groups of data sets", grouped_section),
    ("published", "Published decisions", published_table),
    ("mcnemar", "McNemar's test", mcnemar_section),
    ("datasets", "Data sets", datasets_table),
    ("failures", "Failures", failures_table),
)
OF_SUBSET = (
    ("false_marks", false_marks_table),
    ("ranks", all_classifiers.ranks_table),
    ("omnibus", all_classifiers.omnibus_table),
    ("pairwise", pairs.wins_table),
    ("pairwise", pairs.pairwise_table),
    ("post_hoc", all_classifiers.post_hoc_table),
    ("control", all_classifiers.control_table),
    ("replicability", pairs.replicability_table),
)
# Tables of post-hoc tests: they find something where Friedman's test rejects.
AFTER_FRIEDMAN = {"post_hoc", "control"}


def tables_of_study(contents: Contents) -> dict[str, list[Table]]:
    """Make the tables of the whole study, by the ids of their sections."""
    tables = {section: make(contents) for section, _, make in OF_STUDY}
    return {"values": means_tables(contents)} | tables


def decided_tables(contents: Contents, subset: str) -> list[Table]:
    """Make the tables of the decisions over a subset as the page shows them."""
    decisions = contents.decisions[subset]
    forms = ("adjusted", "decisions", "decisions_latex")
    of_adjusted, csv, tex = (FILES[form].format(subset=subset) for form in forms)
    words: dict[str, Any] = {"labels": contents.labels, "policies": contents.settings}
    if contents.on_one_dataset:
        return [on_one_dataset_table(decisions, **words)._replace(csv=csv, tex=tex)]
    words["span"], found = contents.spans[subset], contents.by_subset[subset]
    adjusted = adjusted_table(found["adjusted"], **words)
    layout, behind = decision_tables(
        decisions,
        **words,
        data_sets=len(contents.subsets[subset]),
        false_marks=found["false_marks"],
    )
    heading = named_heading(contents.heading(subset), subset)
    titles = [f"{heading}: {x.title.partition(': ')[2]}" for x in (adjusted, layout)]
    titles.append(f"{heading}: {in_sentence(behind.title)}")
    return [
        adjusted._replace(title=titles[0], csv=of_adjusted, tex=tex),
        layout._replace(title=titles[1], csv=csv, tex=tex),
        behind._replace(title=titles[2], csv=csv, tex=tex),
    ]


def tables_of_subset(contents: Contents, subset: str) -> list[Table]:
    """Make every table over a subset but the decisions."""
    where = in_sentence(contents.heading(subset))
    tables = []
    for name, make in OF_SUBSET:
        frame = contents.by_subset[subset].get(name)
        if frame is None:
            continue
        table = make(frame, contents)
        if name in AFTER_FRIEDMAN:
            omnibus = contents.by_subset[subset]["omnibus"]
            table = all_classifiers.without_findings(table, omnibus, contents)
        csv, title = FILES[name].format(subset=subset), f"{table.title}: {where}"
        named = table._replace(name=f"{subset}-{table.name}", title=title, csv=csv)
        tables.append(named)
    return tables
