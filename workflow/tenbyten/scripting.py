"""What the workflow's scripts need beside the package itself."""

import logging
import os
import sys


def log_to(path):
    """Send all this process says to the file `path`, its own log lines included.

    Descriptors 1 and 2 are redirected, so that the words of a JVM or a compiled
    library reach the file too. An error that ends the process is told in one line
    where standard error was before as well.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    told = os.dup(2)
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

    def tell(kind, error, traceback):
        sys.__excepthook__(kind, error, traceback)
        os.write(told, f"{kind.__name__}: {error}\n".encode(errors="replace"))

    sys.excepthook = tell
