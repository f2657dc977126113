"""Who and what a message names: products, organisations, people that are mentioned.

Names are found by the lexicons, by what stands beside a word that is an ordinary one too, and by the form of names
that no lexicon holds.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import NamedTuple

from memory.language.analyser import has_cjk, is_cjk, level
from memory.language.language_packs import LanguagePack, language_of
from memory.language.name_lexicons import (
    NAME_CUES,
    ORG,
    PAUSES,
    TECH,
    WORD,
    LexiconName,
    folded_name,
    lowered_name,
    name_slug,
    names_with_spaces,
    names_without_spaces,
)
from memory.language.pack_tables import words_of
from memory.language.prose import SENTENCE, prose
from memory.vocabulary.scripts import KATAKANA

_SENTENCE_ENDS = re.compile(r"[.!?:;…\n。！？\"“”«»|•]|\s[-–—]\s")
_ENDING = re.compile(r"['’]([^\W\d_]+)")
_KATAKANA = re.compile(f"[{KATAKANA}]")
_SHORT, _ENDED = 4, 3


class WordInSentence(NamedTuple):
    """A word and where it stands; `opens`: a sentence begins with it. `sentence` is the number of that sentence."""

    text: str
    folded: str
    start: int
    end: int
    opens: bool
    sentence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundName:
    """A name from word `first` to before word `after`; without words of its own (first == after) a Japanese one."""

    name: LexiconName
    start: int
    end: int
    first: int
    after: int
    before: Sequence[str] = ()
    behind: Sequence[str] = ()

    @classmethod
    def of(cls, name: LexiconName, first: int, words: Sequence[WordInSentence]) -> FoundName:
        """With the two words before it and the five behind it, of its sentence."""
        after, start = first + len(name.words), words[first].start
        around = (words[max(0, first - 2) : first], words[after : after + 5])
        before, behind = ([item.folded for item in side if item.sentence == words[first].sentence] for side in around)
        end = words[after - 1].end
        return cls(name=name, start=start, end=end, first=first, after=after, before=before, behind=behind)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedEntity:
    """`uri` is whom or what a message names from `start` to `end`, there for the first time."""

    uri: str
    start: int
    end: int


def named_entity(kind: str, text: str, start: int, end: int, name: str = "") -> NamedEntity:
    """What stands there in the text, by its own name where it has another one."""
    return NamedEntity(uri=f"entity://{kind}/{name_slug(name or text[start:end])}", start=start, end=end)


def words_in(text: str) -> list[WordInSentence]:
    found: list[WordInSentence] = []
    end, sentence = 0, 0
    for match in WORD.finditer(text):
        start = match.start()
        opens = not found or _SENTENCE_ENDS.search(text, end, start) is not None
        sentence += opens
        word = match.group()
        found.append(WordInSentence(word, folded_name(word), start, match.end(), opens, sentence))
        end = match.end()
    return found


def is_name_meant(found: Sequence[FoundName], words: Sequence[WordInSentence], text: str) -> Iterator[NamedEntity]:
    """First the names beyond doubt, for they speak for those beside them; each of those may speak for another."""
    pack = language_of(text)
    doubted = [item for item in found if item.name.is_doubtful and item.first < item.after]
    clear = [item for item in found if not (item.name.is_doubtful and item.first < item.after)]
    sure: set[int] = set()
    while clear or doubted:
        for item in clear:
            sure.update(word.sentence for word in words[item.first : item.after])
            is_org = TECH not in item.name.kinds or _is_at_work(item, text, pack)
            yield named_entity(ORG if is_org else TECH, text, item.start, item.end, item.name.spelling)
        clear = [item for item in doubted if _is_meant(item, words, text, pack, sure)]
        seen = set(map(id, clear))
        doubted = [item for item in doubted if id(item) not in seen] if clear else []


def _is_meant(
    found: FoundName, words: Sequence[WordInSentence], text: str, pack: LanguagePack, sure: Collection[int]
) -> bool:
    """`sure` are the sentences of names beyond doubt."""
    if _has_cue(found, text) or _is_at_work(found, text, pack):
        return True
    if not pack.has_spaces and _is_glued(found, text):
        return NAME_CUES.unspaced_title.match(text, found.end) is None
    if found.name.first_name or not _has_capital(found, words):
        return False
    is_clear = not found.name.strict and _stands_out(found, words, pack)
    return _has_ending(found, text) or is_clear or _is_among(found, words, sure)


def is_spelled(found: FoundName, text: str) -> bool:
    """Accents may be left out, but none is added; a short name of capitals stands in capitals, or has an ending."""
    written, spelling = text[found.start : found.end], found.name.spelling
    alike = lowered_name(written)[: len(spelling)] == lowered_name(spelling)
    if not alike and (len(spelling) <= _SHORT or not written.isascii()) and len(found.name.words) == 1:
        return False
    return not found.name.capitals or written.isupper() or (alike and _has_ending(found, text))


def _is_at_work(found: FoundName, text: str, pack: LanguagePack) -> bool:
    """Somebody works or learns there, or it makes or owns something: what is named is an organisation."""
    if not pack.has_spaces:
        is_maker = NAME_CUES.unspaced_before_maker.search(text, max(0, found.start - SENTENCE), found.start) is not None
        return is_maker or NAME_CUES.unspaced_at_work.match(text, found.end) is not None
    if " ".join(found.before) in NAME_CUES.at_work | NAME_CUES.before_maker:
        return True
    return _has_ending(found, text) and any(word.startswith(NAME_CUES.after_work_by_stem) for word in found.behind[1:4])


def is_meant_in_japanese_letters(found: FoundName, text: str) -> bool:
    """Of a name in Japanese letters: not a piece of a longer word, no place, and no ordinary word."""
    edges = (found.start, found.end)
    if any(_is_katakana(text[max(0, at - 1) : at]) and _is_katakana(text[at : at + 1]) for at in edges):
        return False
    if NAME_CUES.unspaced_place.match(text, found.end) and TECH not in found.name.kinds:
        return False
    return not found.name.is_doubtful or NAME_CUES.unspaced_doubtful.match(text, found.end) is not None


def _has_cue(found: FoundName, text: str) -> bool:
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


def _is_among(found: FoundName, words: Sequence[WordInSentence], sure: Collection[int]) -> bool:
    """A sure name stands in the same sentence."""
    return words[found.first].sentence in sure


def _has_capital(found: FoundName, words: Sequence[WordInSentence]) -> bool:
    """It is written as a name is, as far as that shows: the name `pandas` has no capital."""
    return words[found.first].text[:1].isupper() or found.name.spelling.islower()


def _stands_out(found: FoundName, words: Sequence[WordInSentence], pack: LanguagePack) -> bool:
    """Its capital means something: it is not the first of a sentence, but for one that a verb stands behind."""
    if not words[found.first].opens:
        return True
    return not pack.verbs.isdisjoint(found.behind[:1])


def _has_ending(found: FoundName, text: str) -> bool:
    """An apostrophe and an ending of Turkish, which only names have."""
    ending = _ENDING.match(text, found.end)
    return ending is not None and ending[1].lower() not in NAME_CUES.contractions


def _is_glued(found: FoundName, text: str) -> bool:
    """Letters of Japanese stand right beside it."""
    return any(side and is_cjk(side) for side in (text[: found.start].rstrip()[-1:], text[found.end :].lstrip()[:1]))


def _is_katakana(letter: str) -> bool:
    return _KATAKANA.match(letter) is not None


# --- unknown names --------------------------------------------------------------------------------------------------
# Names that no lexicon holds: firms by their legal form, institutions by what they are, products by their letters.


_MOST_WORDS = 5
_JOINTS = frozenset({" ", "-", " & ", "&", ". ", "' ", "’ "})
_SMALL = words_of("words", "stop_words") | words_of("words", "question_words")


def find_unknown_names(text: str, words: Sequence[WordInSentence]) -> Iterator[NamedEntity]:
    for index, word in enumerate(words):
        if word.folded in NAME_CUES.legal_forms or word.folded in NAME_CUES.institutions:
            yield from _organisation(index, words, text)
        elif _is_product(word.text):
            yield named_entity(TECH, text, word.start, word.end)


def find_unknown_japanese_names(text: str) -> Iterator[NamedEntity]:
    for match in NAME_CUES.unspaced_called.finditer(text):
        start, end = match.span("name")
        quoted = text[start] == "「"
        yield named_entity(ORG if match["org"] else TECH, text, start + quoted, end - quoted)
    for pattern in (NAME_CUES.form_first, NAME_CUES.form_last, NAME_CUES.institution):
        for match in pattern.finditer(text):
            leading = NAME_CUES.before_a_name.match(text, match.start(), match.end())
            start = leading.end() if leading else match.start()
            if not NAME_CUES.no_institution.fullmatch(text, start, match.end()):
                yield named_entity(ORG, text, start, match.end())


def _organisation(index: int, words: Sequence[WordInSentence], text: str) -> Iterator[NamedEntity]:
    """Thornfield Logistics Ltd; kestrel gmbh; University of Porto, Bank of Ireland."""
    word, first, after = words[index], index, index + 1
    is_small = not word.text[0].isupper()
    if is_small and word.folded not in NAME_CUES.legal_in_any_case:
        return
    most = 1 if is_small else _MOST_WORDS
    while index - first < most and _stands_before(first, index, words, text):
        first -= 1
    while _joint(after, words, text) in _JOINTS and words[after].folded in NAME_CUES.legal_forms:
        after += 1
    if first < index:
        yield named_entity(ORG, text, words[first].start, words[after - 1].end)
    elif word.folded not in NAME_CUES.legal_forms:
        yield from _of(index, words, text)


def _stands_before(first: int, index: int, words: Sequence[WordInSentence], text: str) -> bool:
    """A word that may belong to the name; a comma parts none from its legal form."""
    joint = _joint(first, words, text)
    if joint not in _JOINTS and not (first == index and joint in (", ", ",")):
        return False
    before = words[first - 1]
    is_large = before.text[0].isupper() or before.text[0].isdigit() or not words[index].text[0].isupper()
    return is_large and before.folded not in _SMALL


def _of(index: int, words: Sequence[WordInSentence], text: str) -> Iterator[NamedEntity]:
    """An institution and the words with capitals behind it."""
    is_of = index + 1 < len(words) and words[index + 1].folded in NAME_CUES.of
    begin = after = index + 1 + is_of
    while after < min(len(words), begin + _MOST_WORDS) and words[after].text[0].isupper():
        if after > begin and _joint(after, words, text) not in _JOINTS - {". "}:
            break
        after += 1
    if after > begin and (is_of or not words[index].opens):
        yield named_entity(ORG, text, words[index].start, words[after - 1].end)


def _joint(index: int, words: Sequence[WordInSentence], text: str) -> str:
    """What stands between a word and the one before it, which must both be there."""
    return text[words[index - 1].end : words[index].start] if 0 < index < len(words) else "\n"


def _is_product(word: str) -> bool:
    if NAME_CUES.mixed_case.fullmatch(word):
        return not NAME_CUES.no_mixed_case.fullmatch(word)
    return "." in word and NAME_CUES.dotted.fullmatch(word) is not None


# --- entities -------------------------------------------------------------------------------------------------------
# Who and what a message names: products, organisations, people that are mentioned. By lexicons and patterns.
#
#     entity://tech/<slug>   entity://org/<slug>   entity://person/<address>
#
# A name that may be both is an organisation where somebody works or learns there, else a product. Names of people are
# labels, not entities: only the platform's own mention says who is meant.


MOST_ENTITIES = 8

_MENTION = re.compile(r"<@!?([A-Za-z0-9]+)(?:\|[^<>\n]*)?>")
_BETWEEN = re.compile(r"[ \-&/'’!:+·]{0,3}")


def find_entities(text: str, workspace: str = "slack:T01/") -> tuple[NamedEntity, ...]:
    """Each once, in order, at most MOST. `workspace` stands before the id of whoever is mentioned."""
    people = (
        NamedEntity(uri=f"entity://person/{workspace}{match[1]}", start=match.start(), end=match.end())
        for match in _MENTION.finditer(text)
    )
    once: dict[str, NamedEntity] = {}
    for item in sorted([*people, *_named(prose(text))], key=lambda item: item.start):
        once.setdefault(item.uri, item)
    return tuple(islice(once.values(), MOST_ENTITIES))


def _named(text: str) -> Iterator[NamedEntity]:
    words = words_in(text)
    found, spelled = list(_in_words(words, text)), list(find_unknown_names(text, words))
    if has_cjk(text):
        found += _in_japanese(words, text)
        spelled += find_unknown_japanese_names(text)
    if found or spelled:
        yield from _longest([*is_name_meant(found, words, text), *spelled])


def _longest(found: Iterable[NamedEntity]) -> Iterator[NamedEntity]:
    """Of those that overlap the longest; of equals the first, which comes from a lexicon."""
    taken: list[tuple[int, int]] = []  # in their order
    for item in sorted(found, key=lambda item: item.start - item.end):
        at = bisect_left(taken, (item.start, item.end))
        is_free = (at == 0 or taken[at - 1][1] <= item.start) and (at == len(taken) or item.end <= taken[at][0])
        if is_free:
            taken.insert(at, (item.start, item.end))
            yield item


def _in_words(words: Sequence[WordInSentence], text: str) -> Iterator[FoundName]:
    """Of the names that begin with one word the longest."""
    names = names_with_spaces()
    for first, word in enumerate(words):
        for name in names.get(word.folded, ()):
            there = words[first : first + len(name.words)]
            if tuple(each.folded for each in there) != name.words or not _is_joined(there, text):
                continue
            if is_spelled(item := FoundName.of(name, first, words), text):
                yield item
                break


def _is_joined(words: Sequence[WordInSentence], text: str) -> bool:
    return all(_BETWEEN.fullmatch(text, item.end, other.start) is not None for item, other in pairwise(words))


def _in_japanese(words: Sequence[WordInSentence], text: str) -> Iterator[FoundName]:
    pattern, names = names_without_spaces()
    for match in pattern.finditer(level(text)):
        item = FoundName(name=names[match[0]], start=match.start(), end=match.end(), first=len(words), after=len(words))
        if is_meant_in_japanese_letters(item, text):
            yield item
