"""The extractive rule: a candidate is believed by itself only where somebody said just that, in one sentence.

Rule    each sentence of the candidate is one whole sentence of one source, word by word, in its order. Two things may
        differ: the speaker's name stands for the speaker ("I", or nothing where the language leaves it out), and then
        one word may have another ending of person (at most two letters more or less, or one letter for another).
        A sentence that asks is told by none that states.

Nothing may be left out, for what is left out may have been the denial or the condition; nothing may be added. So the
rule needs no words of any language, but for those by which speakers mean themselves (`of_myself` of the packs).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from memory.encoding.sentences import sentences, spoken
from memory.languages.analyser import fold, is_cjk
from memory.languages.tables import words_of

LONGEST = 2000
"""Characters of a source that is looked at; a longer one tells nothing by this rule."""

_WORD = re.compile(r"[^\W_]+(?:[-.:,/'’_@][^\W_]+)*")
_SHORTEST_STEM = 3
_ASKING = ("?", "？")


@dataclass(frozen=True, slots=True)
class Utterance:
    """What somebody said, and by which name."""

    speaker: str
    text: str


def tokens(text: str) -> list[str]:
    """Folded words, numbers with their marks, and single characters of scripts without spaces."""
    return [one for word in _WORD.findall(fold(text)) for one in _parted(word)]


def told_in(sentence: str, source: Utterance) -> bool:
    """Whether one sentence of the source says it."""
    asked = _told(sentence, source.speaker)
    wanted = tokens(asked)
    if not wanted or len(source.text) > LONGEST:
        return False
    said = (one.text for one in sentences(spoken(source.text)))
    return any(_asks(one) == _asks(asked) and _is_same(wanted, tokens(one), source.speaker) for one in said)


def grounded(candidate: str, sources: Sequence[Utterance]) -> bool:
    """Whether each sentence of the candidate is told by one of the sources."""
    found = [one.text for one in sentences(candidate) if tokens(one.text)]
    return bool(found) and all(any(told_in(one, source) for source in sources) for one in found)


def _told(sentence: str, speaker: str) -> str:
    """Without the name that says who said it."""
    name, colon, rest = sentence.partition(":")
    return rest if colon and rest[:1].isspace() and fold(name).strip(" -*#") == fold(speaker) else sentence


def _asks(sentence: str) -> bool:
    return sentence.rstrip(" \"'”»」』)").endswith(_ASKING)


def _parted(word: str) -> Iterator[str]:
    for is_single, signs in groupby(word, is_cjk):
        if is_single:
            yield from signs
        elif run := "".join(signs).strip("-.:,/'’_@"):
            yield run


_OF_MYSELF = tuple(
    sorted({tuple(tokens(word)) for word in words_of("words", "of_myself")}, key=lambda one: (-len(one), one))
)


def _is_same(wanted: Sequence[str], said: Sequence[str], speaker: str) -> bool:
    if list(wanted) == list(said):
        return True
    return any(
        len(wanted) == len(variant) and _differ_by_an_ending(wanted, variant, named)
        for variant, named in _variants(said, speaker)
    )


def _variants(said: Sequence[str], speaker: str) -> Iterator[tuple[list[str], range]]:
    """The sentence with the speaker's name in it, and where that stands."""
    whole = tokens(speaker)
    names = [name for name in (whole, whole[:1]) if name]
    found = [(at, len(own)) for at in range(len(said)) for own in _OF_MYSELF if tuple(said[at : at + len(own)]) == own]
    for at, length in found or [(0, 0)]:
        for name in names:
            yield [*said[:at], *name, *said[at + length :]], range(at, at + len(name))


def _differ_by_an_ending(wanted: Sequence[str], variant: Sequence[str], named: range) -> bool:
    differing = [at for at, (one, other) in enumerate(zip(wanted, variant, strict=True)) if one != other]
    names = [at for at in differing if at in named]
    if any(not _is_name(wanted[at], variant[at]) for at in names):
        return False
    others = [at for at in differing if at not in named]
    return len(others) <= 1 and all(_is_form(wanted[at], variant[at]) for at in others)


def _is_name(word: str, name: str) -> bool:
    """The name, or it with an ending behind an apostrophe."""
    return re.split("['’]", word, maxsplit=1)[0] == name


def _is_form(one: str, other: str) -> bool:
    if not (one.isalpha() and other.isalpha()) or is_cjk(one[0]):
        return False
    shorter, longer = sorted((one, other), key=len)
    if longer.startswith(shorter):
        return len(shorter) > _SHORTEST_STEM and len(longer) - len(shorter) <= 2
    return len(one) == len(other) > _SHORTEST_STEM and one[:-1] == other[:-1]
