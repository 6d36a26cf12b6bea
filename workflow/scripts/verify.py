"""Rule verify: hold all results of a study to the records of how they were made."""

import sys

from tenbyten.files import write_text
from tenbyten.jobs.records import verify

params = snakemake.params
text, is_whole = verify(params.folder, params.fingerprints, params.own)
write_text(f"{text}\n", snakemake.log[0])
print(text)
sys.exit(0 if is_whole else 1)
