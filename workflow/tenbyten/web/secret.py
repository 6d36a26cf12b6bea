"""Take OpenML's API key from the environment, and keep it out of all messages."""

import logging
import os
import re

VARIABLE = "OPENML_APIKEY"
# A shorter one would blot out ordinary words, another changes in an address.
_FORM = re.compile(r"[A-Za-z0-9_-]{16,}")


def api_key() -> str:
    """Return OpenML's API key from the environment, empty for none.

    Raises
    ------
    ValueError
        If it does not look like one; the message does not repeat it.
    """
    key = os.environ.get(VARIABLE, "").strip()
    if key and not _FORM.fullmatch(key):
        raise ValueError(
            f"{VARIABLE}: is not a key of 16 or more letters and digits; copy it from "
            f"your account at OpenML, or unset it"
        )
    return key


def without_key(text: str) -> str:
    """Return `text` with stars in place of the key; what is no key is never sent."""
    key = os.environ.get(VARIABLE, "").strip()
    return text.replace(key, "***") if _FORM.fullmatch(key) else text


def keep_out_of_logs() -> None:
    """Put stars for the key wherever urllib3 logs an address, once or more often."""
    logging.getLogger("urllib3.connectionpool").addFilter(_hide)


def _hide(record):
    """Rewrite a line of the log."""
    record.msg, record.args = without_key(record.getMessage()), None
    return True
