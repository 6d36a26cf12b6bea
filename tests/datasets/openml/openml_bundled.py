"""Bundled data sets and their tasks, as OpenML's server has them."""

from arff_writer import write_arff
from tenbyten.datasets.bundled import read_bundled


def offer_bundled(server, name, *, openml_id, task, folder, folds, runs=1):
    """Offer a bundled data set, with a task of so many runs and folds on it."""
    dataset = read_bundled(name)
    write_arff(dataset, folder / f"{name}.arff")
    target, rows = dataset.class_attribute.name, len(dataset.values)
    server.add_dataset(
        openml_id,
        attributes=[(a.name, a.labels or "numeric") for a in dataset.attributes],
        arff=(folder / f"{name}.arff").read_bytes(),
        default_target=target,
        name=name,
        instances=rows,
    )
    splits = splits_of(rows, runs=runs, folds=folds)
    server.add_task(task, openml_id=openml_id, target=target, splits=splits)


def splits_of(rows, *, runs, folds):
    """Write a splits file: row after row is tested in the next fold, by runs slower."""
    text = "@RELATION splits\n@ATTRIBUTE type {TRAIN,TEST}\n@ATTRIBUTE rowid INTEGER\n"
    text += "@ATTRIBUTE repeat INTEGER\n@ATTRIBUTE fold INTEGER\n@DATA\n"
    for run in range(runs):
        for row in range(rows):
            for fold in range(folds):
                tested = row // (run + 1) % folds == fold
                text += f"{'TEST' if tested else 'TRAIN'},{row},{run},{fold}\n"
    return text.encode()
