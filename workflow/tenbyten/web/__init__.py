"""Ask servers: within limits of time and size, again where it may help, in words.

Arguments of the same name mean the same in every module:

connection : asking.Connection
    Address of the server, limits of patience with it, and the folder that keeps.
folder : path
    The folder of one fetched thing: its file and, beside it, its record.
record : path
    A JSON file with the server, the id, the name of the file and its sha256.
origin : dict
    Contents of a record.
where : str
    Sheet, row and name of the data set, for errors.
subject : str
    The thing that is asked for; it begins every error.
key : str
    A server's API key, empty for none.
"""
