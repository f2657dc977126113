"""A message into the sentences that its speaker said in it: prose alone, and nothing that looks like a program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.encoding.prose import blank, prose
from memory.languages.analyser import level
from memory.languages.tables import any_of

_NAMED = re.compile(r"<@[^<>\n]+>|(?<![\w.+-])[\w.+-]++@[\w-]+\.[\w.-]+")
_TYPED = re.compile(
    r"^\s*[$#%]\s[^\n]*$"  # into a shell, and remarks
    r"|^[^\n]*[{;]\s*$|^\s*[}\]){]+[;,]?\s*$|^\s*[{\[]\"[^\n]*$|^\s*[a-zA-Z0-9_.]+\([^\n]*\)\s*;?\s*$"
    r"|^(?:while|for|if|def|else|elif|class|try|except|return|import|from)\b[^\n]*:?\s*$(?<=:)|^\s*\w+: \*\*\*[^\n]*$"
    r"|^make: [^\n]*$",
    re.MULTILINE,
)
_QUOTED = re.compile(r"[“„\"«「『]([^“”„\"«»「」『』]{2,1000})[”“\"»」』]")
_ASIDE = re.compile(r"^[(（][^()（）\n]*[)）]$", re.MULTILINE)
_GOES_ON = re.compile(r"[.!?…]\s+\S|[。！？]\s*\S|\n")
_MAYBE_TYPED = re.compile(r"[$#%{};:()\[\]]")
_END = re.compile(
    r"(?<=[\w)\"'’”»%])[.!?…]+[\"'”)]?[\s\U0001F300-\U0001FAFF\u2600-\u27bf\ufe0f]+(?=\S)"
    r"|[。！？][」』）)]?[\s\U0001F300-\U0001FAFF\u2600-\u27bf\ufe0f]*|(?<![!?])[!?]++\s*+(?=[\u3040-\u9fff])|(?<!…)…++(?=[^\s。、)])|\n+"
)
_SHORT = re.compile(rf"(?:^|[\s(])(?:{any_of('marks', 'short').pattern})\.\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """`text` as it was written, from `start` to `end` of the message; `folded` is for patterns, letter by letter."""

    text: str
    folded: str
    start: int
    end: int


def spoken(text: str, *, quotes: bool = True) -> str:
    """As long as the message, with blanks for all that its sender did not say. Who is mentioned stays.

    A quotation of one sentence stays with whoever is named beside it, unless `quotes` are to be blanks as well; then so
    are lines in brackets, which are notices.
    """
    said = _QUOTED.sub(lambda match: _quoted(match, quotes), prose(text))
    if not quotes:
        said = _ASIDE.sub(blank, said)
    if said != text and "@" in text:
        for match in _NAMED.finditer(text):
            if said[: match.start()].rpartition("\n")[2].strip() or not text.lstrip().startswith((">", "`")):
                said = said[: match.start()] + match.group() + said[match.end() :]
    if not _MAYBE_TYPED.search(said):
        return said
    return _TYPED.sub(blank, said)


def _quoted(match: re.Match[str], stays: bool) -> str:
    """Of several sentences between quotation marks the second would look like the sender's own."""
    if stays and not _GOES_ON.search(match[1]):
        return match.group()
    return blank(match)


def sentences(text: str) -> tuple[Sentence, ...]:
    """Of what was spoken, in order."""
    return tuple(sentence_of(text, start, end) for start, end in _spans(text) if text[start:end].strip())


def sentence_of(text: str, start: int, end: int, offset: int = 0) -> Sentence:
    """`offset` is where the text itself stands in the message."""
    said = text[start:end].strip()
    start = offset + text.index(said, start)
    return Sentence(text=said, folded=level(said), start=start, end=start + len(said))


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _END.finditer(text):
        if not _SHORT.search(text[start : match.end()]):
            yield start, match.end()
            start = match.end()
    yield start, len(text)
