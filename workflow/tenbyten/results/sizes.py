"""Read the sizes of train and test sets, which tell how far splits are correlated."""

from pathlib import Path

import pandas as pd

from tenbyten.files import PathLike
from tenbyten.results.cells import read_numbers
from tenbyten.results.headings import first_of, headings_of
from tenbyten.results.sheets import read_sheets

# Headings of sizes, in small letters and digits alone.
_TRAIN, _TEST = (
    [x, f"{x}size", f"n{x}", f"num{x}", f"{x}instances", f"{x}samples", f"{x}ingsize"]
    for x in ("train", "test")
)


def rho_of_sizes(table: pd.DataFrame, dataset: str) -> dict[str, float]:
    """Return the share of the instances that is tested, by data set.

    It is that of all rows together; without columns of both sizes there is none.

    Parameters
    ----------
    table : DataFrame
        With columns of train and test sizes, by their usual headings.
    dataset : str
        The column of the data sets' names.
    """
    columns = first_of(table, _TRAIN), first_of(table, _TEST)
    if None in columns:
        return {}
    train, test = (read_numbers(table[x]).values for x in columns if x)
    if not ((train >= 1) & (test >= 1) & (train % 1 == 0) & (test % 1 == 0)).all():
        return {}
    names = table[dataset].astype(str)
    tested, every = (x.groupby(names).sum() for x in (test, train + test))
    return (tested / every).to_dict()


def read_rho(path: PathLike) -> dict[str, float]:
    """Read a table of the sizes of train and test sets, a line a data set.

    Returns
    -------
    dict of str to float
        By data set n2 / (n1 + n2), for n1 instances that train and n2 that test: the
        correlation of Nadeau and Bengio's corrected resampled t-test (2003; Machine
        Learning 52, 239-281).

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it has no names of data sets, or no sizes.
    """
    if not Path(path).is_file():
        raise FileNotFoundError(f"rho: no file {path}; correct the path")
    sheet = read_sheets(path)[0]
    dataset = first_of(sheet.table, [*headings_of("dataset"), "name"])
    rho = rho_of_sizes(sheet.table, dataset) if dataset else {}
    if not rho:
        raise ValueError(
            f"{path}: rho is read from columns dataset, train and test, the sizes in "
            f"whole numbers; it has {', '.join(sheet.table)}"
        )
    return rho
