"""Tables in, figures and a page for people out.

Arguments of the same name mean the same in every module:

contents : Contents
    Everything that the page shows; `contents.Contents` describes its fields, which
    other functions take as arguments of the same names.
subset : str
    Name of a subset of the data sets.
span : tuple of (int, int)
    Numbers of its first and last data set.
policies : mapping
    The study's settings of the tests.
path, folder : path
    A folder is made where it is missing.
"""

from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
