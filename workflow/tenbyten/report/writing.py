"""Write a comparison made in Python as the workflow writes a study's results."""

import os

import yaml

from tenbyten.accuracies.means import means_of
from tenbyten.accuracies.table import write_accuracies
from tenbyten.comparisons.decisions import in_latex, in_markdown
from tenbyten.comparisons.files import write_all, write_comparisons
from tenbyten.comparisons.published import (
    against_published,
    published_in_markdown,
    with_policies,
)
from tenbyten.comparisons.stability import agreement_by_policy, published_under_policies
from tenbyten.comparisons.stability import in_latex as stability_in_latex
from tenbyten.comparisons.stability import in_markdown as stability_in_markdown
from tenbyten.files import write_text
from tenbyten.report.contents import read_contents
from tenbyten.report.figures.choice import StudyTables, draw_study
from tenbyten.report.page import render, write_page, write_tables
from tenbyten.report.provenance import collect_provenance, write_provenance


def write_comparison(comparison, folder):
    """Write tables, figures and the report.

    Parameters
    ----------
    comparison : analysis.Comparison
        What was compared.
    folder : Path
        Made where it is missing. Gets the files that the README names for
        ``results/<study>/``, and ``study.yaml`` and ``datasets.tsv``, with which the
        workflow makes them from the accuracies in it.
    """
    study = comparison.study
    for part in ("comparisons", "tables"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    values = folder / f"{study.compared}.csv"
    write_accuracies(comparison.values, values)
    _write_study(study, folder)
    write_comparisons(comparison.posteriors, folder / "comparisons/correlated_t.csv")
    for subset, tables in comparison.subsets.items():
        place = folder / "comparisons" / subset
        place.mkdir(exist_ok=True)
        write_all(tables, {name: place / f"{name}.csv" for name in tables})
    _write_decisions(comparison, folder / "tables")
    draw_study(
        StudyTables(
            comparison.posteriors,
            means_of(comparison.values, study["metric"]),
            {subset: tables["ranks"] for subset, tables in comparison.subsets.items()},
        ),
        folder / "figures",
        processes=os.cpu_count(),
        **study.drawing,
    )
    found = collect_provenance(
        study_file=folder / "study.yaml",
        sheet=folder / "datasets.tsv",
        values=values,
        command=f"snakemake --cores all --config study=study.yaml "
        f"accuracies={values.name}",
    )
    write_provenance(found, folder / "provenance.json")
    contents = read_contents(folder, **study.page)
    write_page(render(contents), folder / "report.html")
    write_tables(contents, folder / contents.exported)


def _against_published(comparison):
    """Our decisions against published ones, and agreement under each policy."""
    study = comparison.study
    decisions = study.published["decisions"]
    variants = {name: t["sensitivity"] for name, t in comparison.subsets.items()}
    of_study = {"decisions": decisions, "policies": study.policies}
    table = against_published(
        comparison.decisions, decisions=decisions, sides=study["signed_rank_sides"]
    )
    table = with_policies(table, published_under_policies(variants, **of_study))
    return table, agreement_by_policy(variants, **of_study)


def _write_study(study, folder):
    """Write the study file and its sheet."""
    text = yaml.safe_dump(study.settings, sort_keys=False, allow_unicode=True)
    write_text(text, folder / "study.yaml")
    rows = [f"{row['number']}\t{name}" for name, row in study.datasets.items()]
    sheet = "\n".join(["number\tname", *rows]) + "\n"
    write_text(sheet, folder / "datasets.tsv")


def _write_decisions(comparison, folder):
    """Write Table 4 of every subset, and what the decisions hang on."""
    study = comparison.study
    for subset, table in comparison.decisions.items():
        layout = {
            "labels": study.labels,
            "span": study.span(subset),
            "policies": study.policies,
        }
        write_comparisons(table, folder / f"{subset}.csv")
        write_text(in_markdown(table, **layout), folder / f"{subset}.md")
        write_text(in_latex(table, **layout), folder / f"{subset}.tex")
    layout = {"labels": study.labels, "policies": study.policies}
    if study.published["decisions"]:
        table, by_policy = _against_published(comparison)
        write_comparisons(table, folder / "published.csv")
        text = published_in_markdown(
            table, by_policy, source=study.published["source"], **layout
        )
        write_text(text, folder / "published.md")
    table = comparison.stability
    write_comparisons(table, folder / "sensitivity.csv")
    write_text(stability_in_markdown(table, **layout), folder / "sensitivity.md")
    write_text(stability_in_latex(table, **layout), folder / "sensitivity.tex")
