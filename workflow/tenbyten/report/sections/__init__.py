"""Tables of the report, one module a section of the page or family of tables.

To add a table, write one function and register it here:

- a table over a subset in `OF_SUBSET`, under the name of its CSV file in
  ``comparisons/<subset>/``. Its function gets that file's DataFrame and the
  `Contents`, and returns a `Table`::

      def bounds_table(frame, contents):
          return build(
              frame,
              [*pair_columns(contents), number_column("bound", "bound", format_number)],
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

from tenbyten.layout import FILES
from tenbyten.report.captions import heading
from tenbyten.report.contents import Contents
from tenbyten.report.document import Table
from tenbyten.report.sections.all_classifiers import (
    control_table,
    omnibus_table,
    post_hoc_table,
    ranks_table,
)
from tenbyten.report.sections.datasets import datasets_table, failures_table
from tenbyten.report.sections.means import means_table
from tenbyten.report.sections.pairs import (
    pairwise_table,
    replicability_table,
    wins_table,
)
from tenbyten.report.sections.published import published_table
from tenbyten.report.sections.sensitivity import sensitivity_section

OF_STUDY = (
    ("sensitivity", "Sensitivity of the decisions", sensitivity_section),
    ("published", "Published decisions", published_table),
    ("datasets", "Data sets", datasets_table),
    ("failures", "Failures", failures_table),
)
OF_SUBSET = (
    ("ranks", ranks_table),
    ("omnibus", omnibus_table),
    ("pairwise", wins_table),
    ("pairwise", pairwise_table),
    ("post_hoc", post_hoc_table),
    ("control", control_table),
    ("replicability", replicability_table),
)


def tables_of_study(contents: Contents) -> dict[str, list[Table]]:
    """Make the tables of the whole study, by the ids of their sections."""
    tables = {section: make(contents) for section, _, make in OF_STUDY}
    return {"values": means_table(contents)} | tables


def tables_of_subset(contents: Contents, subset: str) -> list[Table]:
    """Make every table over a subset but the decisions."""
    where = heading(contents.spans[subset]).lower()
    tables = []
    for name, make in OF_SUBSET:
        frame = contents.by_subset[subset].get(name)
        if frame is None:
            continue
        table = make(frame, contents)
        tables.append(
            table._replace(
                name=f"{subset}-{table.name}",
                title=f"{table.title}: {where}",
                csv=FILES[name].format(subset=subset),
            )
        )
    return tables
