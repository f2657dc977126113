"""A name of the lexicons where it stands in a message; one that is an ordinary word, too, by what stands beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memory.languages.analyser import has_cjk, is_cjk
from memory.languages.catalogue import language_of
from memory.languages.legible import SENTENCE
from memory.languages.names import NAME_CUES, ORG, PAUSES, TECH, WORD, Name, folded, lowered, slug

_SENTENCE_ENDS = re.compile(r"[.!?:;…\n。！？\"“”«»|•]|\s[-–—]\s")
_ENDING = re.compile(r"['’]([^\W\d_]+)")
_SHORT, _ENDED = 4, 3


class Word(NamedTuple):
    """A word and where it stands; `opens`: a sentence begins with it. `sentence` is the number of that sentence."""

    text: str
    folded: str
    start: int
    end: int
    opens: bool
    sentence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A name from word `first` to before word `after`; without words of its own (first == after) a Japanese one."""

    name: Name
    start: int
    end: int
    first: int
    after: int
    before: Sequence[str] = ()
    behind: Sequence[str] = ()

    @classmethod
    def of(cls, name: Name, first: int, words: Sequence[Word]) -> Found:
        """With the two words before it and the five behind it, of its sentence."""
        after, start = first + len(name.words), words[first].start
        around = (words[max(0, first - 2) : first], words[after : after + 5])
        before, behind = ([one.folded for one in side if one.sentence == words[first].sentence] for side in around)
        end = words[after - 1].end
        return cls(name=name, start=start, end=end, first=first, after=after, before=before, behind=behind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """`uri` is whom or what a message names from `start` to `end`, there for the first time."""

    uri: str
    start: int
    end: int


def entity(kind: str, text: str, start: int, end: int, name: str = "") -> Entity:
    """What stands there in the text, by its own name where it has another one."""
    return Entity(uri=f"entity://{kind}/{slug(name or text[start:end])}", start=start, end=end)


def words_of(text: str) -> list[Word]:
    found: list[Word] = []
    end, sentence = 0, 0
    for match in WORD.finditer(text):
        start = match.start()
        opens = not found or _SENTENCE_ENDS.search(text, end, start) is not None
        sentence += opens
        word = match.group()
        found.append(Word(word, folded(word), start, match.end(), opens, sentence))
        end = match.end()
    return found


def meant(found: Sequence[Found], words: Sequence[Word], text: str) -> Iterator[Entity]:
    """First the names beyond doubt, for they speak for those beside them; each of those may speak for another."""
    language = "ja" if has_cjk(text) else language_of(text).code
    doubted = [one for one in found if one.name.doubt and one.first < one.after]
    clear = [one for one in found if not (one.name.doubt and one.first < one.after)]
    sure: set[int] = set()
    while clear or doubted:
        for one in clear:
            sure.update(word.sentence for word in words[one.first : one.after])
            is_org = TECH not in one.name.kinds or _is_at_work(one, text, language)
            yield entity(ORG if is_org else TECH, text, one.start, one.end, one.name.spelling)
        clear = [one for one in doubted if _is_meant(one, words, text, language, sure)]
        seen = set(map(id, clear))
        doubted = [one for one in doubted if id(one) not in seen] if clear else []


def _is_meant(found: Found, words: Sequence[Word], text: str, language: str, sure: Collection[int]) -> bool:
    """`sure` are the sentences of names beyond doubt."""
    if _has_cue(found, text) or _is_at_work(found, text, language):
        return True
    if language == "ja" and _is_glued(found, text):
        return NAME_CUES.japanese_title.match(text, found.end) is None
    if found.name.first_name or not _has_capital(found, words):
        return False
    is_clear = not found.name.strict and _stands_out(found, words, language)
    return _has_ending(found, text) or is_clear or _is_among(found, words, sure)


def is_spelled(found: Found, text: str) -> bool:
    """Accents may be left out, but none is added; a short name of capitals stands in capitals, or has an ending."""
    written, spelling = text[found.start : found.end], found.name.spelling
    alike = lowered(written)[: len(spelling)] == lowered(spelling)
    if not alike and (len(spelling) <= _SHORT or not written.isascii()) and len(found.name.words) == 1:
        return False
    return not found.name.capitals or written.isupper() or (alike and _has_ending(found, text))


def _is_at_work(found: Found, text: str, language: str) -> bool:
    """Somebody works or learns there, or it makes or owns something: what is named is an organisation."""
    if language == "ja":
        is_maker = NAME_CUES.japanese_before_maker.search(text, max(0, found.start - SENTENCE), found.start) is not None
        return is_maker or NAME_CUES.japanese_at_work.match(text, found.end) is not None
    if " ".join(found.before) in NAME_CUES.at_work | NAME_CUES.before_maker:
        return True
    return _has_ending(found, text) and any(word.startswith(NAME_CUES.after_work_by_stem) for word in found.behind[1:4])


def is_meant_in_japanese_letters(found: Found, text: str) -> bool:
    """Of a name in Japanese letters: not a piece of a longer word, no place, and no ordinary word."""
    edges = (found.start, found.end)
    if any(_is_katakana(text[max(0, at - 1) : at]) and _is_katakana(text[at : at + 1]) for at in edges):
        return False
    if NAME_CUES.japanese_place.match(text, found.end) and TECH not in found.name.kinds:
        return False
    return not found.name.doubt or NAME_CUES.japanese_doubtful.match(text, found.end) is not None


def _has_cue(found: Found, text: str) -> bool:
    before, after = found.before, found.behind
    next_word = after[1] if len(after) > 1 and len(after[0]) <= _ENDED and _has_ending(found, text) else ""
    is_last = not after or text[found.end : found.end + 1] in PAUSES
    return bool(
        " ".join(before) in NAME_CUES.before_tech_pairs
        or (is_last and not NAME_CUES.placed.isdisjoint(before[-1:]))
        or not NAME_CUES.before_tech.isdisjoint(before[-1:])
        or not NAME_CUES.after_tech.isdisjoint(after[:1])
        or any(word.startswith(NAME_CUES.after_tech_by_stem) for word in (*after[:1], next_word))
        or NAME_CUES.version.match(text, found.end)
    )


def _is_among(found: Found, words: Sequence[Word], sure: Collection[int]) -> bool:
    """A sure name stands in the same sentence."""
    return words[found.first].sentence in sure


def _has_capital(found: Found, words: Sequence[Word]) -> bool:
    """It is written as a name is, as far as that shows: the name `pandas` has no capital."""
    return words[found.first].text[:1].isupper() or found.name.spelling.islower()


def _stands_out(found: Found, words: Sequence[Word], language: str) -> bool:
    """Its capital means something: it is not the first of a sentence, but for one that a verb stands behind."""
    if not words[found.first].opens:
        return True
    return language == "en" and not NAME_CUES.verbs.isdisjoint(found.behind[:1])


def _has_ending(found: Found, text: str) -> bool:
    """An apostrophe and an ending of Turkish, which only names have."""
    ending = _ENDING.match(text, found.end)
    return ending is not None and ending[1].lower() not in NAME_CUES.english_endings


def _is_glued(found: Found, text: str) -> bool:
    """Letters of Japanese stand right beside it."""
    return any(side and is_cjk(side) for side in (text[: found.start].rstrip()[-1:], text[found.end :].lstrip()[:1]))


def _is_katakana(letter: str) -> bool:
    return "ァ" <= letter <= "ヺ" or letter == "ー"
