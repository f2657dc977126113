"""Is a word that is a name and an ordinary word a name here? By the words beside it, its capital, its endings."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from memory.encoding.found_name import Found, Word
from memory.languages.analyser import fold, is_cjk
from memory.languages.name_tables import NAME_CUES, PAUSES
from memory.languages.names import ORG, TECH, lowered

_ENDING = re.compile(r"['’]([^\W\d_]+)")
_SHORT = 4


def is_meant(found: Found, words: Sequence[Word], text: str, language: str, sure: Collection[int]) -> bool:
    """`sure` are the indices of the words of names beyond doubt."""
    if _is_ordinary(found, words):
        return False
    if _has_cue(found, words, text) or _is_listed(found, words, text, sure):
        return True
    if ORG in found.name.kinds and _has_capital(found, words) and is_at_work(found, words, text, language):
        return True
    if language == "ja" and _is_glued(found, text):
        return _is_meant_in_japanese(found, text)
    if found.name.first_name or not _has_capital(found, words):
        return False
    if _has_ending(found, text):
        return True
    if found.name.strict:
        return _is_among(found, words, sure)
    return _stands_out(found, words, language, sure) or _is_among(found, words, sure)


def is_a_thing(found: Found, words: Sequence[Word], text: str, language: str) -> bool:
    """A maker's name for what it made: somebody's BMW, a Yamaha. Things of daily life are no entities."""
    if found.name.kinds != (ORG,) or found.first == found.after or is_at_work(found, words, text, language):
        return False
    ending = _ENDING.match(text, found.end)
    if ending is not None and fold(ending[1]) in NAME_CUES.my_endings:
        return True
    before, after = _before(found, words), _after(found, words)
    is_owned = any(word in NAME_CUES.owned for word in before[-1:]) or (before[:1] and before[0] in NAME_CUES.owned)
    is_last = not after or text[found.end : found.end + 1] in PAUSES
    return bool(is_owned) and (is_last or after[0] in NAME_CUES.verbs or after[0] in NAME_CUES.small)


def is_spelled(found: Found, text: str) -> bool:
    """Accents may be left out, but none is added; a short name of capitals stands in capitals, or has an ending."""
    written, spelling = text[found.start : found.end], found.name.spelling
    alike = lowered(written)[: len(spelling)] == lowered(spelling)
    if not alike and (len(spelling) <= _SHORT or not written.isascii()) and len(found.name.words) == 1:
        return False
    return not found.name.capitals or written.isupper() or (alike and _has_ending(found, text))


def is_at_work(found: Found, words: Sequence[Word], text: str, language: str) -> bool:
    """Somebody works or learns there, or it makes or owns something: what is named is an organisation."""
    if language == "ja":
        is_maker = NAME_CUES.japanese_before_maker.search(text, 0, found.start) is not None
        return is_maker or NAME_CUES.japanese_at_work.match(text, found.end) is not None
    before, after = _before(found, words), _after(found, words)
    if " ".join(before) in NAME_CUES.at_work or " ".join(before) in NAME_CUES.before_maker or before[-1:] == ["joined"]:
        return True
    return (
        language == "tr"
        and _has_ending(found, text)
        and any(word.startswith(NAME_CUES.after_work_by_stem) for word in after[1:4])
    )


def is_meant_in_japanese_letters(found: Found, text: str) -> bool:
    """Of a name in Japanese letters: not a piece of a longer word, not a place, and no ordinary word."""
    name = text[found.start : found.end]
    if _is_katakana(name[0]) and found.start and _is_katakana(text[found.start - 1]):
        return False
    following = text[found.end : found.end + 1]
    if following and _is_katakana(name[-1]) and _is_katakana(following):
        return False
    if NAME_CUES.japanese_place.match(text, found.end) and TECH not in found.name.kinds:
        return False
    return not found.name.doubt or NAME_CUES.japanese_doubtful.match(text, found.end) is not None


def _is_ordinary(found: Found, words: Sequence[Word]) -> bool:
    around = [*_before(found, words), *(word.folded for word in words[found.first : found.after])]
    around += _after(found, words)[:2]
    spoken = f" {' '.join(around)} "
    inside = words[found.first].folded
    return any(inside in phrase and f" {phrase} " in spoken for phrase in NAME_CUES.ordinary)


def _has_cue(found: Found, words: Sequence[Word], text: str) -> bool:
    before, after = _before(found, words), _after(found, words)
    if found.name.first_name and not _has_capital(found, words):
        return False
    pair, last = " ".join(before), before[-1] if before else ""
    if ORG in found.name.kinds and (
        pair in NAME_CUES.at_work or last in NAME_CUES.before_org or (after and after[0] in NAME_CUES.after_org)
    ):
        return True
    if TECH not in found.name.kinds and not found.name.capitals:
        return False
    next_word = after[1] if after and len(after[0]) <= 3 and _has_ending(found, text) and len(after) > 1 else ""
    is_last = not after or text[found.end : found.end + 1] in PAUSES
    return bool(
        pair in NAME_CUES.before_tech_pairs
        or (is_last and last in NAME_CUES.placed and not found.name.strict)
        or last in NAME_CUES.before_tech
        or (after and (after[0] in NAME_CUES.after_tech or after[0].startswith(NAME_CUES.after_tech_by_stem)))
        or (next_word and next_word.startswith(NAME_CUES.after_tech_by_stem))
        or NAME_CUES.version.match(text, found.end)
    )


def _is_listed(found: Found, words: Sequence[Word], text: str, sure: Collection[int]) -> bool:
    """Beside a sure name, with nothing but a comma, a slash or a small word between them."""
    if TECH not in found.name.kinds or not sure:
        return False
    for there, step in ((found.first - 1, -1), (found.after, 1)):
        is_linked = 0 <= there < len(words) and words[there].folded in NAME_CUES.links
        other = there + step if is_linked else there
        if other in sure and words[other].sentence == words[found.first].sentence:
            near, far = sorted((words[found.first], words[other]), key=lambda word: word.start)
            is_linked = is_linked or not text[near.end : far.start].isspace()
            return _has_capital(found, words) or (is_linked and words[other].text.islower())
    return False


def _is_among(found: Found, words: Sequence[Word], sure: Collection[int]) -> bool:
    """A sure name stands in the same sentence, and this one is no part of another name."""
    here = words[found.first].sentence
    if any(_is_part(index, found, words) for index in {found.first - 1, found.after} - {*sure}):
        return False
    return any(words[index].sentence == here for index in sure)


def _has_capital(found: Found, words: Sequence[Word]) -> bool:
    """It is written as a name is, as far as that shows: the name `pandas` has no capital."""
    written = words[found.first].text
    if found.name.capitals:
        return written.isupper()
    return written[:1].isupper() or found.name.spelling.islower()


def _stands_out(found: Found, words: Sequence[Word], language: str, sure: Collection[int]) -> bool:
    """Its capital means something: neither the first of a sentence, nor shouted, nor part of a longer name."""
    word = words[found.first]
    after = _after(found, words)
    if found.name.capitals:
        return not _is_shouted(words)
    if not word.text[:1].isupper():
        return False
    if word.opens:
        return language == "en" and bool(after) and after[0] in NAME_CUES.verbs
    if _before(found, words)[-1] in NAME_CUES.articles or _is_shouted(words):
        return False
    return not any(_is_part(index, found, words) for index in {found.first - 1, found.after} - {*sure})


def _is_part(index: int, found: Found, words: Sequence[Word]) -> bool:
    """The word there has a capital without need and stands right beside the name."""
    if not 0 <= index < len(words) or words[index].opens:
        return False
    word = words[index]
    gap = found.start - word.end if index < found.first else word.start - found.end
    return gap <= 1 and word.text[:1].isupper() and len(word.text) > 1 and not word.text.isupper()


def _is_shouted(words: Sequence[Word]) -> bool:
    return len(words) > 2 and sum(word.text[:1].isupper() for word in words) > len(words) * 0.7


def _before(found: Found, words: Sequence[Word]) -> list[str]:
    """The two words before it in its sentence."""
    here = words[found.first] if found.first < len(words) else None
    near = words[max(0, found.first - 2) : found.first]
    return [word.folded for word in near if here and word.sentence == here.sentence]


def _after(found: Found, words: Sequence[Word]) -> list[str]:
    here = words[found.first] if found.first < len(words) else None
    near = words[found.after : found.after + 5]
    return [word.folded for word in near if here and word.sentence == here.sentence]


def _has_ending(found: Found, text: str) -> bool:
    """An apostrophe and an ending of Turkish, which only names have."""
    ending = _ENDING.match(text, found.end)
    return ending is not None and ending[1].lower() not in NAME_CUES.english_endings


def _is_glued(found: Found, text: str) -> bool:
    """Letters of Japanese stand right beside it."""
    return any(side and is_cjk(side) for side in (text[: found.start].rstrip()[-1:], text[found.end :].lstrip()[:1]))


def _is_meant_in_japanese(found: Found, text: str) -> bool:
    if found.name.doubt == "ja":
        return NAME_CUES.japanese_doubtful.match(text, found.end) is not None
    if found.name.capitals and not text[found.start : found.end].isupper():
        return False
    return not NAME_CUES.japanese_title.match(text, found.end)


def _is_katakana(letter: str) -> bool:
    return "ァ" <= letter <= "ヺ" or letter == "ー"
