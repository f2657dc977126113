"""What the rules of languages read of a text that somebody else wrote: no more than a person could have typed.

The rules try several hundred expressions on every sentence, and some of those take the square of a run's length. So
nothing reaches them but through here. The log, the index and the model see every text whole.
"""

from __future__ import annotations

import re
from itertools import islice
from unicodedata import normalize

from memory.languages.analyser import CJK

LONGEST = 5000
"""Characters of a message, or of a question, that are read. One more stays, by which a longer one is known."""

RUN = 16
"""Blanks, or signs, in a row; of a longer row so many stay."""

WORD, SOLID = 64, 120
"""Letters in a row; in a script without blanks a line break comes after so many."""

SENTENCE, SENTENCES = 400, 200
"""Characters without an end of a sentence, and sentences: a line break comes into a longer one."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_TOO_MUCH = re.compile(
    rf"(?P<blank>\s{{{RUN}}})\s++"
    rf"|(?P<sign>[^\w\s]{{{RUN}}})[^\w\s]++"
    rf"|(?P<solid>[{CJK}]{{{SOLID}}})(?=[{CJK}])"
    rf"|(?P<word>[^\W{CJK}]{{{WORD}}})[^\W{CJK}]++"
)
_SENTENCE = re.compile(r"[^.!?。！？…\n]*[.!?。！？…\n]*")
_GAP = re.compile(r"[\s,;:、，]")


def legible(text: str) -> str:
    """The text, cut and broken where it is longer than people write, marks one with their letters (NFC); nearly every
    message is as it was."""
    read = _CONTROL.sub(" ", text[: LONGEST + 1])
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
