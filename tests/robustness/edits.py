"""Changes of the study traced.yaml, its sheet, its sources and the project's code."""

import os
import re
import shutil


def replaced(old, new, file="traced.yaml"):
    """A change of a part of one of the study's files."""

    def alter(study):
        path = study.folder / file
        text = path.read_text()
        assert old in text, (old, file)
        path.write_text(text.replace(old, new, 1))

    return alter


def with_settings(study, **settings):
    """Set keys of the study that stand at the beginning of a line, or are not there."""
    path = study.folder / "traced.yaml"
    text = path.read_text()
    for key, value in settings.items():
        text = re.sub(rf"^{key}:.*\n", "", text, flags=re.MULTILINE)
        text += f"{key}: {value}\n"
    path.write_text(text)


def setting(**settings):
    """A change of keys of the study."""
    return lambda study: with_settings(study, **settings)


def added(lines, file="traced.yaml"):
    """A change that adds lines at the end of one of the study's files."""

    def alter(study):
        path = study.folder / file
        path.write_text(path.read_text() + lines)

    return alter


def sheet(edit):
    """A change of the sheet: a function of its lines, the first of them its header."""

    def alter(study):
        path = study.folder / "traced.tsv"
        path.write_text("\n".join(edit(path.read_text().splitlines())) + "\n")

    return alter


def unnumbered(lines):
    """The sheet without its column `number`."""
    return [line.split("\t", 1)[1] for line in lines]


def grouped(lines):
    """The sheet with two data sets in one group."""
    cells = ("group", "a", "", "", "a")
    return [f"{line}\t{cell}" for line, cell in zip(lines, cells, strict=True)]


def reordered(lines):
    """The sheet with its first two data sets exchanged, their numbers with them."""
    header, first, second, *others = lines
    return [header, "1" + second[1:], "2" + first[1:], *others]


def exchanged(study):
    """The first two classifiers exchange their places."""
    path = study.folder / "traced.yaml"
    text = path.read_text()
    native, j48 = (
        re.search(pattern, text)[0]
        for pattern in (r"  NaiveBayes:\n(    .*\n)*", r"  J48:\n(    .*\n)*")
    )
    path.write_text(text.replace(native + j48, j48 + native))


def without_j48(study):
    """A classifier less."""
    path = study.folder / "traced.yaml"
    path.write_text(re.sub(r"  J48:\n(    .*\n)*", "", path.read_text()))


def nothing(study):
    """No change of a file."""


def in_package(module, old):
    """A change of the project's code, in a copy of it: a statement behind a line."""

    def alter(study):
        path = study.root / "workflow" / "tenbyten" / module
        text = path.read_text()
        assert f"\n{old}\n" in text, (old, module)
        path.write_text(text.replace(f"\n{old}\n", f"\n{old}\npass\n", 1))

    return alter


def upgraded(distribution, package):
    """A library in another version, as far as its metadata say."""

    def alter(study):
        folder = study.folder / "newer" / f"{distribution}-99.0.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 99.0\n"
        )
        (folder / "top_level.txt").write_text(f"{package}\n")

    return alter


def moved(study):
    """The whole folder, elsewhere."""
    other = "elsewhere" if study.folder.name != "elsewhere" else "back"
    study.folder = study.folder.rename(study.folder.with_name(other))


def without_metadata(study):
    """Snakemake's own memory is gone."""
    shutil.rmtree(study.folder / ".snakemake", ignore_errors=True)


def touched(study):
    """Every file of the user's is newer than the results."""
    for path in study.folder.iterdir():
        if path.is_file():
            os.utime(path)
