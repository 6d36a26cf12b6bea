"""Run ``python -m tenbyten`` as the command ``tenbyten``."""

import sys

from tenbyten.command import main

sys.exit(main())
