"""Read options as WEKA does, and find what of them reaches beyond the data."""

import re
from collections.abc import Iterator

from tenbyten.engines.engine import shown
from tenbyten.engines.weka.harmless import HARMLESS, REACHING

# What WEKA's `Utils.unbackQuoteChars` replaces.
_ESCAPES = {
    r"\\": "\\",
    r"\'": "'",
    r"\t": "\t",
    r"\n": "\n",
    r"\r": "\r",
    r"\"": '"',
    r"\%": "%",
    r"\u001E": "\x1e",
}
_ESCAPE = re.compile("|".join(map(re.escape, _ESCAPES)))
# White space for Python, not for Java.
_NO_SPACE = "\x85\xa0\u2007\u202f"
# A number with a point, which no letter touches.
_NUMBER = re.compile(r"(?<![\w.$])(\d+\.\d*|\.\d+)([eE][-+]?\d+)?(?![\w.$])")
# A parameter of CVParameterSelection, which sets the option of its first word.
_PARAMETER = re.compile(r" *(\S+)( +\S+){3,4} *")
# A property that GridSearch sets, by the names of what leads there.
_PROPERTY = re.compile(r"(classifier|filter)(\.[A-Za-z]\w*(\[\d+\])?)*")


def split_options(text: str) -> list[str]:
    """Split options into words as WEKA's ``Utils.splitOptions`` does.

    Double quotes hold a word together that has spaces, or options of its own, in which
    quotes and backslashes stand behind a backslash. A quotation that does not end is a
    ValueError.
    """
    words, at = [], 0
    while at < len(text):
        if _is_space(text[at]):
            at += 1
            continue
        end = at + 1
        if text[at] == '"':
            while end < len(text) and text[end] != '"':
                end += 1 + (text[end] == "\\")
            if end >= len(text):
                raise ValueError(f"the quotation {text[at:]!r} does not end")
            words.append(_ESCAPE.sub(lambda x: _ESCAPES[x[0]], text[at + 1 : end]))
            at = end + 1
            continue
        while end < len(text) and not _is_space(text[end]):
            end += 1
        words.append(text[at:end])
        at = end
    return words


def untrusted(learner: str, options: str) -> list[str]:
    """Name in words what a classifier's class and options may reach beyond its data.

    At every level of quotation: classes that are not known to be harmless, what has a
    dot and is no number, be it a class or a file, and options of harmless classes that
    name files. Words that begin with a dash count wherever they stand, for WEKA looks
    for an option in all words that are left.
    """
    found = [] if learner in HARMLESS else [f"the class {shown(learner)}"]
    head = [learner] if learner in HARMLESS else []
    try:
        found += _in_words([*head, *split_options(options)])
    except ValueError as error:
        found.append(f"options that cannot be read ({error})")
    return list(dict.fromkeys(found))


def _in_words(words: list[str]) -> Iterator[str]:
    """Find the same in the words of one level, and in those within them."""
    known = {word for word in words if word in HARMLESS}
    set_to = {f"-{x[1]}" for word in words if (x := _PARAMETER.fullmatch(word))}
    for name in sorted(known & REACHING.keys()):
        for option, what in REACHING[name].items():
            if option in set_to.union(words):
                yield f"the option {option} of {name}, which {what}"
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        if word in HARMLESS or _is_property(before, word):
            continue
        if len(nested := _nested(word)) > 1 or nested != [word]:
            yield from _in_words(nested)
        elif "." in _NUMBER.sub("", word):
            yield f"the class or file {shown(word)}"


def _nested(word: str) -> list[str]:
    """Split a word that has words of its own, however they may be quoted."""
    try:
        return split_options(word)
    except ValueError:
        return re.split(r"[\s\"'\\]+", word)


def _is_property(option: str, word: str) -> bool:
    """Return whether a word is a property of a part, which GridSearch sets."""
    if option not in ("-x-property", "-y-property"):
        return False
    # Every object's property `class` leads to what loads classes.
    parts = word.lower().partition(".")[2].replace("[", ".").split(".")
    return bool(_PROPERTY.fullmatch(word)) and "class" not in parts


def _is_space(letter: str) -> bool:
    """Return whether a letter is white space for Java."""
    return letter.isspace() and letter not in _NO_SPACE
