"""Rule verify: hold all results of a study to what they were made from."""

import logging
import sys

from tenbyten.files import write_text
from tenbyten.jobs.verification import verify

# What it would log is told below.
logging.disable()
verified = verify(**snakemake.params.results)
text = "\n".join(verified.lines)
write_text(f"{text}\n", snakemake.log[0])
print(text)
sys.exit(1 if verified.misfits else 0)
