"""Data sets, tasks and splits from OpenML.

Arguments of the same name mean the same in every module; those of `tenbyten.web` do
too:

openml_id, task_id : int
    OpenML's ids of a data set and of a task.
attempt : web.asking.Attempt
    What is asked.
"""
