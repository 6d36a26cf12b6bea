"""Data sets, tasks and splits from OpenML.

Arguments of the same name mean the same in every module:

connection : client.Connection
    Address of the server, limits of patience with it, and folders.
folder : path
    The folder of one fetched thing: its file and, beside it, its record.
record : path
    A JSON file with the server, the id, the name of the file and its sha256.
origin : dict
    Contents of a record.
openml_id, task_id : int
    OpenML's ids of a data set and of a task.
where : str
    Sheet, row and name of the data set, for errors.
subject : str
    The thing that is asked for; it begins every error.
openml : module
    The openml package, as `client.import_openml` returns it.
key : str
    OpenML's API key, empty for none.
heard : failures.Heard
    The last request and its answer.
"""
