"""What the workflow's scripts need beside the package itself."""

import logging
import os
import sys


def log_to(path):
    """Send all this process says to the file `path`, its own log lines included.

    Descriptors 1 and 2 are redirected, so that the words of a JVM or a compiled
    library reach the file too. The last line of the file says what an error is about.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO,
        format="%(asctime)s %(message)s",
        datefmt="%Y-%m-%d %H:%M:%S",
    )
    logging.captureWarnings(True)
