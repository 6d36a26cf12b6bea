"""Data sets: their sources, and the canonical table with its class last.

Arguments of the same name mean the same in every module:

name : str
    The data set's name, as tables and file names use it.
row : dict
    The data set's row of the sheet, without its empty cells.
where : str
    Sheet, row and name of the data set, or a file; messages begin with it.
source : Source
    Origin of the data set.
fetched, task : path, optional
    The folders of a fetched OpenML data set and of a fetched task.
target : str
    The attribute that becomes the class.
drop, keep : sequence of str
    Attributes to leave out, and predictors to keep (None for all).
"""

from tenbyten.dataset.table import FACTS, Attribute, Dataset

__all__ = ["FACTS", "Attribute", "Dataset"]
