"""Data sets: their sources, the canonical table with its class last, and folds.

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
connection : web.Connection
    Address of the server, limits of time, size and attempts, and the cache folder.
folder : path
    The folder of one fetched thing: its file and, beside it, its record.
record : path
    A JSON file with the server, the id, the name of the file and its sha256.
origin : dict
    Contents of a record.
attempt : web.Attempt
    What makes the requests.
subject : str
    The thing that is asked for; it begins every error.
key : str
    A server's API key, empty for none.
openml_id, task_id, uci_id : int
    Ids of a data set and a task of OpenML, and of a data set of UCI's archive.
"""

from tenbyten.datasets.table import FACTS, Attribute, Dataset

__all__ = ["FACTS", "Attribute", "Dataset"]
