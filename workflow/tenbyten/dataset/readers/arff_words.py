"""Read the words of ARFF: names, labels and values, quoted or bare."""

import re

# To WEKA every character up to the space is blank, and no other.
BLANKS = "".join(map(chr, range(0x21)))
# A word: single-quoted, double-quoted or bare; then a comma, blanks or an end.
WORD = re.compile(
    r"""[\x00-\x20]*
    (?: '([^'\\]*(?:\\.[^'\\]*)*)' | "([^"\\]*(?:\\.[^"\\]*)*)"
      | ([^\x00-\x20,{}'"%]+) )
    (?: [\x00-\x20]*(,)[\x00-\x20]* | [\x00-\x20]+ | (?=[%{}]) | $ )""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"\\([0-3][0-7]{2}|[0-7]{1,2}|.)")
_ESCAPED = dict(zip("abfnrtv", "\a\b\f\n\r\t\v", strict=True))
EMPTY_CELL = "an empty cell or label; write ? for a missing value, '' for the label"


def split(text: str) -> tuple[list[re.Match[str]], str]:
    """Match word after word: the matches, and the text that is left."""
    words, end = [], 0
    while word := WORD.match(text, end):
        words.append(word)
        end = word.end()
    rest = text[end:].lstrip(BLANKS)
    after_comma = bool(words) and words[-1][4]
    if rest.startswith(",") or (after_comma and rest[:1] in ("", "%", "}")):
        raise ValueError(EMPTY_CELL)
    return words, rest


def unquote(word: re.Match[str]) -> str:
    """Return the text of a matched word."""
    single, double, bare, _ = word.groups()
    if bare is not None:
        return bare
    quoted = double if single is None else single
    return _ESCAPE.sub(_unescape, quoted) if "\\" in quoted else quoted


def _unescape(match):
    """Character that Java reads for an escape."""
    code = match[1]
    return chr(int(code, 8)) if code[0] in "01234567" else _ESCAPED.get(code, code)
