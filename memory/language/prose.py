"""What rules read of a message: no more than a person could have typed, in their own words, sentence by sentence.

The log, the index and the model see every text whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from unicodedata import normalize

from memory.language.analyser import level
from memory.language.pack_tables import pattern_of_any_language
from memory.vocabulary.scripts import UNSPACED

LONGEST_LEGIBLE = 5000
"""Characters of a message, or of a question, that are read. One more stays, by which a longer one is known."""

LONGEST_RUN = 16
"""Blanks, or signs, in a row; of a longer row so many stay."""

WORD, SOLID = 64, 120
"""Letters in a row; in a script without blanks a line break comes after so many."""

SENTENCE, SENTENCES = 400, 200
"""Characters without an end of a sentence, and sentences: a line break comes into a longer one."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_TOO_MUCH = re.compile(
    rf"(?P<blank>\s{{{LONGEST_RUN}}})\s++"
    rf"|(?P<sign>[^\w\s]{{{LONGEST_RUN}}})[^\w\s]++"
    rf"|(?P<solid>[{UNSPACED}]{{{SOLID}}})(?=[{UNSPACED}])"
    rf"|(?P<word>[^\W{UNSPACED}]{{{WORD}}})[^\W{UNSPACED}]++"
)
_SENTENCE = re.compile(r"[^.!?。！？…\n]*[.!?。！？…\n]*")
_GAP = re.compile(r"[\s,;:、，]")


def legible(text: str) -> str:
    """The text, cut and broken where it is longer than people write, marks one with their letters (NFC); nearly every
    message is as it was."""
    read = _CONTROL.sub(" ", text[: LONGEST_LEGIBLE + 1])
    return _broken(normalize("NFC", _TOO_MUCH.sub(_cut, read)))


def _cut(found: re.Match[str]) -> str:
    return found[0] + "\n" if found["solid"] else found[found.lastgroup or 0]


def _broken(text: str) -> str:
    """With sentences that the rules can bear."""
    lines = (line for sentence in _SENTENCE.findall(text) for line in _lines(sentence))
    return "".join(islice(lines, SENTENCES))


def _lines(sentence: str) -> list[str]:
    lines: list[str] = []
    while len(sentence) > SENTENCE:
        gaps = [found.end() for found in _GAP.finditer(sentence, SENTENCE // 2, SENTENCE)]
        at = gaps[-1] if gaps else SENTENCE
        lines.append(sentence[:at].rstrip() + "\n")
        sentence = sentence[at:]
    return [*lines, sentence]


# --- prose ----------------------------------------------------------------------------------------------------------
# What somebody says in their own words: a message without code, logs, quoted lines and addresses of the web.
#
# What is taken out becomes spaces, so that every place in the prose is the same place in the message.


_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_MAYBE = re.compile(r"[`>@\[{]|://|www\.|\d:\d\d")
_LETTER = re.compile(r"[^\n]")
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_INLINE = re.compile(r"`[^`\n]+`")
_NO_PROSE = re.compile(
    r"`[^`\n]+`"
    r"|<[@#!][^<>\n]*>|<?\bhttps?://[^\s<>|]+(?:\|[^<>\n]*)?>?|\bwww\.\S+"
    r"|(?<![\w.+-])[\w.+-]++@[\w-]+\.[\w.-]+"
    r"|^[ \t]*(?:>|&gt;).*$"
    r"|^[ \t]*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*$|^[ \t]*\[?\d\d:\d\d:\d\d\b.*$"
    r"|^[ \t]*(?:File \"|at [\w.$]+\(|Traceback \(|[\[{(]?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\b[\])}:]).*$",
    re.MULTILINE,
)


def prose(text: str) -> str:
    """As long as the text; letters of double width are made plain ones."""
    if not text.isascii():
        text = text.translate(_WIDE)
    if not _MAYBE.search(text):
        return text
    return _NO_PROSE.sub(blank, _FENCE.sub(blank, text))


def without_code(text: str) -> str:
    """Without fences and what stands in backticks; shorter than the text."""
    return _INLINE.sub("", _FENCE.sub("", text)) if "`" in text else text


def blank(match: re.Match[str]) -> str:
    """For `re.sub`: spaces, and the ends of lines as they were."""
    return _LETTER.sub(" ", match.group())


def without(text: str, spans: Iterable[tuple[int, int]], mark: str = " ") -> str:
    """Each of the spans as that many marks."""
    for start, end in spans:
        text = text[:start] + mark * (end - start) + text[end:]
    return text


# --- sentences ------------------------------------------------------------------------------------------------------
# A message into the sentences that its speaker said in it: prose alone, and nothing that looks like a program.


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
_SHORT = re.compile(rf"(?:^|[\s(])(?:{pattern_of_any_language('marks', 'short').pattern})\.\s*$", re.IGNORECASE)


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
