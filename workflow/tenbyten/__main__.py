"""Run ``python -m tenbyten`` as the command ``tenbyten``."""

import os
import sys

# `python -m` looks for modules in the working directory first, before this package's.
if sys.path[0] == os.getcwd():
    del sys.path[0]

from tenbyten.command import main

if __name__ == "__main__":
    sys.exit(main())
