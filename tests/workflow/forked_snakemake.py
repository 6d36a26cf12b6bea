"""Call Snakemake without waiting each time until it is imported.

Most calls of the tests only plan: to import Snakemake, pandas and scikit-learn takes
five times as long as the plan. A server process has imported them and forks for
each call; of tenbyten it has imported nothing.
"""

import multiprocessing
import os
import sys

_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload(
    ["snakemake.cli", "pandas", "sklearn.base", "sklearn.tree", "sklearn.naive_bayes"]
)
_SECONDS = 1800


def call_snakemake(arguments, *, folder, said):
    """Call Snakemake in a folder.

    Parameters
    ----------
    arguments : list of str
    folder, said : path
        Where it works, and the file that gets all that it says.

    Returns
    -------
    int
        Its exit code.
    """
    process = _SERVER.Process(target=_run, args=(arguments, str(folder), str(said)))
    process.start()
    process.join(_SECONDS)
    if process.is_alive():
        process.kill()
        raise TimeoutError(f"Snakemake still works after {_SECONDS} s: {arguments}")
    return process.exitcode


def _run(arguments, folder, said):
    """Be Snakemake, in a process of its own."""
    os.chdir(folder)
    words = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(words, 1)
    os.dup2(words, 2)
    from snakemake.cli import main

    sys.argv = ["snakemake", *arguments]
    main(arguments)
